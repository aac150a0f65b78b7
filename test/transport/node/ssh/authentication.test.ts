import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type {
  ConnectPrompts,
  SecretQuestion,
  Transport,
  TransportError,
} from '../../../../src/transport/index.ts';
import { makeMemoryKey } from '../../../../src/transport/node/demo/keys.ts';
import type { Result } from '../../../../src/base/index.ts';
import { createConnector, type ConnectorOptions } from '../../../../src/transport/node/index.ts';
import { error, value } from '../../../support/channels.ts';
import { eventually } from '../../../support/processes.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { makeKey, startSshd, type Sshd, type SshdOptions } from '../../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../../support/users.ts';

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
): Promise<Result<Transport, TransportError>> {
  const connector = createConnector({
    sshConfigFile: server.sshConfigFile,
    trustStoreFile: join(server.folder, 'trust'),
    ...options,
  });
  const target = { kind: 'ssh', host: server.alias, root: '/' } as const;
  const result = await connector.connect(target, { prompts });
  if (result.ok) transports.push(result.value);
  return result;
}

/** Answers secrets in turn, `undefined` when there is none left, and keeps the questions. */
function answering(...answers: readonly (string | undefined)[]): {
  prompts: ConnectPrompts;
  questions: SecretQuestion[];
} {
  const questions: SecretQuestion[] = [];
  const secret = (question: SecretQuestion): Promise<string | undefined> => {
    questions.push(question);
    return Promise.resolve(answers[questions.length - 1]);
  };
  return { questions, prompts: { ...noPrompts, secret } };
}

