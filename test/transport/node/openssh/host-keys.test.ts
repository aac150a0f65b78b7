import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { collect, error, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { makeKey, type Sshd } from '../../../support/sshd.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { answerHostKey } from '../../../../src/transport/node/openssh/host-keys.ts';
import { readSettings } from '../../../../src/transport/node/ssh/config/resolve.ts';
import { parseSettings } from '../../../../src/transport/node/ssh/config/system-ssh.ts';
import { silentLogger } from '../../../../src/base/index.ts';
import { Hosts, person } from './support.ts';

const hosts = new Hosts();
afterEach(() => hosts.end());

/** What ssh-keygen says of a host's key. */
function fingerprintOf(keyFile: string): string {
  return execFileSync('ssh-keygen', ['-lf', `${keyFile}.pub`], { encoding: 'utf8' }).split(' ')[1] ?? '';
}

function hostKeyOf(server: Sshd): string {
  return server.hostKeyFiles[0] ?? '';
}

describe('host keys, with the system’s ssh', () => {
  test('that are known ask nothing', async () => {
    const server = await hosts.start();
    const { prompts, hostKeys } = person(false);
    expect((await hosts.connect(server, prompts)).ok).toBe(true);
    expect(hostKeys).toEqual([]);
    expect(existsSync(join(server.folder, 'trust'))).toBe(false);
  });

  test('that are unknown ask the same question as our own client, and go to our own store', async () => {
    const server = await hosts.start({ known: false });
    const expected = {
      host: '127.0.0.1',
      port: server.port,
      keyType: 'ssh-ed25519',
      fingerprint: fingerprintOf(hostKeyOf(server)),
      knownTypes: [],
    };
    for (const transport of ['openssh', 'ssh2'] as const) {
      const no = person(false);
      const refused = await hosts.connect(server, no.prompts, { transport });
      expect(no.hostKeys).toEqual([expected]);
      expect(error(refused)).toEqual({ code: 'host-key-unknown', ...expected });
    }
    // Nothing was tried before the answer.
    expect(server.log()).not.toMatch(
      /Accepted|Failed|Invalid user|Connection (?:closed|reset) by authenticating/,
    );
    const yes = person(true);
    const transport = value(await hosts.connect(server, yes.prompts));
    expect((await collect(value(await transport.exec(testCommand('echo in'))))).stdout.toString()).toBe(
      'in\n',
    );
    const trust = join(server.folder, 'trust');
    const [, type = '', key = ''] =
      /^(\S+) (\S+)/.exec(readFileSync(`${hostKeyOf(server)}.pub`, 'utf8')) ?? [];
    expect(readFileSync(trust, 'utf8')).toBe(`[127.0.0.1]:${server.port} ${type} ${key}\n`);
    expect(statSync(trust).mode & 0o777).toBe(0o600);
    expect(readFileSync(server.knownHostsFile, 'utf8')).toBe('');
    // Both ways know it now.
    for (const transport of ['openssh', 'ssh2'] as const) {
      const again = person(false);
      expect((await hosts.connect(server, again.prompts, { transport })).ok).toBe(true);
      expect(again.hostKeys).toEqual([]);
    }
  });

  test('are accepted by their fingerprint, and by no other', async () => {
    const server = await hosts.start({ known: false });
    const acceptHostKey = fingerprintOf(hostKeyOf(server));
    expect((await hosts.connect(server, noPrompts, { acceptHostKey })).ok).toBe(true);
    expect(existsSync(join(server.folder, 'trust'))).toBe(false);
    const other = { acceptHostKey: `SHA256:${'A'.repeat(43)}` };
    expect(error(await hosts.connect(server, person(true).prompts, other)).code).toBe('host-key-unknown');
  });

  test('that changed are refused with file and line, and nothing is asked', async () => {
    const server = await hosts.start({ known: false });
    const other = makeKey(join(server.folder, 'other'), 'ed25519');
    const key = readFileSync(`${other}.pub`, 'utf8').split(' ').slice(0, 2).join(' ');
    writeFileSync(server.knownHostsFile, `# a comment\n[127.0.0.1]:${server.port} ${key}\n`);
    const yes = person(true);
    expect(error(await hosts.connect(server, yes.prompts))).toEqual({
      code: 'host-key-changed',
      host: '127.0.0.1',
      port: server.port,
      keyType: 'ssh-ed25519',
      fingerprint: fingerprintOf(hostKeyOf(server)),
      file: server.knownHostsFile,
      line: 2,
    });
    expect(yes.hostKeys).toEqual([]);
  });

  test('that are revoked are refused, in known_hosts and by RevokedHostKeys, by both ways', async () => {
    const server = await hosts.start();
    const key = readFileSync(`${hostKeyOf(server)}.pub`, 'utf8')
      .split(' ')
      .slice(0, 2)
      .join(' ');
    const revoked = join(server.folder, 'revoked');
    writeFileSync(revoked, `# list\n${key}\n`);
    const config = join(server.folder, 'config-revoked');
    writeFileSync(config, `${readFileSync(server.sshConfigFile, 'utf8')}  RevokedHostKeys ${revoked}\n`);
    for (const transport of ['ssh2', 'openssh'] as const) {
      const options = { transport, sshConfigFile: config };
      expect(error(await hosts.connect(server, noPrompts, options))).toMatchObject({
        code: 'host-key-revoked',
        file: revoked,
        line: 2,
      });
    }
    appendFileSync(server.knownHostsFile, `@revoked * ${key}\n`);
    for (const transport of ['ssh2', 'openssh'] as const)
      expect(error(await hosts.connect(server, noPrompts, { transport }))).toMatchObject({
        code: 'host-key-revoked',
        file: server.knownHostsFile,
        line: 2,
      });
  });

  test('in a list in the binary format are left to ssh, which refuses them and takes the others', async () => {
    const server = await hosts.start();
    const other = makeKey(join(server.folder, 'other'), 'ed25519');
    const list = join(server.folder, 'krl');
    const config = join(server.folder, 'config-krl');
    writeFileSync(config, `${readFileSync(server.sshConfigFile, 'utf8')}  RevokedHostKeys ${list}\n`);
    execFileSync('ssh-keygen', ['-q', '-k', '-f', list, `${other}.pub`]);
    const own = { sshConfigFile: config, transport: 'ssh2' } as const;
    expect(error(await hosts.connect(server, noPrompts, own))).toMatchObject({ what: 'revoked-host-keys' });
    const auto = { sshConfigFile: config, transport: 'auto' } as const;
    const transport = value(await hosts.connect(server, noPrompts, auto));
    expect(transport.because).toMatchObject({ code: 'unsupported', what: 'revoked-host-keys' });
    execFileSync('ssh-keygen', ['-q', '-k', '-u', '-f', list, `${hostKeyOf(server)}.pub`]);
    expect(error(await hosts.connect(server, noPrompts, auto))).toMatchObject({
      code: 'host-key-revoked',
      fingerprint: fingerprintOf(hostKeyOf(server)),
      file: list,
    });
  });

  test('of which the list cannot be read refuse every host', async () => {
    const server = await hosts.start();
    const config = join(server.folder, 'config-none');
    writeFileSync(
      config,
      `${readFileSync(server.sshConfigFile, 'utf8')}  RevokedHostKeys ${server.folder}/none\n`,
    );
    const own = { sshConfigFile: config, transport: 'ssh2' } as const;
    expect(error(await hosts.connect(server, noPrompts, own))).toMatchObject({ code: 'ssh-config' });
    expect((await hosts.connect(server, noPrompts, { sshConfigFile: config })).ok).toBe(false);
  });

  test('are refused without a question where the configuration is strict', async () => {
    const server = await hosts.start({ known: false, clientConfig: ['StrictHostKeyChecking yes'] });
    const yes = person(true);
    expect(error(await hosts.connect(server, yes.prompts)).code).toBe('host-key-unknown');
    expect(yes.hostKeys).toEqual([]);
  });

  test('are verified though the configuration says that everything is accepted', async () => {
    const server = await hosts.start({
      known: false,
      clientConfig: [
        'StrictHostKeyChecking no',
        'NoHostAuthenticationForLocalhost yes',
        'VerifyHostKeyDNS yes',
        'UpdateHostKeys yes',
      ],
    });
    const no = person(false);
    expect(error(await hosts.connect(server, no.prompts)).code).toBe('host-key-unknown');
    expect(no.hostKeys).toHaveLength(1);
  });

  test('certified by a known authority are taken, by the system’s ssh where ours cannot', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-authority-'));
    const authority = makeKey(join(folder, 'ca'), 'ed25519');
    const certified = makeKey(join(folder, 'host'), 'ed25519');
    const sign = ['-q', '-s', authority, '-h', '-I', 'host', '-n', '127.0.0.1', `${certified}.pub`];
    execFileSync('ssh-keygen', sign);
    const config = [`HostKey ${certified}`, `HostCertificate ${certified}-cert.pub`];
    const server = await hosts.start({ known: false, config });
    const key = readFileSync(`${authority}.pub`, 'utf8').split(' ').slice(0, 2).join(' ');
    writeFileSync(server.knownHostsFile, `@cert-authority [127.0.0.1]:${server.port} ${key}\n`);
    expect(error(await hosts.connect(server, noPrompts, { transport: 'ssh2' }))).toMatchObject({
      code: 'unsupported',
      what: 'host-certificate',
    });
    const no = person(false);
    const transport = value(await hosts.connect(server, no.prompts, { transport: 'auto' }));
    expect(transport.because).toMatchObject({ what: 'host-certificate' });
    // An authority of other hosts is none for this one.
    writeFileSync(server.knownHostsFile, `@cert-authority elsewhere ${key}\n`);
    expect(error(await hosts.connect(server, no.prompts)).code).toBe('host-key-unknown');
    rmSync(folder, { recursive: true });
  });
});

