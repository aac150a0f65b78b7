import type { SearchHit } from '../../source/index.ts';
import { isPythons, mannerOf } from '../states/vocabulary.ts';
import { mentionsOf, type Mention } from './mentions.ts';

/** What the lines of a search say about one kind of state. */
interface Seen {
  /** Constants or texts that are stored, and in how many places outside declarations. */
  readonly stored: Set<string>;
  readonly compared: Set<string>;
  late: number;
  /** Lines that store one, by file. */
  readonly stores: Map<string, number>;
  /** Of these the files with a line that tells by itself where one is stored. */
  readonly firm: Set<string>;
  readonly looks: Map<string, number>;
  readonly heads: Set<string>;
  /** Attributes and entries that one is stored in. */
  readonly slots: Set<string>;
  readonly functions: Set<string>;
  /** Constants that are handed to each function, and the files that do so. */
  readonly handed: Map<string, { readonly names: Set<string>; readonly files: Map<string, number> }>;
}

/** The files that tell of a class. */
export interface ClassUse {
  /** Files with lines that store a member, or may. */
  readonly stores: ReadonlyMap<string, number>;
  /** Of these the ones whose lines do not say whether a member is stored. */
  readonly open: ReadonlySet<string>;
  /** Files that compare one, where none of the others does. */
  readonly lookers: readonly string[];
}

/** Which files the list of lifecycles reads. */
export interface Choice {
  /** How much each file tells: the lines in it that store or compare what may be a state. */
  readonly files: ReadonlyMap<string, number>;
  /** Classes whose members are stored: if they are declared here at all. */
  readonly classes: ReadonlyMap<string, ClassUse>;
  /** Functions that constants are handed to, which may store them. */
  readonly functions: readonly string[];
  /** Attributes and keys that constants or texts are stored under. */
  readonly slots: readonly string[];
  /** Names that the constants are taken from: where those are declared is read as well. */
  readonly heads: ReadonlySet<string>;
}

/** Functions that store no state that they are handed. */
const NEVER =
  /^(?:append|add|get|pop|isinstance|issubclass|__init__|len|print|join|list|tuple|set|dict|extend|register|getattr|hasattr|cast)$/;
const LEAST_VALUES = 2;
/** Files that only look at a status, of each kind: that one of them does is what makes it a lifecycle. */
const LOOKING = 3;
const STATUS = /state|status|phase|stage|mood|life|condition/i;
/** Names of functions that may store what they are handed. */
export const SETTING =
  /^_*(?:set|put|mark|change|move|enter|go|become|switch|transit|advance|update)(?:_|$)|state|status|phase|stage/i;
/** Functions of many classes: that something is handed to them says little of where they are defined. */
const GENERAL = /^(?:set|put|update|append|add|get|move|change|enter|go)$/;

/** Gathers what lines tell, and says which files matter. */
export class Chooser {
  /** Of members by their class, of other constants and texts by where they are stored. */
  readonly #kinds = new Map<string, Seen>();
  readonly #tables = new Map<string, number>();
  /** Where a constant comes from that is another module's: `IDLE = states.IDLE`. */
  readonly #aliases = new Map<string, Set<string>>();

  add(hits: readonly SearchHit[]): void {
    for (const hit of hits)
      for (const mention of mentionsOf(hit.text)) {
        this.#note(this.#kind(mention), mention, hit.file);
        if (mention.group !== '' || mention.slot !== mention.name || mention.head === mention.name) continue;
        this.#aliases.set(mention.name, (this.#aliases.get(mention.name) ?? new Set()).add(mention.head));
      }
  }

