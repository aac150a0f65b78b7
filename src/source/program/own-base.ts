import { visitStatements } from '../../syntax/index.ts';
import { folderOf } from '../paths.ts';
import type { PythonFile } from './model.ts';

/** The folder from which a file's own package seems to be imported. */
export interface OwnBase {
  readonly base: string;
  /** The name of the package in it. */
  readonly package: string;
  /** Names that its best import shares with its own path; two and more are no accident. */
  readonly shared: number;
}

/**
 * Where the absolute imports of a file itself say that its package starts: in `lib/pool/deep/user.py` an
 * import of `pool.deep.base` names `lib`. The import with most names along the file's own path decides. Null
 * if none begins with the name of a folder around the file.
 */
export function ownBaseOf(file: PythonFile): OwnBase | null {
  const parts = folderOf(file.path)
    .split('/')
    .filter((part) => part !== '');
  let best: OwnBase | null = null;
  for (const names of absoluteImports(file)) {
    parts.forEach((part, start) => {
      if (part !== names[0]) return;
      let shared = 1;
      while (start + shared < parts.length && parts[start + shared] === names[shared]) shared += 1;
      if (best === null || shared > best.shared)
        best = { base: parts.slice(0, start).join('/'), package: part, shared };
    });
  }
  return best;
}

function absoluteImports(file: PythonFile): readonly (readonly string[])[] {
  const imports: (readonly string[])[] = [];
  visitStatements(file.module.body, (statement) => {
    if (statement.kind !== 'import' || statement.level > 0) return undefined;
    const modules = statement.module === null ? statement.names.map(({ name }) => name) : [statement.module];
    imports.push(...modules.map((module) => module.split('.')));
    return undefined;
  });
  return imports;
}
