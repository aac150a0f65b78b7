import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { computeSettings } from '../../../../../src/transport/node/ssh/config/fallback.ts';
import { listConfigHosts } from '../../../../../src/transport/node/ssh/config/hosts.ts';
import { readSettings, resolveHost } from '../../../../../src/transport/node/ssh/config/resolve.ts';
import {
  askSystemSsh,
  configError,
  parseSettings,
  queryArguments,
} from '../../../../../src/transport/node/ssh/config/system-ssh.ts';
import { error, value } from '../../../../support/channels.ts';
import { eventually, processesWith } from '../../../../support/processes.ts';

let home: string;
let file: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sonde-config-'));
  mkdirSync(join(home, '.ssh'));
});
afterAll(() => rmSync(home, { recursive: true }));
beforeEach(() => {
  file = join(home, 'config');
});

const environment = { PATH: process.env['PATH'], SSH_AUTH_SOCK: '/run/agent', SONDE_AGENT: '/run/mine' };

function options(): { configFile: string; homeFolder: string; environment: typeof environment } {
  return { configFile: file, homeFolder: home, environment };
}

/** Both ways to read a configuration must agree, wherever no program is involved. */
const ways = ['system', 'fallback'] as const;

async function settingsOf(way: (typeof ways)[number], host: string, user?: string, port?: number) {
  const query = { ...options(), alias: host, user, port };
  const raw = way === 'system' ? await askSystemSsh(query) : computeSettings(query, home);
  if (raw === undefined) throw new Error('no ssh here');
  return readSettings(host, value(raw), options());
}

describe.each(ways)('the configuration by the %s way', (way) => {
  test('gives host, port, user and files, the first value of each', async () => {
    writeFileSync(
      file,
      [
        'Host box',
        '  HostName box.example.org',
        '  Port 2222',
        '  User me',
        '  IdentityFile ~/.ssh/first',
        '  IdentityFile %d/keys/%r-%h-%p',
        '  IdentitiesOnly yes',
        '  UserKnownHostsFile ~/.ssh/kh1 ~/.ssh/kh2',
        '  GlobalKnownHostsFile /etc/kh',
        '  HostKeyAlias the-box',
        'Host *',
        '  Port 22',
        '  User other',
        '  ConnectTimeout 7',
      ].join('\n'),
    );
    expect(await settingsOf(way, 'box')).toMatchObject({
      alias: 'box',
      host: 'box.example.org',
      port: 2222,
      user: 'me',
      identityFiles: [join(home, '.ssh/first'), join(home, 'keys/me-box.example.org-2222')],
      identitiesNamed: true,
      identitiesOnly: true,
      hostKeyAlias: 'the-box',
      connectSeconds: 7,
      proxyJump: [],
      proxyCommand: undefined,
    });
    const { knownHostsFiles } = await settingsOf(way, 'box');
    // The system's ssh may have replaced `~` by the account's own home already.
    expect(knownHostsFiles.map((name) => name.split('/').at(-1))).toEqual(['kh1', 'kh2', 'kh']);
    expect(await settingsOf(way, 'box', 'you', 2022)).toMatchObject({ user: 'you', port: 2022 });
  });

  test('gives standard values for a host that it does not name', async () => {
    writeFileSync(file, '');
    const settings = await settingsOf(way, 'plain');
    expect(settings).toMatchObject({
      host: 'plain',
      port: 22,
      user: userInfo().username,
      identitiesNamed: false,
      identitiesOnly: false,
      agent: '/run/agent',
      strictHostKeys: false,
      connectSeconds: 20,
      addressFamily: 0,
      passwordPrompts: 3,
      publicKeyAllowed: true,
      passwordAllowed: true,
      keyboardAllowed: true,
    });
    expect(settings.identityFiles).toContain(join(home, '.ssh', 'id_ed25519'));
  });

  test('takes none as a value, not as a host or a file', async () => {
    writeFileSync(
      file,
      'Host box\n  ProxyJump none\n  IdentityAgent none\n  IdentityFile none\n  UserKnownHostsFile none\n',
    );
    expect(await settingsOf(way, 'box')).toMatchObject({
      proxyJump: [],
      proxyCommand: undefined,
      agent: undefined,
      identityFiles: [],
    });
    writeFileSync(file, 'Host box\n  ProxyCommand none\n');
    expect(await settingsOf(way, 'box')).toMatchObject({ proxyJump: [], proxyCommand: undefined });
  });

  test('gives jumps, proxy commands with tokens, and the agent', async () => {
    writeFileSync(
      file,
      [
        'Host jumped',
        '  ProxyJump a,b',
        'Host proxied',
        '  User me',
        '  Port 2222',
        '  ProxyCommand nc --user %r %h %p 100%%',
        'Host variable',
        '  IdentityAgent ${SONDE_AGENT}',
        'Host standard',
        '  IdentityAgent SSH_AUTH_SOCK',
      ].join('\n'),
    );
    expect((await settingsOf(way, 'jumped')).proxyJump).toEqual(['a', 'b']);
    expect((await settingsOf(way, 'proxied')).proxyCommand).toBe('nc --user me proxied 2222 100%');
    expect((await settingsOf(way, 'variable')).agent).toBe('/run/mine');
    expect((await settingsOf(way, 'standard')).agent).toBe('/run/agent');
  });

  test('includes other files', async () => {
    writeFileSync(join(home, 'one.conf'), 'Host box\n  Port 1111\n');
    writeFileSync(join(home, 'two.conf'), 'Host other\n  Port 2222\n');
    writeFileSync(file, `Include ${home}/*.conf ${home}/missing\nHost *\n  Port 3333\n`);
    expect((await settingsOf(way, 'box')).port).toBe(1111);
    expect((await settingsOf(way, 'other')).port).toBe(2222);
    expect((await settingsOf(way, 'third')).port).toBe(3333);
  });

  test('reads switches of every kind', async () => {
    writeFileSync(
      file,
      [
        'Host box',
        '  StrictHostKeyChecking yes',
        '  PasswordAuthentication no',
        '  KbdInteractiveAuthentication no',
        '  PubkeyAuthentication no',
        '  NumberOfPasswordPrompts 1',
        '  AddressFamily inet6',
        '  HostKeyAlgorithms ssh-ed25519,rsa-sha2-512',
      ].join('\n'),
    );
    expect(await settingsOf(way, 'box')).toMatchObject({
      strictHostKeys: true,
      passwordAllowed: false,
      keyboardAllowed: false,
      publicKeyAllowed: false,
      passwordPrompts: 1,
      addressFamily: 6,
      hostKeyAlgorithms: ['ssh-ed25519', 'rsa-sha2-512'],
    });
  });
});

