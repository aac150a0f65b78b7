import type { Word } from '../lines/words.ts';

/** Which files a find names, in the terms of `grep -r`. */
export interface FoundFiles {
  readonly starts: readonly string[];
  /** Where it starts, `.` if that is not said. */
  readonly folders: string;
  /** Its expression without what prints. */
  readonly tests: readonly Word[];
  /** Values of -name. */
  readonly names: readonly string[];
  readonly depth?: string;
  /** The same choice as `--include`, `--exclude` and `--exclude-dir`, each behind a blank. */
  readonly chosen: string;
  /** The same choice as `-g`, for rg. */
  readonly globs: string;
}

/** Reads the words of a find. Tests that `grep -r` does not know (size, time, depth) are left out of `chosen`. */
export function findFiles(words: readonly Word[]): FoundFiles {
  const first = words.findIndex((word, index) => index > 0 && /^[-(!]/.test(word.text));
  const starts = words.slice(1, first < 0 ? words.length : first).map((word) => word.raw);
  const tests = first < 0 ? [] : words.slice(first).filter((word) => !/^-print0?$/.test(word.text));
  const values = tests.map(({ text }, index) => {
    const test = tests[index - 1]?.text ?? '';
    const negated = /^(?:!|-not)$/.test(tests[index - 2]?.text ?? '');
    return { test, text, negated };
  });
  const named = values.filter(({ test }) => test === '-name' || test === '-iname');
  const glob = ({ test, text }: { readonly test: string; readonly text: string }): string =>
    test === '-iname' ? anyCase(text) : text;
  const folders = values.flatMap(({ test, text, negated }) => {
    const folder = /^(?:\*|\.)?\/([\w.-]+)\/\*$/.exec(text)?.[1];
    return negated && /^-i?(?:path|wholename)$/.test(test) && folder !== undefined ? [folder] : [];
  });
  const chosen = [
    ...named.filter(({ negated }) => !negated).map((one) => ` --include='${glob(one)}'`),
    ...named.filter(({ negated }) => negated).map((one) => ` --exclude='${glob(one)}'`),
    ...folders.map((folder) => ` --exclude-dir='${folder}'`),
  ];
  const depth = values.find(({ test }) => test === '-maxdepth')?.text;
  return {
    starts,
    folders: starts.length === 0 ? '.' : starts.join(' '),
    tests,
    names: named.filter(({ negated, test }) => !negated && test === '-name').map(({ text }) => text),
    chosen: chosen.join(''),
    globs: [
      ...named.map((one) => ` -g '${one.negated ? '!' : ''}${glob(one)}'`),
      ...folders.map((folder) => ` -g '!${folder}/'`),
    ].join(''),
    ...(depth === undefined ? {} : { depth }),
  };
}

/** A wildcard for names in any case. */
function anyCase(glob: string): string {
  return glob.replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
