/** The width that every terminal has. */
export const COLUMNS = 80;

/** Text in lines of at most 80 columns, each indented; a longer word keeps a line of its own. */
export function wrap(text: string, indent = ''): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (indent.length + longer.length <= COLUMNS || line === '') line = longer;
    else {
      lines.push(indent + line);
      line = word;
    }
  }
  lines.push(indent + line);
  return lines;
}

/** Pairs as two aligned columns; a first one wider than `width` keeps a line of its own. */
export function table(
  pairs: readonly (readonly [left: string, right: string])[],
  width: number,
): readonly string[] {
  const gap = 2;
  const left = 2 + Math.min(width, Math.max(0, ...pairs.map(([one]) => one.length))) + gap;
  return pairs.flatMap(([one, right]) => {
    const [first = '', ...rest] = wrap(right, ' '.repeat(left));
    const head = `  ${one}`;
    return head.length + gap <= left
      ? [head.padEnd(left) + first.slice(left), ...rest]
      : [...wrap(one, '  '), first, ...rest];
  });
}
