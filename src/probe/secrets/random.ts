/** Words and shapes of values that stand for a secret in documentation and tests. */
const PLACEHOLDER =
  /example|placeholder|change.?me|replace|redacted|dummy|sample|insert|your[-_ ]?|^my[-_]|foo.?bar|not.?(?:a.?)?(?:real|secret)|^(?:none|null|nil|true|false|undefined|empty|secret|password|passw(?:or)?d|token|string|changeit|admin|root|guest|test|user|username|login)[0-9!]{0,4}$/i;

/** Characters of templates, code and prose, which no generated secret has. */
const TEMPLATE = /[<>{}()[\]$\s`]|%[sd(]|\*\*\*|\.\.\.|…|xxx/i;

/** True if the value stands for a secret: a word for one, a template, or the same character again and again. */
export function isPlaceholder(value: string): boolean {
  if (PLACEHOLDER.test(value) || TEMPLATE.test(value)) return true;
  return new Set(value).size <= Math.min(4, value.length / 3) || hasSequence(value);
}

/** Eight characters that count up or down, as in `12345678` and `abcdefgh`. */
function hasSequence(value: string): boolean {
  let step = 0;
  let run = 1;
  for (let index = 1; index < value.length; index += 1) {
    const difference = value.charCodeAt(index) - value.charCodeAt(index - 1);
    run = difference === step && Math.abs(step) === 1 ? run + 1 : 2;
    step = difference;
    if (run >= 8 && Math.abs(step) === 1) return true;
  }
  return false;
}

/** Bits a character by the frequencies of the value's own characters (Shannon 1948). */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/**
 * True if a value was made by a machine rather than written by a person: long, of one word's characters, with
 * as many different ones as random text has, and with digits among the letters, as words and identifiers
 * hardly have them. `strict` for values that code could be: names with one number do not count.
 */
export function looksRandom(value: string, strict = false): boolean {
  if (value.length < 16 || value.length > 512 || !/^[A-Za-z0-9+/=_.~!@#^&*:-]+$/.test(value)) return false;
  if (isPlaceholder(value) || value.includes('://')) return false;
  if (/^[0-9a-fA-F]{32,}$/.test(value)) return entropy(value) >= 2.8 && /[a-fA-F]/.test(value);
  const letters = /[A-Za-z]/.test(value);
  const groups = value.match(/[0-9]+/g)?.length ?? 0;
  if (!letters || entropy(value) < Math.min(3.6, Math.log2(value.length) * 0.8)) return false;
  if (groups >= (strict ? 3 : 2)) return longestWord(value) <= Math.max(8, value.length / 3);
  return !strict && groups >= 1 && changes(value) >= 0.45;
}

/** Letters of the longest run in one case: random text has short ones. */
function longestWord(value: string): number {
  return Math.max(0, ...(value.match(/[a-z]+|[A-Z]+/g) ?? []).map((run) => run.length));
}

/** How often the kind of character changes from one to the next, from 0 to 1. */
function changes(value: string): number {
  const kind = (character: string): string =>
    /[a-z]/.test(character) ? 'a' : /[A-Z]/.test(character) ? 'A' : /[0-9]/.test(character) ? '0' : '-';
  let count = 0;
  for (let index = 1; index < value.length; index += 1)
    if (kind(value.charAt(index)) !== kind(value.charAt(index - 1))) count += 1;
  return count / Math.max(1, value.length - 1);
}

/** True if a person could have chosen it as a password: of two kinds of characters, and no plain name. */
export function looksLikePassword(value: string): boolean {
  if (value.length < 6 || value.length > 200 || isPlaceholder(value)) return false;
  if (/^[a-z_.-]+$|^[A-Z_.-]+$|^[A-Z]?[a-z]+(?:[-_. ][A-Z]?[a-z]+)*$/.test(value)) return false;
  if (/:\/\/|^[/~.]|\\/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9_.-]/].filter((kind) => kind.test(value)).length;
  return kinds >= 2 && /[0-9]|[^A-Za-z0-9_.-]/.test(value);
}
