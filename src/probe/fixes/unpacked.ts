import { pipe, stagesOf, wordsOf, type Candidate } from './text.ts';
import type { Word } from '../lines/words.ts';

/** Compressed files, decompressed to a pipe: zcat, gunzip -c, zgrep and their kind. */
export function unpacked(line: string): readonly Candidate[] {
  const [first = '', ...rest] = stagesOf(line);
  const zcat = /^(?:g?zcat|zless|zmore|gunzip\s+(?:-c|--stdout))\s+(-f\s+)?/.exec(first);
  if (zcat !== null) {
    const flags = zcat[1] === undefined ? '-dc' : '-dcf';
    return [[pipe(`gzip ${flags} -- ${first.slice(zcat[0].length)}`, ...rest)]];
  }
  const search = /^z([ef]?grep)\s/.exec(first);
  if (search === null) return [];
  const words = wordsOf(first).slice(1);
  const pattern = patternAt(words);
  const files = words.slice(pattern + 1);
  // Names cannot be kept behind a pipe; zgrep reads what is not compressed as it is.
  const options = words.slice(0, pattern + 1).map((word) => word.raw.replace(/^-([A-Za-z]*)[hH]/, '-$1'));
  const plain = files.some((word) => !word.text.endsWith('.gz'));
  const errors = /2>\s*\/dev\/null/.test(first) ? ' 2>/dev/null' : '';
  const grep = [search[1] ?? 'grep', ...options.filter((option) => option !== '-')].join(' ');
  const names = files.map((word) => word.raw).join(' ');
  return files.length === 0
    ? []
    : [[pipe(`gzip -dc${plain ? 'f' : ''} -- ${names}${errors}`, grep, ...rest)]];
}

/** Where grep's pattern stands among its words, without the command's name. */
export function patternAt(words: readonly Word[]): number {
  let at = 0;
  while (words[at]?.text.startsWith('-') === true) {
    const option = words[at]?.text ?? '';
    if (/^-[A-Za-z]*e$/.test(option)) return at + 1;
    at += /^-[A-Za-z]*[mABCgtT]$/.test(option) ? 2 : 1;
  }
  return at;
}
