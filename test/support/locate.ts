import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Spot } from './truth.ts';

/** Where to look: the first line that contains `line`, below the first one that contains `after`. */
export interface Snippet {
  readonly file: string;
  readonly line: string;
  readonly after?: string;
}

/**
 * Finds lines by what stands in them, so that hand-written truth survives edits elsewhere in the file.
 * Throws where a snippet is not there, or where it has no `after` and stands in several lines: then the
 * truth is out of date.
 */
export function createLocator(root: string): (snippet: Snippet) => Spot {
  const files = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const known = files.get(file) ?? readFileSync(join(root, file), 'utf8').split('\n');
    files.set(file, known);
    return known;
  };
  return ({ file, line, after }) => {
    const lines = linesOf(file);
    const start = after === undefined ? 0 : lines.findIndex((text) => text.includes(after)) + 1;
    if (after !== undefined && start === 0) throw new Error(`${file}: nothing contains ${after}`);
    const hits = lines.flatMap((text, index) => (index >= start && text.includes(line) ? [index + 1] : []));
    const [first] = hits;
    if (first === undefined) throw new Error(`${file}: nothing contains ${line}`);
    if (after === undefined && hits.length > 1)
      throw new Error(`${file}: ${line} stands in lines ${hits.join(', ')}`);
    return { file, line: first };
  };
}
