import type { StateName } from '../model.ts';

/** States that a picture can draw as one. */
export interface StateGroup {
  readonly kind: 'prefix' | 'terminal';
  /** The common start of the names, with its separator (`CLIENT_`); empty for the terminal states. */
  readonly prefix: string;
  /** At least two, in the order of the states. */
  readonly states: readonly StateName[];
}

/** States of a group of names that begin alike, at least. */
const ENOUGH = 3;
/** A larger group is divided by the next word of its names, where that divides it. */
const MANY = 12;

/**
 * Groups of states whose names begin with the same words, in the order of their first states; each state is in one
 * of them at most, and no group holds all. Then the terminal states, where there are several.
 */
export function stateGroups(
  states: readonly { readonly name: StateName; readonly terminal: boolean }[],
): readonly StateGroup[] {
  const names = states.map((state) => state.name);
  const terminal = states.filter((state) => state.terminal).map((state) => state.name);
  const groups = byWord(
    names.map((name) => ({ name, words: wordsOf(name) })),
    0,
  ).filter((group) => group.length < names.length);
  return [
    ...groups.map((group): StateGroup => ({ kind: 'prefix', prefix: commonWords(group), states: group })),
    ...(terminal.length > 1 ? [{ kind: 'terminal' as const, prefix: '', states: terminal }] : []),
  ];
}

interface Split {
  readonly name: StateName;
  readonly words: readonly string[];
}

/** `WAIT_FOR_KEY` → `WAIT_`, `FOR_`, `KEY`; `waitForKey` → `wait`, `For`, `Key`. */
function wordsOf(name: StateName): readonly string[] {
  return name.match(/[^_.\- ]+?(?:[_.\- ]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|$)|[_.\- ]+/gu) ?? [name];
}

/** Groups by the word at `depth`; names that end there stay alone. */
function byWord(states: readonly Split[], depth: number): readonly (readonly StateName[])[] {
  const buckets = new Map<string, Split[]>();
  for (const state of states) {
    const word = state.words[depth];
    // The last word is what tells a name from the others.
    if (word === undefined || depth === state.words.length - 1) continue;
    buckets.set(word, [...(buckets.get(word) ?? []), state]);
  }
  return [...buckets.values()].flatMap((bucket) => {
    if (bucket.length < ENOUGH) return [];
    const whole = [bucket.map((state) => state.name)];
    const all = bucket.length === states.length && depth === 0;
    if (bucket.length <= MANY && !all) return whole;
    const parts = byWord(bucket, depth + 1);
    return parts.length > 1 || (all && parts.length > 0) ? parts : whole;
  });
}

function commonWords(names: readonly StateName[]): string {
  const [first = [], ...others] = names.map(wordsOf);
  let length = 0;
  while (length < first.length - 1 && others.every((words) => words[length] === first[length])) length += 1;
  return first.slice(0, length).join('');
}
