import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type {
  ConnectPrompts,
  HostKeyQuestion,
  Target,
  Transport,
  TransportError,
} from '../../../../src/transport/index.ts';
import type { Result } from '../../../../src/base/index.ts';
import { createConnector, type ConnectorOptions } from '../../../../src/transport/node/index.ts';
import { collect, error, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { freePort, makeKey, startSshd, type Sshd, type SshdOptions } from '../../../support/sshd.ts';

const servers: Sshd[] = [];
const transports: Transport[] = [];

afterEach(async () => {
  for (const transport of transports.splice(0)) transport.dispose();
  for (const server of servers.splice(0)) await server.stop();
});

async function start(options: SshdOptions = {}): Promise<Sshd> {
  const server = await startSshd(options);
  servers.push(server);
  return server;
}

async function connect(
  server: Sshd,
  prompts: ConnectPrompts = noPrompts,
  options: Partial<ConnectorOptions> = {},
  target: Target = { kind: 'ssh', host: server.alias, root: '/' },
): Promise<Result<Transport, TransportError>> {
  const connector = createConnector({
    sshConfigFile: server.sshConfigFile,
    trustStoreFile: join(server.folder, 'store', 'trust'),
    ...options,
  });
  const result = await connector.connect(target, { prompts });
  if (result.ok) transports.push(result.value);
  return result;
}

/** The public key in a `.pub` file as known_hosts has it: type and base64. */
function publicKey(privateFile: string): string {
  return readFileSync(`${privateFile}.pub`, 'utf8').split(' ').slice(0, 2).join(' ');
}

function asking(answer: boolean): { prompts: ConnectPrompts; questions: HostKeyQuestion[] } {
  const questions: HostKeyQuestion[] = [];
  return {
    questions,
    prompts: {
      ...noPrompts,
      trustHostKey: (question) => {
        questions.push(question);
        return Promise.resolve(answer);
      },
    },
  };
}

describe('reaching a host', () => {
  test('by alias and by ssh URL', async () => {
    const server = await start();
    expect((await connect(server)).ok).toBe(true);
    const port = server.port;
    // The URL's host has no entry of its own: give it one.
    appendFileSync(
      server.sshConfigFile,
      `Host 127.0.0.1\n  IdentityFile ${server.identityFile}\n  IdentitiesOnly yes\n  UserKnownHostsFile ${server.knownHostsFile}\n`,
    );
    const target = { kind: 'ssh', host: '127.0.0.1', user: server.user, port, root: '/' } as const;
    const transport = value(await connect(server, noPrompts, {}, target));
    expect(transport.label).toBe(`${server.user}@127.0.0.1:${port}`);
    expect((await collect(value(await transport.exec(testCommand('echo here'))))).stdout.toString()).toBe(
      'here\n',
    );
  });

  test('that does not exist', async () => {
    const server = await start();
    const target = { kind: 'ssh', host: 'no-such-host.invalid', root: '/' } as const;
    expect(error(await connect(server, noPrompts, {}, target))).toEqual({
      code: 'unknown-host',
      host: 'no-such-host.invalid',
    });
  });

  test('that refuses the connection', async () => {
    const server = await start();
    const port = await freePort();
    const target = { kind: 'ssh', host: server.alias, port, root: '/' } as const;
    expect(error(await connect(server, noPrompts, {}, target))).toEqual({
      code: 'connection-refused',
      host: '127.0.0.1',
      port,
    });
  });

  test('that accepts and says nothing', async () => {
    const server = await start({ clientConfig: ['ConnectTimeout 1'] });
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const target = { kind: 'ssh', host: server.alias, port, root: '/' } as const;
    expect(error(await connect(server, noPrompts, {}, target))).toEqual({
      code: 'connect-timeout',
      host: '127.0.0.1',
      port,
      seconds: 1,
    });
    silent.close();
  });

  test('that speaks another protocol, or hangs up', async () => {
    const server = await start();
    for (const greeting of ['HTTP/1.0 400 Bad Request\r\n\r\n', '']) {
      const other = createServer((socket) => socket.on('error', () => undefined).end(greeting));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const target = { kind: 'ssh', host: server.alias, port, root: '/' } as const;
      expect(error(await connect(server, noPrompts, {}, target))).toMatchObject({
        code: 'unreachable',
        port,
      });
      other.close();
    }
  });

  test('can be cancelled before and while it goes on', async () => {
    const server = await start();
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const target = { kind: 'ssh', host: server.alias, port, root: '/' } as const;
    const connector = createConnector({ sshConfigFile: server.sshConfigFile, trustStoreFile: '/nowhere' });
    const abort = new AbortController();
    const connecting = connector.connect(target, { prompts: noPrompts, signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    expect(error(await connecting)).toEqual({ code: 'cancelled' });
    const again = connector.connect(target, { prompts: noPrompts, signal: abort.signal });
    expect(error(await again)).toEqual({ code: 'cancelled' });
    silent.close();
  });

  test('with a broken configuration names its file and line', async () => {
    const server = await start();
    const file = join(server.folder, 'broken');
    writeFileSync(file, 'Host box\n  HostNmae 127.0.0.1\n');
    expect(error(await connect(server, noPrompts, { sshConfigFile: file }))).toMatchObject({
      code: 'ssh-config',
      file,
      line: 2,
    });
    const missing = join(server.folder, 'none');
    expect(error(await connect(server, noPrompts, { sshConfigFile: missing }))).toMatchObject({
      code: 'ssh-config',
      file: missing,
    });
  });

  test('never takes an option for a host name', async () => {
    const server = await start();
    const target = { kind: 'ssh', host: `-oProxyCommand=touch ${server.folder}/pwned`, root: '/' } as const;
    expect(error(await connect(server, noPrompts, {}, target)).code).toBe('ssh-config');
    writeFileSync(join(server.folder, 'odd'), 'Host box\n  HostName -oProxyCommand=id\n');
    const odd = { sshConfigFile: join(server.folder, 'odd') };
    expect(error(await connect(server, noPrompts, odd)).code).toBe('ssh-config');
  });
});

describe('the host key', () => {
  test('that is unknown is asked for, and refused without a yes', async () => {
    const server = await start({ known: false });
    const { prompts, questions } = asking(false);
    const refused = error(await connect(server, prompts));
    expect(refused).toMatchObject({
      code: 'host-key-unknown',
      host: '127.0.0.1',
      port: server.port,
      keyType: 'ssh-ed25519',
      knownTypes: [],
    });
    expect(questions).toHaveLength(1);
    expect(questions[0]?.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    expect(server.log()).not.toContain('Accepted');
    expect(server.log()).not.toContain('Failed');
  });

  test('that is accepted goes to our own store, never to known_hosts', async () => {
    const server = await start({ known: false });
    const { prompts, questions } = asking(true);
    expect((await connect(server, prompts)).ok).toBe(true);
    expect((await connect(server, prompts)).ok).toBe(true);
    expect(questions).toHaveLength(1);
    expect(readFileSync(server.knownHostsFile, 'utf8')).toBe('');
    const [hostKey = ''] = server.hostKeyFiles;
    expect(readFileSync(join(server.folder, 'store', 'trust'), 'utf8')).toBe(
      `[127.0.0.1]:${server.port} ${publicKey(hostKey)}\n`,
    );
  });

  test('is accepted by its exact fingerprint only, without a question', async () => {
    const server = await start({ known: false });
    const { prompts, questions } = asking(true);
    const seen = error(await connect(server));
    const fingerprint = seen.code === 'host-key-unknown' ? seen.fingerprint : '';
    const wrong = await connect(server, prompts, { acceptHostKey: `${fingerprint.slice(0, -1)}x` });
    expect(error(wrong).code).toBe('host-key-unknown');
    expect((await connect(server, prompts, { acceptHostKey: fingerprint })).ok).toBe(true);
    expect(questions).toHaveLength(0);
  });

  test('that is unknown is refused where the configuration is strict', async () => {
    const server = await start({ known: false, clientConfig: ['StrictHostKeyChecking yes'] });
    const { prompts, questions } = asking(true);
    expect(error(await connect(server, prompts)).code).toBe('host-key-unknown');
    expect(questions).toHaveLength(0);
  });

  test('that has changed is refused, with file and line, before any login', async () => {
    const server = await start({ known: false });
    const other = makeKey(join(server.folder, 'other'), 'ed25519');
    writeFileSync(server.knownHostsFile, `# comment\n[127.0.0.1]:${server.port} ${publicKey(other)}\n`);
    const { prompts, questions } = asking(true);
    expect(error(await connect(server, prompts))).toMatchObject({
      code: 'host-key-changed',
      file: server.knownHostsFile,
      line: 2,
    });
    expect(questions).toHaveLength(0);
    expect(server.log()).not.toContain('Accepted');
  });

  test('that is revoked is refused, though it is known as well', async () => {
    const server = await start();
    const [hostKey = ''] = server.hostKeyFiles;
    appendFileSync(server.knownHostsFile, `@revoked * ${publicKey(hostKey)}\n`);
    expect(error(await connect(server))).toMatchObject({ code: 'host-key-revoked', line: 2 });
  });

  test('of a known type is asked for first, and another type is unknown, never changed', async () => {
    const server = await start({ hostKeys: ['ed25519', 'rsa'], known: false });
    const [ed25519 = '', rsa = ''] = server.hostKeyFiles;
    const name = `[127.0.0.1]:${server.port}`;
    writeFileSync(server.knownHostsFile, `${name} ${publicKey(rsa)}\n`);
    expect((await connect(server)).ok).toBe(true);
    const onlyOther = await start({ hostKeys: ['ecdsa'], known: false });
    const otherName = `[127.0.0.1]:${onlyOther.port}`;
    writeFileSync(onlyOther.knownHostsFile, `${otherName} ${publicKey(ed25519)}\n`);
    expect(error(await connect(onlyOther))).toMatchObject({
      code: 'host-key-unknown',
      keyType: 'ecdsa-sha2-nistp256',
      knownTypes: ['ssh-ed25519'],
    });
  });

  test('is looked up under HostKeyAlias, hashed names and bare names too', async () => {
    const server = await start({ known: false, clientConfig: ['HostKeyAlias the-box'] });
    const [hostKey = ''] = server.hostKeyFiles;
    writeFileSync(server.knownHostsFile, `the-box ${publicKey(hostKey)}\n`);
    expect((await connect(server)).ok).toBe(true);
    const bare = await start({ known: false });
    writeFileSync(bare.knownHostsFile, `127.0.0.1 ${publicKey(bare.hostKeyFiles[0] ?? '')}\n`);
    expect((await connect(bare)).ok).toBe(true);
  });

  test('of a host that only a certificate authority vouches for is named as unsupported', async () => {
    const server = await start({ known: false });
    const authority = makeKey(join(server.folder, 'authority'), 'ed25519');
    writeFileSync(server.knownHostsFile, `@cert-authority * ${publicKey(authority)}\n`);
    expect(error(await connect(server))).toEqual({
      code: 'unsupported',
      what: 'host-certificate',
      host: '127.0.0.1',
    });
  });

  test('needs an algorithm that ssh2 has', async () => {
    const server = await start({ clientConfig: ['HostKeyAlgorithms ssh-ed25519-cert-v01@openssh.com'] });
    expect(error(await connect(server))).toMatchObject({ code: 'unsupported', what: 'host-key-algorithm' });
  });
});
