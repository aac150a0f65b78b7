import {
  alignedRows,
  discoverLifecycles,
  visibleCode,
  type Discovery,
  type LifecycleListing,
} from '../../lifecycle/index.ts';
import { discoveryWords, lifecycleErrorMessage, lifecycleWords, listingWords } from '../../messages/index.ts';
import { loadParser } from '../assets.ts';
import type { LifecyclesCommand } from '../command.ts';
import { say, type Io } from '../io.ts';
import { allowReads, openSource } from '../session.ts';
import { printable } from '../terminal.ts';
import { withTarget } from '../with-target.ts';
import { failingLifecycles } from './failing-lifecycles.ts';

/**
 * `sonde lifecycles`: every lifecycle below the root, most written first, and what was not read; with `--fail-on` also
 * which of them have hazards.
 */
export async function lifecycles(io: Io, command: LifecyclesCommand): Promise<number> {
  return withTarget(io, command, async (open) => {
    const source = openSource(open, await loadParser(), allowReads(io, command.connection));
    const result = await discoverLifecycles({}, { ...source, signal: io.signal });
    if (!result.ok) {
      say(io, `sonde: ${lifecycleErrorMessage(result.error)}`);
      return 2;
    }
    const { listings, cost } = result.value;
    if (listings.length === 0) say(io, discoveryWords.none(command.target, cost.files));
    if (!command.json)
      io.stdout.write(printable([...table(listings), ...scope(result.value)].join('\n') + '\n'));
    else if (command.unread)
      io.stdout.write(
        `${JSON.stringify({ lifecycles: listings.map(json), unread: unread(result.value), cost }, null, 2)}\n`,
      );
    else {
      io.stdout.write(`${JSON.stringify(listings.map(json), null, 2)}\n`);
      if (result.value.unread.length > 0) say(io, listingWords.leftOut(result.value.unread.length));
    }
    return command.failOn === null ? 0 : failingLifecycles(io, listings, source, command.failOn);
  });
}

/** One as the contract has it. */
function json({ states, store, file, line, writes, reads, kind }: LifecycleListing): LifecycleRow {
  return { states, store, file, line, writes, reads, kind };
}

type LifecycleRow = Omit<LifecycleListing, 'owner' | 'members'>;

/** A line for each lifecycle, aligned, and an empty one behind them; nothing where there is none. */
function table(listings: readonly LifecycleListing[]): readonly string[] {
  if (listings.length === 0) return [];
  const rows = alignedRows([
    [
      listingWords.states(),
      listingWords.store(),
      listingWords.kind(),
      listingWords.writes(),
      listingWords.reads(),
      listingWords.place(),
      listingWords.members(),
    ],
    ...listings.map((each) => [
      each.states === null ? '–' : visibleCode(each.states),
      visibleCode(each.store),
      each.kind,
      String(each.writes),
      String(each.reads),
      `${visibleCode(each.file, 4096)}:${String(each.line)}`,
      discoveryWords.members(each.members.map((name) => visibleCode(name))),
    ]),
  ]);
  return [...rows, ''];
}

/** How far was looked: what was read, then a line for each thing that was not. */
function scope({ cost, unread: left }: Discovery): readonly string[] {
  return [
    listingWords.scope(cost.files, cost.bytes, left.length),
    ...left.map(
      (item) =>
        `  ${visibleCode(item.file, 4096)}:${String(item.line)}  ${visibleCode(lifecycleWords.unresolved(item), 400)}`,
    ),
  ];
}

function unread({ unread: left }: Discovery): readonly Record<string, unknown>[] {
  return left.map((item) => ({
    what: item.what,
    file: item.file,
    line: item.line,
    why: lifecycleWords.unresolved(item),
  }));
}