describe('hosts behind a jump host', () => {
  test('are verified by themselves, each with a question of its own', async () => {
    const jump = await hosts.start({ known: false, alias: 'jump' });
    const server = await hosts.start({ known: false });
    const config = join(server.folder, 'config-jump');
    const text = [jump, server].map((each) => readFileSync(each.sshConfigFile, 'utf8'));
    writeFileSync(config, `${text.join('\n')}  ProxyJump jump\n`);
    const yes = person(true);
    const transport = value(await hosts.connect(server, yes.prompts, { sshConfigFile: config }));
    expect(yes.hostKeys.map(({ port }) => port)).toEqual([jump.port, server.port]);
    expect(yes.hostKeys.map(({ fingerprint }) => fingerprint)).toEqual(
      [jump, server].map((each) => fingerprintOf(hostKeyOf(each))),
    );
    const answer = await collect(value(await transport.exec(testCommand('echo "$SSH_CONNECTION"'))));
    expect(answer.stdout.toString().trim().split(' ')[3]).toBe(String(server.port));
    for (const each of [jump, server]) expect(readFileSync(each.knownHostsFile, 'utf8')).toBe('');
    // Known now, the jump's too, although `ssh` starts another `ssh` for it.
    const again = person(false);
    expect((await hosts.connect(server, again.prompts, { sshConfigFile: config })).ok).toBe(true);
    expect(again.hostKeys).toEqual([]);
  });

  test('are not asked about when the jump host’s key has changed', async () => {
    const jump = await hosts.start({ known: false, alias: 'jump' });
    const server = await hosts.start();
    const other = readFileSync(`${hostKeyOf(server)}.pub`, 'utf8')
      .split(' ')
      .slice(0, 2)
      .join(' ');
    writeFileSync(jump.knownHostsFile, `[127.0.0.1]:${jump.port} ${other}\n`);
    const config = join(server.folder, 'config-jump');
    const text = [jump, server].map((each) => readFileSync(each.sshConfigFile, 'utf8'));
    writeFileSync(config, `${text.join('\n')}  ProxyJump jump\n`);
    expect(error(await hosts.connect(server, person(true).prompts, { sshConfigFile: config }))).toMatchObject(
      {
        code: 'host-key-changed',
        port: jump.port,
      },
    );
    // The only connection is that of the test, which waits for the server.
    expect(server.log().split('Connection from')).toHaveLength(2);
  });
});

