import type { FunctionFact, SetterFact } from '../analysis.ts';
import { visitExpressions } from '../../syntax/index.ts';
import type { Hazard, Place } from '../model.ts';
import { type Context, type Rule } from './context.ts';
import { numbered, step } from './witness.ts';

/**
 * H14: of two setters of the same states one keeps the greatest and the other the least. Silent where the one of the
 * least says of itself that it makes several agree.
 */
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
  if (owner === undefined || (name === 'min' && agrees(owner))) return null;
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

/** Its name or its documentation speaks of a common answer: the slowest of all is meant. */
function agrees({ name, node }: FunctionFact): boolean {
  const [first] = node.body;
  const text =
    first?.kind === 'expression' && first.value.kind === 'constant' && first.value.value.type === 'string'
      ? first.value.value.value
      : '';
  return /(?:^|_)(?:agree|consensus|quorum|vote|all_?reduce|slowest|common)(?:_|$)/i.test(name)
    ? true
    : /\b(?:agree\w*|consensus|quorum|slowest|all[- ]?reduce)\b/i.test(text);
}
