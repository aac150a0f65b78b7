import type { SetterFact } from '../analysis.ts';
import { ABSENT, type Hazard, type StateName } from '../model.ts';
import { definitionOf, type Context, type Rule } from './context.ts';
import { isIntended, resurrection } from './resurrection.ts';
import { numbered, step } from './witness.ts';

/**
 * H2: a setter that merges does not keep a terminal state. To a state that is not an end it is a warning, and high
 * where a write makes it happen (H1); to another end it is information. A setter that stores whatever it is given
 * merges nothing and is left to H1. Arguments that start the entry anew count as a reset.
 */
export const merge: Rule = (context) => {
  const used = new Set(context.writes.map((write) => write.setter).filter((setter) => setter !== null));
  const setters = context.analysis.setters.filter((setter) => used.size === 0 || used.has(setter));
  const merging = setters.filter(merges);
  const revived = merging.length === 0 ? [] : [...resurrection(context)];
  return merging.flatMap((setter) =>
    [...context.terminal].flatMap((end) => {
      const moved = moves(context, setter, end);
      const open = moved.filter(([, result]) => !context.terminal.has(result));
      if (open.length > 0) return [finding(context, setter, end, open, revived, 'warning')];
      return moved.length > 0 ? [finding(context, setter, end, moved, revived, 'info')] : [];
    }),
  );
};

/** Some cell differs from its argument, so the old status counts. */
function merges(setter: SetterFact): boolean {
  return [...setter.composed.values()].some((row) =>
    [...row].some(
      ([argument, cell]) => cell !== argument && cell !== 'rejected' && cell !== 'argument-or-old',
    ),
  );
}

/** Argument and result of the cells of a row that move its state. */
function moves(
  context: Context,
  setter: SetterFact,
  end: StateName,
): readonly (readonly [StateName, StateName])[] {
  const { initial, states } = context.analysis;
  const names = new Set(states.map((state) => state.name));
  return [...(setter.composed.get(end) ?? [])].filter(
    ([argument, cell]) =>
      cell !== end &&
      cell !== ABSENT &&
      names.has(cell) &&
      !(initial.has(argument) && cell === argument && !given(context, setter, argument)),
  );
}

/** Whether a write that neither makes an entry nor starts it anew hands this argument to the setter. */
function given(context: Context, setter: SetterFact, argument: StateName): boolean {
  return context.writes.some(
    (write) => write.setter === setter && !isIntended(context, write) && write.arguments.has(argument),
  );
}

function finding(
  context: Context,
  setter: SetterFact,
  end: StateName,
  moved: readonly (readonly [StateName, StateName])[],
  revived: readonly Hazard[],
  severity: 'warning' | 'info',
): Hazard {
  const definition = context.analysis.functions.get(setter.function);
  const place = definition === undefined ? { file: '', line: 1 } : definitionOf(definition);
  const rank = { high: 0, medium: 1, low: 2 } as const;
  const happens = revived
    .toSorted((a, b) => rank[a.confidence] - rank[b.confidence])
    .find(
      (hazard) =>
        hazard.severity === 'high' &&
        hazard.data['from'] === end &&
        hazard.witness.some(
          (each) => each.action === 'writes-through-setter' && each.data['setter'] === setter.name,
        ),
    );
  const [first] = moved;
  return {
    rule: 'H2',
    severity: severity === 'warning' && happens !== undefined ? 'high' : severity,
    confidence: 'high',
    ...place,
    data: {
      setter: setter.name,
      from: end,
      arguments: moved.map(([argument]) => argument).join(', '),
      results: moved.map(([, result]) => result).join(', '),
    },
    witness:
      happens?.witness ??
      (first === undefined
        ? []
        : numbered([
            step(
              'caller',
              place,
              'writes-through-setter',
              { setter: setter.name, argument: first[0], old: end },
              first[1],
            ),
          ])),
  };
}
