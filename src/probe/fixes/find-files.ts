import type { Word } from '../lines/words.ts';
import { isSensitive } from '../plan/sensitive.ts';
import { readTests, type FindTest } from './find-expression.ts';

/** Which files a find names. */
export interface FoundFiles {
  /** The line that only lists them, without what it would run. */
  readonly listing: string;
  /** The folders and tests, as typed. */
  readonly words: string;
  /** How a recursive search chooses no file besides; undefined where it cannot. */
  readonly choice?: Choice;
}

/** Files below folders, in the terms of a recursive search. */
export interface Choice {
  /** Folders to walk, joined; with `flat` those files that lie in them, as wildcards. */
  readonly places: string;
  /** Only what lies in the folders themselves is meant. */
  readonly flat: boolean;
  /** The same choice as `--include`, `--exclude` and `--exclude-dir`, each behind a blank. */
  readonly chosen: string;
  /** The same choice as `-g`, for rg. */
  readonly globs: string;
}

/**
 * Reads the words of a find. `binds` says that what is done binds to the last test only (`-exec`), not to the
 * whole (`| xargs`). There is a choice only where it reads nothing that this find would not have named: size,
 * time, owner and depth are not known to a search, and names of keys and passwords are asked for one by one.
 */
export function findFiles(words: readonly Word[], binds: boolean): FoundFiles {
  const options = words.slice(1).findIndex((word) => !/^-(?:[HLP]|O\d)$/.test(word.text));
  const from = options < 0 ? words.length : options + 1;
  const first = words.findIndex((word, index) => index >= from && /^[-(!]/.test(word.text));
  const starts = words.slice(from, first < 0 ? words.length : first).map((word) => word.raw);
  const tests = first < 0 ? [] : words.slice(first);
  const typed = words.slice(1).filter((word) => !/^-print0?$/.test(word.text));
  const shown = typed.map((word) => (/^[()]$/.test(word.raw) ? `\\${word.raw}` : word.raw));
  const prunes = tests.some((word) => word.text === '-prune');
  const test = readTests(tests.map((word) => word.text));
  const choice = test && choose(test, starts.length === 0 ? ['.'] : starts, binds);
  const line = ['find', ...shown].join(' ');
  return {
    listing: prunes ? `${line} -print` : line,
    words: line,
    ...(choice === undefined ? {} : { choice }),
  };
}

/** What the tests narrow the search to, as far as they have been read. */
interface Narrowing {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly folders: readonly string[];
  readonly below?: string;
  readonly depth?: string;
}

const NOTHING: Narrowing = { include: [], exclude: [], folders: [] };

function choose(test: FindTest, starts: readonly string[], binds: boolean): Choice | undefined {
  const parts = test.kind === 'or' ? test.of : [test];
  const last = parts.at(-1) ?? test;
  const pruned = parts.slice(0, -1).map(prunedBy);
  const isPruned = pruned.every((names) => names !== undefined);
  // Where the action binds to the last part alone, the parts before only take away.
  if (parts.length > 1 && !isPruned && (binds || printsPart(test))) return undefined;
  const found = narrow(isPruned ? last : test, starts);
  if (found === undefined) return undefined;
  const { include, exclude, below, depth } = found;
  const folders = [...found.folders, ...pruned.flatMap((names) => names ?? [])];
  if ([...include, ...exclude, ...folders].some((glob) => glob.includes("'"))) return undefined;
  if (include.some((glob) => isSensitive(glob.replaceAll(/\[(\w)\w\]/g, '$1')))) return undefined;
  const roots = below === undefined ? starts : [below];
  if (depth !== undefined) return depth === '1' ? flat(roots, include, exclude) : undefined;
  return {
    places: roots.join(' '),
    flat: false,
    chosen: [
      ...include.map((glob) => ` --include='${glob}'`),
      ...exclude.map((glob) => ` --exclude='${glob}'`),
      ...folders.map((glob) => ` --exclude-dir='${glob}'`),
    ].join(''),
    globs: [
      ...include.map((glob) => ` -g '${glob}'`),
      ...exclude.map((glob) => ` -g '!${glob}'`),
      ...folders.map((glob) => ` -g '!${glob}/'`),
    ].join(''),
  };
}

/** Files that lie in the folders themselves, by wildcards. */
function flat(
  roots: readonly string[],
  include: readonly string[],
  exclude: readonly string[],
): Choice | undefined {
  const globs = include.length === 0 ? ['*'] : include;
  if (exclude.length > 0 || globs.some((glob) => !/^[\w.*?[\]][\w.*?[\]-]*$/.test(glob))) return undefined;
  const places = roots.flatMap((root) =>
    globs.map((glob) => (root === '.' ? glob : `${root.replace(/\/+$/, '')}/${glob}`)),
  );
  return { places: places.join(' '), flat: true, chosen: '', globs: '' };
}

/** True if one part says by itself that its files are printed, or printed at all before the end. */
function printsPart(test: FindTest): boolean {
  if (test.kind === 'test') return /^-print0?$/.test(test.name);
  return test.kind === 'not' ? printsPart(test.of) : test.of.some(printsPart);
}

/** Names of the folders that `TEST -prune` leaves out; undefined where it is anything else. */
function prunedBy(test: FindTest): readonly string[] | undefined {
  if (test.kind !== 'and') return undefined;
  const last = test.of.at(-1);
  if (last?.kind !== 'test' || last.name !== '-prune') return undefined;
  const tests = test.of.slice(0, -1).filter((one) => !isType(one, 'd'));
  const [only] = tests;
  if (only === undefined || tests.length > 1) return undefined;
  const names = (only.kind === 'or' ? only.of : [only]).map((one) => {
    if (one.kind !== 'test') return undefined;
    if (one.name === '-name' && /^[\w.*?-]{2,}$/.test(one.value)) return one.value;
    return isPath(one.name) ? /^(?:\*|\.)\/([\w.-]+)$/.exec(one.value)?.[1] : undefined;
  });
  return names.some((name) => name === undefined) ? undefined : names.flatMap((name) => name ?? []);
}

/** Tests that take nothing away from a search of regular files. */
const NEUTRAL = /^-(?:print0?|readable|depth|d|daystart|noleaf|(?:no)?warn|true|follow)$/;

const isPath = (name: string): boolean => /^-(?:path|wholename)$/.test(name);
const isType = (test: FindTest, type: string): boolean =>
  test.kind === 'test' && test.name === '-type' && test.value === type;

function narrow(test: FindTest, starts: readonly string[]): Narrowing | undefined {
  let found = NOTHING;
  for (const one of test.kind === 'and' ? test.of : [test]) {
    const next = narrowBy(one, found, starts);
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

function narrowBy(test: FindTest, found: Narrowing, starts: readonly string[]): Narrowing | undefined {
  if (test.kind === 'and') return undefined;
  if (test.kind === 'not') return without(test.of, found);
  if (test.kind === 'or' || /^-i?name$/.test(test.name)) {
    // Two names that must both fit are not what two --include say.
    const include = namesOf(test);
    return include === undefined || found.include.length > 0 ? undefined : { ...found, include };
  }
  if (isType(test, 'f') || NEUTRAL.test(test.name)) return found;
  if (test.name === '-mindepth' && /^[01]$/.test(test.value)) return found;
  if (test.name === '-maxdepth') return { ...found, depth: test.value };
  const [start = '', ...others] = starts;
  if (!isPath(test.name) || others.length > 0 || found.below !== undefined) return undefined;
  const head = `${start.replace(/\/+$/, '')}/`;
  const path = test.value.startsWith(head)
    ? /^((?:[\w-][\w.-]*\/)+)\*(\.\w+)?$/.exec(test.value.slice(head.length))
    : null;
  if (path === null || (path[2] !== undefined && found.include.length > 0)) return undefined;
  const below = `${head === './' ? '' : head}${(path[1] ?? '').replace(/\/$/, '')}`;
  return { ...found, below, ...(path[2] === undefined ? {} : { include: [`*${path[2]}`] }) };
}

/** The names of which one must fit. */
function namesOf(test: FindTest): readonly string[] | undefined {
  if (test.kind === 'test' && test.name === '-name') return [test.value];
  if (test.kind === 'test' && test.name === '-iname') return [anyCase(test.value)];
  if (test.kind === 'and') {
    const others = test.of.filter((one) => !isType(one, 'f'));
    const [only] = others;
    return only === undefined || others.length > 1 ? undefined : namesOf(only);
  }
  if (test.kind !== 'or') return undefined;
  const names = test.of.map(namesOf);
  return names.some((one) => one === undefined) ? undefined : names.flatMap((one) => one ?? []);
}

function without(test: FindTest, found: Narrowing): Narrowing | undefined {
  const names = namesOf(test);
  if (names !== undefined) return { ...found, exclude: [...found.exclude, ...names] };
  if (test.kind === 'or')
    return test.of.reduce<Narrowing | undefined>((all, one) => all && without(one, all), found);
  if (test.kind !== 'test' || !isPath(test.name)) return isType(test, 'd') ? found : undefined;
  const folder = /^(?:\*|\.)?\/([\w.-]+)\/\*$/.exec(test.value)?.[1];
  if (folder !== undefined) return { ...found, folders: [...found.folders, folder] };
  const part = /^\*(\/?)([\w.-]+)\*$/.exec(test.value);
  if (part === null) return undefined;
  // A single dot would leave out the folder that the walk starts in.
  const glob = `${part[1] === '' ? '*' : ''}${part[2] === '.' ? '.?' : (part[2] ?? '')}*`;
  return { ...found, folders: [...found.folders, glob], exclude: [...found.exclude, glob] };
}

/** A wildcard for names in any case. */
function anyCase(glob: string): string {
  return glob.replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