test('two hosts behind one name are told apart by their ports', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-gate-'));
  const keyOf = (name: string): string =>
    readFileSync(`${makeKey(join(folder, name), 'ed25519')}.pub`, 'utf8').split(' ')[1] ?? '';
  const [first, second] = [keyOf('first'), keyOf('second')];
  const known = join(folder, 'known');
  writeFileSync(known, `[gate]:2201 ssh-ed25519 ${first}\n[gate]:2202 ssh-ed25519 ${second}\n`);
  const hop = (port: number) =>
    readSettings('gate', parseSettings(`hostname gate\nport ${port}\nuserknownhostsfile ${known}`), {
      homeFolder: folder,
      environment: {},
    });
  const { prompts, hostKeys } = person(false);
  const options = {
    hops: [hop(2201), hop(2202)],
    trustStoreFile: join(folder, 'trust'),
    acceptHostKey: undefined,
    prompts,
    logger: silentLogger,
  };
  const ask = (filed: string, key: string) =>
    answerHostKey(['HOSTNAME', 'gate', filed, 'ssh-ed25519', key], options);
  expect(await ask('[gate]:2202', second)).toEqual({ lines: `[gate]:2202 ssh-ed25519 ${second}\n` });
  expect(await ask('[gate]:2201', second)).toMatchObject({
    lines: '',
    refusal: { code: 'host-key-changed', port: 2201, line: 1 },
  });
  // Whose key it is cannot be told: ssh goes by its own files.
  expect(await ask('gate', second)).toEqual({ lines: '' });
  expect(hostKeys).toEqual([]);
  rmSync(folder, { recursive: true });
});
