import type { RunTarget } from '../../investigation/index.ts';
import { createRunTarget } from '../../investigation/index.ts';
import type { LiveTarget } from '../targets/live.ts';

/** A connected target as a run of an investigation uses it. */
export function runTargetOf(live: LiveTarget, signal: AbortSignal): Promise<RunTarget> {
  return createRunTarget({ prober: live.prober, tree: live.tree, program: live.program, signal });
}
