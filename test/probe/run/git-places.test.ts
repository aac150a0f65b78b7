import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

function git(root: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

/** A repository with a folder of its own, and beside it a folder with a key that is no part of it. */
function repository(): string {
  const root = makeFolder({ 'a.py': 'needle\n' });
  mkdirSync(join(root, 'd'));
  writeFileSync(join(root, 'd/id_rsa'), 'needle d\n');
  writeFileSync(join(root, 'd/x.py'), 'needle d\n');
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'first');
  return root;
}

const fence = { fence: true } as const;

describe('what a repository says about where to read', () => {
  let bench: Bench;
  let outside: string;
  beforeEach(async () => {
    outside = makeFolder({ id_rsa: 'needle KEY\n', 'x.py': 'needle outside\n', map: 'N <n@example.org>\n' });
    bench = await openLocal(repository());
  });
  afterEach(() => {
    bench.close();
    rmSync(outside, { recursive: true, force: true });
  });
  const inRoot = (...parts: readonly string[]): string => join(bench.root, ...parts);
  const replaceFolder = (target: string): void => {
    rmSync(inRoot('d'), { recursive: true });
    symlinkSync(target, inRoot('d'));
  };

  test('a folder of the index that has become a link to keys is not searched', async () => {
    replaceFolder(outside);
    expect(await bench.error('git grep -n needle')).toMatchObject({
      code: 'operand-sensitive',
      file: 'd/id_rsa',
      at: 0,
    });
    expect(await bench.error('git grep -n needle -- d')).toMatchObject({ code: 'operand-sensitive' });
    expect((await bench.evidence('git grep -n needle', { sensitive: true })).out).toContain('KEY');
    // What reads no work file goes on.
    expect((await bench.evidence('git grep -n needle HEAD')).out).not.toContain('KEY');
    expect((await bench.evidence('git grep --cached -c needle')).out).toBe('a.py:1\nd/id_rsa:1\nd/x.py:1\n');
  });

  test('one that leads outside is searched for the user and not for others', async () => {
    rmSync(join(outside, 'id_rsa'));
    git(bench.root, 'rm', '-q', '--cached', 'd/id_rsa');
    replaceFolder(outside);
    expect((await bench.evidence('git grep -n needle')).out).toContain('d/x.py:1:needle outside');
    for (const line of ['git grep -n needle', 'ls -d . | wc -l', 'git ls-files -m'])
      if (line.startsWith('git'))
        expect(await bench.error(line, fence)).toMatchObject({ code: 'operand-outside', file: 'd/x.py' });
      else expect((await bench.evidence(line, fence)).exit).toBe(0);
  });

  test('one that leads to processes is not searched at all', async () => {
    mkdirSync(inRoot('d/e'), { recursive: true });
    writeFileSync(inRoot('d/environ'), 'needle\n');
    git(bench.root, 'add', 'd/environ');
    rmSync(inRoot('d'), { recursive: true });
    symlinkSync('/proc/self', inRoot('d'));
    expect(await bench.error('git grep -n PATH', { sensitive: true })).toMatchObject({
      code: 'operand-system',
      file: 'd/environ',
    });
  });

  test('named pipes and devices in place of files neither hang nor are read', async () => {
    rmSync(inRoot('a.py'));
    execFileSync('mkfifo', [inRoot('a.py')]);
    rmSync(inRoot('d/x.py'));
    symlinkSync('/dev/zero', inRoot('d/x.py'));
    const writer = await openLocal(bench.root);
    for (const line of [
      'git grep -c needle',
      'git status -s',
      'git diff --stat',
      'git ls-files -m',
      'git ls-files -o',
    ])
      expect((await writer.evidence(line)).truncated).toBeNull();
    expect(await bench.error('git blame a.py')).toMatchObject({ code: 'operand-kind', kind: 'fifo' });
    writer.prober.dispose();
    writer.transport.dispose();
  });

  test.each([
    ['include.path', 'pipe'],
    ['includeIf.gitdir:/.path', 'pipe'],
    ['core.excludesFile', 'pipe'],
    ['mailmap.file', 'pipe'],
    ['blame.ignoreRevsFile', 'pipe'],
    ['diff.orderFile', 'pipe'],
  ])('a named pipe as %s stops a command before it is opened', async (setting) => {
    execFileSync('mkfifo', [join(outside, 'pipe')]);
    git(bench.root, 'config', setting, join(outside, 'pipe'));
    expect(await bench.error('git log --oneline', { time: 5 })).toMatchObject({
      code: 'operand-kind',
      kind: 'fifo',
      file: join(outside, 'pipe'),
    });
  });

  test.each([
    '.gitattributes',
    '.gitignore',
    '.mailmap',
    '.git/info/exclude',
    '.git/info/attributes',
    '.git/objects/info/alternates',
  ])('a named pipe as %s stops it, too', async (name) => {
    rmSync(inRoot(name), { force: true });
    execFileSync('mkfifo', [inRoot(name)]);
    expect(await bench.error('git status -s', { time: 5 })).toMatchObject({
      code: 'operand-kind',
      kind: 'fifo',
    });
  });

  test('files that the configuration names: for the user those that are no keys, for others those inside', async () => {
    writeFileSync(inRoot('shared.cfg'), '[user]\n\tname = x\n');
    git(bench.root, 'config', 'include.path', '../shared.cfg');
    expect((await bench.evidence('git log --oneline', fence)).exit).toBe(0);
    git(bench.root, 'config', 'mailmap.file', join(outside, 'map'));
    expect((await bench.evidence('git log --format=%aN')).out).toBe('N\n');
    expect(await bench.error('git log --format=%aN', fence)).toMatchObject({
      code: 'operand-outside',
      file: join(outside, 'map'),
    });
    git(bench.root, 'config', 'blame.ignoreRevsFile', join(outside, 'id_rsa'));
    expect(await bench.error('git blame a.py')).toMatchObject({ code: 'operand-sensitive' });
  });

  test('what an included file includes counts as well', async () => {
    writeFileSync(inRoot('one.cfg'), `[include]\n\tpath = two.cfg\n`);
    writeFileSync(inRoot('two.cfg'), `[include]\n\tpath = ${outside}/map\n`);
    git(bench.root, 'config', 'include.path', '../one.cfg');
    writeFileSync(join(outside, 'map'), '');
    expect((await bench.evidence('git log --oneline')).exit).toBe(0);
    expect(await bench.error('git log --oneline', fence)).toMatchObject({ file: `${outside}/map` });
    // A value on two lines, and a condition that looks like the end of its own name, are not guessed at.
    appendFileSync(inRoot('.git/config'), '[core]\n\texcludesFile = "a\\nb"\n');
    expect(await bench.error('git log --oneline')).toMatchObject({ code: 'operand-kind', kind: 'unknown' });
  });

  test('a work tree elsewhere', async () => {
    git(bench.root, 'config', 'core.worktree', outside);
    expect((await bench.evidence('git status -s')).out).toContain('id_rsa');
    expect((await bench.evidence('git diff --stat HEAD HEAD')).exit).toBe(0);
    // Contents of another folder than the one that was named are not shown.
    for (const line of [
      'git grep .',
      'cd d && git grep .',
      'git -C d diff',
      'git diff -- a.py',
      'git ls-files -m',
    ]) {
      expect(await bench.error(line)).toMatchObject({ code: 'git-work-tree', folder: outside });
    }
    expect(await bench.error('git status -s', fence)).toMatchObject({ code: 'operand-outside' });
    git(bench.root, 'config', 'core.worktree', '/proc/self');
    expect(await bench.error('git status -s')).toMatchObject({ code: 'operand-system' });
    mkdirSync(join(outside, '.ssh'));
    git(bench.root, 'config', 'core.worktree', join(outside, '.ssh'));
    expect(await bench.error('git grep x')).toMatchObject({ code: 'operand-sensitive' });
  });

  test('a repository elsewhere: a .git file, a linked common folder, another object store', async () => {
    const other = repository();
    renameSync(inRoot('.git'), join(outside, 'moved'));
    writeFileSync(inRoot('.git'), `gitdir: ${outside}/moved\n`);
    expect((await bench.evidence('git log --oneline')).out).toContain('first');
    expect(await bench.error('git log --oneline', fence)).toMatchObject({ code: 'operand-outside' });
    rmSync(inRoot('.git'));
    renameSync(join(outside, 'moved'), inRoot('.git'));
    expect((await bench.evidence('git log --oneline', fence)).out).toContain('first');

    writeFileSync(inRoot('.git/objects/info/alternates'), `# a note\n${other}/.git/objects\n`);
    expect((await bench.evidence('git log --oneline')).out).toContain('first');
    expect(await bench.error('git log --oneline', fence)).toMatchObject({ code: 'operand-outside' });
    rmSync(inRoot('.git/objects/info/alternates'));

    renameSync(inRoot('.git/objects'), join(outside, 'objects'));
    symlinkSync(join(outside, 'objects'), inRoot('.git/objects'));
    expect((await bench.evidence('git log --oneline')).out).toContain('first');
    expect(await bench.error('git log --oneline', fence)).toMatchObject({ code: 'operand-outside' });
    rmSync(other, { recursive: true, force: true });
  });

  test('a linked work tree and a folder of the repository work for the user', async () => {
    const linked = join(outside, 'linked');
    git(bench.root, 'worktree', 'add', '-q', linked);
    const other = await openLocal(linked);
    expect((await other.evidence('git status -s')).exit).toBe(0);
    expect((await other.evidence('git grep -c needle')).out).toContain('a.py:1');
    expect(await other.error('git log --oneline', fence)).toMatchObject({ code: 'operand-outside' });
    other.prober.dispose();
    other.transport.dispose();
    expect((await bench.evidence('git -C d grep -c needle', fence)).out).toContain('x.py:1');
    expect((await bench.evidence('cd d && git log --oneline', fence)).exit).toBe(0);
  });

  test('names with blanks, quotes and newlines are no hindrance', async () => {
    const odd = inRoot("o'd \n$x");
    mkdirSync(odd);
    git(odd, 'init', '-q');
    writeFileSync(join(odd, 'b.py'), 'needle\n');
    git(odd, 'add', '.');
    git(odd, 'commit', '-q', '-m', 'inner');
    const other = await openLocal(odd);
    expect((await other.evidence('git log --oneline', fence)).out).toContain('inner');
    expect((await other.evidence('git grep -c needle', fence)).out).toBe('b.py:1\n');
    other.prober.dispose();
    other.transport.dispose();
  });

  test('addresses with credentials are asked for', async () => {
    git(bench.root, 'remote', 'add', 'plain', 'ssh://git@git.example.org:22/a.git');
    git(bench.root, 'remote', 'add', 'other', 'git@git.example.org:b.git');
    git(bench.root, 'remote', 'add', 'mail', 'https://git.example.org/a@b.git');
    expect((await bench.evidence('git remote -v')).out).toContain('ssh://git@');
    git(bench.root, 'remote', 'add', 'origin', `https://robot:s3cr3t@git.example.org/a.git`);
    expect(await bench.error('git remote -v')).toMatchObject({ code: 'operand-sensitive', at: 0 });
    expect((await bench.evidence('git remote')).out).toContain('origin');
    expect((await bench.evidence('git remote -v', { sensitive: true })).out).toContain('robot');
    git(bench.root, 'remote', 'set-url', 'origin', 'https://tok3n@git.example.org/a.git');
    expect(await bench.error('git remote -v')).toMatchObject({ code: 'operand-sensitive' });
  });
});

