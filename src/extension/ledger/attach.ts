import * as vscode from 'vscode';
import { sha256Hex } from '../../base/index.ts';
import { attachLedger, type LedgerRow } from '../../investigation/index.ts';
import { editorMessages, ledgerHosts } from '../../messages/index.ts';
import type { Ledger, LedgerEntry } from '../../probe/index.ts';
import { visibleLabel } from '../../protocol/index.ts';
import { register } from '../editor/commands.ts';
import { writeDocument } from '../notebook/document.ts';
import type { Investigations } from '../notebook/investigations.ts';
import type { TargetRegistry } from '../targets/registry.ts';

export interface AttachParts {
  readonly ledger: Ledger;
  readonly investigations: Investigations;
  readonly targets: TargetRegistry;
}

/** Registers the command that puts this session's ledger into the current investigation. */
export function registerLedgerAttach({ ledger, investigations, targets }: AttachParts): vscode.Disposable {
  /** Attached again in this session, the block takes the place of the first one. */
  const session = sessionName();
  return register('sonde.attachLedger', async () => {
    const document = investigations.current;
    if (document === undefined || ledger.entries.length === 0) {
      const sentence =
        document === undefined ? editorMessages.noInvestigation() : editorMessages.ledgerEmpty();
      void vscode.window.showInformationMessage(sentence);
      return;
    }
    const { entries } = ledger;
    const withHosts = editorMessages.attachWithHosts();
    const withNames = editorMessages.attachWithNames();
    const chosen = await vscode.window.showWarningMessage(
      editorMessages.attachLedgerTitle(entries.length),
      {
        modal: true,
        detail: editorMessages.attachLedgerDetail(ledgerHosts(entries).map(visibleLabel).join(', ')),
      },
      withNames,
      withHosts,
    );
    if (chosen === undefined) return;
    const names = chosen === withNames ? logicalNames(entries, targets) : undefined;
    const rows = await Promise.all(entries.map((entry) => rowOf(entry, names)));
    // The document may have changed while the question stood.
    const read = investigations.read(document);
    if (read === undefined) return;
    await writeDocument(document, attachLedger(read.notebook, session, rows), 'replace');
  });
}

/** A name for each host: the logical one of a target that is connected, else a number. */
function logicalNames(entries: readonly LedgerEntry[], targets: TargetRegistry): ReadonlyMap<string, string> {
  const live = new Map(targets.allLive().map(({ name, transport }) => [transport.label, name]));
  return new Map(ledgerHosts(entries).map((label, index) => [label, live.get(label) ?? `host-${index + 1}`]));
}

async function rowOf(entry: LedgerEntry, names: ReadonlyMap<string, string> | undefined): Promise<LedgerRow> {
  const { exit, bytes, ms, line, launcher, script } = entry;
  return {
    time: entry.asked ?? entry.time,
    target: names?.get(entry.target) ?? entry.target,
    exit,
    bytes,
    ms,
    sha256: await sha256Hex(new TextEncoder().encode(`${launcher}\n${script}`)),
    ...(line === undefined ? {} : { line }),
  };
}

function sessionName(): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `s${drawn.toString(36)}`;
}
