import type { CST } from 'yaml';

/** Levels of lists and maps that a notebook may nest; what people write has three or four. */
const LIMIT = 100;

/**
 * The offset of a token that nests deeper than is taken, or undefined. Making nodes of tokens recurses, and
 * a stack that runs out inside that can end the process, so this is looked at first.
 */
export function tooDeep(tokens: readonly CST.Token[]): number | undefined {
  const pending = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > LIMIT) return token.offset;
    for (const inner of innerTokens(token)) pending.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function innerTokens(token: CST.Token): readonly CST.Token[] {
  switch (token.type) {
    case 'document':
      return token.value === undefined ? [] : [token.value];
    case 'block-map':
    case 'block-seq':
    case 'flow-collection':
      return token.items.flatMap(({ key, value }) => [...(key ? [key] : []), ...(value ? [value] : [])]);
    default:
      return [];
  }
}
