import { ok, silentLogger, type Disposable, type Logger, type Result } from '../../../base/index.ts';
import type { Transport } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { SshTarget } from '../../target.ts';
import { findShell, type Environment } from '../shell.ts';
import { connectMemory } from '../ssh/memory.ts';
import { makeCopy, type DemoHistory } from './copy.ts';
import type { DemoError } from '../../errors.ts';
import { makeMemoryKey } from './keys.ts';
import { demoUser } from './login.ts';
import { startServer } from './server.ts';
import { writeServeFiles, type Serving } from './serve.ts';

export interface DemoHostOptions {
  /** The demo project, which is copied. */
  readonly projectFolder: string;
  /** Its git history as a fast-import stream. */
  readonly historyFile: string;
  /** Our own constant commands: nothing else is executed. */
  readonly launchers: readonly string[];
  /** Takes the write permission from the copy. */
  readonly protect?: boolean;
  readonly environment?: Environment;
  readonly logger?: Logger;
}

/** A host of our own on loopback, for the demo: a real ssh server over a copy of the demo project. */
export interface DemoHost extends Disposable {
  /** The project's copy; gone after `dispose`, with the keys and what still runs. */
  readonly target: SshTarget & { readonly user: string; readonly port: number };
  readonly history: DemoHistory;
  /** Connects with the real client; the keys stay in memory. */
  connect(signal?: AbortSignal): Promise<Result<Transport, TransportError>>;
  /** Lets other clients in: writes key files below `folder`, which go with `dispose`. */
  sshConfigSnippet(folder: string): Serving;
}

/** Starts the demo's host. `no-shell` where the machine has no POSIX shell. */
export async function startDemoHost(options: DemoHostOptions): Promise<Result<DemoHost, DemoError>> {
  const environment = options.environment ?? process.env;
  const logger = options.logger ?? silentLogger;
  const shell = findShell(environment, process.platform);
  if (!shell.ok) return shell;
  const copy = await makeCopy({ ...options, protect: options.protect ?? false, environment, logger });
  if (!copy.ok) return copy;
  const { home, root, history } = copy.value;
  const account = { shell: shell.value, home, logger, environment: accountEnvironment(home, environment) };
  const hostKey = makeMemoryKey();
  const clientKey = makeMemoryKey();
  const server = await startServer({ account, hostKey, clientKey, launchers: options.launchers });
  if (!server.ok) {
    copy.value.remove();
    return server;
  }
  const { port } = server.value;
  const target = { kind: 'ssh', host: '127.0.0.1', port, user: demoUser, root } as const;
  const servings: Serving[] = [];
  return ok({
    target,
    history,
    connect: (signal) => connectMemory({ target, hostKey: hostKey.publicKey, identity: clientKey.privateText, logger, signal }),
    sshConfigSnippet: (folder) => {
      const serving = writeServeFiles({ folder, port, hostKey, clientKey });
      servings.push(serving);
      return serving;
    },
    dispose: () => {
      server.value.stop();
      for (const serving of servings.splice(0)) serving.dispose();
      copy.value.remove();
    },
  });
}

/** What a login would set; on Windows the shell needs more to run at all. */
function accountEnvironment(home: string, environment: Environment): Environment {
  const own = { HOME: home, USER: demoUser, LOGNAME: demoUser, PATH: '/usr/local/bin:/usr/bin:/bin' };
  return process.platform === 'win32' ? { ...environment, HOME: home } : own;
}
