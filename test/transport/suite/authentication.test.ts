import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collect, error, value } from '../../support/channels.ts';
import { testCommand } from '../../support/commands.ts';
import { eventually } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';
import { makeKey, type Sshd } from '../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { Hosts, person } from '../node/openssh/support.ts';
import { remoteKinds } from './kinds.ts';

const hosts = new Hosts();
afterEach(() => hosts.end());

/** A configuration like the server's own, with other lines for who logs in. */
function configFor(server: Sshd, ...lines: readonly string[]): string {
  const file = join(server.folder, 'config-own');
  const kept = readFileSync(server.sshConfigFile, 'utf8')
    .split('\n')
    .filter((line) => !/IdentityFile|IdentitiesOnly|IdentityAgent/.test(line));
  writeFileSync(file, [...kept.slice(0, -1), ...lines.map((line) => `  ${line}`), ''].join('\n'));
  return file;
}

describe.each(remoteKinds)('keys, by %s', (transport) => {
  test.each(['ed25519', 'ecdsa', 'rsa'] as const)(
    'with a passphrase ask for it, a wrong one again: %s',
    async (type) => {
      const server = await hosts.start();
      const identity = makeKey(join(server.folder, 'locked'), type, 'open sesame');
      server.authorize(`${identity}.pub`);
      const sshConfigFile = configFor(server, `IdentityFile ${identity}`, 'IdentitiesOnly yes');
      const me = person(false, 'wrong', 'open sesame');
      expect((await hosts.connect(server, me.prompts, { transport, sshConfigFile })).ok).toBe(true);
      const question = { kind: 'passphrase', file: identity };
      expect(me.secrets).toEqual([question, question]);
    },
  );

  test('whose passphrase nobody knows are named', async () => {
    const server = await hosts.start();
    const identity = makeKey(join(server.folder, 'locked'), 'ed25519', 'secret');
    server.authorize(`${identity}.pub`);
    const sshConfigFile = configFor(server, `IdentityFile ${identity}`, 'IdentitiesOnly yes');
    expect(error(await hosts.connect(server, noPrompts, { transport, sshConfigFile }))).toEqual({
      code: 'key-unreadable',
      file: identity,
      reason: 'passphrase',
    });
  });

  // OpenSSH itself reads no Ed25519 key in PKCS#8 before version 9.6.
  test.each(['rsa', 'ecdsa', ...(transport === 'ssh2' ? (['ed25519'] as const) : [])] as const)(
    'in PKCS#8 are read, plain and encrypted: %s',
    async (type) => {
      const server = await hosts.start();
      const identity = pkcs8Key(server.folder, type);
      server.authorize(`${identity.plain}.pub`);
      const plain = configFor(server, `IdentityFile ${identity.plain}`, 'IdentitiesOnly yes');
      expect((await hosts.connect(server, noPrompts, { transport, sshConfigFile: plain })).ok).toBe(true);
      const locked = configFor(server, `IdentityFile ${identity.locked}`, 'IdentitiesOnly yes');
      const me = person(false, 'wrong', 'pass word');
      expect((await hosts.connect(server, me.prompts, { transport, sshConfigFile: locked })).ok).toBe(true);
      expect(me.secrets).toHaveLength(2);
    },
  );

  test('are of no use where the configuration does not prefer them', async () => {
    const server = await hosts.start({ clientConfig: ['PreferredAuthentications password'] });
    expect(error(await hosts.connect(server, noPrompts, { transport })).code).toBe('authentication-failed');
    expect(server.log()).not.toContain('Accepted');
    const both = await hosts.start({ clientConfig: ['PreferredAuthentications password,publickey'] });
    expect((await hosts.connect(both, noPrompts, { transport })).ok).toBe(true);
  });

  test('that the host does not know are refused', async () => {
    const server = await hosts.start();
    const stranger = makeKey(join(server.folder, 'stranger'), 'ed25519');
    const sshConfigFile = configFor(server, `IdentityFile ${stranger}`, 'IdentitiesOnly yes');
    expect(error(await hosts.connect(server, noPrompts, { transport, sshConfigFile }))).toMatchObject({
      code: 'authentication-failed',
      user: server.user,
      host: '127.0.0.1',
    });
  });
});

/** The same key in PKCS#8, plain and encrypted by `pass word`, with its public half beside it. */
function pkcs8Key(
  folder: string,
  type: 'rsa' | 'ecdsa' | 'ed25519',
): { readonly plain: string; readonly locked: string } {
  const algorithm = {
    rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
    ecdsa: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
    ed25519: ['-algorithm', 'ED25519'],
  }[type];
  const plain = join(folder, `pkcs8_${type}`);
  const locked = join(folder, `pkcs8_${type}_locked`);
  execFileSync('openssl', ['genpkey', ...algorithm, '-out', plain], { stdio: 'pipe' });
  execFileSync('openssl', ['pkcs8', '-topk8', '-in', plain, '-out', locked, '-passout', 'pass:pass word'], {
    stdio: 'pipe',
  });
  for (const file of [plain, locked]) {
    chmodSync(file, 0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/BEGIN (?:ENCRYPTED )?PRIVATE KEY/);
  }
  const half =
    type === 'ed25519'
      ? ed25519Half(plain)
      : execFileSync('ssh-keygen', ['-y', '-f', plain], { encoding: 'utf8' });
  writeFileSync(`${plain}.pub`, half);
  return { plain, locked };
}