  /** Lines that declare transitions. */
  addTables(hits: readonly SearchHit[]): void {
    for (const { file } of hits) raise(this.#tables, file, 1);
  }

  choice(): Choice {
    const files = new Map(this.#tables);
    const classes = new Map<string, ClassUse>();
    const functions = new Set<string>();
    const slots = new Set<string>();
    const heads = new Set<string>();
    for (const [key, seen] of this.#kinds) {
      if (!isPromising(key, seen)) continue;
      const lookers = this.#lookers(seen);
      const own = new Map(seen.stores);
      for (const file of lookers) raise(own, file, 1);
      const open = new Set([...seen.stores.keys()].filter((file) => !seen.firm.has(file)));
      if (key.startsWith('class ')) classes.set(key.slice(6), { stores: seen.stores, open, lookers });
      else slots.add(key.slice(1));
      if (!key.startsWith('class ')) for (const [file, count] of own) raise(files, file, count);
      for (const each of seen.functions) functions.add(each);
      for (const each of seen.heads) heads.add(each);
      for (const name of seen.stored) for (const each of this.#aliases.get(name) ?? []) heads.add(each);
    }
    return { files, classes, functions: [...functions], slots: [...slots], heads };
  }

  #kind({ group, slot }: Mention): string {
    return group === '' || group === '"' ? `${group === '' ? '.' : '"'}${slot}` : `class ${group}`;
  }

  #note(key: string, mention: Mention, file: string): void {
    if (key.length === 1) return;
    const seen = this.#kinds.get(key) ?? {
      stored: new Set(),
      compared: new Set(),
      late: 0,
      stores: new Map(),
      firm: new Set(),
      looks: new Map(),
      heads: new Set(),
      slots: new Set(),
      functions: new Set(),
      handed: new Map(),
    };
    this.#kinds.set(key, seen);
    if (mention.use === 'compared') {
      seen.compared.add(mention.name);
      raise(seen.looks, file, 1);
      return;
    }
    seen.stored.add(mention.name);
    if (mention.head !== '') seen.heads.add(mention.head);
    if (mention.place === 'attribute' || mention.place === 'entry') seen.slots.add(mention.slot);
    // On a line of its own it may be one of several that something is compared with.
    if (mention.place === 'unknown') seen.compared.add(mention.name);
    if (isLate(mention)) {
      seen.late += 1;
      raise(seen.stores, file, 1);
      if (mention.place !== 'unknown' && mention.place !== 'local') seen.firm.add(file);
    }
    if (mention.place === 'function' && !mention.early) handedTo(mention, seen, file);
  }

  /** Files that compare, the ones that do it most first; none where a file that stores does so too. */
  #lookers({ stores, looks }: Seen): readonly string[] {
    if ([...looks.keys()].some((file) => stores.has(file))) return [];
    return [...looks.entries()]
      .sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
      .slice(0, LOOKING)
      .map(([file]) => file);
  }
}

/** Functions that are handed several members of a class, or have the name of one that stores, may store them. */
function handedTo({ slot, name, group }: Mention, seen: Seen, file: string): void {
  const handed = seen.handed.get(slot) ?? { names: new Set(), files: new Map<string, number>() };
  seen.handed.set(slot, handed);
  handed.names.add(name);
  raise(handed.files, file, 1);
  const isClass = group !== '' && group !== '"';
  if (NEVER.test(slot) || (!SETTING.test(slot) && !(isClass && handed.names.size >= LEAST_VALUES))) return;
  seen.late += 1;
  if (!GENERAL.test(slot)) seen.functions.add(slot);
  for (const [each, count] of handed.files) {
    raise(seen.stores, each, count);
    if (SETTING.test(slot)) seen.firm.add(each);
  }
  handed.files.clear();
}

/** Values are states where they are put into an object, or into a variable that may be put there. */
export function isLate({ group, early, place, slot }: Mention): boolean {
  if (early || place === 'function') return false;
  if (place === 'attribute' || place === 'entry') return true;
  // On a line of its own: a part of something longer.
  if (place === 'unknown') return group !== '' && group !== '"';
  return (place !== 'keyword' && group !== '' && group !== '"') || STATUS.test(slot);
}

/** Two values at least, one of them stored after the beginning, and for texts somebody who compares them. */
function isPromising(key: string, seen: Seen): boolean {
  if (seen.late === 0 || seen.stored.size === 0 || !isNamedAsOne(key, seen)) return false;
  if (key.startsWith('class '))
    return seen.stored.size >= LEAST_VALUES && (seen.compared.size > 0 || isTold(key, seen));
  const values = new Set([...seen.stored, ...seen.compared]);
  if (values.size < LEAST_VALUES) return false;
  if (seen.stored.size < LEAST_VALUES && !key.startsWith('.') && !STATUS.test(key)) return false;
  return key.startsWith('.') || seen.compared.size > 0 || (seen.functions.size > 0 && STATUS.test(key));
}

/** Codes are none by their names; of a kind somebody has to look at the old one where he stores a new one. */
function isNamedAsOne(key: string, { slots, stores, looks }: Seen): boolean {
  const name = key.startsWith('class ') ? key.slice(6) : key.slice(1);
  const manner = mannerOf(name);
  if (manner === 'code' || isPythons(name)) return false;
  if (manner !== 'kind' || [...slots].some((slot) => mannerOf(slot) === 'status')) return true;
  return [...stores.keys()].some((file) => looks.has(file));
}

/** Nobody compares them, but their names say that they are states: they may be told to others. */
function isTold(key: string, { slots }: Seen): boolean {
  return mannerOf(key.slice(6)) === 'status' || [...slots].some((slot) => mannerOf(slot) === 'status');
}

function raise(counts: Map<string, number>, file: string, by: number): void {
  counts.set(file, (counts.get(file) ?? 0) + by);
}
