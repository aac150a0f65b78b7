import type { Declared, Lifecycle, State, StateName, Transition } from '../model.ts';
import type { Member } from '../states/group.ts';
import { memberKey, type DeclaredMachine } from './model.ts';

/** The parts of a lifecycle that a table alone tells: nothing that was read writes these states. */
export function declaredLifecycle(
  machine: DeclaredMachine,
): Pick<Lifecycle, 'states' | 'stores' | 'transitions' | 'declared'> {
  const members = new Map<string, Member>();
  for (const { from, to } of machine.moves)
    for (const each of [from, to]) if (!members.has(memberKey(each))) members.set(memberKey(each), each);
  const left = new Set(machine.moves.map((move) => memberKey(move.from)));
  const states = [...members]
    .map(([key, { name, value, file, line }]): State => ({
      name,
      value,
      terminal: !left.has(key),
      file,
      line,
    }))
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  const pairs = new Map<string, { from: StateName; to: StateName; lines: Set<number> }>();
  for (const move of machine.moves) {
    if (move.from.name === move.to.name) continue;
    const key = `${move.from.name}\n${move.to.name}`;
    const pair = pairs.get(key) ?? { from: move.from.name, to: move.to.name, lines: new Set<number>() };
    pairs.set(key, pair);
    pair.lines.add(move.line);
  }
  const transitions = [...pairs.values()].map(({ from, to, lines }): Transition => ({
    from,
    to,
    class: 'proved',
    sites: [...lines].map((line) => ({ file: machine.file, line })),
  }));
  const { name, file, line } = machine;
  return {
    states,
    stores: [{ name, owner: machine.owner?.name ?? file, file, line }],
    transitions,
    declared: [declaredOf(machine, null)],
  };
}

/** A table beside what the code writes: `drawn` are the transitions of its store, null where it has none. */
export function declaredOf(machine: DeclaredMachine, drawn: readonly Transition[] | null): Declared {
  const key = (from: StateName, to: StateName): string => `${from}\n${to}`;
  const written = new Set(
    drawn?.filter((each) => each.class !== 'interleaving').map((each) => key(each.from, each.to)),
  );
  const allowed = new Set(machine.moves.map((move) => key(move.from.name, move.to.name)));
  const known = new Set(machine.moves.flatMap((move) => [move.from.name, move.to.name]));
  return {
    name: machine.name,
    owner: machine.owner?.name ?? machine.file,
    form: machine.form,
    file: machine.file,
    line: machine.line,
    transitions: machine.moves.map((move) => ({
      from: move.from.name,
      to: move.to.name,
      event: move.event,
      handler: move.handler?.name ?? null,
      written: drawn === null ? null : written.has(key(move.from.name, move.to.name)),
      file: move.file,
      line: move.line,
    })),
    undeclared: (drawn ?? [])
      .filter((each) => each.class !== 'interleaving' && known.has(each.from) && known.has(each.to))
      .filter((each) => !allowed.has(key(each.from, each.to)))
      .map(({ from, to }) => ({ from, to })),
  };
}
