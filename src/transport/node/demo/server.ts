import { createServer, type Socket } from 'node:net';
import { Server, type Connection, type Session } from 'ssh2';
import { err, ok, type Result } from '../../../base/index.ts';
import type { DemoError } from '../../errors.ts';
import { runCommand, type DemoAccount } from './exec.ts';
import type { MemoryKey } from './keys.ts';
import { judgeLogin } from './login.ts';
import { serveSftp } from './sftp.ts';

export interface ServerOptions {
  readonly account: DemoAccount;
  readonly hostKey: MemoryKey;
  readonly clientKey: MemoryKey;
  /** The commands that may be executed, each to the letter. */
  readonly launchers: readonly string[];
}

export interface DemoServer {
  readonly port: number;
  /** Ends connections and their commands, and stops listening. */
  stop(): void;
}

/** Sessions that one connection may have at once, as in sshd. */
const sessionLimit = 10;

/**
 * An ssh server on a free port of 127.0.0.1. It grants sessions for one of `launchers` or for SFTP; what
 * else a client may ask for (shell, terminal, environment, signals, agent, X11, forwarding either way) has
 * no listener, and ssh2 refuses what nobody listens to.
 */
export async function startServer(options: ServerOptions): Promise<Result<DemoServer, DemoError>> {
  const sockets = new Set<Socket>();
  const running = new Set<() => void>();
  const config = { hostKeys: [options.hostKey.privateText], ident: 'SondeDemo' };
  const ssh = new Server(config, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => judgeLogin(context, options.clientKey.publicKey));
    connection.on('ready', () => serveSessions(connection, options, running));
  });
  // Sockets of our own, because ssh2's are subject to Nagle's delay.
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    ssh.injectSocket(socket);
  });
  return new Promise((resolve) => {
    listener.on('error', (error) => resolve(err({ code: 'demo-port', detail: error.message })));
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      if (address === null || typeof address === 'string') return;
      resolve(
        ok({
          port: address.port,
          stop: () => {
            for (const end of running) end();
            for (const socket of sockets) socket.destroy();
            listener.close();
          },
        }),
      );
    });
  });
}

function serveSessions(connection: Connection, options: ServerOptions, running: Set<() => void>): void {
  let open = 0;
  connection.on('session', (accept, reject) => {
    if (open >= sessionLimit) {
      reject();
      return;
    }
    open += 1;
    const session = accept();
    session.on('close', () => {
      open -= 1;
    });
    serveSession(session, options, running);
  });
}

function serveSession(session: Session, options: ServerOptions, running: Set<() => void>): void {
  session.on('exec', (accept, reject, { command }) => {
    if (!options.launchers.includes(command)) {
      reject();
      return;
    }
    const channel = accept();
    const end = runCommand(channel, command, options.account);
    running.add(end);
    channel.on('close', () => running.delete(end));
  });
  session.on('sftp', (accept) => {
    serveSftp(accept(), options.account.home);
  });
}
