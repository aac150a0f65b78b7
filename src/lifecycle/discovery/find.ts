import { err, ok, type Result } from '../../base/index.ts';
import type { SearchHit } from '../../source/index.ts';
import type { LifecycleContext, LifecycleError } from '../query.ts';
import { mannerOf } from '../states/vocabulary.ts';
import { Chooser, type ClassUse } from './choose.ts';
import { Look } from './look.ts';
import { CONSTANTS, declarations, definitions, TABLES, TEXTS } from './patterns.ts';

/** Files that may hold lifecycles, and what is followed from them. */
export interface Finding {
  /** The most promising first. */
  readonly files: readonly string[];
  /** Names of classes, modules and constants whose declarations belong to them. */
  readonly heads: ReadonlySet<string>;
  /** Names of classes of states, of what they are stored in, and of functions that store them. */
  readonly names: ReadonlySet<string>;
  /** A search was cut at its limit: there may be more. */
  readonly cut: boolean;
}

/** Bytes of lines that one search brings. */
const ANSWER = 8_000_000;
/** Characters of the names that one search line asks for, so that it stays below what a line may be long. */
const NAMES = 3000;

/** Files that define a function of one name; of more nothing is told by the name. */
const NAMESAKES = 8;

/** Files that are looked at before they are parsed, and how many are read at a time. */
const MOST = 1000;
const AT_ONCE = 8;
/** Bytes of a file that is looked at; a larger one is rather parsed. */
const LARGEST = 1_000_000;

const ENUM = /Enum|Flag|Choices|^object$|Stat(?:e|us)|Phase|Constants?$/;

/** Searches on the host for the files that store what may be a state, and for those that declare it. */
export async function findFiles(
  context: LifecycleContext,
  isSource: (file: string) => boolean,
): Promise<Result<Finding, LifecycleError>> {
  let cut = false;
  const search = async (pattern: string): Promise<Result<readonly SearchHit[], LifecycleError>> => {
    const found = await context.tree.search(
      { pattern, syntax: 'extended', include: '*.py', limit: ANSWER },
      context.signal,
    );
    if (!found.ok) return err({ code: 'lifecycle-unreadable', file: null, error: found.error });
    cut ||= found.value.truncated;
    return ok(found.value.hits.filter((hit) => isSource(hit.file)));
  };
  const chooser = new Chooser();
  for (const pattern of [CONSTANTS, TEXTS]) {
    const found = await search(pattern);
    if (!found.ok) return found;
    chooser.add(found.value);
  }
  const tables = await search(TABLES);
  if (!tables.ok) return tables;
  chooser.addTables(tables.value);
  const choice = chooser.choice();
  const files = new Map(choice.files);
  const add = (file: string, count: number): void => {
    files.set(file, (files.get(file) ?? 0) + count);
  };
  const heads = new Set(choice.heads);
  const declared = new Map<string, string[]>();
  const pieces = (names: Iterable<string>): readonly (readonly string[])[] => {
    const { lists, over } = split(names);
    cut ||= over;
    return lists;
  };
  for (const names of pieces(choice.classes.keys())) {
    const found = await search(declarations(names));
    if (!found.ok) return found;
    for (const [file, text] of found.value.flatMap(declaring)) {
      const { name, bases, head } = declarationIn(text);
      if (!choice.classes.has(name) || (head === null && !mayHoldStates(bases, choice.classes))) continue;
      if (head !== null) heads.add(head);
      const places = declared.get(name);
      if (places === undefined) declared.set(name, [file]);
      else places.push(file);
    }
  }
  // What a library declares is a status by its name alone.
  for (const name of choice.classes.keys())
    if (!declared.has(name) && mannerOf(name) === 'status') declared.set(name, []);
  const looks = new Looks(context);
  const storing = new Set<string>();
  for (const names of pieces(choice.functions)) {
    const found = await search(definitions(names));
    if (!found.ok) return found;
    for (const [name, places] of definitionsIn(found.value)) {
      const own = await looks.thatStore(name, places);
      if (own.length > 0) storing.add(name);
      if (places.size <= NAMESAKES) for (const file of own) add(file, 1);
    }
  }
  const telling = new Set([...choice.slots, ...storing]);
  for (const [name, places] of declared) {
    const use = choice.classes.get(name);
    if (use === undefined) continue;
    const files = await looks.stillTelling(name, use, storing);
    if (files.size === 0) continue;
    telling.add(name);
    for (const place of places) add(place, 1);
    for (const [using, count] of files) add(using, count * Math.max(places.length, 1));
  }
  const ordered = [...files].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1));
  return ok({ files: ordered.map(([file]) => file), heads, names: telling, cut });
}

