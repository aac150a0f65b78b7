import type { SetterFact } from '../analysis.ts';
import { visitExpressions } from '../../syntax/index.ts';
import type { Hazard, Place } from '../model.ts';
import { type Context, type Rule } from './context.ts';
import { numbered, step } from './witness.ts';

/** H14: of two setters of the same states one keeps the greatest and the other the least. */
export const disagree: Rule = (context) => {
  const greatest = context.analysis.setters.flatMap((setter) => mergeBy(context, setter, 'max') ?? []);
  const least = context.analysis.setters.flatMap((setter) => mergeBy(context, setter, 'min') ?? []);
  const [high] = greatest;
  return least.flatMap((low): readonly Hazard[] =>
    high === undefined || high.setter === low.setter
      ? []
      : [
          {
            rule: 'H14',
            severity: 'info',
            confidence: 'medium',
            ...low.place,
            data: { greatest: high.setter.name, least: low.setter.name },
            witness: numbered([
              step('caller', high.place, 'checks', { text: 'max', outcome: 'holds' }),
              step('caller', low.place, 'checks', { text: 'min', outcome: 'holds' }),
            ]),
          },
        ],
  );
};

/** The call of `max` or `min` in a setter that is handed its argument. */
function mergeBy(
  context: Context,
  setter: SetterFact,
  name: 'max' | 'min',
): { readonly setter: SetterFact; readonly place: Place } | null {
  const owner = context.analysis.functions.get(setter.function);
  if (owner === undefined) return null;
  const places: Place[] = [];
  visitExpressions(
    owner.node.body,
    (each) => {
      if (each.kind !== 'call' || each.callee.kind !== 'name' || each.callee.id !== name) return undefined;
      const given = each.args.some(
        (argument) => argument.kind === 'name' && argument.id === setter.argumentParameter,
      );
      if (given) places.push({ file: owner.file, line: each.span.line });
      return undefined;
    },
    'function',
  );
  const [place] = places;
  return place === undefined ? null : { setter, place };
}
