import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { demoRoot } from '../fixtures/demo/truth.ts';
import type { Truth, TrueSetter } from './truth.ts';

const script = fileURLToPath(new URL('../fixtures/demo/rename.py', import.meta.url));

/**
 * Writes a copy of the demo project into `folder`, which must not exist, in which every name that the project
 * is free to choose is another one; files and lines stay. Returns old name → new name.
 */
export function renameDemo(folder: string): ReadonlyMap<string, string> {
  const text = execFileSync('python3', ['-B', script, demoRoot, folder], { encoding: 'utf8' });
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${script} printed no object`);
  return new Map(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
}

/** The truth about the copy. Places stay as they are. */
export function renameTruth(truth: Truth, names: ReadonlyMap<string, string>): Truth {
  const one = (name: string): string => names.get(name) ?? name;
  const path = (text: string): string => text.split('.').map(one).join('.');
  const all = (list: readonly string[]): readonly string[] => list.map(one);
  const keys = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [one(key), value]));
  const table = (rows: TrueSetter['table']): TrueSetter['table'] =>
    keys(
      Object.fromEntries(
        Object.entries(rows).map(([old, row]) => [
          old,
          keys(Object.fromEntries(Object.entries(row).map(([argument, cell]) => [argument, one(cell)]))),
        ]),
      ),
    );
  return {
    states: truth.states.map((state) => ({ ...state, name: one(state.name) })),
    store: { ...truth.store, name: one(truth.store.name), owner: one(truth.store.owner) },
    setters: truth.setters.map((setter) => ({
      ...setter,
      name: path(setter.name),
      table: table(setter.table),
      reasons: keys(setter.reasons),
    })),
    readers: truth.readers.map((reader) => ({
      ...reader,
      name: path(reader.name),
      absent: one(reader.absent),
    })),
    writes: truth.writes.map((write) => ({
      ...write,
      function: path(write.function),
      role: one(write.role),
      to: all(write.to),
      from: all(write.from),
    })),
    removals: truth.removals.map((removal) => ({
      ...removal,
      function: path(removal.function),
      role: one(removal.role),
      from: all(removal.from),
    })),
    transitions: truth.transitions.map((row) => ({ ...row, from: one(row.from), to: one(row.to) })),
    roles: truth.roles.map((role) => ({ ...role, name: one(role.name) })),
    hazards: truth.hazards.map((hazard) => ({
      ...hazard,
      witness: hazard.witness.map((step) => ({
        ...step,
        role: one(step.role),
        state: step.state === null ? null : one(step.state),
      })),
    })),
    notHazards: truth.notHazards,
  };
}
