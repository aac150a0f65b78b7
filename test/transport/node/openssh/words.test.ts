import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { privateConfig, quotable } from '../../../../src/transport/node/openssh/config.ts';
import { readFailure } from '../../../../src/transport/node/openssh/failure.ts';
import { masterWords } from '../../../../src/transport/node/openssh/login.ts';
import { sessionWords } from '../../../../src/transport/node/openssh/opener.ts';
import { isAtLeast, parseVersion } from '../../../../src/transport/node/openssh/program.ts';
import { readPrompt } from '../../../../src/transport/node/openssh/prompts.ts';
import { parseCall } from '../../../../src/transport/node/openssh/questions.ts';
import { readSettings } from '../../../../src/transport/node/ssh/config/resolve.ts';

const place = { host: 'box', port: 2222, user: 'me', connectSeconds: 20, configFile: '/c' };

describe('the last words of ssh', () => {
  // As OpenSSH 9.2 says them.
  test.each([
    [
      'ssh: Could not resolve hostname nowhere: Name or service not known',
      { code: 'unknown-host', host: 'nowhere' },
    ],
    [
      'ssh: connect to host 10.0.0.1 port 22: Connection refused',
      { code: 'connection-refused', host: '10.0.0.1', port: 22 },
    ],
    [
      'ssh: connect to host 10.0.0.1 port 22: Connection timed out',
      { code: 'connect-timeout', host: '10.0.0.1', port: 22, seconds: 20 },
    ],
    [
      'ssh: connect to host 10.0.0.1 port 22: No route to host',
      { code: 'unreachable', host: '10.0.0.1', port: 22, detail: 'No route to host' },
    ],
    ['Connection timed out during banner exchange', { code: 'connect-timeout' }],
    [
      'you@jump: Permission denied (publickey,password).',
      { code: 'authentication-failed', user: 'you', host: 'jump', tried: ['publickey', 'password'] },
    ],
    [
      'Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures',
      { code: 'authentication-failed', user: 'me', host: 'box' },
    ],
    [
      'Unable to negotiate with 10.0.0.1 port 22: no matching host key type found. Their offer: ssh-dss',
      { code: 'unsupported', what: 'host-key-algorithm' },
    ],
    [
      '/c: line 3: Bad configuration option: nonsense\n/c: terminating, 1 bad configuration options',
      { code: 'ssh-config', file: '/c', line: 3, detail: 'Bad configuration option: nonsense' },
    ],
    [
      '/bin/bash: line 1: nothing: not found\nbanner exchange: Connection to UNKNOWN port 65535: Broken pipe',
      { code: 'unreachable', detail: 'banner exchange: Connection to UNKNOWN port 65535: Broken pipe' },
    ],
    ['', { code: 'unreachable', host: 'box', port: 2222, detail: 'ended without a word' }],
  ])('%s', (said, expected) => {
    expect(readFailure(`** a banner **\r\n${said}\r\n`, place)).toMatchObject(expected);
  });
});

describe('a prompt of ssh', () => {
  const version = { major: 9, minor: 2 };
  const read = (text: string, hint = '', old = version): ReturnType<typeof readPrompt> =>
    readPrompt({ text, hint }, { user: 'me', host: 'box', version: old });

  test('is for a passphrase, a password, or what a host asks', () => {
    expect(read("Enter passphrase for key '/home/u/.ssh/id x': ")).toEqual({
      kind: 'secret',
      question: { kind: 'passphrase', file: '/home/u/.ssh/id x' },
    });
    expect(read("you@jump's password: ")).toEqual({
      kind: 'secret',
      question: { kind: 'password', user: 'you', host: 'jump' },
    });
    expect(read('(you@jump) Code: ')).toEqual({
      kind: 'secret',
      question: { kind: 'keyboard', user: 'you', host: 'jump', prompt: 'Code: ', echo: false },
    });
    expect(read('Enter PIN for ED25519-SK key /k: ')).toMatchObject({
      question: { kind: 'keyboard', host: 'box' },
    });
  });

  test('of a host cannot pass for one of ssh’s own', () => {
    expect(read("(me@box) Enter passphrase for key '/home/u/.ssh/id': ")).toMatchObject({
      question: { kind: 'keyboard', prompt: "Enter passphrase for key '/home/u/.ssh/id': " },
    });
    expect(read("(me@box) root@vault's password: ")).toMatchObject({ question: { kind: 'keyboard' } });
  });

  test('about a host key, or whether an agent may sign, is never answered', () => {
    const key =
      "The authenticity of host 'x' can't be established.\nAre you sure you want to continue connecting (yes/no/[fingerprint])? ";
    expect(read(key).kind).toBe('refused');
    expect(read('Please type (yes/no)').kind).toBe('refused');
    expect(read('Allow use of key /k?', 'confirm').kind).toBe('refused');
    expect(read('Confirm user presence for key ED25519-SK', 'none').kind).toBe('notice');
  });
});

