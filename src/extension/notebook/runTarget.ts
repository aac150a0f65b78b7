import { createRunTarget, type RunTarget } from '../../investigation/index.ts';
import { readSettings } from '../editor/settings.ts';
import type { LiveTarget } from '../targets/live.ts';

/** A connected target as a run of an investigation uses it. */
export function runTargetOf(live: LiveTarget, signal: AbortSignal): Promise<RunTarget> {
  const { tree, program, parser } = live;
  const { outputBytes, timeSeconds } = readSettings();
  const prober: Pick<LiveTarget['prober'], 'run'> = {
    run: (line, options) => live.prober.run(line, { limit: outputBytes, time: timeSeconds, ...options }),
  };
  return createRunTarget({ prober, tree, program, parser, signal });
}
