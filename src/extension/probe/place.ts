import { pathWord, type PathSlot } from '../../probe/index.ts';
import type { DirectoryEntry } from '../../transport/index.ts';
import { normalPath } from '../files/paths.ts';

/** How many names of a folder are offered; the rest comes when more is typed. */
export const NAME_LIMIT = 500;

/** The folder in which a path is looked up while it is typed. */
export interface TypedPlace {
  /** Absolute. */
  readonly folder: string;
  /** What was typed in front of the last name, with its `/`; empty for none. */
  readonly front: string;
  /** What was typed of the last name. */
  readonly prefix: string;
}

/** A name that may be put in. */
export interface OfferedPath {
  readonly name: string;
  readonly folder: boolean;
  /** The whole word of the line. */
  readonly insert: string;
}

/** Where a path leads so far; undefined where that is not known, such as the home of an unknown user. */
export function placeOf(
  slot: PathSlot,
  { root, home }: { readonly root: string; readonly home: string },
): TypedPlace | undefined {
  const slash = slot.typed.lastIndexOf('/');
  const front = slot.typed.slice(0, slash + 1);
  const prefix = slot.typed.slice(slash + 1);
  // A name with a wildcard is no beginning of a name.
  if (/[*?[]/.test(slot.typed) || (slash < 0 && prefix.startsWith('~'))) return undefined;
  let folder = root;
  for (const part of [...slot.below, front]) folder = below(folder, part, home);
  return { folder: normalPath(folder), front, prefix };
}

function below(folder: string, part: string, home: string): string {
  if (part.startsWith('/')) return part;
  return part.startsWith('~/') ? `${home}/${part.slice(2)}` : `${folder}/${part}`;
}

/** The names of a folder that fit; folders end with `/`. Hidden ones only behind a dot. */
export function offer(
  entries: readonly DirectoryEntry[],
  place: TypedPlace,
  slot: PathSlot,
): { readonly paths: readonly OfferedPath[]; readonly more: boolean } {
  const fitting = entries
    .filter(({ name }) => name !== '.' && name !== '..' && name.startsWith(place.prefix))
    .filter(({ name }) => !name.startsWith('.') || place.prefix.startsWith('.'))
    // A link may lead to a folder.
    .filter(({ kind }) => !slot.folders || kind === 'directory' || kind === 'symlink')
    .toSorted(
      (a, b) => Number(b.kind === 'directory') - Number(a.kind === 'directory') || order(a.name, b.name),
    );
  const paths = fitting.slice(0, NAME_LIMIT).flatMap(({ name, kind }): readonly OfferedPath[] => {
    const folder = kind === 'directory';
    const insert = wordOf(place.front, folder ? `${name}/` : name);
    return insert === undefined ? [] : [{ name, folder, insert }];
  });
  return { paths, more: fitting.length > NAME_LIMIT };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `~/` stays outside the quotes, where it means the home. */
function wordOf(front: string, name: string): string | undefined {
  if (!front.startsWith('~/')) return pathWord(front + name);
  const rest = pathWord(`./${front.slice(2)}${name}`)?.replace(/^('?)\.\//, '$1');
  return rest === undefined ? undefined : `~/${rest}`;
}
