/** A path below the root as an absolute one on the target; an absolute path stays. */
export function absolutePath(root: string, file: string): string {
  if (file.startsWith('/')) return normalPath(file);
  return normalPath(`${root}/${file}`);
}

/** The path relative to the root, with `/`; null for a path that is not below it. */
export function relativePath(root: string, path: string): string | null {
  const base = normalPath(root);
  const whole = normalPath(path);
  if (whole === base) return '';
  const prefix = base === '/' ? '/' : `${base}/`;
  return whole.startsWith(prefix) ? whole.slice(prefix.length) : null;
}

/** An absolute path without empty parts, `.` and `..`, which cannot climb above `/`. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}
