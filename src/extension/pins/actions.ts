import * as vscode from 'vscode';
import type { Result } from '../../base/index.ts';
import {
  addPin,
  changePin,
  movePin,
  redactFile,
  removePin,
  renameId,
  type EditError,
  type NewPin,
  type Notebook,
  type PinRegion,
} from '../../investigation/index.ts';
import {
  editErrorMessage,
  editorMessages,
  secretsSentence,
  sourceErrorMessage,
} from '../../messages/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { CONTEXT_LINES, pinFromHit, pinFromSelection, type SourceFile } from '../../source/index.ts';
import { excerptUri, type PlaceOpener } from '../files/opener.ts';
import { relativePath } from '../files/paths.ts';
import { pathOfUri } from '../files/uriPath.ts';
import { EXCERPT_SCHEME, FILE_SCHEME, NOTEBOOK_TYPE } from '../manifest.ts';
import { writeDocument } from '../notebook/document.ts';
import type { Investigations } from '../notebook/investigations.ts';
import { pinTitle } from '../notebook/pinsView.ts';
import type { OutputRow } from '../notebook/rows.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { LiveTarget } from '../targets/live.ts';
import { pinItems, pinKey, type PinItem } from './items.ts';

export interface PinParts {
  readonly investigations: Investigations;
  readonly opener: PlaceOpener;
  readonly connecting: Connecting;
}

/** A row of an output that is pinned. */
export interface RowToPin {
  readonly document: vscode.NotebookDocument;
  readonly cell: vscode.NotebookCell;
  readonly row: OutputRow;
  /** Id of the probe cell; empty for none. */
  readonly probe: string;
}

interface NewPinRequest {
  readonly document: vscode.NotebookDocument;
  readonly live: LiveTarget;
  readonly pin: NewPin;
  /** Index of the probe's block. */
  readonly below?: number;
  readonly region: (file: SourceFile) => Promise<PinRegion>;
}

/** What can be done with pins. Every change is an edit of the notebook document, which undo takes back. */
export class PinActions {
  readonly #parts: PinParts;
  #lastOpened: string | undefined;

  constructor(parts: PinParts) {
    this.#parts = parts;
  }

  /** The pin that was opened last, from which the walk goes on. */
  get lastOpened(): string | undefined {
    return this.#lastOpened;
  }

  /** Opens a row of an output: a hit, a pin, a place of a lifecycle. */
  async openRow(document: vscode.NotebookDocument, row: OutputRow): Promise<void> {
    const { opener } = this.#parts;
    const excerpt = row.pin === undefined ? undefined : excerptUri(document.uri, row.pin, row.on, row.file);
    await opener.open({
      on: row.on,
      file: row.file,
      first: row.first,
      last: row.last,
      ...(excerpt === undefined ? {} : { excerpt }),
    });
  }

  /** Opens a pin of the current investigation: its region on the host, or its excerpt without a connection. */
  async openPin(key: string): Promise<void> {
    const { investigations, opener } = this.#parts;
    const document = investigations.current;
    const item = this.#find(key);
    if (document === undefined || item === undefined) return;
    this.#lastOpened = key;
    const { pin, on } = item;
    const first = pin.lines?.first ?? 1;
    const excerpt =
      item.excerpt === undefined || pin.id === undefined
        ? undefined
        : excerptUri(document.uri, pin.id, on, pin.file);
    await opener.open({
      on,
      file: pin.file,
      first,
      last: pin.lines?.last ?? first,
      column: codeColumn(),
      ...(excerpt === undefined ? {} : { excerpt }),
    });
  }

