import type { Hazard } from '../model.ts';
import { definitionOf, type Rule } from './context.ts';
import { writing } from './resurrection.ts';
import { numbered, step } from './witness.ts';

/** H11: an override looks at the old status and then calls the setter of its base class, which looks again. */
export const layered: Rule = (context) =>
  context.analysis.setters.flatMap((setter): readonly Hazard[] => {
    const owner = context.analysis.functions.get(setter.function);
    if (
      !setter.callsSuper ||
      owner === undefined ||
      setter.locks.length > 0 ||
      owner.heldByCallers.length > 0
    )
      return [];
    const reads = context.analysis.readers.filter(
      (each) => each.site.function === setter.function && each.store.use === 'main',
    );
    const roles = new Set(
      context.writes.filter((write) => write.setter === setter).flatMap((write) => write.roles),
    );
    const [look] = reads;
    const above = context.analysis.setters.find(
      (other) =>
        other !== setter &&
        other.readsThenWrites &&
        other.name.split('.').at(-1) === setter.name.split('.').at(-1),
    );
    if (look === undefined || above === undefined || roles.size < 2) return [];
    const [first, second] = [...roles];
    const between = context.writes
      .filter((write) => write.setter === setter && write.roles.includes(second ?? ''))
      .sort((a, b) => Number(a.initial) - Number(b.initial))[0];
    const [to] = between?.arguments ?? [];
    const place = definitionOf(owner);
    const base = context.analysis.functions.get(above.function);
    return [
      {
        rule: 'H11',
        severity: 'info',
        confidence: 'medium',
        ...place,
        data: { setter: setter.name, super: above.name },
        witness: numbered([
          step(first ?? 'caller', { file: look.site.file, line: look.site.span.line }, 'reads', {}),
          between === undefined || to === undefined
            ? null
            : writing(context, between, second ?? 'caller', to),
          step(first ?? 'caller', base === undefined ? place : definitionOf(base), 'reads', {}),
        ]),
      },
    ];
  });
