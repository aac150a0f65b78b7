import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

let bench: Bench;
let tools: string;

function git(root: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  const local = ['-c', 'protocol.file.allow=always'];
  return execFileSync('git', ['-C', root, ...identity, ...local, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

/** A program that leaves an empty file, for which no limit of bytes is in the way. */
function program(name: string): string {
  const file = join(tools, name);
  writeFileSync(file, `#!/bin/sh\n: > '${tools}/ran-${name}'\ncat "$1" 2>/dev/null\nexit 0\n`, {
    mode: 0o755,
  });
  return file;
}

/** A repository with a merge, a stash and a submodule, whose configurations name programs wherever they can. */
function repository(): string {
  const root = makeFolder({ 'a.py': '', '.gitattributes': '*.py diff=d merge=m\n' });
  const source = join(tools, 'source');
  mkdirSync(source);
  git(source, 'init', '-q');
  writeFileSync(join(source, '.gitattributes'), '*.py diff=d filter=f\n');
  writeFileSync(join(source, 's.py'), 'one\n');
  git(source, 'add', '.');
  git(source, 'commit', '-q', '-m', 's1');
  writeFileSync(join(source, 's.py'), 'two\n');
  git(source, 'commit', '-q', '-a', '-m', 's2');
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'first');
  git(root, 'submodule', '--quiet', 'add', source, 'sub');
  git(join(root, 'sub'), 'checkout', '-q', 'HEAD~1');
  git(root, 'add', 'sub');
  git(root, 'commit', '-q', '-m', 'sub');
  git(join(root, 'sub'), 'checkout', '-q', 'main');
  git(root, 'commit', '-q', '-a', '-m', 'sub moved');
  git(root, 'tag', 'moved');
  git(root, 'checkout', '-q', '-b', 'side');
  writeFileSync(join(root, 'a.py'), 'side\n');
  git(root, 'commit', '-q', '-a', '-m', 'side');
  git(root, 'checkout', '-q', 'main');
  writeFileSync(join(root, 'a.py'), 'main\n');
  git(root, 'commit', '-q', '-a', '-m', 'main');
  expect(() => git(root, 'merge', '-q', 'side')).toThrow();
  writeFileSync(join(root, 'a.py'), 'merged\n');
  git(root, 'commit', '-q', '-a', '-m', 'merged');
  writeFileSync(join(root, 'a.py'), 'stashed\n');
  git(root, 'stash', '-q');
  writeFileSync(join(root, 'a.py'), 'changed\n');
  git(root, 'config', 'diff.d.textconv', program('textconv'));
  git(root, 'config', 'diff.external', program('external'));
  git(root, 'config', 'merge.m.driver', `${program('merge')} %A`);
  git(root, 'config', 'log.diffMerges', 'remerge');
  git(root, 'config', 'diff.submodule', 'diff');
  git(root, 'config', 'submodule.sub.ignore', 'none');
  const sub = join(root, 'sub');
  git(sub, 'config', 'diff.external', program('sub-external'));
  git(sub, 'config', 'diff.d.textconv', program('sub-textconv'));
  git(sub, 'config', 'filter.f.clean', program('sub-filter'));
  writeFileSync(join(sub, 's.py'), 'changed\n');
  return root;
}

describe('a repository that names programs', () => {
  beforeAll(async () => {
    tools = makeFolder();
    bench = await openLocal(repository());
  });
  afterAll(() => {
    bench.close();
    rmSync(tools, { recursive: true, force: true });
  });

  test.each([
    'git reflog --cc',
    'git reflog -c',
    'git stash list --cc',
    'git stash list -c',
    'git stash show -p',
    'git log -m -p',
    'git log --cc',
    'git log -p -- sub',
    'git log --stat',
    'git show -m',
    'git show moved',
    'git diff',
    'git diff --stat',
    'git diff moved~1 moved',
    'git status',
  ])('%s runs none of them and needs no temporary file', async (line) => {
    // Where git has a program to run it first writes a temporary file, which the limit of bytes makes fail.
    const seen = await bench.evidence(line);
    expect(seen.err).toBe('');
    expect(seen.exit).toBe(0);
    expect(readdirSync(tools).filter((name) => name.startsWith('ran-'))).toEqual([]);
    expect(readdirSync(join(bench.root, '.git/objects')).filter((name) => name.startsWith('tmp'))).toEqual(
      [],
    );
  });

  test('a path is guarded where git would read the file itself', async () => {
    const outside = makeFolder({ id_rsa: 'key\n' });
    symlinkSync(outside, join(bench.root, 'keys'));
    for (const line of [
      'git diff HEAD:a.py -- keys/id_rsa',
      `git diff -- ${outside}/id_rsa a.py`,
      'git grep key -- keys/id_rsa',
    ])
      expect(await bench.error(line)).toMatchObject({ code: 'operand-sensitive' });
    expect(
      await bench.error('git diff HEAD:a.py -- keys/id_rsa', { fence: true, sensitive: true }),
    ).toMatchObject({
      code: 'operand-outside',
    });
    rmSync(join(bench.root, 'keys'));
    rmSync(outside, { recursive: true });
  });

  test.each(["git reflog show delete 'HEAD@{0}'", 'git reflog -- expire', 'git reflog show expire --all'])(
    '%s changes no reflog',
    async (line) => {
      const log = join(bench.root, '.git/logs/HEAD');
      const before = readFileSync(log, 'utf8');
      const seen = await bench.evidence(line);
      // The word is looked up as a revision, which there is none of.
      expect(seen.exit).toBe(128);
      expect(seen.err).toMatch(/(?:delete|expire)/);
      expect(readFileSync(log, 'utf8')).toBe(before);
      expect(bench.ledger.entries.at(-1)?.script).toMatch(/ reflog show --no-ext-diff /);
    },
  );
});
