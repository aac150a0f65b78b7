import type { FunctionId } from '../analysis.ts';
import { ABSENT, type Hazard } from '../model.ts';
import { functionName, roleOf, statesAfter, type Rule } from './context.ts';
import { writing } from './resurrection.ts';
import { numbered, placeOf, step } from './witness.ts';

/**
 * H3: an entry that another role removed comes back in a state that no creator gives it. The first such write of a
 * function speaks for all of it. Where the code asks for absence first, the entry is created on purpose.
 */
export const zombie: Rule = (context) => {
  const { initial } = context.analysis;
  const seen = new Set<FunctionId | null>();
  const found: Hazard[] = [];
  for (const write of context.writes) {
    if (write.store.kind !== 'keyed' || write.initial || seen.has(write.site.function)) continue;
    if (!write.from.has(ABSENT) && !write.fromInterleaved.has(ABSENT)) continue;
    const onPurpose = write.conditions.some(
      (each) => each.leaves !== null && [...each.leaves].every((state) => state === ABSENT),
    );
    const result = [...statesAfter(write, ABSENT)].find((state) => state !== ABSENT && !initial.has(state));
    if (onPurpose || result === undefined) continue;
    const remover = context.removals.find((each) => each.roles.some((role) => !write.roles.includes(role)));
    if (remover === undefined) continue;
    seen.add(write.site.function);
    const removing = roleOf(remover, write.roles);
    const role = roleOf(write, [removing]);
    found.push({
      rule: 'H3',
      severity: context.terminal.has(result) ? 'info' : 'warning',
      confidence: write.from.has(ABSENT) ? 'high' : 'medium',
      ...placeOf(write),
      data: { function: functionName(context, write), to: result, remover: functionName(context, remover) },
      witness: numbered([
        step(removing, placeOf(remover), 'removes-status', {}, ABSENT),
        writing(context, write, role, result, ABSENT),
      ]),
    });
  }
  return found;
};
