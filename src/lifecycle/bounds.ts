import type { Unresolved } from './model.ts';
import type { Candidate } from './states/candidates.ts';

/** States that one analysis tells apart. Tables and transitions grow with their square. */
export const STATE_LIMIT = 128;

/** Write sites among which hazards are looked for: rules compare them with each other. */
export const HAZARD_WRITE_LIMIT = 1500;

/** Items of one kind that the list of what is open holds. */
const OPEN_LIMIT = 300;

/**
 * The candidate with the states that are told apart: those that are written, most often first, in the order of
 * their declaration.
 */
export function withinStates(main: Candidate): {
  readonly main: Candidate;
  readonly open: readonly Unresolved[];
} {
  const { members } = main.group;
  if (members.length <= STATE_LIMIT) return { main, open: [] };
  const written = new Map<string, number>();
  const count = (name: string): void => void written.set(name, (written.get(name) ?? 0) + 1);
  for (const leaf of main.writes.flatMap((write) => write.leaves)) {
    if (leaf.kind === 'member') count(leaf.member.name);
    else if (leaf.kind === 'literal') count(leaf.value);
  }
  const often = members.toSorted((a, b) => times(b) - times(a));
  function times(member: (typeof members)[number]): number {
    return written.get(member.name) ?? written.get(String(member.value)) ?? 0;
  }
  const kept = new Set(often.slice(0, STATE_LIMIT));
  const group = { ...main.group, members: members.filter((member) => kept.has(member)) };
  const left = String(members.length - STATE_LIMIT);
  return {
    main: { ...main, group },
    open: [{ what: left, file: main.group.file, line: main.group.line, why: 'states' }],
  };
}

/** At most so many items of each kind; how many more there are is an item itself, at the place of the first. */
export function withinOpen(items: readonly Unresolved[]): readonly Unresolved[] {
  const kinds = new Map<Unresolved['why'], Unresolved[]>();
  for (const item of items) {
    const list = kinds.get(item.why);
    if (list === undefined) kinds.set(item.why, [item]);
    else list.push(item);
  }
  if ([...kinds.values()].every((list) => list.length <= OPEN_LIMIT)) return items;
  const over = [...kinds.values()].filter((list) => list.length > OPEN_LIMIT);
  const left = new Set(over.flatMap((list) => list.slice(OPEN_LIMIT)));
  const told = over.flatMap((list): readonly Unresolved[] => {
    const [first] = list.slice(OPEN_LIMIT);
    return first === undefined
      ? []
      : [{ what: String(list.length - OPEN_LIMIT), file: first.file, line: first.line, why: 'more' }];
  });
  return [...items.filter((item) => !left.has(item)), ...told];
}
