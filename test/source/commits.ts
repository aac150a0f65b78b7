import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedger, openProber, type Prober } from '../../src/probe/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';

/** A repository whose folder `app` is the root of a target on this machine. */
export interface CommitProject {
  /** The top of the repository. */
  readonly folder: string;
  readonly root: string;
  readonly prober: Prober;
  dispose(): void;
}

/** `fill` writes files below the root; what it is handed commits them and gives the commit's name. */
export async function createProbeRoot(
  fill: (root: string, commit: (message: string) => string) => void,
): Promise<CommitProject> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-commits-'));
  const root = join(folder, 'app');
  mkdirSync(root);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      encoding: 'utf8',
    });
  git('init', '-q');
  fill(root, (message) => {
    git('add', '-A');
    git('commit', '-q', '-m', message);
    return git('rev-parse', 'HEAD').trim();
  });
  const connector = createConnector({ trustStoreFile: join(folder, 'trusted') });
  const prompts = { trustHostKey: () => Promise.resolve(false), secret: () => Promise.resolve(undefined) };
  const transport = await connector.connect({ kind: 'local', root }, { prompts });
  if (!transport.ok) throw new Error(JSON.stringify(transport.error));
  const prober = await openProber(transport.value, { ledger: createLedger() });
  if (!prober.ok) throw new Error(JSON.stringify(prober.error));
  return {
    folder,
    root,
    prober: prober.value,
    dispose() {
      prober.value.dispose();
      transport.value.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
