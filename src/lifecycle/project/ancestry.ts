/**
 * The C3 linearization of Python's method resolution order
 * (https://docs.python.org/3/howto/mro.html): the class, then its bases' orders merged. Where the orders
 * contradict each other, which Python itself refuses, the remaining classes follow in the order of the bases.
 */
export function linearize<T>(self: T, orders: readonly (readonly T[])[]): readonly T[] {
  // Most classes have one base: its order stays as it is.
  const [only] = orders;
  if (orders.length === 1 && only !== undefined) return [self, ...only.filter((each) => each !== self)];
  const result = new Set<T>([self]);
  const sources = [...orders, orders.flatMap((order) => order.slice(0, 1))].map((items) => ({
    items,
    at: 0,
  }));
  // How often a class stands behind the head of a source.
  const behind = new Map<T, number>();
  const count = (item: T | undefined, by: number): void => {
    if (item !== undefined) behind.set(item, (behind.get(item) ?? 0) + by);
  };
  for (const { items } of sources) for (const item of items.slice(1)) count(item, 1);
  const skipTaken = (source: (typeof sources)[number]): void => {
    for (let head = source.items[source.at]; head !== undefined && result.has(head);) {
      source.at += 1;
      head = source.items[source.at];
      count(head, -1);
    }
  };
  for (;;) {
    for (const source of sources) skipTaken(source);
    const heads = sources.flatMap((source) => source.items.slice(source.at, source.at + 1));
    const next = heads.find((head) => (behind.get(head) ?? 0) === 0) ?? heads[0];
    if (next === undefined) return [...result];
    result.add(next);
  }
}
