import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProber } from '../../src/probe/index.ts';
import {
  createProgram,
  createSourceTree,
  type PythonProgram,
  type SourceTree,
} from '../../src/source/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import { openCorpus } from '../support/corpus.ts';
import { loadPythonParser } from '../support/python.ts';
import { digests } from './truth/index.ts';

/** Where Debian puts Python's standard library, by release. */
const PYTHON = '/usr/lib/python3.11';

/**
 * The folder of a corpus. `debian-python3` is the machine's own standard library, and only where its files are
 * those that the truth was read in; null where they are not.
 */
export async function corpusFolder(name: string): Promise<string | null> {
  if (name !== 'debian-python3') return openCorpus(name);
  const same = Object.entries(digests).every(([file, digest]) => {
    const path = join(PYTHON, file);
    return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === digest;
  });
  return same ? PYTHON : null;
}

/** A folder as a target without a host: the local shell, grep and file system, through the same policy. */
export interface OpenedCorpus {
  readonly root: string;
  readonly tree: SourceTree;
  readonly program: PythonProgram;
  dispose(): void;
}

export async function openFolder(root: string): Promise<OpenedCorpus> {
  const scratch = mkdtempSync(join(tmpdir(), 'sonde-evaluate-'));
  const connector = createConnector({ trustStoreFile: join(scratch, 'trusted') });
  const prompts = { trustHostKey: () => Promise.resolve(false), secret: () => Promise.resolve(undefined) };
  const transport = await connector.connect({ kind: 'local', root }, { prompts });
  if (!transport.ok) throw new Error(JSON.stringify(transport.error));
  const prober = await openProber(transport.value, {});
  if (!prober.ok) throw new Error(JSON.stringify(prober.error));
  const tree = createSourceTree({ transport: transport.value, prober: prober.value, root });
  return {
    root,
    tree,
    program: createProgram({ tree, parser: await loadPythonParser() }),
    dispose() {
      prober.value.dispose();
      transport.value.dispose();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
