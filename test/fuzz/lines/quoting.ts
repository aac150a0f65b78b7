import fc from 'fast-check';

/** Ways in which people and attackers write one word. */
const STYLES = ['bare', 'bare', 'bare', 'single', 'double', 'backslash', 'split'] as const;

type Style = (typeof STYLES)[number];

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const double = (text: string): string => `"${text.replaceAll(/[\\"$`]/g, (found) => `\\${found}`)}"`;
const escaped = (text: string): string =>
  text.replaceAll(/[^A-Za-z0-9_./=,:@%+-]/gu, (found) => `\\${found}`);

/** The text as a word of a shell, in this style; `bare` only where nothing in it needs a quote. */
export function written(text: string, style: Style): string {
  const isPlain = /^[A-Za-z0-9_./=,:@%+-]+$/.test(text);
  switch (style) {
    case 'bare':
      return isPlain ? text : single(text);
    case 'single':
      return single(text);
    case 'double':
      return double(text);
    case 'backslash':
      return text === '' ? "''" : escaped(text);
    case 'split': {
      const middle = Math.floor(text.length / 2);
      return `${single(text.slice(0, middle))}${double(text.slice(middle))}`;
    }
  }
}

/** Words that stand for these texts, in any style. */
export function wordOf(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.constantFrom(...STYLES)).map(([text, style]) => written(text, style));
}
