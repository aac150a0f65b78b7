import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export type HostKeyType = 'ed25519' | 'ecdsa' | 'rsa';

export interface SshdOptions {
  /** Who logs in; default: who runs the tests. Another user (see `makeTestUser`) needs root. */
  readonly user?: string;
  /** Sessions a connection may have at once; default OpenSSH's 10. */
  readonly maxSessions?: number;
  readonly forceCommand?: string;
  /** Default false. With it the user needs a password, see `makeTestUser`. */
  readonly passwordAuthentication?: boolean;
  /** Whether the host offers the sftp subsystem; default true. */
  readonly sftp?: boolean;
  /** Further lines of sshd_config; they come first, and the first value of a keyword counts. */
  readonly config?: readonly string[];
  /** Default only ed25519. */
  readonly hostKeys?: readonly HostKeyType[];
  /** Name in the client configuration; default `box`. */
  readonly alias?: string;
  /** Further lines of the alias in the client configuration; they come first. */
  readonly clientConfig?: readonly string[];
  /** Whether the known_hosts file holds the host's keys; default true. */
  readonly known?: boolean;
  /** A command that runs the server, given behind it; it must become the server, with `exec`. */
  readonly within?: readonly string[];
  /** A port to listen on, to come back after a stop; default a free one. */
  readonly port?: number;
  /** Another name of the server's program, absolute: PAM is asked by it. */
  readonly program?: string;
}

/** A real OpenSSH server on loopback, with a client configuration that reaches it. */
export interface Sshd {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly user: string;
  readonly alias: string;
  /** The folder of its files, removed by `stop`; others may be put there. */
  readonly folder: string;
  /** The private key that may log in, without passphrase. */
  readonly identityFile: string;
  readonly knownHostsFile: string;
  /** For `ssh -F`. */
  readonly sshConfigFile: string;
  /** The private host keys, in the order of `hostKeys`; `.pub` beside each. */
  readonly hostKeyFiles: readonly string[];
  readonly pid: number;
  /** What the server has logged so far, at level VERBOSE. */
  log(): string;
  /** Commands that were started so far, subsystems not counted. */
  commandsStarted(): number;
  /** Lets the owner of a public key log in too. */
  authorize(publicKeyFile: string): void;
  /** Ids of the server and of every process below it. */
  processes(): readonly number[];
  /** Ends the server and its sessions, and removes the folder. */
  stop(): Promise<void>;
}

const server = '/usr/sbin/sshd';

/** Starts a server; it accepts logins when the promise resolves. Rejects with the server's own words. */
export async function startSshd(options: SshdOptions = {}): Promise<Sshd> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(options);
    } catch (failure) {
      // Another test may have been given the same free port before the server could take it.
      const isTaken = failure instanceof Error && failure.message.includes('Address already in use');
      if (!isTaken || tries === 5) throw failure;
    }
  }
}

async function startOnce(options: SshdOptions): Promise<Sshd> {
  if (!existsSync(server)) throw new Error(`${server} is missing: apt-get install openssh-server`);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(join(tmpdir(), 'sonde-sshd-'));
  chmodSync(folder, 0o755);
  const hostKeyFiles = (options.hostKeys ?? ['ed25519']).map((type) =>
    makeKey(join(folder, `host_${type}`), type),
  );
  const identityFile = makeKey(join(folder, 'id_client'), 'ed25519');
  const authorizedKeys = join(folder, 'authorized_keys');
  writeFileSync(authorizedKeys, readFileSync(`${identityFile}.pub`), { mode: 0o644 });
  const port = options.port ?? (await freePort());
  const configFile = join(folder, 'sshd_config');
  writeFileSync(configFile, serverConfig(options, port, folder, hostKeyFiles, authorizedKeys));
  const [program, ...args] = [...(options.within ?? []), server, '-D', '-e', '-f', configFile];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString('utf8')));
  await listening(child, port, log);
  const user = options.user ?? userInfo().username;
  const client = writeClientFiles(options, { folder, port, user, identityFile, hostKeyFiles });
  const pid = child.pid ?? 0;
  return {
    host: '127.0.0.1',
    port,
    user,
    folder,
    identityFile,
    hostKeyFiles,
    pid,
    ...client,
    log: () => log.join(''),
    commandsStarted: () => log.join('').split('Starting session: command').length - 1,
    authorize: (publicKeyFile) => appendFileSync(authorizedKeys, readFileSync(publicKeyFile)),
    processes: () => [pid, ...descendants(pid)],
    stop: () => stop(child, folder),
  };
}

