import type { LifecycleFacts } from '../cells/lifecycle-result.ts';
import type { Comparison } from './result.ts';

/** Compares what two analyses say, without line numbers: states, setter tables, transitions, hazards. */
export function compareLifecycle(stored: LifecycleFacts, now: LifecycleFacts): Comparison {
  const before = statements(stored);
  const after = statements(now);
  const gone = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  if (gone.length === 0 && added.length === 0) return { verdict: 'same' };
  const detail = [...gone.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join('\n');
  return { verdict: 'changed', detail };
}

/** One line for each fact, equal facts once. */
function statements(facts: LifecycleFacts): readonly string[] {
  return [
    ...new Set([
      ...facts.states.map(
        (state) => `state ${state.name} = ${state.value ?? ''}${state.terminal ? ' terminal' : ''}`,
      ),
      ...facts.setters.flatMap((setter) =>
        Object.entries(setter.table).flatMap(([old, cells]) =>
          Object.entries(cells).map(([argument, cell]) => `${setter.name}: ${old}, ${argument} → ${cell}`),
        ),
      ),
      ...facts.transitions.map((edge) => `${edge.from} → ${edge.to} (${edge.class})`),
      ...facts.hazards.map((hazard) => {
        const roles = hazard.witness.map((step) =>
          `${step.role} ${step.action} ${step.state ?? ''}`.trimEnd(),
        );
        return `${hazard.rule} ${hazard.severity} ${hazard.file}: ${roles.join(', ')}`;
      }),
    ]),
  ];
}
