import type { SourceTree } from '../tree.ts';
import type { ClassSymbol } from './model.ts';
import type { PythonProgram } from './program.ts';

/** Files that are read for one question. */
const FILE_LIMIT = 40;

/**
 * Classes below the root that have `symbol` among their bases, directly or over other classes: a search for
 * lines that define a class and name it, once for it and once for every subclass that is found.
 */
export async function findSubclasses(
  symbol: ClassSymbol,
  program: PythonProgram,
  tree: SourceTree,
  signal?: AbortSignal,
): Promise<readonly ClassSymbol[]> {
  const found = new Set<ClassSymbol>();
  const queue = [symbol];
  const asked = new Set<string>();
  let files = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (asked.has(next.name)) continue;
    asked.add(next.name);
    const answer = await tree.search(
      { pattern: baseLines(next.name), syntax: 'extended', include: '*.py', filesOnly: true },
      signal,
    );
    if (!answer.ok) break;
    for (const hit of answer.value.hits) {
      if (files >= FILE_LIMIT) break;
      files += 1;
      const file = await program.file(hit.file, signal);
      if (!file.ok) continue;
      for (const candidate of file.value.symbols) {
        if (candidate.kind !== 'class' || candidate === symbol || found.has(candidate)) continue;
        const { order } = await program.hierarchy(candidate, signal);
        if (!order.includes(symbol)) continue;
        found.add(candidate);
        queue.push(candidate);
      }
    }
  }
  return [...found];
}

/** Lines of a class with the name among its bases, and lines that hold only the name: bases on lines of their own. */
function baseLines(name: string): string {
  const before = '[^A-Za-z0-9_]';
  const sameLine = `^[[:space:]]*class[[:space:]].*${before}${name}([^A-Za-z0-9_]|$)`;
  const ownLine = `^[[:space:]]*([A-Za-z0-9_]+[.])*${name}([[].*)?,?[[:space:]]*[)]?:?[[:space:]]*$`;
  return `${sameLine}|${ownLine}`;
}
