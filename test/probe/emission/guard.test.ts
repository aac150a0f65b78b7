import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

let bench: Bench;
let outside: string;

beforeAll(async () => {
  const root = makeFolder({ 'a.txt': 'alpha\n', '.env': 'KEY=1\n', '-n': 'dash\n', 'b c.txt': 'blank\n' });
  outside = makeFolder({ 'base.py': 'class Base: pass\n' });
  execFileSync('mkfifo', [join(root, 'pipe'), join(root, 'globbed.fifo')]);
  mkdirSync(join(root, '.ssh'));
  writeFileSync(join(root, '.ssh/id_ed25519'), 'key\n');
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'sub/a.txt'), 'alpha\n');
  symlinkSync('/proc/self/environ', join(root, 'README'));
  symlinkSync('.ssh/id_ed25519', join(root, 'key.txt'));
  symlinkSync('pipe', join(root, 'to-pipe'));
  symlinkSync('/dev', join(root, 'devices'));
  symlinkSync('/', join(root, 'top'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('gone', join(root, 'dangling'));
  symlinkSync(outside, join(root, 'vendor'));
  symlinkSync('sub', join(root, 'inside'));
  symlinkSync('.ssh', join(root, 'keys'));
  mkdirSync(join(root, 'mixed'));
  symlinkSync('../.ssh/id_ed25519', join(root, 'mixed/a.txt'));
  execFileSync('mkfifo', [join(root, 'mixed/-n')]);
  const server = createServer().listen(join(root, 'socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  closeServer = () => server.close();
  bench = await openLocal(root);
});
let closeServer: () => void = () => undefined;
afterAll(() => {
  closeServer();
  bench.close();
});

test.each([
  ['cat pipe', 'operand-kind', 'pipe', 4, 'fifo'],
  ['grep x to-pipe', 'operand-kind', 'to-pipe', 7, 'fifo'],
  ['cat a.txt socket', 'operand-kind', 'socket', 10, 'socket'],
  ['cat README', 'operand-system', 'README', 4, undefined],
  ['grep -c x a.txt README', 'operand-system', 'README', 16, undefined],
  ['cat devices/zero', 'operand-kind', 'devices/zero', 4, 'device'],
  ['ls devices', 'operand-system', 'devices', 3, undefined],
  ['cd devices && ls', 'operand-system', 'devices', 3, undefined],
  ['cd top/proc && cat version', 'operand-system', 'top/proc', 3, undefined],
  ['cat top/proc/version', 'operand-system', 'top/proc/version', 4, undefined],
  ['grep -r x top', 'operand-system', 'top', 10, undefined],
  ['cd top && grep -r x', 'operand-system', '.', 10, undefined],
  ['cat loop', 'operand-missing', 'loop', 4, undefined],
  ['cat dangling', 'operand-missing', 'dangling', 4, undefined],
  ['cat gone.txt', 'operand-missing', 'gone.txt', 4, undefined],
  ['cat key.txt', 'operand-sensitive', 'key.txt', 4, undefined],
  ['cat .env', 'operand-sensitive', '.env', 4, undefined],
  ['ls .ssh/', 'operand-sensitive', '.ssh/', 3, undefined],
  ['cat a.txt | grep x - README', 'path', '-', 19, undefined],
  ['cat *.fifo', 'operand-kind', 'globbed.fifo', 4, 'fifo'],
  ['find top/dev -maxdepth 0', 'operand-system', 'top/dev', 5, undefined],
  ['find . -newer pipe', 'operand-kind', 'pipe', 14, 'fifo'],
  ['git blame pipe', 'operand-kind', 'pipe', 10, 'fifo'],
  ['git -C devices log', 'operand-system', 'devices', 7, undefined],
  // git compares two files itself where there is no repository.
  ['git diff -- keys/id_ed25519 a.txt', 'operand-sensitive', 'keys/id_ed25519', 12, undefined],
  ['git diff pipe.x a.txt ./pipe', 'operand-kind', './pipe', 22, 'fifo'],
  ['git -C sub diff -- ../keys/id_ed25519', 'operand-sensitive', '../keys/id_ed25519', 19, undefined],
  ['git -C keys blame id_ed25519', 'operand-sensitive', 'keys', 7, undefined],
  ['git -C sub blame ../keys/id_ed25519', 'operand-sensitive', '../keys/id_ed25519', 17, undefined],
  ['git grep key -- keys/id_ed25519', 'operand-sensitive', 'keys/id_ed25519', 16, undefined],
  // In folders, diff opens links and named pipes of the same name.
  ['diff mixed a.txt', 'operand-folder', 'mixed', 5, undefined],
  ['diff a.txt mixed', 'operand-folder', 'mixed', 11, undefined],
  ['diff mixed sub', 'operand-folder', 'mixed', 5, undefined],
  ['diff -r ./-n mixed', 'operand-folder', 'mixed', 13, undefined],
])('%s: %s', async (line, code, file, at, kind) => {
  const outcome = await bench.prober.run(line);
  if (outcome.kind === 'refusal') {
    expect([outcome.refusal.rule, outcome.refusal.word, outcome.refusal.at]).toEqual([code, file, at]);
    return;
  }
  expect(outcome).toMatchObject({
    kind: 'error',
    error: { code, file, at, ...(kind === undefined ? {} : { kind }) },
  });
});

test('two files outside a repository are not compared by git', async () => {
  for (const line of [
    'git diff keys/id_ed25519 a',
    'git diff keys/id_ed25519 -- a.txt',
    'git diff keys/x keys/y',
  ]) {
    const outcome = await bench.prober.run(line, { sensitive: true });
    expect(outcome).toMatchObject({ kind: 'evidence', evidence: { exit: 129 } });
    expect(outcome.kind === 'evidence' && Buffer.from(outcome.evidence.stdout).toString()).toBe('');
  }
});

test('folders are compared with -r, links in them as links', async () => {
  const seen = await bench.evidence('diff -r mixed sub');
  expect(seen.out).toMatch(/mixed\/a\.txt is a symbolic link while file sub\/a\.txt is a regular file/);
  expect((await bench.evidence('diff -r a.txt sub/a.txt')).exit).toBe(0);
});

test('a name with = that a wildcard matches is a file to awk, and no assignment', async () => {
  writeFileSync(join(bench.root, 'OFS=x'), 'one two\n');
  expect((await bench.evidence("awk '{print $2}' O*")).out).toBe('two\n');
});

test('what somebody said yes to is read', async () => {
  expect((await bench.evidence('cat key.txt', { sensitive: true })).out).toBe('key\n');
});

test('ordinary links and awkward names are read', async () => {
  expect((await bench.evidence('cat inside/a.txt')).out).toBe('alpha\n');
  expect((await bench.evidence('cat vendor/base.py')).out).toBe('class Base: pass\n');
  expect((await bench.evidence("cat 'b c.txt'")).out).toBe('blank\n');
  expect((await bench.evidence('cat -- -n')).out).toBe('dash\n');
  expect((await bench.evidence('cat ./-n sub/../a.txt')).out).toBe('dash\nalpha\n');
  expect((await bench.evidence('cat *.txt', { sensitive: true })).out).toBe('alpha\nblank\nkey\n');
});

test('a wildcard that matches something sensitive names it', async () => {
  expect(await bench.error('cat *.txt')).toMatchObject({ code: 'operand-sensitive', file: 'key.txt', at: 4 });
});

test('behind the fence nothing outside the root is read, by name or by link', async () => {
  const fence = { fence: true };
  expect((await bench.evidence('cat inside/a.txt', fence)).out).toBe('alpha\n');
  expect(await bench.error('cat vendor/base.py', fence)).toMatchObject({ code: 'operand-outside', at: 4 });
  expect(await bench.error('cd vendor && ls', fence)).toMatchObject({ code: 'operand-outside', at: 3 });
  const absolute = await bench.prober.run(`cat ${outside}/base.py`, fence);
  expect(absolute).toMatchObject({ kind: 'refusal', refusal: { rule: 'outside-root' } });
  const up = await bench.prober.run('cat ../x', fence);
  expect(up).toMatchObject({ kind: 'refusal', refusal: { rule: 'outside-root', word: '../x' } });
  const home = await bench.prober.run('cat ~/x', fence);
  expect(home).toMatchObject({ kind: 'refusal', refusal: { rule: 'outside-root' } });
});

test('behind the fence a walk passes keys and passwords by, and says so', async () => {
  const fence = { fence: true };
  for (const line of ["grep -rl 'key\\|KEY' .", 'diff -rN . sub', "rg --hidden -l 'key|KEY'"]) {
    const outcome = await bench.prober.run(line, fence);
    if (outcome.kind !== 'evidence') {
      expect(outcome).toMatchObject({ error: { code: 'tool-missing', tool: 'rg' } });
      continue;
    }
    expect(Buffer.from(outcome.evidence.stdout).toString()).not.toMatch(
      /id_ed25519\n|\.env\n|^< (?:key|KEY=1)$/m,
    );
    expect(outcome.evidence.notes).toContain('secrets-left-out');
  }
  const own = await bench.evidence("grep -rl 'key\\|KEY' .");
  expect(own.out.split('\n').sort()).toEqual(expect.arrayContaining(['./.env', './.ssh/id_ed25519']));
  expect((await bench.evidence('grep -rl KEY .', { fence: true, sensitive: true })).out).toBe('./.env\n');
});

test('a file that may not be read is said to be that', async () => {
  chmodSync(join(bench.root, 'a.txt'), 0);
  const outcome = await bench.prober.run('cat a.txt');
  chmodSync(join(bench.root, 'a.txt'), 0o644);
  // root reads everything.
  if (process.getuid?.() === 0) expect(outcome.kind).toBe('evidence');
  else expect(outcome).toMatchObject({ error: { code: 'operand-unreadable', file: 'a.txt' } });
});

test('names that a shell would act on stay names', async () => {
  const names = [
    "it's",
    '$(touch marker)',
    '`touch marker`',
    'a;touch marker',
    '"x"',
    '\\',
    '*',
    '[a]',
    '~',
    '#',
    '!!',
    'ü',
    '&',
    '|',
    '>marker',
    '{a,b}',
    '--help',
    '-e',
  ];
  const root = makeFolder(Object.fromEntries(names.map((name) => [name, `<${name}>\n`])));
  const other = await openLocal(root);
  try {
    for (const name of names) {
      const line = `cat -- '${name.replaceAll("'", `'\\''`)}'`;
      expect((await other.evidence(line)).out).toBe(`<${name}>\n`);
      const hits = (await other.evidence(`grep -Hn '<' -- '${name.replaceAll("'", `'\\''`)}'`)).hits;
      expect(hits?.[0]).toMatchObject({ line: 1, text: `<${name}>` });
    }
    expect(
      (await other.evidence('ls -A')).out
        .split('\n')
        .filter((name) => name !== '')
        .sort(),
    ).toEqual([...names].sort());
  } finally {
    other.close();
  }
});