describe('keys', () => {
  test('that the host does not know are refused, and named', async () => {
    const server = await start();
    makeKey(join(server.folder, 'stranger'), 'ed25519');
    const identity = join(server.folder, 'stranger');
    writeFileSync(
      server.sshConfigFile,
      readFileSync(server.sshConfigFile, 'utf8').replace(server.identityFile, identity),
    );
    expect(error(await connect(server))).toEqual({
      code: 'authentication-failed',
      host: '127.0.0.1',
      user: server.user,
      tried: [`publickey:${identity}`],
    });
  });

  test('of every type are used, after one that the host does not take', async () => {
    for (const type of ['ed25519', 'ecdsa', 'rsa'] as const) {
      const server = await start();
      const stranger = makeKey(join(server.folder, 'stranger'), 'ed25519');
      const identity = makeKey(join(server.folder, 'mine'), type);
      server.authorize(`${identity}.pub`);
      replaceIdentity(server, [stranger, identity]);
      expect((await connect(server)).ok).toBe(true);
      expect(server.log()).toContain(`Accepted publickey for ${server.user}`);
    }
  });

  test('with a passphrase ask for it, a wrong one again', async () => {
    for (const type of ['ed25519', 'rsa'] as const) {
      const server = await start();
      const identity = makeKey(join(server.folder, 'locked'), type, 'open sesame');
      server.authorize(`${identity}.pub`);
      replaceIdentity(server, [identity]);
      const { prompts, questions } = answering('wrong', 'open sesame');
      expect((await connect(server, prompts)).ok).toBe(true);
      expect(questions).toEqual([
        { kind: 'passphrase', file: identity },
        { kind: 'passphrase', file: identity },
      ]);
    }
  });

  test('with a passphrase are not asked for when the host does not take them', async () => {
    const server = await start();
    const locked = makeKey(join(server.folder, 'locked'), 'ed25519', 'secret');
    replaceIdentity(server, [locked, server.identityFile]);
    const { prompts, questions } = answering();
    expect((await connect(server, prompts)).ok).toBe(true);
    expect(questions).toEqual([]);
  });

  test('whose passphrase nobody knows are named', async () => {
    const server = await start();
    const identity = makeKey(join(server.folder, 'locked'), 'ed25519', 'secret');
    server.authorize(`${identity}.pub`);
    replaceIdentity(server, [identity]);
    const expected = { code: 'key-unreadable', file: identity, reason: 'passphrase' };
    expect(error(await connect(server))).toEqual(expected);
    expect(error(await connect(server, answering('a', 'b', 'c', 'secret').prompts))).toEqual(expected);
  });

  test('that cannot be read are named with the reason', async () => {
    const server = await start();
    const missing = join(server.folder, 'none');
    replaceIdentity(server, [missing]);
    expect(error(await connect(server))).toEqual({
      code: 'key-unreadable',
      file: missing,
      reason: 'missing',
    });
    const garbled = join(server.folder, 'garbled');
    writeFileSync(garbled, 'nothing like a key\n', { mode: 0o600 });
    replaceIdentity(server, [garbled], missing);
    expect(error(await connect(server))).toEqual({ code: 'key-unreadable', file: garbled, reason: 'format' });
  });

  test('that lie in a security device, and certificates, are named as unsupported', async () => {
    const server = await start();
    const device = join(server.folder, 'id_device');
    // The public half of a key of type sk-ssh-ed25519@openssh.com, as ssh-keygen writes it.
    const type = 'sk-ssh-ed25519@openssh.com';
    const field = (bytes: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.byteLength);
      return Buffer.concat([length, bytes]);
    };
    const blob = Buffer.concat([
      field(Buffer.from(type)),
      field(Buffer.alloc(32, 7)),
      field(Buffer.from('ssh:')),
    ]);
    const inner = Buffer.concat([
      Buffer.from('openssh-key-v1\0'),
      field(Buffer.from('none')),
      field(Buffer.from('none')),
      field(Buffer.alloc(0)),
      Buffer.from([0, 0, 0, 1]),
      field(blob),
    ]);
    writeFileSync(
      device,
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${inner.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`,
      { mode: 0o600 },
    );
    replaceIdentity(server, [device]);
    const ownClient = { transport: 'ssh2' } as const;
    expect(error(await connect(server, noPrompts, ownClient))).toMatchObject({
      code: 'unsupported',
      what: 'security-key',
    });
    const certified = makeKey(join(server.folder, 'certified'), 'ed25519');
    copyFileSync(`${certified}.pub`, `${certified}-cert.pub`);
    replaceIdentity(server, [certified], device);
    expect(error(await connect(server, noPrompts, ownClient))).toMatchObject({
      code: 'unsupported',
      what: 'user-certificate',
    });
  });

  test.skipIf(process.getuid?.() === 0)('that may not be read are named', async () => {
    const server = await start();
    const identity = makeKey(join(server.folder, 'closed'), 'ed25519');
    chmodSync(identity, 0);
    rmSync(`${identity}.pub`);
    replaceIdentity(server, [identity]);
    expect(error(await connect(server))).toMatchObject({ code: 'key-unreadable', reason: 'permission' });
  });
});

function replaceIdentity(server: Sshd, files: readonly string[], before = server.identityFile): void {
  const text = readFileSync(server.sshConfigFile, 'utf8');
  const line = `  IdentityFile ${before}\n`;
  expect(text).toContain(line);
  writeFileSync(
    server.sshConfigFile,
    text.replace(line, files.map((file) => `  IdentityFile ${file}\n`).join('')),
  );
}

describe('the agent', () => {
  let agent: ChildProcess;
  let socket: string;
  let server: Sshd;

  beforeAll(async () => {
    server = await startSshd();
    socket = join(server.folder, 'agent');
    agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    await eventually(() => add(server.identityFile));
  });
  afterAll(async () => {
    agent.kill();
    await server.stop();
  });

  /** Loads a key into the agent. */
  async function add(identity: string): Promise<void> {
    const child = spawn('ssh-add', ['-q', identity], {
      env: { ...process.env, SSH_AUTH_SOCK: socket },
      stdio: 'ignore',
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status).toBe(0);
  }

  function agentConfig(...lines: readonly string[]): string {
    const file = join(server.folder, `config-${lines.join('-').replaceAll(/\W/g, '')}`);
    const text = [
      'Host box',
      'HostName 127.0.0.1',
      `Port ${server.port}`,
      `User ${server.user}`,
      `UserKnownHostsFile ${server.knownHostsFile}`,
      ...lines,
    ].join('\n');
    writeFileSync(file, `${text}\n`);
    return file;
  }

  test('lets in with a key that no file holds', async () => {
    const sshConfigFile = agentConfig(`IdentityAgent ${socket}`, 'IdentityFile none');
    expect((await connect(server, noPrompts, { sshConfigFile })).ok).toBe(true);
  });

  test('is found by the environment', async () => {
    const sshConfigFile = agentConfig('IdentityFile none', 'PubkeyAuthentication yes');
    const environment = { ...process.env, SSH_AUTH_SOCK: socket };
    expect((await connect(server, noPrompts, { sshConfigFile, environment })).ok).toBe(true);
    const without = { PATH: process.env['PATH'] };
    expect(error(await connect(server, noPrompts, { sshConfigFile, environment: without }))).toMatchObject({
      code: 'authentication-failed',
      tried: [],
    });
  });

  test('is asked only for named keys where the configuration says so', async () => {
    const stranger = makeKey(join(server.folder, 'named-stranger'), 'ed25519');
    const sshConfigFile = agentConfig(
      `IdentityAgent ${socket}`,
      'IdentitiesOnly yes',
      `IdentityFile ${stranger}`,
    );
    expect(error(await connect(server, noPrompts, { sshConfigFile }))).toMatchObject({
      code: 'authentication-failed',
      tried: [`publickey:${stranger}`],
    });
    const named = agentConfig(
      'IdentitiesOnly yes',
      `IdentityAgent ${socket}`,
      `IdentityFile ${server.identityFile}.pub`,
    );
    expect((await connect(server, noPrompts, { sshConfigFile: named })).ok).toBe(true);
  });

  test('that does not answer is left out', async () => {
    const sshConfigFile = agentConfig(
      `IdentityAgent ${join(server.folder, 'no-agent')}`,
      `IdentityFile ${server.identityFile}`,
    );
    expect((await connect(server, noPrompts, { sshConfigFile })).ok).toBe(true);
  });
});

describe.runIf(process.getuid?.() === 0)('passwords', () => {
  let user: TestUser;

  beforeAll(() => {
    user = makeTestUser();
  });
  afterAll(() => user.remove());

  test('are asked for, a wrong one again', async () => {
    const server = await start({
      user: user.name,
      passwordAuthentication: true,
      config: ['PubkeyAuthentication no'],
    });
    const { prompts, questions } = answering('wrong', user.password);
    expect((await connect(server, prompts)).ok).toBe(true);
    expect(questions).toEqual([
      { kind: 'password', user: user.name, host: '127.0.0.1' },
      { kind: 'password', user: user.name, host: '127.0.0.1' },
    ]);
  });

  test('that are wrong or not given end in a clear error', async () => {
    const server = await start({
      user: user.name,
      passwordAuthentication: true,
      config: ['PubkeyAuthentication no'],
    });
    const wrong = answering('a', 'b', 'c', 'd');
    expect(error(await connect(server, wrong.prompts))).toMatchObject({
      code: 'authentication-failed',
      tried: ['password'],
    });
    expect(wrong.questions).toHaveLength(3);
    expect(error(await connect(server))).toMatchObject({ code: 'authentication-failed', tried: [] });
  });

  test('come second after a key where the host wants both', async () => {
    const server = await start({
      user: user.name,
      passwordAuthentication: true,
      config: ['AuthenticationMethods publickey,password'],
    });
    const { prompts, questions } = answering(user.password);
    expect((await connect(server, prompts)).ok).toBe(true);
    expect(questions).toHaveLength(1);
    const reversed = await start({
      user: user.name,
      passwordAuthentication: true,
      config: ['AuthenticationMethods password,publickey'],
    });
    expect((await connect(reversed, answering(user.password).prompts)).ok).toBe(true);
  });
});

test('keyboard questions come one after another, with the host’s words and echo', async () => {
  const answers: string[][] = [];
  const key = makeMemoryKey();
  const other = new Server({ hostKeys: [key.privateText] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => {
      if (context.method !== 'keyboard-interactive') {
        context.reject(['keyboard-interactive']);
        return;
      }
      const questions = [
        { prompt: 'Password: ', echo: false },
        { prompt: 'Code: ', echo: true },
      ];
      context.prompt(questions, 'Two factors', 'Have your device ready', (given) => {
        answers.push(given);
        if (given[1] === '123') context.accept();
        else context.reject(['keyboard-interactive']);
      });
    });
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const server = await start();
  const { prompts, questions } = answering('secret', '000', 'secret', '123');
  const connector = createConnector({
    sshConfigFile: server.sshConfigFile,
    trustStoreFile: join(server.folder, 'trust'),
  });
  const target = { kind: 'ssh', host: server.alias, user: 'me', port, root: '/' } as const;
  const trusting = { ...prompts, trustHostKey: () => Promise.resolve(true) };
  const transport = value(await connector.connect(target, { prompts: trusting }));
  expect(questions.slice(0, 2)).toEqual([
    {
      kind: 'keyboard',
      user: 'me',
      host: '127.0.0.1',
      prompt: 'Two factors\nHave your device ready\nPassword: ',
      echo: false,
    },
    { kind: 'keyboard', user: 'me', host: '127.0.0.1', prompt: 'Code: ', echo: true },
  ]);
  expect(answers).toEqual([
    ['secret', '000'],
    ['secret', '123'],
  ]);
  transport.dispose();
  const givingUp = await connector.connect(target, { prompts: noPrompts });
  expect(error(givingUp)).toMatchObject({ code: 'authentication-failed', tried: ['keyboard-interactive'] });
  other.close();
});
