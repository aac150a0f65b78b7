import { createRunTarget, type RunTarget } from '../../investigation/index.ts';
import { readSettings } from '../editor/settings.ts';
import { confirmed, type Confirm } from '../../probe/index.ts';
import type { LiveTarget } from '../targets/live.ts';

/**
 * A connected target as a run of an investigation uses it, which reads every file anew; `confirm` is asked before
 * each of its probes.
 */
export function runTargetOf(live: LiveTarget, signal: AbortSignal, confirm: Confirm): Promise<RunTarget> {
  live.reread();
  const { tree, program, parser } = live;
  const { outputBytes, timeSeconds } = readSettings();
  const asking = confirmed(live.prober, confirm);
  const prober: Pick<LiveTarget['prober'], 'run'> = {
    run: (line, options) => asking.run(line, { limit: outputBytes, time: timeSeconds, ...options }),
  };
  return createRunTarget({ prober, tree, program, parser, signal });
}
