import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createLedger,
  openProber,
  type Ledger,
  type ProbeOutcome,
  type Prober,
} from '../../../src/probe/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import type { Transport, TransportError } from '../../../src/transport/index.ts';
import { value } from '../../support/channels.ts';
import { openLink, type Link } from '../../support/link.ts';
import { eventually } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../support/sshd.ts';
import { asUser, makeTestUser, type TestUser } from '../../support/users.ts';

/** A host with a project of known text, and a link to it that can fail. */
export interface FaultyHost {
  readonly sshd: Sshd;
  readonly link: Link;
  readonly user: TestUser;
  /** The folder that probes start in; `numbers.txt` holds the lines `line 1` to `line 5000`. */
  readonly root: string;
  readonly connect: (options?: FaultOptions) => Promise<Connected>;
  stop(): Promise<void>;
}

export interface FaultOptions {
  readonly transport?: 'ssh2' | 'openssh';
  /** Shells that wait; 0 has every script sent with its session. */
  readonly spares?: number;
  /** Another configuration of the client. */
  readonly sshConfigFile?: string;
  /** Not over the link. */
  readonly direct?: boolean;
}

export interface Connected {
  readonly transport: Transport;
  readonly prober: Prober;
  readonly ledger: Ledger;
  /** Settles with the milliseconds from this call to the end of the connection, and why it ended. */
  readonly noticed: () => Promise<{ readonly ms: number; readonly error: TransportError }>;
  readonly close: () => void;
}

/** Starts a host; needs root. */
export async function startFaultyHost(options: SshdOptions = {}): Promise<FaultyHost> {
  const user = makeTestUser();
  const sshd = await startSshd({ ...asUser(user), ...options });
  const link = await openLink(sshd.port);
  const known = readFileSync(sshd.knownHostsFile, 'utf8');
  writeFileSync(sshd.knownHostsFile, known + known.replaceAll(`:${sshd.port}`, `:${link.port}`));
  const root = join(sshd.folder, 'project');
  mkdirSync(root);
  writeFileSync(
    join(root, 'numbers.txt'),
    Array.from({ length: 5000 }, (_, at) => `line ${at + 1}\n`).join(''),
  );
  execFileSync('chown', ['-R', user.name, root]);
  chmodSync(root, 0o755);
  const open: Connected[] = [];
  return {
    sshd,
    link,
    user,
    root,
    connect: async ({ transport: choice = 'ssh2', spares, sshConfigFile, direct = false } = {}) => {
      const connector = createConnector({
        sshConfigFile: sshConfigFile ?? sshd.sshConfigFile,
        trustStoreFile: join(sshd.folder, 'trust'),
        transport: choice,
      });
      const port = direct ? {} : { port: link.port };
      const target = { kind: 'ssh', host: sshd.alias, ...port, root } as const;
      const transport = value(await connector.connect(target, { prompts: noPrompts }));
      const ledger = createLedger();
      const prober = value(
        await openProber(transport, { ledger, ...(spares === undefined ? {} : { spares }) }),
      );
      const connected: Connected = {
        transport,
        prober,
        ledger,
        noticed: () => {
          const start = performance.now();
          return new Promise((resolve) =>
            transport.onDidDisconnect((error) => resolve({ ms: performance.now() - start, error })),
          );
        },
        close: () => {
          prober.dispose();
          transport.dispose();
        },
      };
      open.push(connected);
      return connected;
    },
    stop: async () => {
      for (const each of open) each.close();
      await link.close();
      await sshd.stop();
      user.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What the user's processes run, those of the server left out. */
export function commandsOf(user: TestUser): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'user:64=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, owner = '', state = '', command = ''] = /^(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return owner === user.name && !state.startsWith('Z') && !command.startsWith('sshd:') ? [command] : [];
  });
}

/** Resolves once nothing of the user's runs on the host. */
export function clean(user: TestUser): Promise<void> {
  return eventually(() => {
    const left = commandsOf(user);
    if (left.length > 0) throw new Error(`left on the host: ${left.join('; ')}`);
  });
}

/** Resolves once a command whose text holds `part` runs on the host. */
export function running(user: TestUser, part: string): Promise<void> {
  return eventually(() => {
    if (!commandsOf(user).some((command) => command.includes(part))) throw new Error(`${part} does not run`);
  });
}

/**
 * Sends a signal to the server's processes of its connections, not to what they have started. Each connection has one
 * of root's and below it one of the user's. What that one forks is a server by its name only until it becomes the
 * login shell: killed then, it would leave the idle timer of a shell that waits, as anybody's kill -9 of it does.
 */
export function signalSessions(sshd: Sshd, signal: NodeJS.Signals): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const servers = lines.flatMap((line) => {
    const [, id, parent] = /^\s*(\d+)\s+(\d+)\s+sshd: /.exec(line) ?? [];
    return id === undefined ? [] : [{ id: Number(id), parent: Number(parent) }];
  });
  const below = (parents: readonly number[]): readonly number[] =>
    servers.filter(({ parent }) => parents.includes(parent)).map(({ id }) => id);
  const privileged = below([sshd.pid]);
  const sessions = [...privileged, ...below(privileged)];
  for (const id of sessions) {
    try {
      process.kill(id, signal);
    } catch {
      // It ended by itself.
    }
  }
  return sessions.length;
}

/** How many outcomes there are of each kind; an error counts under its code. */
export function tally(outcomes: readonly ProbeOutcome[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const name = outcome.kind === 'error' ? outcome.error.code : outcome.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Watches the memory of this process: `most` is the highest resident size over that at the start, in MB. */
export function watchMemory(): { readonly most: () => number; readonly end: () => void } {
  const idle = process.memoryUsage.rss();
  let most = idle;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 20);
  return {
    most: () => {
      look();
      return (most - idle) / 1e6;
    },
    end: () => clearInterval(timer),
  };
}

/** A line that looks at many files and finds nothing, in about so many passes over them. */
export function longLine(mark: string, passes = 30): string {
  return `grep -rn ${mark} ${'/usr/lib /usr/share '.repeat(passes)}`.trim();
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
