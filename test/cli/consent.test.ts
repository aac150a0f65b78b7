import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionOptions } from '../../src/cli/command.ts';
import { policy } from '../../src/cli/commands/policy.ts';
import { probe } from '../../src/cli/commands/probe.ts';
import type { Io } from '../../src/cli/io.ts';
import { judge } from '../../src/probe/index.ts';

/** A local folder with a history in which a file of passwords changed. */
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sonde-consent-'));
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  };
  git('init', '-q');
  writeFileSync(join(root, '.env'), 'A=one\n');
  git('add', '-A');
  git('commit', '-qm', 'one');
  writeFileSync(join(root, '.env'), 'A=two\n');
  git('commit', '-qam', 'two');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Told {
  readonly status: number;
  readonly out: string;
  readonly said: string;
}

/** Runs a command in this process, where nobody can be asked. */
async function told(work: (io: Io) => Promise<number>): Promise<Told> {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const environment = { ...process.env, XDG_CONFIG_HOME: root, XDG_CACHE_HOME: root };
  const { signal } = new AbortController();
  const io: Io = { stdout, stderr, stdin, environment, workingFolder: root, homeFolder: root, signal };
  const status = await work(io);
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { status, out: text(stdout), said: text(stderr) };
}

const connection = (allowSensitive: boolean): ConnectionOptions => ({
  sshConfig: null,
  hostKey: null,
  allowOutside: false,
  allowSensitive,
  confirm: false,
  ledger: null,
  sandbox: 'off',
  transport: 'auto',
});

const probed = (line: string, allowed: boolean): Promise<Told> =>
  told((io) =>
    probe(io, { name: 'probe', target: root, line, json: false, connection: connection(allowed) }),
  );

describe('sonde probe', () => {
  test.each(['git diff HEAD~1:.env..HEAD:.env', 'git log -L 1,1:.env', 'cat .env'])(
    '%s is read with --allow-sensitive, and without it that is named',
    async (line) => {
      const without = await probed(line, false);
      expect(without.status).toBe(3);
      expect(without.out).toBe('');
      expect(without.said).toContain('--allow-sensitive');
      const withIt = await probed(line, true);
      expect(withIt.said).not.toContain('Column');
      expect(withIt.status).toBe(0);
      expect(withIt.out).toContain('two');
    },
  );
});

describe('sonde policy', () => {
  test.each([
    ['cat .env', true],
    ['cd ~/.ssh && cat id_rsa', true],
    ['git show HEAD:.env', true],
    ['cat a.py', false],
    ['grep -rn x .', false],
  ])('%s: asked about first: %s', async (line, asked) => {
    const verdict = judge(line);
    expect(verdict.approved && verdict.asks).toEqual(asked ? ['sensitive'] : undefined);
    const text = await told((io) => policy(io, { kind: 'line', line }, false));
    expect(text.out.includes('--allow-sensitive')).toBe(asked);
    const json = await told((io) => policy(io, { kind: 'line', line }, true));
    const parsed: unknown = JSON.parse(json.out);
    if (asked) expect(parsed).toMatchObject({ approved: true, asks: ['sensitive'] });
    else expect(parsed).not.toHaveProperty('asks');
  });

  test('an empty line has no mark', async () => {
    expect((await told((io) => policy(io, { kind: 'line', line: '' }, false))).out).not.toContain('^');
  });
});
