/** The words behind the backticks of a cell fence: `probe id=p1 on=prefill`. */
export interface Info {
  readonly word: string;
  /** In the order of the text; a key stands once. */
  readonly attributes: readonly Attribute[];
}

/** One `key=value`; the value without its quotes. */
export interface Attribute {
  readonly key: string;
  readonly value: string;
}

const WORD = /^[a-z][a-z0-9+-]*/i;
const ATTRIBUTE = /^[ \t]+([a-z][a-z0-9-]*)=(?:"([^"`]*)"|([^\s"`]+))/;

/** The first word of an info string, whatever follows it; undefined where there is none. */
export function infoWord(text: string): string | undefined {
  return WORD.exec(text.trim())?.[0];
}

/** Reads `word (key=value)*`; undefined where the text has another form or a key twice. */
export function parseInfo(text: string): Info | undefined {
  const trimmed = text.trim();
  const word = infoWord(trimmed);
  if (word === undefined) return undefined;
  const attributes: Attribute[] = [];
  let rest = trimmed.slice(word.length);
  while (rest !== '') {
    const match = ATTRIBUTE.exec(rest);
    const key = match?.[1];
    if (match === null || key === undefined || attributes.some((known) => known.key === key))
      return undefined;
    attributes.push({ key, value: match[2] ?? match[3] ?? '' });
    rest = rest.slice(match[0].length);
    if (rest !== '' && !/^[ \t]/.test(rest)) return undefined;
  }
  return { word, attributes };
}

/** The value of a key; undefined where the key is not there. */
export function attribute(info: Info, key: string): string | undefined {
  return info.attributes.find((known) => known.key === key)?.value;
}

/** Writes an info string. Values are bare where they can be; `"` and backticks, which no value can hold, go. */
export function printInfo(info: Info): string {
  const parts = info.attributes.map(({ key, value }) => {
    const clean = value.replace(/["`\r\n]/g, '');
    return `${key}=${/^[^\s]+$/.test(clean) ? clean : `"${clean}"`}`;
  });
  return [info.word, ...parts].join(' ');
}

/** The same info string with one value set, at its place or at the end. */
export function withAttribute(info: Info, key: string, value: string): Info {
  const known = info.attributes.some((entry) => entry.key === key);
  return {
    word: info.word,
    attributes: known
      ? info.attributes.map((entry) => (entry.key === key ? { key, value } : entry))
      : [...info.attributes, { key, value }],
  };
}
