import {
  compareLifecycles,
  comparisonJson,
  comparisonText,
  type ComparedSide,
  type LifecycleComparison,
} from '../../lifecycle/index.ts';
import { compareWords, lifecycleWords } from '../../messages/index.ts';
import type { FailOn, LifecycleCommand } from '../command.ts';
import type { Io } from '../io.ts';
import type { OpenTarget } from '../session.ts';
import { printable } from '../terminal.ts';
import { analyseAt, hasHazard } from './find-lifecycle.ts';

/** `sonde lifecycle --compare`, or `--at` twice: what differs between the lifecycles of two targets or commits. */
export async function compare(
  io: Io,
  command: LifecycleCommand,
  open: OpenTarget,
  other: OpenTarget,
): Promise<number> {
  const [first = null, second = null] = command.at;
  const before = await side(io, command, open, command.target, first);
  const after = before && (await side(io, command, other, command.compare ?? command.target, second));
  if (before === null || after === null) return 2;
  const compared = compareLifecycles(before.lifecycle, after.lifecycle);
  io.stdout.write(
    command.format === 'json'
      ? `${JSON.stringify(comparisonJson(compared, before, after, lifecycleWords), null, 2)}\n`
      : printable(comparisonText(compared, before, after, { ...lifecycleWords, compare: compareWords })),
  );
  return command.failOn !== null && hasNewHazard(compared, command.failOn) ? 1 : 0;
}

async function side(
  io: Io,
  command: LifecycleCommand,
  open: OpenTarget,
  target: string,
  at: string | null,
): Promise<ComparedSide | null> {
  const found = await analyseAt(io, command, open, target, at);
  return found === null ? null : { target, at, commit: found.commit, lifecycle: found.lifecycle };
}

/** True when a hazard counts at this level that was not there before, or did not count before. */
export function hasNewHazard({ hazards }: Pick<LifecycleComparison, 'hazards'>, level: FailOn): boolean {
  return (
    hasHazard({ hazards: hazards.added }, level) ||
    hazards.changed.some(
      ({ before, after }) =>
        hasHazard({ hazards: [after] }, level) && !hasHazard({ hazards: [before] }, level),
    )
  );
}
