/**
 * The file that an import means, among those that were read: by the folders for a relative import, by the end of
 * the path for an absolute one (the folder that Python's path starts at is not known). The shortest path wins.
 */
export function moduleOf(
  file: string,
  module: string,
  level: number,
  files: ReadonlySet<string>,
): string | null {
  const parts = module === '' ? [] : module.split('.');
  if (level > 0) {
    const folder = file.split('/').slice(0, -level);
    return among([...folder, ...parts].join('/'), files);
  }
  const path = parts.join('/');
  const exact = among(path, files);
  if (exact !== null) return exact;
  const ends = [...files].filter(
    (each) => each.endsWith(`/${path}.py`) || each.endsWith(`/${path}/__init__.py`),
  );
  // Of several the one that shares most folders with the importer.
  ends.sort((a, b) => shared(b, file) - shared(a, file) || a.length - b.length || (a < b ? -1 : 1));
  return path === '' ? null : (ends[0] ?? null);
}

function among(path: string, files: ReadonlySet<string>): string | null {
  if (files.has(`${path}.py`)) return `${path}.py`;
  const init = path === '' ? '__init__.py' : `${path}/__init__.py`;
  return files.has(init) ? init : null;
}

function shared(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
