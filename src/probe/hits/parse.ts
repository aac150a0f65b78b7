import type { Hit } from '../evidence.ts';
import type { HitShape } from '../plan/shape.ts';

/**
 * Reads lines of output as places, by the shape that the command gives them. Lines that have another form
 * (context, separators, messages) are left out. Files are as the output names them.
 */
export function parseHits(lines: readonly string[], shape: HitShape): readonly Hit[] {
  switch (shape.kind) {
    case 'numbered':
      return lines.flatMap((line) => hit(shape.file, /^([0-9]+):(.*)$/s.exec(line)));
    case 'located':
      return lines.flatMap((line) => locate(line, shape));
    case 'sequence':
      return lines.map((text, index) => ({ file: shape.file, line: shape.start + index, text }));
    case 'counted':
      return lines.flatMap((line) => hit(shape.file, /^ *([0-9]+)\t(.*)$/s.exec(line)));
    case 'blame':
      return lines.flatMap((line) =>
        hit(shape.file, /^\^?[0-9a-f]{4,40} (?:.*?\(.*? | *)([0-9]+)\) ?(.*)$/s.exec(line)),
      );
  }
}

function hit(file: string, match: RegExpExecArray | null): readonly Hit[] {
  const [, line, text] = match ?? [];
  return line === undefined || text === undefined ? [] : [{ file, line: Number(line), text }];
}

type Located = Extract<HitShape, { readonly kind: 'located' }>;

/**
 * `FILE:LINE:text`. Names may hold colons: a file that the command named is taken as the name, and below a
 * named folder the split with the shortest name is. A name that holds `:12:` itself is therefore cut short.
 */
function locate(line: string, shape: Located): readonly Hit[] {
  const prefix = shape.revision === undefined ? '' : `${shape.revision}:`;
  if (!line.startsWith(prefix)) return [];
  const rest = line.slice(prefix.length);
  const named = [...shape.files]
    .sort((left, right) => right.length - left.length)
    .flatMap((file) => locateBelow(rest, file, shape));
  const [first] = named;
  if (first !== undefined) return [first];
  const [only, second] = shape.files;
  if (only !== undefined && second === undefined) {
    // One file was searched, so its name is left out.
    return hit(only, shape.column ? /^([0-9]+):[0-9]+:(.*)$/s.exec(rest) : /^([0-9]+):(.*)$/s.exec(rest));
  }
  return only === undefined ? split(rest, 1, shape) : [];
}

function locateBelow(line: string, file: string, shape: Located): readonly Hit[] {
  const folder = file.replace(/\/+$/, '');
  if (line.startsWith(`${file}:`)) {
    const found = split(line, file.length, shape);
    if (found[0]?.file === file) return found;
  }
  if (file === '' || file === '.') return line.startsWith('./') ? split(line, 3, shape) : [];
  return line.startsWith(`${folder}/`) || line.startsWith(`${file}/`)
    ? split(line, folder.length + 2, shape)
    : [];
}

/** Splits at the first `:LINE:` that leaves at least `least` characters for the name. */
function split(line: string, least: number, shape: Located): readonly Hit[] {
  const pattern = shape.column ? /:([0-9]+):[0-9]+:/g : /:([0-9]+):/g;
  pattern.lastIndex = least;
  const match = pattern.exec(line);
  if (match === null) return [];
  const text = line.slice(match.index + match[0].length);
  return [{ file: line.slice(0, match.index), line: Number(match[1]), text }];
}
