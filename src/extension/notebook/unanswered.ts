import type { RunResult } from '../../investigation/index.ts';

/**
 * Names of the targets that gave no answer to something of a run: neither evidence nor a refusal, no place of a pin, no
 * lifecycle. What was not run for want of a target or a value counts as answered.
 */
export function unanswered({ probes, pins, lifecycles }: RunResult): ReadonlySet<string> {
  return new Set([
    ...probes.filter(({ outcome }) => outcome.kind === 'error').map(({ on }) => on),
    ...pins.filter(({ finding }) => finding.kind === 'unreachable').map(({ on }) => on),
    ...lifecycles.filter(({ outcome }) => outcome.kind === 'failed').map(({ on }) => on),
  ]);
}
