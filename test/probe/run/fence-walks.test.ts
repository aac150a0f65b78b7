import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

// Lines from others that walk, or ask git, where what is sensitive is known by its place and not by its name alone.

function git(root: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

const PLACES = [
  '.env',
  'd/id_rsa',
  '.docker/config.json',
  '.cargo/credentials.toml',
  '.config/gh/hosts.yml',
  '.huggingface/token',
  '.cache/huggingface/token',
  'empty/x',
];

function repository(): string {
  const root = makeFolder({ 'a.py': 'needle here\n' });
  for (const place of PLACES) {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    writeFileSync(join(root, place), place === 'empty/x' ? 'x\n' : 'needle SECRET  \n');
  }
  git(root, 'init', '-q');
  git(root, 'add', '-f', '.');
  git(root, 'commit', '-q', '-m', 'first');
  writeFileSync(join(root, '.env'), 'needle SECRET two  \n');
  git(root, 'commit', '-q', '-a', '-m', 'second');
  git(root, 'config', 'remote.origin.url', 'https://needle:SECRET@host.example/r');
  return root;
}

describe('a line from others', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openLocal(repository());
  });
  afterAll(() => bench.close());

  test.each([
    'grep -r needle .',
    'grep -rh needle',
    'rg -uuu needle',
    "rg --hidden --iglob '.env' needle",
    "rg -uuu --iglob '*' needle",
    "rg -uuu -g '*' --glob-case-insensitive needle",
    'git log -p',
    'git log --check',
    'git grep needle',
    'git grep --untracked needle',
    'git grep needle HEAD',
    'git show HEAD -- .',
    'git log -p -- .',
    'diff -rN . empty',
  ])('walks past what is sensitive: %s', async (line) => {
    const { out, notes } = await bench.evidence(line, { fence: true });
    expect(out).not.toContain('SECRET');
    expect(notes).toContain('secrets-left-out');
    // Upon a yes it is all there.
    expect((await bench.evidence(line, { fence: true, sensitive: true })).out).toContain('SECRET');
  });

  test.each([
    'cd .docker && grep -r needle .',
    'cd .docker && grep -r needle',
    'cd .docker && rg -uuu needle',
    'grep -r needle .docker/.',
    'rg -uuu needle .docker',
    'cd .cargo && grep -r needle .',
    'cd .config && grep -r needle .',
    'cd .cache/huggingface && grep -r needle .',
    'grep -r needle .git',
    'grep -r needle .git/.',
    'rg -uuu needle .git',
    'diff -rN .docker empty',
  ])('does not start in a folder of such: %s', async (line) => {
    expect(await bench.error(line, { fence: true })).toMatchObject({ code: 'operand-sensitive' });
    expect((await bench.evidence(line, { fence: true, sensitive: true })).out).toContain('SECRET');
  });

  test.each([
    "git log -p --follow -- '.en[v]'",
    "git log -p --follow -- ':(glob).en?'",
    'git log -p --follow',
    'git log -p --follow empty',
    'git grep -h needle HEAD:.docker',
    'git grep -h needle HEAD:./.docker',
    'git -C .cache grep -h needle HEAD:.cache/huggingface',
  ])('is asked about: %s', async (line) => {
    const outcome = await bench.prober.run(line, { fence: true });
    expect(outcome).toMatchObject({ kind: 'refusal', refusal: { rule: 'sensitive-path' } });
    expect(await bench.prober.run(line, { fence: true, sensitive: true })).toMatchObject({
      kind: 'evidence',
    });
  });

  test.each(['git log -p --follow -- .', 'git show --follow HEAD -- .', 'git log -p --follow -- .docker'])(
    'follows one file and no folder: %s',
    async (line) => {
      expect(await bench.error(line, { fence: true })).toMatchObject({ code: 'operand-folder' });
      expect((await bench.evidence(line, { fence: true, sensitive: true })).out).toContain('SECRET');
    },
  );

  test('goes on where nothing of that kind is', async () => {
    for (const line of [
      'grep -r needle .',
      'rg needle',
      'git grep -c x HEAD:empty',
      "rg --hidden --iglob 'A.PY' needle",
      'git log --follow --oneline -- a.py',
      'git log -p --follow -- a.py',
      'git log -p --follow a.py',
    ])
      expect((await bench.evidence(line, { fence: true })).exit).toBe(0);
    expect((await bench.evidence('ls -R .docker', { fence: true })).out).toContain('config.json');
    expect((await bench.evidence('rg -c ref .git/HEAD', { fence: true })).out).toBe('1\n');
  });
});

test.each(['git diff HEAD:a.py..:.env', 'git diff HEAD:a.py..:0:.env', 'git diff HEAD:a.py...:.env'])(
  'a path of the index at the end of a range is asked about, whoever typed it: %s',
  async (line) => {
    const bench = await openLocal(repository());
    const outcome = await bench.prober.run(line);
    expect(outcome).toMatchObject({ kind: 'refusal', refusal: { rule: 'sensitive-path' } });
    expect((await bench.evidence('git diff HEAD:a.py..HEAD:../a.py 2>/dev/null')).out).not.toContain(
      'SECRET',
    );
    bench.close();
  },
);
