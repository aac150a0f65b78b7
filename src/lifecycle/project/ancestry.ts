/**
 * The C3 linearization of Python's method resolution order
 * (https://docs.python.org/3/howto/mro.html): the class, then its bases' orders merged. Where the orders
 * contradict each other, which Python itself refuses, the remaining classes follow in the order of the bases.
 */
export function linearize<T>(self: T, orders: readonly (readonly T[])[]): readonly T[] {
  const result: T[] = [self];
  const sources = [...orders, orders.flatMap((order) => order.slice(0, 1))];
  for (;;) {
    const rest = sources
      .map((order) => order.filter((each) => !result.includes(each)))
      .filter((order) => order.length > 0);
    const heads = rest.flatMap((order) => order.slice(0, 1));
    const next = heads.findIndex((head) => rest.every((order) => !order.slice(1).includes(head)));
    const chosen = heads.slice(Math.max(next, 0), Math.max(next, 0) + 1);
    if (chosen.length === 0) return result;
    result.push(...chosen);
  }
}