describe('the fallback', () => {
  test('runs no program and looks up no name', () => {
    const touched = join(home, 'touched');
    writeFileSync(
      file,
      [
        'CanonicalizeHostname yes',
        'CanonicalDomains example.org',
        `Match exec "touch ${touched}"`,
        '  Port 1111',
        'Host box',
        '  CanonicalizeHostname yes',
        '  CanonicalDomains example.org',
        '  Port 2222',
      ].join('\n'),
    );
    const raw = value(computeSettings({ alias: 'box', configFile: file, environment }, home));
    expect(raw.get('port')).toEqual(['2222']);
    expect(() => rmSync(touched)).toThrow();
  });
});

describe('resolving a host', () => {
  test('falls back where no ssh is installed', async () => {
    writeFileSync(file, 'Host box\n  HostName box.example.org\n');
    const bare = { ...options(), environment: { PATH: '/nowhere' } };
    expect(value(await resolveHost({ host: 'box' }, bare)).host).toBe('box.example.org');
  });

  test('refuses names that could be options or commands, also from the configuration', async () => {
    writeFileSync(file, 'Host box\n  HostName $(id)\nHost user\n  User -oProxyCommand=id\n');
    for (const host of ['-x', 'a b', 'a;b', '$(id)', 'box', 'user']) {
      expect(error(await resolveHost({ host }, options()))).toMatchObject({ code: 'ssh-config', file });
    }
    expect(error(await resolveHost({ host: 'ok', user: '-l' }, options())).code).toBe('ssh-config');
  });

  test('can be cancelled', async () => {
    writeFileSync(file, 'Match exec "sleep 5"\n  Port 1\n');
    const abort = new AbortController();
    const asking = resolveHost({ host: 'box' }, { ...options(), signal: abort.signal });
    setTimeout(() => abort.abort(), 50);
    expect(error(await asking)).toEqual({ code: 'cancelled' });
  });

  test('that is cancelled ends the programs of Match exec', async () => {
    writeFileSync(file, 'Match exec "sleep 7654.25"\n  Port 1\n');
    const abort = new AbortController();
    const asking = resolveHost({ host: 'box' }, { ...options(), signal: abort.signal });
    await eventually(() => expect(processesWith('sleep 7654.25')).not.toEqual([]));
    abort.abort();
    expect(error(await asking)).toEqual({ code: 'cancelled' });
    await eventually(() => expect(processesWith('sleep 7654.25')).toEqual([]));
  });

  test('does not wait for what a Match exec leaves behind', async () => {
    writeFileSync(file, 'Match exec "sleep 7654.75 & true"\n  Port 1\n');
    try {
      expect(value(await resolveHost({ host: 'box' }, options())).port).toBe(1);
    } finally {
      for (const id of processesWith('sleep 7654.75')) process.kill(id, 'SIGKILL');
    }
  });

  test('ends an ssh whose answer has no end, though it cannot be asked to', async () => {
    writeFileSync(file, '');
    const sshProgram = join(home, 'endless');
    writeFileSync(sshProgram, "#!/bin/sh\ntrap '' TERM\nyes 'hostname endless'\n");
    chmodSync(sshProgram, 0o755);
    expect(error(await resolveHost({ host: 'box' }, { ...options(), sshProgram }))).toMatchObject({
      code: 'ssh-config',
      detail: 'ssh -G: too much output',
    });
    await eventually(() => expect(processesWith(sshProgram)).toEqual([]));
  });

  test('refuses a port that there is not, and bears a time limit without end', async () => {
    writeFileSync(file, 'Host box\n  Port 70000\n');
    const bare = { ...options(), environment: { PATH: '/nowhere' } };
    expect(error(await resolveHost({ host: 'box' }, bare))).toEqual({
      code: 'ssh-config',
      file,
      detail: 'port 70000',
    });
    writeFileSync(file, 'Host slow\n  ConnectTimeout 2147483647\n');
    for (const each of [bare, options()]) {
      const { connectSeconds } = value(await resolveHost({ host: 'slow' }, each));
      // Timers take milliseconds of 31 bits, and end at once beyond.
      expect(connectSeconds * 1000).toBeLessThan(2 ** 31);
      expect(connectSeconds).toBeGreaterThan(1_000_000);
    }
  });
});

