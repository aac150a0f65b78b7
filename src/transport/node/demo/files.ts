import { realpath } from 'node:fs/promises';
import { posix, sep } from 'node:path';

/**
 * Where a path of the client leads, or `undefined` when that is outside the account's home. Relative paths
 * start there. Links are followed, so that none leads out; with `keepLast` the last part is not.
 * Rejects as `realpath` does.
 */
export async function resolveInside(
  home: string,
  path: string,
  keepLast = false,
): Promise<string | undefined> {
  const asked = path === '' ? '.' : path;
  const absolute = posix.resolve(home.replaceAll('\\', '/'), asked);
  const kept = keepLast ? posix.basename(absolute) : '';
  const real = await realpath(kept === '' ? absolute : posix.dirname(absolute));
  const found = kept === '' ? real : `${real.replace(/[/\\]$/, '')}${sep}${kept}`;
  return isInside(home, found) ? found : undefined;
}

function isInside(home: string, path: string): boolean {
  return path === home || path.startsWith(home.endsWith(sep) ? home : `${home}${sep}`);
}
