import type { Hazard } from '../model.ts';
import { functionName, type Context, type Rule } from './context.ts';
import { gates, type Gate } from './gates.ts';
import { skips } from './skips.ts';
import { gatePlace, leftBehind, skipBehind, takenBack, type Story } from './story.ts';

/**
 * H6: one branch empties a companion map in any case but writes the status only under a condition, while a write
 * elsewhere needs the map. Up to two findings at the same line: the end that is written is taken back by a worker on
 * its way, and the end that is not written leaves the entry where it was.
 */
export const cleanup: Rule = (context) => {
  const silent = skips(context);
  return gates(context).flatMap((gate) => {
    const skip = skipBehind(gate, silent);
    const back = skip === undefined ? null : takenBack(context, gate, skip);
    const left = leftBehind(context, gate, skip, 'cleanup');
    return [
      ...(back === null || gate.condition === null ? [] : [finding(context, gate, back, 'taken-back')]),
      ...(left === null ? [] : [finding(context, gate, left, 'left-behind')]),
    ];
  });
};

function finding(context: Context, gate: Gate, story: Story, kind: 'taken-back' | 'left-behind'): Hazard {
  const [needer] = gate.needers;
  const apart = gate.needers.some((write) => write.roles.some((role) => !gate.removal.roles.includes(role)));
  const [argument] = gate.write.arguments;
  return {
    rule: 'H6',
    severity: apart && !gate.blind && gate.condition !== null ? 'high' : 'warning',
    confidence: gate.condition === null || gate.blind ? 'medium' : 'high',
    ...gatePlace(gate),
    data: {
      function: functionName(context, gate.removal),
      map: gate.companion.name,
      state: argument ?? '',
      stuck: story.state,
      kind,
      needer: needer === undefined ? '' : functionName(context, needer),
    },
    witness: story.witness,
  };
}
