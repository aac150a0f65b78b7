import type { Expression } from '../../syntax/index.ts';
import type { ClassSymbol, Hierarchy, MissingBase, Resolution } from './model.ts';

/** The class that a base's expression means, aliases followed. */
export type ResolveBase = (base: Expression, of: ClassSymbol, signal?: AbortSignal) => Promise<Resolution>;

/** Classes above one that are looked at, the nearest ones; programs that people write have far fewer. */
const ANCESTOR_LIMIT = 200;

/** Class hierarchies over files; each is worked out once. */
export class Hierarchies {
  readonly #resolve: ResolveBase;
  readonly #kept = new Map<ClassSymbol, Hierarchy>();

  constructor(resolve: ResolveBase) {
    this.#resolve = resolve;
  }

  of(symbol: ClassSymbol, signal?: AbortSignal): Promise<Hierarchy> {
    return this.#linearise(symbol, [], signal);
  }

  async #linearise(
    symbol: ClassSymbol,
    below: readonly ClassSymbol[],
    signal?: AbortSignal,
  ): Promise<Hierarchy> {
    const known = this.#kept.get(symbol);
    if (known !== undefined) return known;
    const bases: ClassSymbol[] = [];
    const orders: (readonly ClassSymbol[])[] = [];
    const missing: MissingBase[] = [];
    let problem: Hierarchy['problem'] = symbol.node.bases.length > ANCESTOR_LIMIT ? 'cut' : null;
    // This answer is shorter than it would be if the class itself had been asked for.
    let cut = false;
    for (const base of symbol.node.bases.slice(0, ANCESTOR_LIMIT)) {
      const expression = baseExpression(base);
      const resolution = await this.#resolve(expression, symbol, signal);
      if (isObject(resolution)) continue;
      if (resolution.kind !== 'symbol' || resolution.symbol.kind !== 'class') {
        missing.push({ of: symbol, text: textOf(base, symbol), span: base.span, resolution });
        continue;
      }
      const found = resolution.symbol;
      if (found === symbol || below.includes(found)) {
        problem = 'cycle';
        continue;
      }
      if (below.length >= ANCESTOR_LIMIT) {
        cut = true;
        continue;
      }
      const parent = await this.#linearise(found, [...below, symbol], signal);
      bases.push(found);
      orders.push(parent.order);
      missing.push(...parent.missing.filter((each) => !missing.includes(each)));
      problem ??= parent.problem;
      cut ||= parent.order.length < ANCESTOR_LIMIT && parent.problem === 'cut';
    }
    const merged = merge([...orders, bases]);
    const order = merged ?? [...new Set(orders.flat())];
    if (cut || order.length >= ANCESTOR_LIMIT) problem ??= 'cut';
    const result: Hierarchy = {
      order: [symbol, ...order.slice(0, ANCESTOR_LIMIT - 1)],
      missing,
      problem: problem ?? (merged === null ? 'inconsistent' : null),
    };
    // Inside a cycle the answer depends on where one came from, and a lost connection is not for ever.
    if (result.problem !== 'cycle' && !cut && !missing.some(isPassing)) this.#kept.set(symbol, result);
    return result;
  }
}

/** `Base[T]` is `Base`. */
function baseExpression(base: Expression): Expression {
  return base.kind === 'subscript' ? baseExpression(base.value) : base;
}

function isObject(resolution: Resolution): boolean {
  return resolution.kind === 'external' && resolution.name === 'builtins.object';
}

function isPassing(base: MissingBase): boolean {
  const { resolution } = base;
  if (resolution.kind !== 'unresolved' || resolution.reason.code !== 'unreadable-file') return false;
  return !['file-permission', 'file-too-large', 'file-refused', 'file-kind'].includes(
    resolution.reason.error.code,
  );
}

function textOf(expression: Expression, symbol: ClassSymbol): string {
  return symbol.file.source.text.slice(expression.span.start, expression.span.end);
}

/**
 * The merge of C3 (https://www.python.org/download/releases/2.3/mro/): always the first head that stands in
 * no other list's tail. Null where no order keeps all lists.
 */
export function merge<T>(lists: readonly (readonly T[])[]): readonly T[] | null {
  // One base alone keeps its order.
  const [only] = lists;
  if (lists.length === 2 && only !== undefined && only[0] === lists[1]?.[0] && lists[1]?.length === 1)
    return [...new Set(only)];
  const sources = lists.map((items) => ({ items, at: 0 }));
  // How often an item stands behind the head of a list.
  const behind = new Map<T, number>();
  const count = (item: T | undefined, by: number): void => {
    if (item !== undefined) behind.set(item, (behind.get(item) ?? 0) + by);
  };
  for (const { items } of sources) for (const item of items.slice(1)) count(item, 1);
  const order: T[] = [];
  for (;;) {
    const open = sources.filter(({ items, at }) => at < items.length);
    if (open.length === 0) return order;
    const next = open
      .flatMap(({ items, at }) => items.slice(at, at + 1))
      .find((head) => (behind.get(head) ?? 0) === 0);
    if (next === undefined) return null;
    order.push(next);
    for (const source of open) {
      if (source.items[source.at] !== next) continue;
      source.at += 1;
      count(source.items[source.at], -1);
    }
  }
}
