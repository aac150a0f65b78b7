import * as vscode from 'vscode';
import {
  acceptHazard,
  isHazardRule,
  withdrawAcceptance,
  type AcceptedAnchor,
  type EditError,
  type Notebook,
} from '../../investigation/index.ts';
import { editErrorMessage, editorHazardWords, lifecycleWords } from '../../messages/index.ts';
import type { Result } from '../../base/index.ts';
import { register } from '../editor/commands.ts';
import { FILE_SCHEME, NOTEBOOK_TYPE, type CommandId } from '../manifest.ts';
import { writeDocument } from '../notebook/document.ts';
import type { Investigations } from '../notebook/investigations.ts';
import type { HazardDiagnostic, HazardDiagnostics } from './diagnostics.ts';

/** What a quick fix is about; plain data, as commands carry it. */
export interface EntryRequest {
  readonly notebook: string;
  /** Id of the cell. */
  readonly id: string;
  readonly entry: AcceptedAnchor;
}

/**
 * Quick fixes at findings: call one no hazard here, and take that back. Each is one edit, which undo takes back. The
 * editor offers quick fixes of a read-only file in its Problems view alone, so the commands also work at the cursor.
 */
export function registerHazardActions(
  diagnostics: HazardDiagnostics,
  investigations: Investigations,
): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, range) =>
      diagnostics.at(document.uri, range).flatMap((found) => actionsFor(found)),
  };
  const metadata = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider({ scheme: FILE_SCHEME }, provider, metadata),
    vscode.languages.registerCodeActionsProvider({ notebookType: NOTEBOOK_TYPE }, provider, metadata),
    register('sonde.acceptHazard', async (argument) => {
      await accept(investigations, requestOf(argument) ?? (await atCursor(diagnostics, false)));
    }),
    register('sonde.withdrawHazard', async (argument) => {
      await withdraw(investigations, requestOf(argument) ?? (await atCursor(diagnostics, true)));
    }),
  );
}

/** What a finding is called in its cell; undefined where no cell asked for it, or its symbol is not known. */
function requestFor({ known: { cell }, entry }: HazardDiagnostic): EntryRequest | undefined {
  if (cell === null || entry === null) return undefined;
  return { notebook: cell.document.uri.toString(), id: cell.id, entry };
}

/** The finding on the line of the cursor, chosen where there are several; says so where there is none. */
async function atCursor(
  diagnostics: HazardDiagnostics,
  accepted: boolean,
): Promise<EntryRequest | undefined> {
  const editor = vscode.window.activeTextEditor;
  const found =
    editor === undefined
      ? []
      : diagnostics
          .at(editor.document.uri, editor.document.lineAt(editor.selection.active.line).range)
          .filter(({ mark }) => (mark?.hazard.accepted !== undefined) === accepted);
  const items = found.flatMap((each) => {
    const request = requestFor(each);
    return request === undefined
      ? []
      : [
          {
            label: `${request.entry.rule}: ${request.entry.symbol}`,
            detail: each.diagnostic.message,
            request,
          },
        ];
  });
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      found.length === 0 ? editorHazardWords.noneHere() : editorHazardWords.notNamed(),
    );
    return undefined;
  }
  if (items.length === 1) return items[0]?.request;
  return (await vscode.window.showQuickPick(items, { title: editorHazardWords.choose() }))?.request;
}

function actionsFor(found: HazardDiagnostic): vscode.CodeAction[] {
  const { diagnostic, mark, entry, alike } = found;
  const request = requestFor(found);
  if (request === undefined || entry === null) return [];
  const [title, command]: readonly [string, CommandId] =
    mark === null
      ? [editorHazardWords.takeOut(entry.rule, entry.symbol), 'sonde.withdrawHazard']
      : mark.hazard.accepted === undefined
        ? [editorHazardWords.notHere(entry.rule, alike), 'sonde.acceptHazard']
        : [editorHazardWords.afterAll(entry.rule, alike), 'sonde.withdrawHazard'];
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.command = { title, command, arguments: [request] };
  return [action];
}

async function accept(investigations: Investigations, request: EntryRequest | undefined): Promise<void> {
  if (request === undefined) return;
  const reason = await vscode.window.showInputBox({
    title: editorHazardWords.reasonTitle(request.entry.rule, request.entry.symbol),
    prompt: editorHazardWords.reasonHint(),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? editorHazardWords.reasonMissing() : undefined),
  });
  const said = reason?.trim() ?? '';
  if (said === '') return;
  await edit(investigations, request, (notebook) =>
    acceptHazard(notebook, request.id, { ...request.entry, reason: said }, lifecycleWords),
  );
}

async function withdraw(investigations: Investigations, request: EntryRequest | undefined): Promise<void> {
  if (request === undefined) return;
  await edit(investigations, request, (notebook) =>
    withdrawAcceptance(notebook, request.id, request.entry, lifecycleWords),
  );
}

async function edit(
  investigations: Investigations,
  request: EntryRequest,
  change: (notebook: Notebook) => Result<Notebook, EditError>,
): Promise<void> {
  const document = investigations.all.find((each) => each.uri.toString() === request.notebook);
  const read = document === undefined ? undefined : investigations.read(document);
  const changed = read === undefined ? undefined : change(read.notebook);
  if (document !== undefined && changed?.ok === true) {
    await writeDocument(document, changed.value, 'replace');
    return;
  }
  const error = changed?.ok === false ? changed.error : ({ code: 'no-such-cell' } as const);
  void vscode.window.showErrorMessage(editErrorMessage(error));
}

function requestOf(argument: unknown): EntryRequest | undefined {
  const [notebook, id] = ['notebook', 'id'].map((key) => textOf(argument, key));
  const entry = fieldOf(argument, 'entry');
  const [rule, symbol, file, code] = ['rule', 'symbol', 'file', 'code'].map((key) => textOf(entry, key));
  if (notebook === undefined || id === undefined || rule === undefined || symbol === undefined)
    return undefined;
  if (!isHazardRule(rule)) return undefined;
  const about = Object.entries(fieldOf(entry, 'about') ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  return {
    notebook,
    id,
    entry: {
      rule,
      symbol,
      ...(file === undefined ? {} : { file }),
      ...(about.length === 0 ? {} : { about: Object.fromEntries(about) }),
      ...(code === undefined ? {} : { code }),
    },
  };
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined;
}

function textOf(value: unknown, key: string): string | undefined {
  const text = fieldOf(value, key);
  return typeof text === 'string' ? text : undefined;
}
