import * as vscode from 'vscode';
import { editorHazardWords, lifecycleWords } from '../../messages/index.ts';
import { visibleText } from '../../protocol/index.ts';
import { remoteUri } from '../files/opener.ts';
import { absolutePath } from '../files/paths.ts';
import { FILE_SCHEME } from '../manifest.ts';
import { explanationUri } from './explain.ts';
import type { KnownLifecycle, KnownLifecycles } from './known.ts';
import { alikeCount, goneEntry, hazardMarks, type HazardMark } from './marks.ts';

/** A diagnostic of ours, and what a quick fix can do about it. */
export interface HazardDiagnostic {
  readonly diagnostic: vscode.Diagnostic;
  readonly known: KnownLifecycle;
  /** Null for an entry of the cell's list that matches nothing any more. */
  readonly mark: HazardMark | null;
  readonly entry: HazardMark['entry'];
  /** Findings that the same entry is about. */
  readonly alike: number;
}

/**
 * Findings of the lifecycles that are known, in the remote files and at the cells that asked for them: cleared and
 * made anew with each lifecycle, notebook and file that changes. Nothing is sent for them.
 */
export class HazardDiagnostics implements vscode.Disposable {
  readonly #known: KnownLifecycles;
  readonly #collection = vscode.languages.createDiagnosticCollection('sonde-hazards');
  readonly #subscriptions: vscode.Disposable;
  #found: ReadonlyMap<string, readonly HazardDiagnostic[]> = new Map();

  constructor(known: KnownLifecycles) {
    this.#known = known;
    const ofFile = (document: vscode.TextDocument): void => {
      if (document.uri.scheme === FILE_SCHEME) this.refresh();
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#collection,
      known.onDidChange(() => this.refresh()),
      vscode.workspace.onDidOpenTextDocument(ofFile),
      vscode.workspace.onDidChangeTextDocument(({ document }) => ofFile(document)),
    );
    this.refresh();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** What stands on the lines of a range. */
  at(uri: vscode.Uri, range: vscode.Range): readonly HazardDiagnostic[] {
    const found = this.#found.get(uri.toString()) ?? [];
    return found.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
  }

  /** Makes all diagnostics anew. */
  refresh(): void {
    const found = new Map<string, HazardDiagnostic[]>();
    const add = (uri: vscode.Uri, item: HazardDiagnostic): void => {
      const key = uri.toString();
      found.set(key, [...(found.get(key) ?? []), item]);
    };
    for (const known of this.#known.entries()) {
      const uriOf = this.#places(known);
      const age = (file: string): ReturnType<KnownLifecycles['age']> =>
        this.#known.age(known, file, openText(uriOf(file)));
      const marks = hazardMarks(known.facts, age, known.cell?.accepted);
      for (const mark of marks) {
        const alike = alikeCount(marks, mark);
        const file = uriOf(mark.file);
        const steps = relatedOf(mark, uriOf);
        const item = { known, mark, entry: mark.entry, alike };
        if (file !== undefined)
          add(file, { ...item, diagnostic: diagnosticOf(mark, lineRange(file, mark.line), steps) });
        const cell = cellDocument(known);
        if (cell !== undefined)
          add(cell.uri, { ...item, diagnostic: cellDiagnostic(mark, cell, file, steps) });
      }
      this.#gone(known, add);
    }
    this.#found = found;
    this.#collection.clear();
    for (const [key, items] of found)
      this.#collection.set(
        vscode.Uri.parse(key, true),
        items.map(({ diagnostic }) => diagnostic),
      );
  }

  /** Entries of the cell's list that match nothing any more. */
  #gone(known: KnownLifecycle, add: (uri: vscode.Uri, item: HazardDiagnostic) => void): void {
    const cell = cellDocument(known);
    if (known.cell === null || cell === undefined) return;
    for (const item of known.facts.unresolved) {
      if (item.why !== 'accepted-gone') continue;
      const entry = goneEntry(item.what, known.cell.accepted) ?? null;
      const diagnostic = new vscode.Diagnostic(
        firstLine(cell),
        visibleText(lifecycleWords.unresolved(item)),
        vscode.DiagnosticSeverity.Warning,
      );
      diagnostic.source = 'Sonde';
      diagnostic.code = item.why;
      add(cell.uri, { diagnostic, known, mark: null, entry, alike: 0 });
    }
  }

  #places(known: KnownLifecycle): (file: string) => vscode.Uri | undefined {
    const root = this.#known.rootOf(known);
    return (file) =>
      root === undefined || file === '' ? undefined : remoteUri(known.on, absolutePath(root, file));
  }
}

function cellDocument({ cell }: KnownLifecycle): vscode.TextDocument | undefined {
  return cell === null || cell.document.isClosed ? undefined : cell.document.cellAt(cell.index).document;
}

function openDocument(uri: vscode.Uri | undefined): vscode.TextDocument | undefined {
  const key = uri?.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

function openText(uri: vscode.Uri | undefined): string | undefined {
  return uri === undefined ? undefined : openDocument(uri)?.getText();
}

/** The line without its indentation, as far as the file is open; else the whole line. */
function lineRange(uri: vscode.Uri, line: number): vscode.Range {
  const row = Math.max(0, line - 1);
  const document = openDocument(uri);
  if (document === undefined || row >= document.lineCount) return new vscode.Range(row, 0, row, 1000);
  const { firstNonWhitespaceCharacterIndex: start, range } = document.lineAt(row);
  return new vscode.Range(row, start, row, Math.max(start + 1, range.end.character));
}

function firstLine(document: vscode.TextDocument): vscode.Range {
  return document.lineCount === 0 ? new vscode.Range(0, 0, 0, 1) : document.lineAt(0).range;
}

const SEVERITY: Readonly<Record<HazardMark['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

function relatedOf(
  mark: HazardMark,
  uriOf: (file: string) => vscode.Uri | undefined,
): vscode.DiagnosticRelatedInformation[] {
  return mark.steps.flatMap((step) => {
    const uri = uriOf(step.file);
    if (uri === undefined) return [];
    const place = new vscode.Location(uri, lineRange(uri, step.line));
    return [new vscode.DiagnosticRelatedInformation(place, step.text)];
  });
}

function diagnosticOf(
  mark: HazardMark,
  range: vscode.Range,
  steps: vscode.DiagnosticRelatedInformation[],
  message = mark.message,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, SEVERITY[mark.severity]);
  diagnostic.source = 'Sonde';
  diagnostic.code = { value: mark.hazard.rule, target: explanationUri(mark.hazard.rule) };
  diagnostic.relatedInformation = steps;
  return diagnostic;
}

/** The same at the cell: with the place, and with the steps in words where nothing maps their target. */
function cellDiagnostic(
  mark: HazardMark,
  cell: vscode.TextDocument,
  file: vscode.Uri | undefined,
  steps: vscode.DiagnosticRelatedInformation[],
): vscode.Diagnostic {
  const place = editorHazardWords.atPlace(mark.message, mark.file, mark.line);
  const words =
    file === undefined
      ? mark.steps.map((step) => `${step.text} (${step.file}:${String(step.line)})`).join('\n')
      : '';
  const message = words === '' ? place : `${place}\n${visibleText(words)}`;
  return diagnosticOf(mark, firstLine(cell), steps, message);
}