/** Makes a key pair `file` and `file.pub` with ssh-keygen and returns `file`. */
export function makeKey(file: string, type: HostKeyType, passphrase = ''): string {
  const bits = type === 'rsa' ? ['-b', '2048'] : [];
  execFileSync('ssh-keygen', ['-q', '-t', type, ...bits, '-N', passphrase, '-C', 'test', '-f', file]);
  return file;
}

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Ids of all processes below `pid`. */
export function descendants(pid: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [id = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((id) => [id, ...below(id)]);
  return below(pid);
}

function serverConfig(
  options: SshdOptions,
  port: number,
  folder: string,
  hostKeyFiles: readonly string[],
  authorizedKeys: string,
): string {
  return [
    ...(options.config ?? []),
    ...(options.maxSessions === undefined ? [] : [`MaxSessions ${options.maxSessions}`]),
    ...(options.forceCommand === undefined ? [] : [`ForceCommand ${options.forceCommand}`]),
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    ...hostKeyFiles.map((file) => `HostKey ${file}`),
    `AuthorizedKeysFile ${authorizedKeys}`,
    `PidFile ${join(folder, 'sshd.pid')}`,
    `PasswordAuthentication ${options.passwordAuthentication === true ? 'yes' : 'no'}`,
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    'StrictModes no',
    'UsePAM no',
    'UseDNS no',
    'PrintMotd no',
    'MaxStartups 100',
    'LogLevel VERBOSE',
    ...(options.sftp === false ? [] : ['Subsystem sftp internal-sftp']),
    '',
  ].join('\n');
}

interface ClientFiles {
  readonly folder: string;
  readonly port: number;
  readonly user: string;
  readonly identityFile: string;
  readonly hostKeyFiles: readonly string[];
}

function writeClientFiles(
  options: SshdOptions,
  files: ClientFiles,
): Pick<Sshd, 'alias' | 'knownHostsFile' | 'sshConfigFile'> {
  const alias = options.alias ?? 'box';
  const knownHostsFile = join(files.folder, 'known_hosts');
  const keys = files.hostKeyFiles.map((file) =>
    readFileSync(`${file}.pub`, 'utf8').split(' ').slice(0, 2).join(' '),
  );
  const known = keys.map((key) => `[127.0.0.1]:${files.port} ${key}\n`).join('');
  writeFileSync(knownHostsFile, options.known === false ? '' : known);
  const sshConfigFile = join(files.folder, 'ssh_config');
  const lines = [
    ...(options.clientConfig ?? []),
    'HostName 127.0.0.1',
    `Port ${files.port}`,
    `User ${files.user}`,
    `IdentityFile ${files.identityFile}`,
    'IdentitiesOnly yes',
    'IdentityAgent none',
    `UserKnownHostsFile ${knownHostsFile}`,
    'GlobalKnownHostsFile /dev/null',
  ];
  writeFileSync(sshConfigFile, `Host ${alias}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  return { alias, knownHostsFile, sshConfigFile };
}

async function listening(child: ChildProcess, port: number, log: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (child.exitCode !== null) {
      // Its last words may still be on their way.
      await new Promise((resolve) =>
        child.stderr?.closed === false ? child.once('close', resolve) : resolve(0),
      );
      throw new Error(`sshd ended: ${log.join('')}`);
    }
    if (log.join('').includes('Server listening') && (await accepts(port))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`sshd does not listen: ${log.join('')}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const running = child.exitCode === null && child.signalCode === null;
  const below = child.pid === undefined ? [] : descendants(child.pid);
  for (const id of child.pid === undefined ? [] : [child.pid, ...below]) kill(id);
  // The timers of waiting shells are nobody's children, and of the shells' groups.
  for (const id of below) kill(-id);
  if (running) await exited;
  rmSync(folder, { recursive: true, force: true });
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGCONT');
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
