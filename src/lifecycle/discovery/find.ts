import { err, ok, type Result } from '../../base/index.ts';
import type { SearchHit } from '../../source/index.ts';
import type { LifecycleContext, LifecycleError } from '../query.ts';
import { Chooser } from './choose.ts';
import { CONSTANTS, declarations, TABLES, TEXTS } from './patterns.ts';

/** Files that may hold lifecycles, and what is followed from them. */
export interface Finding {
  /** The most promising first. */
  readonly files: readonly string[];
  /** Names of classes, modules and constants whose declarations belong to them. */
  readonly heads: ReadonlySet<string>;
  /** A search was cut at its limit: there may be more. */
  readonly cut: boolean;
}

/** Bytes of lines that one search brings. */
const ANSWER = 8_000_000;
/** Names that one search line asks for; it stays far below what a line may be long. */
const NAMES = 120;

/** Files in which functions of one name are looked for. */
const NAMESAKES = 8;

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
  for (const names of pieces([...choice.classes.keys()])) {
    const found = await search(declarations(names, []));
    if (!found.ok) return found;
    for (const { file, text } of found.value) {
      const [, name = '', bases = ''] = /class +(\w+)\s*(?:\(([^)]*))?/.exec(text) ?? [];
      if (!mayHoldStates(bases, choice.classes)) continue;
      add(file, 1);
      for (const [using, count] of choice.classes.get(name) ?? []) add(using, count);
    }
  }
  for (const names of pieces(choice.functions)) {
    const found = await search(declarations([], names));
    if (!found.ok) return found;
    for (const own of definitionsIn(found.value)) for (const file of own) add(file, 1);
  }
  const ordered = [...files].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1));
  return ok({ files: ordered.map(([file]) => file), heads: choice.heads, cut });
}

/** Files that define each function; of a name that many files give a function nothing is told by it. */
function definitionsIn(hits: readonly SearchHit[]): readonly ReadonlySet<string>[] {
  const files = new Map<string, Set<string>>();
  for (const { file, text } of hits) {
    const name = /def +(\w+)/.exec(text)?.[1] ?? '';
    files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  return [...files.values()].filter((own) => own.size <= NAMESAKES);
}

/** An enumeration, a class of constants, or one that is built on another class of states. */
function mayHoldStates(bases: string, classes: ReadonlyMap<string, unknown>): boolean {
  const names = bases.split(/[,\s]+/).flatMap((each) => each.split('.').at(-1) ?? []);
  return names.every((name) => name === '') || names.some((name) => ENUM.test(name) || classes.has(name));
}

function pieces(names: readonly string[]): readonly (readonly string[])[] {
  const plain = names.filter((name) => /^[A-Za-z_][A-Za-z_0-9]*$/.test(name));
  return Array.from({ length: Math.ceil(plain.length / NAMES) }, (_, index) =>
    plain.slice(index * NAMES, (index + 1) * NAMES),
  );
}
