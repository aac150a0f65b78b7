import { listLifecycles, type LifecycleListing } from '../../lifecycle/index.ts';
import { lifecycleErrorMessage, listingWords } from '../../messages/index.ts';
import { loadParser } from '../assets.ts';
import type { LifecyclesCommand } from '../command.ts';
import { say, type Io } from '../io.ts';
import { allowReads, openSource } from '../session.ts';
import { printable } from '../terminal.ts';
import { withTarget } from '../with-target.ts';

/** `sonde lifecycles`: every lifecycle below the root, most written first. */
export async function lifecycles(io: Io, command: LifecyclesCommand): Promise<number> {
  return withTarget(io, command, async (open) => {
    const source = openSource(open, await loadParser(), allowReads(io, command.connection));
    const result = await listLifecycles({}, { ...source, signal: io.signal });
    if (!result.ok) {
      say(io, `sonde: ${lifecycleErrorMessage(result.error)}`);
      return 2;
    }
    io.stdout.write(
      command.json ? `${JSON.stringify(result.value, null, 2)}\n` : printable(table(result.value)),
    );
    return 0;
  });
}

/** A line for each lifecycle, aligned. */
function table(listings: readonly LifecycleListing[]): string {
  const rows = [
    [
      listingWords.states(),
      listingWords.store(),
      listingWords.kind(),
      listingWords.writes(),
      listingWords.reads(),
      listingWords.place(),
    ],
    ...listings.map((each) => [
      each.states ?? '–',
      each.store,
      each.kind,
      String(each.writes),
      String(each.reads),
      `${each.file}:${String(each.line)}`,
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
