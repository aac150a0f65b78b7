import type { Analysis, RemovalFact, SetterTable, WriteFact } from './analysis.ts';
import { HAZARD_WRITE_LIMIT, withinOpen } from './bounds.ts';
import { guardText } from './facts/text.ts';
import { findHazards } from './hazards/index.ts';
import { withCode } from './hazards/code.ts';
import type { Cell, Lifecycle, Removal, Setter, StateName, Unresolved, Write } from './model.ts';
import { ABSENT } from './model.ts';
import type { Project } from './project/project.ts';

/** The analysis in the shape that is shown and kept; lists in the order of files and lines. */
export function assemble(analysis: Analysis, project: Project, cost: Lifecycle['cost']): Lifecycle {
  const order = [ABSENT, ...analysis.states.map((state) => state.name)];
  const sorted = (states: ReadonlySet<StateName>): readonly StateName[] =>
    order.filter((state) => states.has(state));
  const many = analysis.writes.length > HAZARD_WRITE_LIMIT;
  return {
    states: analysis.states.map(({ name, value, terminal, file, line }) => ({
      name,
      value,
      terminal,
      file,
      line,
    })),
    stores: analysis.stores.map(({ name, owner, file, line }) => ({ name, owner, file, line })),
    setters: setters(analysis),
    writes: analysis.writes
      .filter((write) => write.store.use === 'main')
      .map((write) => writeOf(write, analysis, project, sorted))
      .sort(byPlace),
    removals: analysis.removals.map((removal) => removalOf(removal, analysis, project, sorted)).sort(byPlace),
    transitions: analysis.edges.map((edge) => ({
      from: edge.from,
      to: edge.to,
      class: edge.class,
      sites: edge.sites.map(({ by }) => ({ file: by.site.file, line: by.site.span.line })),
    })),
    hazards: many ? [] : withCode(findHazards(analysis), project),
    ...(analysis.modes.length === 0
      ? {}
      : {
          modes: analysis.modes.map(({ name, owner, file, line, sides }) => ({
            name,
            owner,
            file,
            line,
            sides: [...sides]
              .sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1))
              .map(([side, states]) => ({ side: side === '' ? null : side, writes: sorted(states) })),
          })),
        }),
    roles: analysis.roles.map(({ name, kind, file, line }) => ({ name, kind, file, line })),
    unresolved: withinOpen(many ? [...analysis.unresolved, tooMany(analysis)] : analysis.unresolved),
    cost,
  };
}

/** Rules compare writes with each other: of very many none is looked for. */
function tooMany(analysis: Analysis): Unresolved {
  const [store] = analysis.stores;
  const what = String(analysis.writes.length);
  return { what, file: store?.file ?? '', line: store?.line ?? 1, why: 'hazards' };
}

function setters(analysis: Analysis): readonly Setter[] {
  return analysis.setters.flatMap((setter): readonly Setter[] => {
    const info = analysis.functions.get(setter.function);
    if (info === undefined) return [];
    const place = { file: info.file, line: info.node.nameSpan.line };
    const whole = { name: setter.name, table: tableOf(setter.composed), ...place };
    // A stacked setter is shown as its callers meet it, then by itself.
    return setter.callsSuper
      ? [whole, { name: `${setter.name} alone`, table: tableOf(setter.own), ...place }]
      : [whole];
  });
}

function tableOf(table: SetterTable): Setter['table'] {
  return Object.fromEntries(
    [...table].map(([old, row]): [StateName, Record<StateName, Cell>] => [old, Object.fromEntries(row)]),
  );
}

type Sorted = (states: ReadonlySet<StateName>) => readonly StateName[];

function writeOf(write: WriteFact, analysis: Analysis, project: Project, sorted: Sorted): Write {
  return {
    file: write.site.file,
    line: write.site.span.line,
    function: functionPath(write, analysis),
    role: write.roles[0] ?? '',
    to: sorted(write.arguments.size > 0 ? write.arguments : write.to),
    from: sorted(write.from),
    class: write.class,
    guard: guardText(project, write.conditions),
  };
}

function removalOf(removal: RemovalFact, analysis: Analysis, project: Project, sorted: Sorted): Removal {
  return {
    file: removal.site.file,
    line: removal.site.span.line,
    function: functionPath(removal, analysis),
    role: removal.roles[0] ?? '',
    from: sorted(removal.from),
    guard: guardText(project, removal.conditions),
  };
}

function functionPath(fact: WriteFact | RemovalFact, analysis: Analysis): string {
  return fact.site.function === null ? '' : (analysis.functions.get(fact.site.function)?.path ?? '');
}

function byPlace(a: Write | Removal, b: Write | Removal): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || (a.role < b.role ? -1 : a.role > b.role ? 1 : 0);
}