test('nothing that was typed stands where an option may stand', () => {
  const query = { alias: 'box', user: 'me', port: 22, configFile: '-x', environment };
  expect(queryArguments(query)).toEqual(['-G', '-F', '-x', '-l', 'me', '-p', '22', '--', 'box']);
});

test('lines of ssh -G are keywords in lower case with their values', () => {
  const raw = parseSettings('Host box\r\nidentityfile ~/a b\nidentityfile ~/c\nport 22\nlonely\n');
  expect([...raw]).toEqual([
    ['host', ['box']],
    ['identityfile', ['~/a b', '~/c']],
    ['port', ['22']],
  ]);
});

test('complaints of ssh give file and line where they have them', () => {
  const placed = '/c: line 3: Bad configuration option: hots\r\n/c: terminating, 1 bad options\n';
  const detail = 'Bad configuration option: hots';
  expect(configError(placed, '/x')).toEqual({ code: 'ssh-config', file: '/c', line: 3, detail });
  expect(configError('/c line 4: missing argument.\n', '/x')).toMatchObject({ file: '/c', line: 4 });
  expect(configError('Something else\nmore', '/x')).toEqual({
    code: 'ssh-config',
    file: '/x',
    detail: 'Something else',
  });
});

test('the list of hosts holds plain names, each once, from included files too', () => {
  writeFileSync(join(home, 'more.inc'), 'Host inner box\n');
  writeFileSync(
    file,
    [
      '# Host commented',
      'Host box other',
      '  HostName x',
      'Host *.example.org !not web? "quoted"',
      `Include ${home}/more.inc`,
      'host=equals',
      'Match host matched',
      'Host 10.0.0.1 ::1 -dash',
    ].join('\n'),
  );
  expect(listConfigHosts(home, file)).toEqual([
    'box',
    'other',
    'quoted',
    'inner',
    'equals',
    '10.0.0.1',
    '::1',
  ]);
  expect(listConfigHosts(home, join(home, 'missing'))).toEqual([]);
  writeFileSync(join(home, '.ssh', 'config'), `Include loop\nHost own\n`);
  writeFileSync(join(home, '.ssh', 'loop'), 'Include loop\nHost looped\n');
  expect(listConfigHosts(home, undefined)).toEqual(expect.arrayContaining(['looped', 'own']));
  const everything = Array.from({ length: 20 }, (_, index) => join(home, '.ssh', `every${index}`));
  for (const each of everything) writeFileSync(each, `Include every*\nHost ${each.split('/').at(-1)}\n`);
  writeFileSync(join(home, '.ssh', 'config'), `Host own\nInclude every*\n`);
  expect(listConfigHosts(home, undefined)).toEqual(expect.arrayContaining(['own', 'every0']));
});

test('tokens of files are those of ssh_config', () => {
  const raw = parseSettings(
    'hostname h.example.org\nport 2200\nuser me\nidentityfile %d/%h/%p/%r/%u/%n/%i/%L/%%/%z\nidentityfile ${HOME_KEYS}/k\nidentityfile %C',
  );
  const settings = readSettings('box', raw, {
    homeFolder: '/home/me',
    environment: { HOME_KEYS: '/keys' },
  });
  const short = hostname().split('.')[0] ?? '';
  const own = userInfo().username;
  const id = process.getuid?.() ?? 0;
  const [first, second, hash] = settings.identityFiles;
  expect(first).toBe(`/home/me/h.example.org/2200/me/${own}/box/${id}/${short}/%/%z`);
  expect(second).toBe('/keys/k');
  expect(hash).toMatch(/^[0-9a-f]{40}$/);
});
