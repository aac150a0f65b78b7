import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, utils, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeMemoryKey } from '../../../../src/transport/node/demo/keys.ts';
import { startDemoHost, type DemoHost, type Serving } from '../../../../src/transport/node/index.ts';
import { value } from '../../../support/channels.ts';
import { demoProject, type DemoProject } from '../../../support/demo-project.ts';

/** Shows a variable that a client may try to set. */
const revealing = 'echo "[$SONDE_TEST]"';
const launcher = "exec /usr/bin/env -i /bin/sh -c 'echo ours'";

let project: DemoProject;
let host: DemoHost;
let folder: string;
let serving: Serving;
let privateKey: string;

beforeAll(async () => {
  project = demoProject();
  host = value(await startDemoHost({ ...project, launchers: [launcher, revealing] }));
  folder = mkdtempSync(join(tmpdir(), 'sonde-serve-'));
  serving = host.sshConfigSnippet(folder);
  privateKey = readFileSync(serving.identityFile, 'utf8');
});
afterAll(() => {
  host.dispose();
  rmSync(folder, { recursive: true });
  rmSync(project.folder, { recursive: true });
});

/** A bare ssh2 client: true once it is in, else the error. */
function login(client: Client, config: ConnectConfig): Promise<true | Error> {
  return new Promise((resolve) => {
    client.on('error', resolve);
    client.on('ready', () => resolve(true));
    client.connect({ host: '127.0.0.1', port: host.target.port, username: 'demo', ...config });
  });
}

