import { systemClock } from '../../base/index.ts';
import { runInvestigation, verifyRun, type Verified, type VerifyVerdict } from '../../investigation/index.ts';
import { lifecycleWords, runWords, verdictDetail, verdictWord } from '../../messages/index.ts';
import type { VerifyCommand } from '../command.ts';
import { say, type Io } from '../io.ts';
import { liveCounter } from '../report.ts';
import { printable } from '../terminal.ts';
import { fenceOf, loadNotebook, openTargets } from './run.ts';

const different: readonly VerifyVerdict[] = ['changed', 'gone', 'ambiguous'];
const unanswered: readonly VerifyVerdict[] = ['refused', 'unreachable'];

/** `sonde verify`: is it still true? Nothing is written. */
export async function verify(io: Io, command: VerifyCommand): Promise<number> {
  const loaded = await loadNotebook(io, command.file);
  if (loaded === null) return 2;
  const opened = await openTargets(io, command.file, loaded.notebook, command.targets, command.connection);
  if (opened === null) return 2;
  try {
    const run = await runInvestigation(loaded.notebook, {
      targets: opened.targets,
      words: lifecycleWords,
      clock: systemClock,
      signal: io.signal,
      fence: fenceOf(io, command.connection),
      onProgress: liveCounter(io),
    });
    const results = verifyRun(loaded.notebook, run);
    if (results.length === 0) say(io, runWords.nothingKept(command.file));
    io.stdout.write(command.json ? `${JSON.stringify(verifyJson(results), null, 2)}\n` : verifyText(results));
    return verifyStatus(results);
  } finally {
    opened.dispose();
  }
}

/** The JSON of `verify`. */
function verifyJson(results: readonly Verified[]): object {
  return {
    results: results.map(({ id, kind, verdict, detail }) => ({
      id,
      kind,
      verdict,
      ...(detail === undefined ? {} : { detail }),
    })),
  };
}

/** A line for each thing, aligned; what changed with its lines below. */
function verifyText(results: readonly Verified[]): string {
  const words = results.map(({ verdict }) => verdictWord(verdict));
  const width = Math.max(0, ...words.map((word) => word.length));
  const lines = results.flatMap(({ id, kind, on, what, verdict, detail }, index) => [
    `${(words[index] ?? '').padEnd(width)}  ${kind}  ${id === '' ? '' : `${id}  `}${on}  ${printable(what)}`,
    ...(detail === undefined
      ? []
      : printable(verdictDetail(verdict, detail))
          .split('\n')
          .map((line) => `${' '.repeat(width)}    ${line}`)),
  ]);
  return printable(lines.map((line) => `${line}\n`).join(''));
}

/** 1 where something is changed, gone or ambiguous; 2 where nothing is, but something was not answered. */
export function verifyStatus(results: readonly Verified[]): 0 | 1 | 2 {
  if (results.some(({ verdict }) => different.includes(verdict))) return 1;
  return results.some(({ verdict }) => unanswered.includes(verdict)) ? 2 : 0;
}