describe('keys and passwords in the history', () => {
  let bench: Bench;
  beforeAll(async () => {
    const root = makeFolder({ 'a.py': 'needle 1\n', '.ENV': 'needle ENV1\n', 'k.pem': 'needle PEM1\n' });
    mkdirSync(join(root, 'sub/.ssh'), { recursive: true });
    writeFileSync(join(root, 'sub/.ssh/config'), 'needle SSH1\n');
    writeFileSync(join(root, 'sub/.env'), 'needle SUB1\n');
    git(root, 'init', '-q');
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', 'one');
    for (const file of ['a.py', '.ENV', 'k.pem', 'sub/.ssh/config', 'sub/.env'])
      writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace('1', '2'));
    git(root, 'commit', '-q', '-a', '-m', 'two');
    for (const file of ['a.py', '.ENV', 'sub/.env'])
      writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace('2', '3'));
    git(root, 'stash', '-q');
    rmSync(join(root, '.ENV'));
    writeFileSync(join(root, 'a.py'), 'needle 4\n');
    bench = await openLocal(root);
  });
  afterAll(() => bench.close());

  test.each([
    'git show HEAD:.ENV',
    'git show HEAD~1:sub/.env',
    'git cat-file -p HEAD:.ENV',
    'git log -p -- .ENV',
    'git log -p -- sub/.ssh',
    "git log -p -- ':(icase).env'",
    "git log -p -- ':/.ENV'",
    'git diff -- .ENV',
    'git diff HEAD~1 HEAD -- k.pem',
    'git grep needle -- sub/.env',
    'git grep needle HEAD -- .ENV',
    'git grep needle HEAD:sub/.ssh',
    'git blame sub/.env',
    'git blame HEAD -- .ENV',
    'git diff HEAD:.ENV HEAD~1:.ENV',
    'git diff HEAD:a.py HEAD~1:sub/.env',
    'git show HEAD -- .ENV',
    'cd sub && git show HEAD:./.env',
  ])('%s is asked for, and run after a yes', async (line) => {
    const outcome = await bench.prober.run(line);
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'operand-sensitive' } });
    expect(await bench.prober.run(line, fence)).toMatchObject(
      outcome.kind === 'error' ? { kind: expect.stringMatching(/^(?:error|refusal)$/) as string } : {},
    );
    expect((await bench.evidence(line, { sensitive: true })).out).toMatch(/ENV|PEM|SSH|SUB|config|blob/);
  });

  test('a file that is followed line by line is refused before anything is sent', async () => {
    const outcome = await bench.prober.run('git log -L 1,1:.ENV');
    expect(outcome).toMatchObject({ kind: 'refusal', refusal: { rule: 'sensitive-path' } });
    expect((await bench.evidence('git log -L 1,1:.ENV', { sensitive: true })).out).toContain('ENV1');
  });

  test('two contents are compared in a repository only', async () => {
    expect((await bench.evidence('git diff HEAD:a.py HEAD~1:a.py')).out).toContain('+needle 1');
    expect(await bench.prober.run('git diff HEAD:a.py..HEAD:.ENV')).toMatchObject({
      refusal: { rule: 'sensitive-path' },
    });
    const folder = makeFolder({ 'HEAD:a': 'one\n', 'HEAD:b': 'two\n' });
    const other = await openLocal(folder);
    expect(await other.error('git diff HEAD:a HEAD:b')).toMatchObject({
      code: 'operand-missing',
      file: '.git',
    });
    other.close();
  });

  test.each([
    'git log --oneline -- .ENV',
    'git ls-files .ENV',
    'git ls-tree HEAD .ENV',
    'git status -s .ENV',
    "git log -p -- ':!.ENV'",
  ])('%s shows names only, or leaves it out', async (line) =>
    expect((await bench.evidence(line)).exit).toBe(0),
  );

  const secret = /ENV[123]|PEM[123]|SSH[123]|SUB[123]/;
  test.each([
    ['git log -p', /needle 2/],
    ['git log -p --stat -- a.py sub', /needle 1/],
    ['git log -S needle --format=%s', /one/],
    ['git log -p --follow -- a.py', /needle 1/],
    ['git show', /needle 2/],
    ['git show HEAD~1', /needle 1/],
    ['git show HEAD:a.py', /^needle 2/],
    ['git show HEAD:', /a\.py/],
    ['git diff', /needle 4/],
    ['git diff HEAD~1 HEAD', /needle 2/],
    ['git diff HEAD~1..HEAD', /needle 2/],
    ['git diff HEAD~1 -- .', /needle 4/],
    ['git diff HEAD:a.py HEAD~1:a.py', /needle 1/],
    ['cd sub && git log -p', /needle 2/],
    ['git grep -n needle', /a\.py:1:needle 4/],
    ['git grep -n needle HEAD', /HEAD:a\.py:1:needle 2/],
    ['git grep -n needle main', /main:a\.py:1:needle 2/],
    ['git grep -e needle -- a.py', /needle 4/],
    ['git log -p main', /needle 2/],
    ['git stash show -p', /needle 3/],
    ['git stash show -p 0', /needle 3/],
    ["git stash show -p 'stash@{0}'", /needle 3/],
    ['git stash list --cc', /stash@\{0\}[^]*needle 3/],
    ['git reflog -c', /needle 2/],
  ])('%s leaves them out for a line from others, and says so', async (line, expected) => {
    const own = await bench.evidence(line);
    expect(own.err).toBe('');
    const seen = await bench.evidence(line, fence);
    expect(seen.err).toBe('');
    expect(seen.exit).toBe(0);
    expect(seen.out).toMatch(expected);
    expect(seen.out).not.toMatch(secret);
    const isNamed = / --follow | HEAD:a\.py HEAD~1:a\.py/.test(line);
    expect(seen.notes.includes('secrets-left-out')).toBe(!isNamed);
    expect(own.notes).not.toContain('secrets-left-out');
    const after = await bench.evidence(line, { fence: true, sensitive: true });
    expect(after.out).toBe(own.out);
  });

  test('a content without its name, and a folder in a difference, are asked for behind the fence', async () => {
    const id = git(bench.root, 'rev-parse', 'HEAD:.ENV').trim();
    git(bench.root, 'tag', '-f', 'hidden', id);
    for (const line of [
      `git show ${id}`,
      `git cat-file -p ${id}`,
      `git grep needle ${id}`,
      `git diff ${id} HEAD:a.py`,
      `git diff ${id}..HEAD:a.py`,
      'git show hidden',
      'git diff HEAD:sub HEAD~1:sub',
    ]) {
      expect(await bench.error(line, fence)).toMatchObject({ code: 'operand-sensitive' });
      expect((await bench.prober.run(line)).kind).toBe('evidence');
    }
    expect((await bench.evidence('git cat-file -p HEAD', fence)).out).toContain('tree');
  });
});
