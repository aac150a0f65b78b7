import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLedger,
  openProber,
  type Evidence,
  type Ledger,
  type ProbeError,
  type Prober,
  type RunOptions,
  type Sandbox,
} from '../../src/probe/index.ts';
import type { Target, Transport } from '../../src/transport/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import { value } from '../support/channels.ts';
import { noPrompts } from '../support/prompts.ts';

/** A prober on a real target with what tests look at. */
export interface Bench {
  readonly root: string;
  readonly prober: Prober;
  readonly transport: Transport;
  readonly ledger: Ledger;
  /** The evidence of a line; anything else fails the test. */
  readonly evidence: (line: string, options?: RunOptions) => Promise<Seen>;
  /** The error of a line; anything else fails the test. */
  readonly error: (line: string, options?: RunOptions) => Promise<ProbeError>;
  close(): void;
}

/** Evidence with its bytes as text. */
export interface Seen extends Evidence {
  readonly out: string;
  readonly err: string;
}

export interface BenchOptions {
  readonly sshConfigFile?: string;
  readonly homeFolder?: string;
  readonly sandbox?: Sandbox;
  readonly spares?: number;
}

/** A new temporary folder with these files. */
export function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-probe-'));
  // Another user's login has to get in.
  chmodSync(folder, 0o755);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Opens a prober below `root` on this machine, with another home if one is given. */
export function openLocal(root: string, homeFolder?: string): Promise<Bench> {
  return openBench({ kind: 'local', root }, homeFolder === undefined ? {} : { homeFolder });
}

/** Opens a prober on any target. `root` is removed by `close`. */
export async function openBench(
  target: Target,
  { sandbox, spares, ...options }: BenchOptions = {},
): Promise<Bench> {
  const store = mkdtempSync(join(tmpdir(), 'sonde-store-'));
  const connector = createConnector({ trustStoreFile: join(store, 'hosts'), ...options });
  const transport = value(await connector.connect(target, { prompts: noPrompts }));
  const ledger = createLedger();
  const prober = value(
    await openProber(transport, {
      ledger,
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(spares === undefined ? {} : { spares }),
    }),
  );
  return {
    root: target.root,
    prober,
    transport,
    ledger,
    async evidence(line, options) {
      const outcome = await prober.run(line, options);
      if (outcome.kind !== 'evidence') throw new Error(JSON.stringify(outcome));
      const { stdout, stderr } = outcome.evidence;
      return {
        ...outcome.evidence,
        out: Buffer.from(stdout).toString(),
        err: Buffer.from(stderr).toString(),
      };
    },
    async error(line, options) {
      const outcome = await prober.run(line, options);
      if (outcome.kind !== 'error') throw new Error(JSON.stringify(outcome));
      return outcome.error;
    },
    close() {
      prober.dispose();
      transport.dispose();
      rmSync(store, { recursive: true, force: true });
      rmSync(target.root, { recursive: true, force: true });
    },
  };
}
