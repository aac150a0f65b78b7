import * as vscode from 'vscode';
import type { Mark, ReadCell } from '../../investigation/index.ts';
import { editorMessages, markMessage, refusalMessage } from '../../messages/index.ts';
import { judge, type Refusal } from '../../probe/index.ts';
import { NOTEBOOK_TYPE } from '../manifest.ts';
import type { Investigations } from './investigations.ts';

/** Marks refused words and faults of cells where they stand, before anything is run. */
export class CellDiagnostics implements vscode.Disposable {
  readonly #investigations: Investigations;
  readonly #collection = vscode.languages.createDiagnosticCollection('sonde');
  readonly #subscriptions: vscode.Disposable;
  /** Replacements of refused lines, by cell and line. */
  readonly #instead = new Map<string, string>();

  constructor(investigations: Investigations) {
    this.#investigations = investigations;
    this.#subscriptions = vscode.Disposable.from(
      this.#collection,
      investigations.onDidChange(() => this.#refresh()),
      vscode.workspace.onDidCloseTextDocument((document) => this.#collection.delete(document.uri)),
      vscode.languages.registerCodeActionsProvider(
        { notebookType: NOTEBOOK_TYPE },
        { provideCodeActions: (document, range) => this.#actions(document, range) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
    this.#refresh();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #refresh(): void {
    this.#instead.clear();
    for (const document of this.#investigations.all) {
      const read = this.#investigations.read(document);
      for (const cell of document.getCells()) {
        const found = read?.cellAt(cell.index);
        const items = found === undefined ? [] : this.#cell(cell, found);
        this.#collection.set(cell.document.uri, items);
      }
    }
  }

  #cell(cell: vscode.NotebookCell, read: ReadCell): vscode.Diagnostic[] {
    const [own] = read.blocks;
    if (own === undefined) return [];
    const marks = own.marks.map((mark) =>
      markDiagnostic(cell.document, mark, own.line + (own.open === '' ? 0 : 1)),
    );
    if (own.content.kind !== 'probe') return marks;
    const refusals = own.content.value.lines.flatMap((line) => {
      if (line.blanks.length > 0) return [];
      const verdict = judge(line.text);
      if (verdict.approved) return [];
      const row = line.line - own.line - 1;
      const { instead, then = [] } = verdict.refusal;
      if (instead !== undefined)
        this.#instead.set(insteadKey(cell.document.uri, row), [instead, ...then].join('\n'));
      return [refusalDiagnostic(row, line.column - 1, line.text, verdict.refusal)];
    });
    return [...marks, ...refusals];
  }

  #actions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const row = range.start.line;
    const instead = this.#instead.get(insteadKey(document.uri, row));
    if (instead === undefined) return [];
    const action = new vscode.CodeAction(
      editorMessages.useInstead(instead.replaceAll('\n', ' ⏎ ')),
      vscode.CodeActionKind.QuickFix,
    );
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, document.lineAt(row).range, instead);
    action.isPreferred = true;
    return [action];
  }
}

function insteadKey(uri: vscode.Uri, row: number): string {
  return `${row} ${uri.toString()}`;
}

function refusalDiagnostic(row: number, column: number, line: string, refusal: Refusal): vscode.Diagnostic {
  const start = column + Math.min(refusal.at, line.length);
  const length = Math.max(1, refusal.word.length);
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(row, start, row, start + length),
    refusalMessage(refusal),
    vscode.DiagnosticSeverity.Error,
  );
  diagnostic.source = 'Sonde';
  diagnostic.code = refusal.rule;
  return diagnostic;
}

/** A mark's place is counted in the file; `first` is the file's line of the cell's first. */
function markDiagnostic(document: vscode.TextDocument, mark: Mark, first: number): vscode.Diagnostic {
  const row = Math.min(Math.max(0, mark.line - first), Math.max(0, document.lineCount - 1));
  const start = new vscode.Position(row, Math.max(0, mark.column - 1));
  const end = document.lineAt(row).range.end;
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(start, end.isAfter(start) ? end : start.translate(0, 1)),
    markMessage(mark),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = 'Sonde';
  diagnostic.code = mark.code;
  return diagnostic;
}
