import { Emitter, ok, type Result } from '../../../base/index.ts';
import type { Transport } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import { ChannelPool } from '../../pool/pool.ts';
import type { SshTarget } from '../../target.ts';
import { noFiles } from './files.ts';
import { LogPipes } from './log-pipes.ts';
import { logIn, type OpenSshContext, type OpenSshLogin } from './login.ts';
import { createSessionOpener } from './opener.ts';

/**
 * Connects to an ssh target with the system's `ssh`, one login for all that follows. `because` is what our own
 * client could not do, where it was tried first.
 */
export async function connectOpenSsh(
  target: SshTarget,
  context: OpenSshContext,
  because?: TransportError,
): Promise<Result<Transport, TransportError>> {
  const login = await logIn(target, context);
  if (!login.ok) return login;
  return ok(createTransport(target, login.value, context, because));
}

function createTransport(
  target: SshTarget,
  login: OpenSshLogin,
  context: OpenSshContext,
  because: TransportError | undefined,
): Transport {
  const { settings, master, files } = login;
  const { host, port, user } = settings;
  const { environment, sshProgram } = context.resolve;
  const disconnected = new Emitter<TransportError>();
  let connected = true;
  let detail = 'closed by the host';
  const lost = (): TransportError => ({ code: 'disconnected', host, detail });
  const pipes = new LogPipes(files.folder);
  const opener = createSessionOpener(
    {
      program: sshProgram ?? 'ssh',
      control: files.control,
      host: target.host,
      environment: { PATH: environment['PATH'], HOME: environment['HOME'] },
    },
    pipes,
    // A link that fails is noticed before: then its loss is told, not that a session was not granted.
    { ...settings, connectSeconds: Math.max(settings.connectSeconds, 15) },
    { connected: () => connected, lost },
  );
  const pool = new ChannelPool(opener);
  const end = (): void => {
    if (!connected) return;
    connected = false;
    const error = lost();
    pool.end(error);
    opener.endAll();
    pipes.dispose();
    login.end();
    disconnected.fire(error);
    disconnected.dispose();
  };
  void master.ended.then(() => {
    if (connected) detail = lastLine(master.said()) ?? detail;
    end();
  });
  return {
    target,
    ...(because === undefined ? {} : { because }),
    label: `${user}@${host.includes(':') ? `[${host}]` : host}:${port}`,
    get connected() {
      return connected;
    },
    onDidDisconnect: disconnected.event,
    onDidSend: pool.onDidSend,
    files: noFiles(host),
    exec: (command, options) => pool.exec(command, options),
    prepare: (command, spares, options) => pool.prepare(command, spares, options),
    dispose() {
      detail = 'closed';
      disconnected.dispose();
      end();
    },
  };
}

function lastLine(text: string): string | undefined {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .at(-1);
}
