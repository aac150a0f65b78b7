import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openProber, type Ledger, type Prober, createLedger } from '../../src/probe/index.ts';
import { createSourceTree, type SourceTree, type SourceTreeOptions } from '../../src/source/index.ts';
import type { Transport } from '../../src/transport/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';

/** A temporary folder with files, opened with the machine's own shell and grep. */
export interface LocalProject {
  /** Holds `root`, and what tests put beside it. */
  readonly folder: string;
  readonly root: string;
  readonly transport: Transport;
  readonly prober: Prober;
  readonly ledger: Ledger;
  tree(options?: Partial<SourceTreeOptions>): SourceTree;
  dispose(): void;
}

export async function openProject(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<LocalProject> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-source-'));
  const root = join(folder, 'root');
  mkdirSync(root);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const connector = createConnector({ trustStoreFile: join(folder, 'trusted') });
  const prompts = { trustHostKey: () => Promise.resolve(false), secret: () => Promise.resolve(undefined) };
  const transport = await connector.connect({ kind: 'local', root }, { prompts });
  if (!transport.ok) throw new Error(JSON.stringify(transport.error));
  const ledger = createLedger();
  const prober = await openProber(transport.value, { ledger });
  if (!prober.ok) throw new Error(JSON.stringify(prober.error));
  return {
    folder,
    root,
    transport: transport.value,
    prober: prober.value,
    ledger,
    tree: (options = {}) =>
      createSourceTree({ transport: transport.value, prober: prober.value, root, ...options }),
    dispose() {
      prober.value.dispose();
      transport.value.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a named pipe. */
export function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
}