/** Each name that an import gives to something is told as an assignment would: `Status = WorkStatus`. */
function declaring({ file, text }: SearchHit): readonly (readonly [string, string])[] {
  if (/^\s*class\b/.test(text)) return [[file, text]];
  const given = [...text.matchAll(/\b(\w+) +as +(\w+)/g)];
  return given.length === 0
    ? [[file, text]]
    : given.map(([, name = '', alias = '']) => [file, `${alias} = ${name}`] as const);
}

/** `class Phase(Enum)`, and another name for a class: `Status = states.Status`, whose `head` is `states`. */
function declarationIn(text: string): {
  readonly name: string;
  readonly bases: string;
  readonly head: string | null;
} {
  const [, alias, head = ''] = /^\s*(\w+)\s*=\s*(\w+)[\w.]*\s*$/.exec(text) ?? [];
  if (alias !== undefined) return { name: alias, bases: '', head };
  const [, name = '', bases = ''] = /class +(\w+)\s*(?:\(([^)]*))?/.exec(text) ?? [];
  return { name, bases, head: null };
}

/** Reads the files whose lines leave open whether something is stored, and looks at them once. */
class Looks {
  readonly #context: LifecycleContext;
  readonly #looks = new Map<string, Promise<Look | null>>();

  constructor(context: LifecycleContext) {
    this.#context = context;
  }

  /** Of the files that define a function those in which it stores what it is handed; all where they are many. */
  async thatStore(name: string, files: ReadonlySet<string>): Promise<readonly string[]> {
    if (files.size > NAMESAKES) return [...files];
    const looks = await Promise.all([...files].map((file) => this.#at(file)));
    return [...files].filter((_, index) => looks[index]?.storesParameter(name) !== false);
  }

  /** The files of a class without those that store none of its members; none where nobody does. */
  async stillTelling(
    name: string,
    use: ClassUse,
    storing: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, number>> {
    const left = new Map(use.stores);
    const paths = [...use.open];
    for (let at = 0; at < paths.length; at += AT_ONCE)
      await Promise.all(
        paths.slice(at, at + AT_ONCE).map(async (path) => {
          const look = await this.#at(path);
          if (look?.mayStore(name, storing) === false) left.delete(path);
        }),
      );
    if (left.size > 0) for (const file of use.lookers) left.set(file, (left.get(file) ?? 0) + 1);
    return left;
  }

  #at(path: string): Promise<Look | null> {
    const known = this.#looks.get(path);
    if (known !== undefined) return known;
    const looking = this.#looks.size >= MOST ? Promise.resolve(null) : this.#read(path);
    this.#looks.set(path, looking);
    return looking;
  }

  /** A file that cannot be read is left to the one who reads the others. */
  async #read(path: string): Promise<Look | null> {
    const file = await this.#context.tree.read(path, this.#context.signal);
    return file.ok && file.value.size <= LARGEST ? new Look(file.value.text) : null;
  }
}

/** Files that define each function. */
function definitionsIn(hits: readonly SearchHit[]): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const { file, text } of hits) {
    const name = /def +(\w+)/.exec(text)?.[1] ?? '';
    files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  return files;
}

/** An enumeration, a class of constants, or one that is built on another class of states. */
function mayHoldStates(bases: string, classes: ReadonlyMap<string, unknown>): boolean {
  const names = bases.split(/[,\s]+/).flatMap((each) => each.split('.').at(-1) ?? []);
  return names.every((name) => name === '') || names.some((name) => ENUM.test(name) || classes.has(name));
}

/** Names in lists that fit into one search each; `over`: a name is longer than that. */
function split(names: Iterable<string>): {
  readonly lists: readonly (readonly string[])[];
  readonly over: boolean;
} {
  const lists: string[][] = [];
  let over = false;
  let room = 0;
  for (const name of names) {
    if (!/^[A-Za-z_][A-Za-z_0-9]*$/.test(name)) continue;
    const length = name.length + 1;
    over ||= length > NAMES;
    if (length > NAMES) continue;
    const last = lists.at(-1);
    if (last === undefined || length > room) {
      lists.push([name]);
      room = NAMES - length;
    } else {
      last.push(name);
      room -= length;
    }
  }
  return { lists, over };
}
