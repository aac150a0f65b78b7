import { readFileSync } from 'node:fs';

/** Reads the lists beside this file: a heading, then one text a line, as a JSON string behind `json:`. */
function readLists(): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  let current: string[] = [];
  for (const row of readFileSync(new URL('vocabulary.txt', import.meta.url), 'utf8').split('\n')) {
    const heading = /^# (.+)$/.exec(row)?.[1];
    if (heading !== undefined) lists.set(heading, (current = []));
    else if (row !== '') current.push(row.startsWith('json:') ? String(JSON.parse(row.slice(5))) : row);
  }
  return lists;
}

const LISTS = readLists();

function list(heading: string): readonly string[] {
  const found = LISTS.get(heading);
  if (found === undefined) throw new Error(`no list ${heading}`);
  return found;
}

/** Files of the hostile tree that a probe may read. */
export const FILES = list('files');
/** Folders of it. */
export const FOLDERS = list('folders');
/** What is refused by the policy or by the guard, or is not there. */
export const TRAPS = list('traps');
/** Operands as they are typed: wildcards, `~/`, and what a shell would expand. */
export const TYPED_OPERANDS = list('typed-operands');
/** Options that belong to many commands, or to the wrong one. */
export const STRAY_OPTIONS = list('stray-options');
/** Stages that a line may get behind it. */
export const STAGES = list('stages');
/** Folders for a `cd` in front. */
export const CD_FOLDERS = list('cd-folders');
/** Bits that are put anywhere into a line. */
export const PIECES = list('pieces');
/** Values of options; each option takes those that fit it, and now and then one that does not. */
export const VALUES = list('values');
/** Lines that lead to the odd places of the hostile tree, besides those of the corpus. */
export const ODD_LINES = list('odd-lines');