/** The public half in OpenSSH's format, put together from what openssl prints: ssh-keygen may not read the key. */
function ed25519Half(file: string): string {
  const der = execFileSync('openssl', ['pkey', '-in', file, '-pubout', '-outform', 'DER']);
  const type = Buffer.from('ssh-ed25519');
  const wire = Buffer.concat([
    Buffer.from([0, 0, 0, type.byteLength]),
    type,
    Buffer.from([0, 0, 0, 32]),
    der.subarray(-32),
  ]);
  return `ssh-ed25519 ${wire.toString('base64')}\n`;
}

describe('user certificates', () => {
  test('log in by the system’s ssh, which is taken by itself, and the cause is told', async () => {
    const { server, identity } = await certified();
    const sshConfigFile = configFor(server, `IdentityFile ${identity}`, 'IdentitiesOnly yes');
    expect(error(await hosts.connect(server, noPrompts, { sshConfigFile, transport: 'ssh2' }))).toEqual({
      code: 'unsupported',
      what: 'user-certificate',
      host: '127.0.0.1',
    });
    const transport = value(await hosts.connect(server, noPrompts, { sshConfigFile, transport: 'auto' }));
    expect(transport.because).toEqual({ code: 'unsupported', what: 'user-certificate', host: '127.0.0.1' });
    expect(server.log()).toContain('Accepted certificate ID "a certificate"');
    const answer = await collect(value(await transport.exec(testCommand('echo certified'))));
    expect(answer.stdout.toString()).toBe('certified\n');
  });

  test('in an agent are recognised too', async () => {
    const { server, identity } = await certified();
    const socket = join(server.folder, 'agent');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    try {
      await eventually(() => {
        execFileSync('ssh-add', ['-q', identity], {
          env: { ...process.env, SSH_AUTH_SOCK: socket },
          stdio: 'pipe',
        });
      });
      const sshConfigFile = configFor(server, `IdentityAgent ${socket}`, 'IdentityFile none');
      expect(
        error(await hosts.connect(server, noPrompts, { sshConfigFile, transport: 'ssh2' })),
      ).toMatchObject({
        code: 'unsupported',
        what: 'user-certificate',
      });
      expect((await hosts.connect(server, noPrompts, { sshConfigFile, transport: 'auto' })).ok).toBe(true);
    } finally {
      agent.kill();
    }
  });

  test('of an authority that the host does not trust are refused', async () => {
    const { server, identity } = await certified();
    const other = makeKey(join(server.folder, 'other-ca'), 'ed25519');
    execFileSync('ssh-keygen', ['-q', '-s', other, '-I', 'forged', '-n', server.user, `${identity}.pub`]);
    const sshConfigFile = configFor(server, `IdentityFile ${identity}`, 'IdentitiesOnly yes');
    expect(error(await hosts.connect(server, noPrompts, { sshConfigFile, transport: 'auto' })).code).toBe(
      'authentication-failed',
    );
  });

  /** A server that trusts an authority, and a key that is known only by its certificate. */
  async function certified(): Promise<{ readonly server: Sshd; readonly identity: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-user-ca-'));
    const authority = makeKey(join(folder, 'ca'), 'ed25519');
    const server = await hosts.start({ config: [`TrustedUserCAKeys ${authority}.pub`] });
    const identity = makeKey(join(server.folder, 'certified'), 'ed25519');
    execFileSync('ssh-keygen', [
      '-q',
      '-s',
      authority,
      '-I',
      'a certificate',
      '-n',
      server.user,
      `${identity}.pub`,
    ]);
    folders.push(folder);
    return { server, identity };
  }
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
});

