import { err, ok, type Result } from '../base/index.ts';

/** Why a path is not read. The names are those of the probe policy's rules. */
export type PathRule = 'outside-root' | 'control-character' | 'pseudo-file-system';

/**
 * A path relative to the root in its one spelling: `/` between names, no `./`, no `..`, no slash at the
 * end; `''` is the root. What leads out of the root by `..`, or holds a control character, is refused.
 */
export function normalisePath(path: string): Result<string, PathRule> {
  if (/[\0-\x1f\x7f]/.test(path)) return err('control-character');
  if (path.startsWith('/')) return err('outside-root');
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return err('outside-root');
  }
  return ok(names.join('/'));
}

/** Joins names, leaving out empty ones. */
export function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

/** The folder of a path; `''` for a file in the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder itself and those around it up to the root, nearest first. */
export function foldersUpward(folder: string): readonly string[] {
  const folders = [folder];
  for (let each = folder; each !== ''; each = folderOf(each)) folders.push(folderOf(each));
  return folders;
}

/**
 * Whether an absolute path, links resolved, lies where reading has effects or shows other processes: below
 * /dev, /proc or /sys.
 */
export function isPseudo(absolute: string): boolean {
  return /^\/+(?:dev|proc|sys)(?:\/|$)/.test(absolute);
}

/** Whether an absolute path, links resolved, is the root or below it. */
export function isBelow(absolute: string, root: string): boolean {
  const folder = root.replace(/\/+$/, '');
  return absolute === folder || absolute === root || absolute.startsWith(`${folder}/`);
}
