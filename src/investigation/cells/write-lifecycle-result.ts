import type { Hazard, Place, Setter } from '../../lifecycle/index.ts';
import { redactText } from '../secrets/redact.ts';
import { yamlFlow, type YamlFields } from '../yaml/write.ts';
import type { LifecycleFacts } from './lifecycle-result.ts';

/**
 * The body of a `lifecycle-result` block: YAML, sorted, one fact a line. Equal facts give equal text,
 * and what the analysis cost is left out, so that a run with the same answer changes nothing.
 */
export function writeLifecycleResult(facts: LifecycleFacts): string {
  const lines = [
    ...section('states', facts.states.toSorted(byPlace), (state) => ({
      name: state.name,
      ...(typeof state.value === 'number' ? { value: `${state.value}` } : {}),
      ...(typeof state.value === 'string' ? { text: state.value } : {}),
      terminal: state.terminal ? 'true' : undefined,
      ...place(state),
    })),
    ...section('stores', facts.stores.toSorted(byPlace), (store) => ({
      name: store.name,
      owner: store.owner,
      ...place(store),
    })),
    ...section('roles', facts.roles.toSorted(byPlace), (role) => ({
      name: role.name,
      kind: role.kind,
      ...place(role),
    })),
    ...section('setters', facts.setters.toSorted(byPlace).flatMap(setterRows), (row) => row),
    ...section('writes', facts.writes.toSorted(byPlace), (write) => ({
      ...place(write),
      function: write.function,
      role: write.role,
      to: write.to,
      from: write.from,
      class: write.class,
      guard: write.guard === '' ? undefined : write.guard,
    })),
    ...section('removals', facts.removals.toSorted(byPlace), (removal) => ({
      ...place(removal),
      function: removal.function,
      role: removal.role,
      from: removal.from,
      guard: removal.guard === '' ? undefined : removal.guard,
    })),
    ...section('transitions', facts.transitions.toSorted(byEdge), (transition) => ({
      from: transition.from,
      to: transition.to,
      class: transition.class,
      sites: transition.sites.toSorted(byPlace).map((site) => `${site.file}:${site.line}`),
    })),
    ...hazardLines(facts.hazards),
    ...section('unresolved', facts.unresolved.toSorted(byPlace), (item) => ({
      what: item.what,
      why: item.why,
      ...place(item),
    })),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function section<T>(name: string, facts: readonly T[], fields: (fact: T) => YamlFields): readonly string[] {
  return heading(
    name,
    facts.map((fact) => `  - ${yamlFlow(fields(fact))}`),
  );
}

function heading(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`${name}: []`] : [`${name}:`, ...lines];
}

function setterRows(setter: Setter): readonly YamlFields[] {
  const head = { name: setter.name, ...place(setter) };
  const rows = Object.entries(setter.table).map(([old, to]) => ({ ...head, old, to: { ...to } }));
  return rows.length === 0 ? [head] : rows;
}

const SEVERITY_ORDER = ['high', 'warning', 'info'];

function hazardLines(hazards: readonly Hazard[]): readonly string[] {
  const sorted = hazards.toSorted(
    (a, b) =>
      SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity) ||
      Number(a.rule.slice(1)) - Number(b.rule.slice(1)) ||
      byPlace(a, b),
  );
  return heading('hazards', sorted.flatMap(oneHazard));
}

function oneHazard(hazard: Hazard): readonly string[] {
  const fields = {
    rule: hazard.rule,
    severity: hazard.severity,
    confidence: hazard.confidence,
    ...place(hazard),
    symbol: hazard.symbol,
    code: hazard.code === undefined ? undefined : redactText(hazard.code).text,
    data: sortedData(hazard.data),
    accepted: hazard.accepted,
  };
  const steps = hazard.witness.map((step) =>
    yamlFlow({
      step: `${step.step}`,
      role: step.role,
      ...place(step),
      action: step.action,
      data: sortedData(step.data),
      state: step.state ?? undefined,
    }),
  );
  return [
    `  - hazard: ${yamlFlow(fields)}`,
    ...(steps.length === 0 ? [] : ['    witness:']),
    ...steps.map((step) => `      - ${step}`),
  ];
}

function sortedData(data: Readonly<Record<string, string>>): YamlFields | undefined {
  const entries = Object.entries(data).toSorted(([a], [b]) => compare(a, b));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function place(at: Place): { readonly file: string; readonly line: string } {
  return { file: at.file, line: `${at.line}` };
}

function byPlace(a: Place, b: Place): number {
  return compare(a.file, b.file) || a.line - b.line;
}

function byEdge(
  a: { readonly from: string; readonly to: string; readonly class: string },
  b: { readonly from: string; readonly to: string; readonly class: string },
): number {
  return compare(a.from, b.from) || compare(a.to, b.to) || compare(a.class, b.class);
}

/** By UTF-16 units, so that no locale changes the order. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
