import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRunTarget, type RunTarget } from '../../src/investigation/index.ts';
import { openProber } from '../../src/probe/index.ts';
import { createProgram, createSourceTree } from '../../src/source/index.ts';
import { createPythonParser } from '../../src/syntax/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';

const require = createRequire(import.meta.url);

/** A local folder as a target, with the machine's own shell, grep, sed and git. */
export interface LocalTarget {
  readonly target: RunTarget;
  dispose(): Promise<void>;
}

export async function openLocal(root: string): Promise<LocalTarget> {
  const own = await mkdtemp(path.join(tmpdir(), 'sonde-investigation-'));
  const connector = createConnector({ trustStoreFile: path.join(own, 'trusted') });
  const prompts = {
    trustHostKey: () => Promise.resolve(false),
    secret: () => Promise.resolve(undefined),
  };
  const transport = await connector.connect({ kind: 'local', root }, { prompts });
  if (!transport.ok) throw new Error(JSON.stringify(transport.error));
  const prober = await openProber(transport.value, {});
  if (!prober.ok) throw new Error(JSON.stringify(prober.error));
  const parser = await createPythonParser({
    runtime: await readFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: await readFile(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
  });
  const tree = createSourceTree({ transport: transport.value, prober: prober.value, root });
  const program = createProgram({ tree, parser });
  const target = await createRunTarget({ prober: prober.value, tree, program, parser });
  return {
    target,
    async dispose() {
      prober.value.dispose();
      transport.value.dispose();
      await rm(own, { recursive: true, force: true });
    },
  };
}
