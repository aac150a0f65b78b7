import { findForbidden } from '../lines/characters.ts';

/** Every character that stands for itself outside quotes. */
const PLAIN = /^[A-Za-z0-9_./@%+,:][\w./@%+=:,-]*$/;

/**
 * A path as one word of a probe line. Undefined where no line may hold it: a name with controls or with characters
 * that cannot be seen. A path that would read as an option gets `./` in front.
 */
export function pathWord(path: string): string | undefined {
  if (path === '' || findForbidden(path) !== undefined) return undefined;
  const safe = path.startsWith('-') ? `./${path}` : path;
  return PLAIN.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}