  /** Pins a hit, below its probe. */
  async pinRow(request: RowToPin): Promise<void> {
    const { document, cell, row, probe } = request;
    const read = this.#parts.investigations.read(document);
    const block = read?.cellAt(cell.index)?.blocks[0];
    const below = block === undefined ? undefined : read?.notebook.blocks.indexOf(block);
    const live = await this.#parts.connecting.ensure(row.on);
    if (live === undefined) return;
    const pin: NewPin = { on: row.on, file: row.file, ...(probe === '' ? {} : { foundBy: probe }) };
    await this.#add({
      document,
      live,
      pin,
      region: (file) => pinFromHit(file, row.first, live.parser),
      ...(below === undefined ? {} : { below }),
    });
  }

  /** Pins the selected lines of a remote file. */
  async pinSelection(editor: vscode.TextEditor | undefined): Promise<void> {
    if (editor?.document.uri.scheme !== FILE_SCHEME) {
      void vscode.window.showInformationMessage(editorMessages.selectFirst());
      return;
    }
    const { uri } = editor.document;
    const document = await this.#chooseInvestigation();
    const live = await this.#parts.connecting.ensure(uri.authority);
    if (document === undefined || live === undefined) return;
    const { selection } = editor;
    // A selection that ends at the start of a line does not mean that line.
    const whole = !selection.isEmpty && selection.end.character === 0;
    const first = selection.start.line + 1;
    const last = Math.max(first, whole ? selection.end.line : selection.end.line + 1);
    await this.#add({
      document,
      live,
      pin: {
        on: live.name,
        file: relativePath(live.target.root, pathOfUri(uri.path)) ?? pathOfUri(uri.path),
      },
      region: (file) => pinFromSelection(file, { first, last }, live.parser),
    });
  }

  /** Gives a pin another id, everywhere in the notebook. */
  async rename(key: string): Promise<void> {
    const item = this.#find(key);
    if (item === undefined) return;
    const { id } = item.pin;
    if (id === undefined) {
      void vscode.window.showInformationMessage(editorMessages.pinWithoutId());
      return;
    }
    const ids = new Set(this.#notebook()?.blocks.flatMap(idsOf) ?? []);
    const to = await vscode.window.showInputBox({
      title: editorMessages.renamePinTitle(),
      prompt: editorMessages.renamePinHint(),
      value: id,
      ignoreFocusOut: true,
      validateInput: (value) => {
        if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(value)) return editorMessages.renamePinHint();
        return value !== id && ids.has(value) ? editorMessages.pinIdTaken(value) : undefined;
      },
    });
    if (to === undefined || to === id) return;
    await this.#edit((notebook) => renameId(notebook, id, to));
  }

  /** Asks for the note of a pin. */
  async note(key: string): Promise<void> {
    const item = this.#find(key);
    if (item === undefined) return;
    const note = await vscode.window.showInputBox({
      title: editorMessages.notePinTitle(pinTitle(item.pin)),
      prompt: editorMessages.notePinHint(),
      value: item.pin.note ?? '',
      ignoreFocusOut: true,
    });
    if (note === undefined || note === (item.pin.note ?? '')) return;
    await this.#edit((notebook) => changePin(notebook, item, { note: note === '' ? undefined : note }));
  }

  /** Takes a pin and its excerpt out of the notebook. */
  async remove(key: string): Promise<void> {
    const item = this.#find(key);
    if (item !== undefined) await this.#edit((notebook) => removePin(notebook, item));
  }

  /** Moves a pin before another one, or to the end. */
  async move(key: string, before: string | null): Promise<void> {
    const item = this.#find(key);
    const target = before === null ? undefined : this.#find(before);
    if (item === undefined || (before !== null && target === undefined)) return;
    await this.#edit((notebook) => movePin(notebook, item, target));
  }

  async #add(request: NewPinRequest): Promise<void> {
    const { document, live, pin, below } = request;
    const file = await live.tree.read(pin.file);
    if (!file.ok) {
      void vscode.window.showWarningMessage(editorMessages.pinNotWritten(sourceErrorMessage(file.error)));
      return;
    }
    const choice = await this.#chooseSecrets(file.value, request.region);
    if (choice === undefined) return;
    const { region, redacted } = choice;
    const read = this.#parts.investigations.read(document);
    if (read === undefined) return;
    const field = redacted === undefined ? {} : { redacted };
    const made = addPin(
      read.notebook,
      { ...pin, ...field },
      { region, ...(below === undefined ? {} : { below }) },
    );
    await writeDocument(document, made.notebook, 'replace');
    const place = `${pin.file} ${editorMessages.lines(region.first, region.last)}`;
    vscode.window.setStatusBarMessage(editorMessages.pinned(visibleLabel(place)), 5000);
  }

  /** The region to pin; where it holds what looks like a secret, as the reader says. Undefined gives up. */
  async #chooseSecrets(
    file: SourceFile,
    make: NewPinRequest['region'],
  ): Promise<{ readonly region: PinRegion; readonly redacted?: number } | undefined> {
    const region = await make(file);
    const safe = redactFile(file);
    if (safe.found.length === 0) return { region };
    const masked = await make(safe.file);
    if (masked.sha256 === region.sha256 && isSameContext(masked, region)) return { region };
    const found = safe.found.filter(
      ({ line }) => line >= region.first - CONTEXT_LINES && line <= region.last + CONTEXT_LINES,
    );
    const mark = editorMessages.pinWithMark();
    const asItIs = editorMessages.pinAsItIs();
    const chosen = await vscode.window.showWarningMessage(
      editorMessages.pinSecrets(secretsSentence(found)),
      { modal: true },
      mark,
      asItIs,
    );
    if (chosen === asItIs) return { region };
    return chosen === mark ? { region: masked, redacted: Math.max(1, found.length) } : undefined;
  }

  async #edit(change: (notebook: Notebook) => Result<Notebook, EditError>): Promise<void> {
    const document = this.#parts.investigations.current;
    const read = document === undefined ? undefined : this.#parts.investigations.read(document);
    if (document === undefined || read === undefined) return;
    const changed = change(read.notebook);
    if (changed.ok) await writeDocument(document, changed.value, 'replace');
    else void vscode.window.showErrorMessage(editorMessages.pinNotWritten(editErrorMessage(changed.error)));
  }

  async #chooseInvestigation(): Promise<vscode.NotebookDocument | undefined> {
    const { investigations } = this.#parts;
    const { all, current } = investigations;
    if (all.length === 0) {
      void vscode.window.showInformationMessage(editorMessages.noInvestigation());
      return undefined;
    }
    if (all.length === 1) return current;
    const items = all.map((document) => ({ label: vscode.workspace.asRelativePath(document.uri), document }));
    return (await vscode.window.showQuickPick(items, { title: editorMessages.chooseInvestigation() }))
      ?.document;
  }

  #find(key: string): PinItem | undefined {
    const read = this.#parts.investigations.readCurrent();
    if (read === undefined) return undefined;
    return pinItems(read.notebook, read.on).find((item) => pinKey(item) === key);
  }

  #notebook(): Notebook | undefined {
    return this.#parts.investigations.readCurrent()?.notebook;
  }
}

function isSameContext(a: PinRegion, b: PinRegion): boolean {
  return JSON.stringify([a.before, a.after]) === JSON.stringify([b.before, b.after]);
}

/** Where remote code is shown already, else beside the investigation, whichever part of the window is active. */
function codeColumn(): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(
    ({ document, viewColumn }) =>
      viewColumn !== undefined &&
      (document.uri.scheme === FILE_SCHEME || document.uri.scheme === EXCERPT_SCHEME),
  );
  if (shown?.viewColumn !== undefined) return shown.viewColumn;
  const column = vscode.window.visibleNotebookEditors.find(
    ({ notebook }) => notebook.notebookType === NOTEBOOK_TYPE,
  )?.viewColumn;
  const next = vscode.window.tabGroups.all.find(
    ({ viewColumn }) => column !== undefined && viewColumn > column,
  );
  return next?.viewColumn ?? vscode.ViewColumn.Beside;
}

function idsOf(block: Notebook['blocks'][number]): readonly string[] {
  const { content } = block;
  if (content.kind === 'pins') return content.value.flatMap((pin) => pin.id ?? []);
  if (content.kind === 'probe' || content.kind === 'claim' || content.kind === 'lifecycle')
    return [content.value.id ?? ''];
  return [];
}