describe('a login', () => {
  const refused = async (config: ConnectConfig): Promise<void> => {
    const client = new Client();
    expect(await login(client, config)).toBeInstanceOf(Error);
    client.end();
  };

  test('with another key is refused', () =>
    refused({ privateKey: makeMemoryKey().privateText }));
  test('with another type of key is refused', () =>
    refused({ privateKey: utils.generateKeyPairSync('ecdsa', { bits: 256 }).private }));
  test('as another user is refused', () => refused({ privateKey, username: 'root' }));
  test('with a password is refused', () => refused({ password: 'demo' }));
  test('with an empty password is refused', () => refused({ password: '' }));
  test('without anything is refused', () => refused({ authHandler: ['none'] }));
  test('at the keyboard is refused', () => {
    const config = { tryKeyboard: true, authHandler: ['keyboard-interactive' as const] };
    return refused(config);
  });

  test('needs the signature, not only the public key', async () => {
    const client = new Client();
    const pair = utils.parseKey(privateKey);
    if (pair instanceof Error) throw pair;
    const forged = utils.parseKey(makeMemoryKey().privateText);
    if (forged instanceof Error) throw forged;
    // The right public key with a signature of another key.
    const key = Object.assign(Object.create(pair) as typeof pair, { sign: forged.sign.bind(forged) });
    expect(await login(client, { authHandler: [{ type: 'publickey', username: 'demo', key }] as never })).toBeInstanceOf(
      Error,
    );
    client.end();
  });

  test('of something that is not ssh does no harm', async () => {
    const socket = connectTcp(host.target.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await new Promise((resolve) => socket.on('close', resolve).resume());
    const client = new Client();
    expect(await login(client, { privateKey })).toBe(true);
    client.end();
  });
});

describe('after the login', () => {
  let client: Client;

  beforeEach(async () => {
    client = new Client();
    expect(await login(client, { privateKey })).toBe(true);
  });
  afterEach(() => client.end());

  /** The error of a request; undefined when it was granted. */
  const attempt = (start: (done: (error?: Error | null) => void) => void): Promise<Error | undefined> =>
    new Promise((resolve) => start((error) => resolve(error ?? undefined)));

  test('our own command is granted', async () => {
    expect(await attempt((done) => client.exec(launcher, done))).toBeUndefined();
  });

  const others = ['id', '', `${launcher} `, ` ${launcher}`, `${launcher}; id`, launcher.slice(0, -1), 'scp -f x'];
  test.each(others)('the command "%s" is refused', async (command) => {
    expect(await attempt((done) => client.exec(command, done))).toBeInstanceOf(Error);
  });

  test('a shell is refused, with and without a terminal', async () => {
    expect(await attempt((done) => client.shell(false, done))).toBeInstanceOf(Error);
    expect(await attempt((done) => client.shell(done))).toBeInstanceOf(Error);
  });

  test('a terminal is refused', async () => {
    expect(await attempt((done) => client.exec(launcher, { pty: true }, done))).toBeInstanceOf(Error);
  });

  test('the environment is not taken over', async () => {
    const env = { SONDE_TEST: 'set by the client' };
    const output = await new Promise<string>((resolve, reject) => {
      client.exec(revealing, { env }, (error, channel) => {
        // ssh2 asks for each variable without waiting for an answer.
        if (error !== undefined) {
          reject(error);
          return;
        }
        let text = '';
        channel.on('data', (chunk: Buffer) => (text += chunk.toString()));
        channel.on('close', () => resolve(text));
      });
    });
    expect(output).toBe('[]\n');
  });

  test('graphics and other subsystems are refused', async () => {
    expect(await attempt((done) => client.exec(launcher, { x11: true }, done))).toBeInstanceOf(Error);
    expect(await attempt((done) => client.subsys('netconf', done))).toBeInstanceOf(Error);
  });

  test('forwarding is refused, both ways, TCP and sockets', async () => {
    const { port } = host.target;
    expect(
      await attempt((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', port, done)),
    ).toBeInstanceOf(Error);
    expect(await attempt((done) => client.forwardIn('127.0.0.1', 0, done))).toBeInstanceOf(Error);
    expect(
      await attempt((done) => client.openssh_forwardOutStreamLocal('/tmp/none', done)),
    ).toBeInstanceOf(Error);
    expect(
      await attempt((done) => client.openssh_forwardInStreamLocal('/tmp/none', done)),
    ).toBeInstanceOf(Error);
  });
});

describe('over SFTP', () => {
  let client: Client;
  let sftp: SFTPWrapper;

  beforeEach(async () => {
    client = new Client();
    expect(await login(client, { privateKey })).toBe(true);
    sftp = await new Promise((resolve, reject) => {
      client.sftp((error, wrapper) => {
        if (error === undefined) resolve(wrapper);
        else reject(error);
      });
    });
  });
  afterEach(() => client.end());

  type Done = (error?: Error | null) => void;
  const changes: readonly (readonly [string, (file: string, done: Done) => void])[] = [
    ['open for writing', (file, done) => sftp.open(file, 'w', done)],
    ['open for appending', (file, done) => sftp.open(file, 'a', done)],
    ['open for reading and writing', (file, done) => sftp.open(file, 'r+', done)],
    ['open to create', (file, done) => sftp.open(`${file}.new`, 'wx', done)],
    ['mkdir', (file, done) => sftp.mkdir(`${file}.d`, done)],
    ['rmdir', (file, done) => sftp.rmdir(`${file}/../sub`, done)],
    ['remove', (file, done) => sftp.unlink(file, done)],
    ['rename', (file, done) => sftp.rename(file, `${file}.2`, done)],
    ['rename over', (file, done) => sftp.ext_openssh_rename(file, `${file}.2`, done)],
    ['link', (file, done) => sftp.symlink(file, `${file}.2`, done)],
    ['chmod', (file, done) => sftp.chmod(file, 0o777, done)],
    ['chown', (file, done) => sftp.chown(file, 0, 0, done)],
    ['utimes', (file, done) => sftp.utimes(file, 1, 1, done)],
    ['setstat', (file, done) => sftp.setstat(file, { size: 0 }, done)],
  ];

  test.each(changes)('%s is refused', async (_name, change) => {
    const file = `${host.target.root}/app.py`;
    const result = await new Promise<Error | undefined>((resolve) => {
      try {
        change(file, (error) => resolve(error ?? undefined));
      } catch (error) {
        // An extension that the server does not announce is not even asked for.
        resolve(error instanceof Error ? error : new Error(String(error)));
      }
    });
    expect(result).toBeInstanceOf(Error);
    expect(readFileSync(file, 'utf8')).toBe('status = 1\n');
  });

  test('a write through a handle that was opened for reading is refused', async () => {
    const file = `${host.target.root}/app.py`;
    const handle = await new Promise<Buffer>((resolve, reject) => {
      sftp.open(file, 'r', (error, opened) => {
        if (error === undefined) resolve(opened);
        else reject(error);
      });
    });
    const written = await new Promise<Error | null | undefined>((resolve) => {
      sftp.write(handle, Buffer.from('x'), 0, 1, 0, resolve);
    });
    expect(written).toBeInstanceOf(Error);
    const changed = await new Promise<Error | null | undefined>((resolve) => {
      sftp.fchmod(handle, 0o777, resolve);
    });
    expect(changed).toBeInstanceOf(Error);
    expect(readFileSync(file, 'utf8')).toBe('status = 1\n');
  });
});
