/** What was found again, and what only one side has; each list in the order of its side, pairs in that of `after`. */
export interface Paired<T> {
  readonly pairs: readonly (readonly [before: T, after: T])[];
  readonly onlyBefore: readonly T[];
  readonly onlyAfter: readonly T[];
}

/**
 * Pairs the items of two lists that have the same key. Where several have it, those are paired first that the first
 * of `likeness` calls alike, then those of the second, and so on; each item is in one pair at most.
 */
export function pairUp<T>(
  before: readonly T[],
  after: readonly T[],
  key: (item: T) => string,
  likeness: readonly ((before: T, after: T) => boolean)[],
): Paired<T> {
  const open = new Map<string, { readonly item: T; readonly index: number }[]>();
  before.forEach((item, index) => {
    const group = open.get(key(item));
    if (group === undefined) open.set(key(item), [{ item, index }]);
    else group.push({ item, index });
  });
  const found = new Map<number, { readonly item: T; readonly index: number }>();
  for (const alike of likeness) {
    after.forEach((item, index) => {
      if (found.has(index)) return;
      const group = open.get(key(item)) ?? [];
      const at = group.findIndex((candidate) => alike(candidate.item, item));
      const [match] = at < 0 ? [] : group.splice(at, 1);
      if (match !== undefined) found.set(index, match);
    });
  }
  const taken = new Set([...found.values()].map(({ index }) => index));
  return {
    pairs: after.flatMap((item, index) => {
      const match = found.get(index);
      return match === undefined ? [] : [[match.item, item] as const];
    }),
    onlyBefore: before.filter((_, index) => !taken.has(index)),
    onlyAfter: after.filter((_, index) => !found.has(index)),
  };
}