describe.runIf(process.getuid?.() === 0).each(remoteKinds)('passwords, by %s', (transport) => {
  let user: TestUser;
  beforeAll(() => {
    user = makeTestUser();
  });
  afterAll(() => user.remove());

  const start = (...config: readonly string[]): Promise<Sshd> =>
    hosts.start({ user: user.name, passwordAuthentication: true, config });

  test('are asked for, a wrong one again', async () => {
    const server = await start('PubkeyAuthentication no');
    const me = person(false, 'wrong', user.password);
    expect((await hosts.connect(server, me.prompts, { transport })).ok).toBe(true);
    const question = { kind: 'password', user: user.name, host: '127.0.0.1' };
    expect(me.secrets).toEqual([question, question]);
  });

  test('that are not given end the login, and no empty one is sent', async () => {
    const server = await start('PubkeyAuthentication no');
    const me = person(false);
    expect(error(await hosts.connect(server, me.prompts, { transport })).code).toBe('authentication-failed');
    expect(me.secrets).toHaveLength(1);
    expect(server.log()).not.toContain('Failed password');
  });

  test('that are wrong three times are not asked for a fourth', async () => {
    const server = await start('PubkeyAuthentication no');
    const me = person(false, 'a', 'b', 'c', user.password);
    expect(error(await hosts.connect(server, me.prompts, { transport })).code).toBe('authentication-failed');
    expect(me.secrets).toHaveLength(3);
  });

  test('come second after a key, and before one, where the host wants both', async () => {
    for (const methods of ['publickey,password', 'password,publickey']) {
      const server = await start(`AuthenticationMethods ${methods}`);
      const me = person(false, user.password);
      expect((await hosts.connect(server, me.prompts, { transport })).ok).toBe(true);
      expect(me.secrets).toHaveLength(1);
    }
  });

  test('hold every character', async () => {
    const odd = ` '"$\\\`!%é €  ${user.password} `;
    execFileSync('chpasswd', [], { input: `${user.name}:${odd}\n` });
    const server = await start('PubkeyAuthentication no');
    expect((await hosts.connect(server, person(false, odd).prompts, { transport })).ok).toBe(true);
    execFileSync('chpasswd', [], { input: `${user.name}:${user.password}\n` });
  });
});

describe.runIf(process.getuid?.() === 0).each(remoteKinds)(
  'keyboard questions in several rounds, by %s',
  (transport) => {
    let user: TestUser;
    let service: string;
    let folder: string;
    beforeAll(() => {
      user = makeTestUser();
      folder = mkdtempSync(join(tmpdir(), 'sonde-pam-'));
      // sshd asks PAM by the name that it was started under.
      service = `sonde-${user.name}`;
      symlinkSync('/usr/sbin/sshd', join(folder, service));
      const rules = ['auth', 'account', 'password'].map((kind) => `${kind} required pam_unix.so\n`);
      writeFileSync(`/etc/pam.d/${service}`, `${rules.join('')}session required pam_permit.so\n`);
    });
    afterAll(() => {
      rmSync(`/etc/pam.d/${service}`);
      rmSync(folder, { recursive: true });
      user.remove();
    });

    const start = (methods: string): Promise<Sshd> =>
      hosts.start({
        user: user.name,
        program: join(folder, service),
        config: ['UsePAM yes', 'KbdInteractiveAuthentication yes', `AuthenticationMethods ${methods}`],
      });

    /** The password has run out: PAM asks for it, and then for a new one, in further rounds. */
    function expire(): string {
      execFileSync('chpasswd', [], { input: `${user.name}:${user.password}\n` });
      execFileSync('chage', ['-d', '0', user.name]);
      return `${randomBytes(9).toString('hex')}Zq.`;
    }

    test('are asked one after another', async () => {
      const server = await start('keyboard-interactive');
      const fresh = expire();
      const me = person(false, user.password, user.password, fresh, fresh);
      expect((await hosts.connect(server, me.prompts, { transport })).ok).toBe(true);
      const prompts = me.secrets.map((question) => (question.kind === 'keyboard' ? question.prompt : ''));
      expect(prompts).toHaveLength(4);
      for (const [index, words] of ['Password: ', 'Current password: ', 'New password: ', 'Retype'].entries())
        expect(prompts[index]).toContain(words);
      for (const question of me.secrets)
        expect(question).toMatchObject({ kind: 'keyboard', user: user.name, host: '127.0.0.1', echo: false });
      await eventually(() => expect(server.log()).toContain('Accepted keyboard-interactive/pam'));
    });

    test('follow a key as the second factor', async () => {
      const server = await start('publickey,keyboard-interactive');
      const fresh = expire();
      const me = person(false, user.password, user.password, fresh, fresh);
      expect((await hosts.connect(server, me.prompts, { transport })).ok).toBe(true);
      expect(server.log()).toContain('Partial publickey');
      expect(me.secrets).toHaveLength(4);
    });

    test('may be wanted twice', async () => {
      const server = await start('keyboard-interactive,keyboard-interactive');
      execFileSync('chpasswd', [], { input: `${user.name}:${user.password}\n` });
      const me = person(false, user.password, user.password);
      expect((await hosts.connect(server, me.prompts, { transport })).ok).toBe(true);
      expect(me.secrets).toHaveLength(2);
    });

    test('that are given up in a later round end the login', async () => {
      const server = await start('keyboard-interactive');
      expire();
      const me = person(false, user.password, undefined);
      expect(error(await hosts.connect(server, me.prompts, { transport }))).toMatchObject({
        code: 'authentication-failed',
        tried: ['keyboard-interactive'],
      });
      expect(me.secrets).toHaveLength(2);
    });
  },
);
