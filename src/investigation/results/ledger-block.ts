import { BlockEdits } from '../edit/rebuild.ts';
import { encodeUnplain, isPlain } from '../notebook/encoding.ts';
import { infoText, makeFence } from '../notebook/fence.ts';
import { attribute, parseInfo } from '../notebook/info.ts';
import type { Notebook } from '../notebook/model.ts';

/** One command of a ledger as a notebook keeps it. */
export interface LedgerRow {
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  /** Who ran it where, or a name that stands for that. */
  readonly target: string;
  readonly exit: number | null;
  /** Of standard output. */
  readonly bytes: number;
  readonly ms: number;
  /** Of all that was sent: the launcher, a line feed, the script. Lower-case hexadecimal. */
  readonly sha256: string;
  /** The probe line; undefined for what Sonde sends by itself. */
  readonly line?: string;
}

/**
 * The notebook with a block ` ```ledger session=… ` at its end, or in the place of the one with the same session.
 * The block is one that older versions keep and show as text; runs leave it as it is. A row is a line:
 * `time target exit=0 bytes=7 ms=40 sha256=… $ line`, times in UTC; the digest finds the entry in an exported
 * ledger, which has the bytes.
 */
export function attachLedger(notebook: Notebook, session: string, rows: readonly LedgerRow[]): Notebook {
  const edits = new BlockEdits(notebook);
  const bytes = new TextEncoder().encode(rows.map((row) => `${rowText(row)}\n`).join(''));
  const plain = isPlain(bytes);
  const text = plain ? new TextDecoder().decode(bytes) : encodeUnplain(bytes);
  const body = edits.lineEnd === '\n' ? text : text.replaceAll('\n', '\r\n');
  const fence = makeFence(
    {
      word: 'ledger',
      attributes: [
        { key: 'session', value: session },
        { key: 'entries', value: String(rows.length) },
        ...(plain ? [] : [{ key: 'enc', value: 'c' }]),
      ],
    },
    body,
    edits.lineEnd,
  );
  const known = notebook.blocks.findIndex(
    ({ content, open }) =>
      content.kind === 'reserved' && content.word === 'ledger' && sessionOf(open) === session,
  );
  if (known < 0) edits.insertAfter(notebook.blocks.length - 1, fence);
  else edits.set(known, fence);
  return edits.finish();
}

function sessionOf(open: string): string | undefined {
  const info = parseInfo(infoText(open));
  return info === undefined ? undefined : attribute(info, 'session');
}

/** Fields without blanks, so that a row can be cut into them; the line comes last. */
function rowText({ time, target, exit, bytes, ms, sha256, line }: LedgerRow): string {
  const fields = [
    new Date(time).toISOString(),
    target.replaceAll(/\s+/g, '_'),
    `exit=${exit === null ? 'stopped' : String(exit)}`,
    `bytes=${bytes}`,
    `ms=${ms}`,
    `sha256=${sha256}`,
  ];
  return `${fields.join(' ')}${line === undefined ? '' : ` $ ${line.replaceAll(/[\r\n]+/g, ' ')}`}`;
}
