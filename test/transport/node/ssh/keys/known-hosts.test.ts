import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../../src/base/index.ts';
import { offeredAlgorithms } from '../../../../../src/transport/node/ssh/keys/algorithms.ts';
import { judgeKey, knownTypes } from '../../../../../src/transport/node/ssh/keys/judge-key.ts';
import { parseKnownHosts } from '../../../../../src/transport/node/ssh/keys/known-hosts.ts';
import { coversHost, knownName } from '../../../../../src/transport/node/ssh/keys/match-host.ts';
import { fingerprint, keyTypeOf } from '../../../../../src/transport/node/ssh/keys/public-key.ts';
import { readKnownHosts, trustKey } from '../../../../../src/transport/node/ssh/keys/store.ts';
import { makeKey } from '../../../../support/sshd.ts';

let folder: string;
/** Lines `type base64` of three keys. */
let first: string;
let second: string;
let rsa: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-known-'));
  const line = (file: string): string => readFileSync(`${file}.pub`, 'utf8').split(' ').slice(0, 2).join(' ');
  first = line(makeKey(join(folder, 'a'), 'ed25519'));
  second = line(makeKey(join(folder, 'b'), 'ed25519'));
  rsa = line(makeKey(join(folder, 'c'), 'rsa'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const blob = (line: string): Buffer => Buffer.from(line.split(' ')[1] ?? '', 'base64');

function judge(text: string, host = 'box', port = 22, alias?: string): ReturnType<typeof judgeKey> {
  return judgeKey({ host, port, alias }, blob(first), parseKnownHosts(text, '/kh'));
}

describe('a known_hosts file', () => {
  test('is read with its lines, and passes over what is no entry', () => {
    const text = `# comment\n\nbox,other ${first} me@here\n@revoked * ${second}\n@cert-authority *.org ${rsa}\nbroken\nbox ssh-rsa !!!\n@odd box ${first}\r\n  tab\t${first}\n`;
    const entries = parseKnownHosts(text, '/kh');
    expect(entries.map(({ line, marker, names, keyType }) => [line, marker, names, keyType])).toEqual([
      [3, 'none', ['box', 'other'], 'ssh-ed25519'],
      [4, 'revoked', ['*'], 'ssh-ed25519'],
      [5, 'cert-authority', ['*.org'], 'ssh-rsa'],
      [9, 'none', ['tab'], 'ssh-ed25519'],
    ]);
    expect(entries[0]?.key.equals(blob(first))).toBe(true);
    expect(entries[0]?.file).toBe('/kh');
  });

  test('covers hosts by name, pattern, negation and port', () => {
    expect(coversHost(['box'], 'box')).toBe(true);
    expect(coversHost(['BOX'], 'box')).toBe(true);
    expect(coversHost(['bo'], 'box')).toBe(false);
    expect(coversHost(['b?x', 'other'], 'box')).toBe(true);
    expect(coversHost(['*.example.org'], 'a.example.org')).toBe(true);
    expect(coversHost(['*.example.org'], 'example.org')).toBe(false);
    expect(coversHost(['*', '!box'], 'box')).toBe(false);
    expect(coversHost(['!box', '*'], 'box')).toBe(false);
    expect(coversHost(['!other'], 'box')).toBe(false);
    expect(coversHost(['b.x'], 'box')).toBe(false);
    expect(coversHost(['[box]:2222'], knownName('Box', 2222))).toBe(true);
    expect(coversHost(['[*]:2222'], knownName('box', 2222))).toBe(true);
    expect(coversHost(['box'], knownName('box', 2222))).toBe(false);
    expect(knownName('BOX', 22)).toBe('box');
  });

  test('covers hosts by hash, as ssh-keygen writes it', () => {
    const file = join(folder, 'hashed');
    writeFileSync(file, `box ${first}\n[other]:2222 ${second}\n`);
    execFileSync('ssh-keygen', ['-q', '-H', '-f', file], { stdio: 'ignore' });
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^\|1\|/);
    expect(judge(text)).toEqual({ kind: 'known' });
    expect(judge(text, 'boy').kind).toBe('unknown');
    expect(judge(text, 'other', 2222)).toEqual({ kind: 'changed', file: '/kh', line: 2 });
    expect(coversHost(['|1|x'], 'box')).toBe(false);
    expect(coversHost(['|2|a|b'], 'box')).toBe(false);
  });
});

describe('a key', () => {
  test('is known if one entry has it, whatever others say', () => {
    expect(judge(`box ${second}\nbox ${first}\n`)).toEqual({ kind: 'known' });
  });

  test('is changed where only other keys of its type are known', () => {
    expect(judge(`other ${first}\nbox ${rsa}\nbox ${second}\n`)).toEqual({
      kind: 'changed',
      file: '/kh',
      line: 3,
    });
  });

  test('is unknown where keys of other types are known, and these are named', () => {
    expect(judge(`box ${rsa}\n`)).toEqual({ kind: 'unknown', knownTypes: ['ssh-rsa'], authority: false });
    expect(judge('')).toEqual({ kind: 'unknown', knownTypes: [], authority: false });
  });

  test('is revoked before all, also by a line for every host and for the bare name', () => {
    expect(judge(`box ${first}\n@revoked * ${first}\n`)).toEqual({ kind: 'revoked', file: '/kh', line: 2 });
    expect(judge(`@revoked box ${first}\n`, 'box', 2222)).toMatchObject({ kind: 'revoked' });
    expect(judge(`@revoked box ${second}\n`).kind).toBe('unknown');
    expect(judge(`@revoked other ${first}\n`).kind).toBe('unknown');
  });

  test('of an authority is no host key, and the authority is noticed', () => {
    expect(judge(`@cert-authority box ${first}\n`)).toEqual({
      kind: 'unknown',
      knownTypes: [],
      authority: true,
    });
  });

  test('with a port is known by the bare name too, but not changed by it', () => {
    expect(judge(`box ${first}\n`, 'box', 2222)).toEqual({ kind: 'known' });
    expect(judge(`box ${second}\n`, 'box', 2222).kind).toBe('unknown');
    expect(judge(`[box]:2222 ${second}\nbox ${first}\n`, 'box', 2222).kind).toBe('changed');
  });

  test('is filed under the alias alone where there is one', () => {
    expect(judge(`the-box ${first}\n`, 'box', 2222, 'The-Box')).toEqual({ kind: 'known' });
    expect(judge(`box ${first}\n`, 'box', 2222, 'the-box').kind).toBe('unknown');
  });

  test('has the fingerprint that ssh-keygen prints, and names its type', () => {
    const printed = execFileSync('ssh-keygen', ['-l', '-f', join(folder, 'a.pub')], { encoding: 'utf8' });
    expect(printed).toContain(fingerprint(blob(first)));
    expect(keyTypeOf(blob(first))).toBe('ssh-ed25519');
    expect(keyTypeOf(Buffer.alloc(2))).toBe('');
    expect(keyTypeOf(Buffer.from([255, 255, 255, 255, 1]))).toBe('');
  });
});

describe('our own store', () => {
  test('is made when needed, for its owner only, and read like known_hosts', async () => {
    const file = join(folder, 'new', 'deep', 'trust');
    await trustKey(file, { host: 'Box', port: 2222 }, blob(first));
    await trustKey(file, { host: 'box', port: 22, alias: 'The-Box' }, blob(second));
    expect(readFileSync(file, 'utf8')).toBe(`[box]:2222 ${first}\nthe-box ${second}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const entries = await readKnownHosts([join(folder, 'none'), file], silentLogger);
    expect(entries.map((entry) => entry.line)).toEqual([1, 2]);
    expect(judgeKey({ host: 'box', port: 2222 }, blob(first), entries)).toEqual({ kind: 'known' });
  });

  test('whose last line was left without an end keeps it', async () => {
    const file = join(folder, 'edited');
    writeFileSync(file, `@revoked * ${second}`);
    await trustKey(file, { host: 'box', port: 22 }, blob(first));
    expect(readFileSync(file, 'utf8')).toBe(`@revoked * ${second}\nbox ${first}\n`);
  });

  test('takes lines of several writers at once', async () => {
    const file = join(folder, 'many');
    const hosts = Array.from({ length: 50 }, (_, index) => `host${index}`);
    await Promise.all(hosts.map((host) => trustKey(file, { host, port: 22 }, blob(first))));
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.sort()).toEqual(hosts.map((host) => `${host} ${first}`).sort());
  });

  test('that cannot be read is logged and has no entries', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => warnings.push(message) };
    expect(await readKnownHosts([folder], logger)).toEqual([]);
    expect(warnings[0]).toContain(folder);
  });
});

test('algorithms are offered as configured, those of known types first', () => {
  const entries = parseKnownHosts(`box ${rsa}\nbox ${first}\n`, '/kh');
  expect(knownTypes({ host: 'box', port: 22 }, entries)).toEqual(['ssh-rsa', 'ssh-ed25519']);
  expect(offeredAlgorithms([], ['ssh-rsa'])).toEqual([
    'rsa-sha2-512',
    'rsa-sha2-256',
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
  ]);
  const configured = ['ssh-ed25519-cert-v01@openssh.com', 'rsa-sha2-256', 'ssh-ed25519', 'ssh-rsa'];
  expect(offeredAlgorithms(configured, [])).toEqual(['rsa-sha2-256', 'ssh-ed25519', 'ssh-rsa']);
  expect(offeredAlgorithms(configured, ['ssh-ed25519'])).toEqual(['ssh-ed25519', 'rsa-sha2-256', 'ssh-rsa']);
  expect(offeredAlgorithms(['sk-ssh-ed25519@openssh.com'], [])).toEqual([]);
});