describe('the configuration of our ssh', () => {
  const environment = { PATH: '/usr/bin' };
  const hop = (alias: string, lines: Record<string, string> = {}): ReturnType<typeof readSettings> =>
    readSettings(alias, new Map(Object.entries(lines).map(([key, text]) => [key, [text]])), {
      homeFolder: '/home/u',
      environment,
    });
  const options = {
    hops: [hop('box', { userknownhostsfile: '/k/100%', globalknownhostsfile: '/g' }), hop('jump')],
    trustStoreFile: '/our own/trust',
    hostKeyProgram: '/tmp/p/hostkey',
    configFile: undefined,
    homeFolder: '/home/u',
    version: { major: 9, minor: 2 },
  };

  test('says first what may not be otherwise, and names the user’s own files last', () => {
    const lines = privateConfig(options)
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toContain('UserKnownHostsFile "/k/100%%" "/g" "/our own/trust"');
    expect(lines).toContain('KnownHostsCommand "/tmp/p/hostkey" %I %n %H %t %K');
    const all = lines.indexOf('Host *');
    for (const line of [
      'StrictHostKeyChecking yes',
      'UpdateHostKeys no',
      'ClearAllForwardings yes',
      'ForwardAgent no',
      'ForwardX11 no',
      'Tunnel no',
      'PermitLocalCommand no',
      'RemoteCommand none',
      'ControlMaster no',
      'ControlPath none',
    ])
      expect(lines.indexOf(line)).toBeGreaterThan(all);
    expect(lines.indexOf('Include "/home/u/.ssh/config"')).toBeGreaterThan(lines.indexOf('ControlPath none'));
    expect(lines.slice(-2)).toEqual(['SendEnv -*', '']);
  });

  test('includes a named configuration by its whole path: ssh would look for it in ~/.ssh', () => {
    const text = privateConfig({ ...options, configFile: 'conf/ssh' });
    expect(text).toContain(`Include "${resolve('conf/ssh')}"`);
    expect(text).not.toContain('/home/u/.ssh/config');
  });

  test('leaves a command of the user’s that knows host keys in its place', () => {
    const hops = [hop('box', { knownhostscommand: '/usr/bin/known %H' })];
    expect(privateConfig({ ...options, hops })).not.toContain('KnownHostsCommand');
  });

  test('says nothing that an older ssh does not know', () => {
    expect(privateConfig({ ...options, version: { major: 8, minor: 6 } })).not.toContain(
      'ForkAfterAuthentication',
    );
  });

  test('holds no file name that would end its quotes', () => {
    for (const file of ['/a"b', '/a\\b', '/a\nb', '/${HOME}/b']) expect(quotable(file)).toBe(false);
    for (const file of ['/a b', '/a%b', "/a'b", '/ä$b']) expect(quotable(file)).toBe(true);
  });
});

test('whatever a user typed stands behind -- or behind an option’s own word', () => {
  const files = {
    folder: '/p',
    config: '/p/config',
    control: '/p/m',
    questions: '/p/q',
    askpass: '/p/a',
    hostKey: '/p/h',
    remove: () => Promise.resolve(),
  };
  const words = masterWords({ kind: 'ssh', host: 'box', user: 'me', port: 2222, root: '/' }, files);
  expect(words.slice(-6)).toEqual(['-l', 'me', '-p', '2222', '--', 'box']);
  const session = sessionWords(
    { program: 'ssh', control: '/p/m', host: 'box', environment: {} },
    '/p/log0',
    '-x',
  );
  expect(session.slice(-3)).toEqual(['--', 'box', '-x']);
});

test('versions of ssh are read', () => {
  expect(parseVersion('OpenSSH_9.2p1 Debian-2+deb12u10, OpenSSL 3.0.19')).toEqual({ major: 9, minor: 2 });
  expect(parseVersion('OpenSSH_for_Windows_8.6p1, LibreSSL 3.4.3')).toEqual({ major: 8, minor: 6 });
  expect(parseVersion('Sun_SSH_1.1')).toBeUndefined();
  expect(isAtLeast({ major: 10, minor: 0 }, { major: 8, minor: 5 })).toBe(true);
  expect(isAtLeast({ major: 8, minor: 4 }, { major: 8, minor: 5 })).toBe(false);
});

test('what a helper program sends is read exactly, or not at all', () => {
  expect(parseCall('{"kind":"secret","hint":"","words":["a b"]}\n')).toEqual({
    kind: 'secret',
    hint: '',
    words: ['a b'],
  });
  for (const line of [
    '',
    'x',
    'null',
    '[]',
    '{"kind":"other","hint":"","words":[]}',
    '{"kind":"secret","hint":1,"words":[]}',
    '{"kind":"secret","hint":"","words":[1]}',
  ])
    expect(parseCall(line)).toBeUndefined();
});
