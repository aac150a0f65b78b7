import { createRunTarget, type RunTarget } from '../../investigation/index.ts';
import type { LiveTarget } from '../targets/live.ts';

/** A connected target as a run of an investigation uses it. */
export function runTargetOf(live: LiveTarget, signal: AbortSignal): Promise<RunTarget> {
  const { prober, tree, program, parser } = live;
  return createRunTarget({ prober, tree, program, parser, signal });
}
