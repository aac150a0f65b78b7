import { ok } from '../../base/index.ts';
import type { SourceFile, SourceTree } from '../../source/index.ts';
import { redact, type FoundSecret } from './redact.ts';

/** A file whose secrets are replaced, line by line, and what they were. */
export interface RedactedFile {
  readonly file: SourceFile;
  readonly found: readonly FoundSecret[];
}

/** The file with a mark for each secret; `sha256` and `size` stay those of the file on the host. */
export function redactFile(file: SourceFile): RedactedFile {
  const { bytes, found } = redact(file.bytes);
  if (found.length === 0) return { file, found };
  return { file: { ...file, bytes, text: new TextDecoder('utf-8').decode(bytes) }, found };
}

/** The tree whose files are redacted as they are read: what a redacted excerpt is compared with. */
export function redactingTree(tree: SourceTree): SourceTree {
  return {
    get root() {
      return tree.root;
    },
    get cost() {
      return tree.cost;
    },
    list: (folder, signal) => tree.list(folder, signal),
    search: (query, signal) => tree.search(query, signal),
    async read(path, signal) {
      const read = await tree.read(path, signal);
      return read.ok ? ok(redactFile(read.value).file) : read;
    },
  };
}
