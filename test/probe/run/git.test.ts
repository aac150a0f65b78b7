import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

let bench: Bench;

function git(root: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

/** A repository of two commits, an own tag, a changed file and a stash. */
function repository(): string {
  const root = makeFolder({ 'a.py': 'def update():\n    pass\n' });
  git(root, 'init', '-q');
  git(root, 'add', 'a.py');
  git(root, 'commit', '-q', '-m', 'first');
  mkdirSync(join(root, 'pkg'));
  writeFileSync(join(root, 'pkg/b.py'), 'update = 1\n');
  writeFileSync(join(root, 'a.py'), 'def update():\n    pass\n\nupdate()\n');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'second');
  git(root, 'tag', 'v1');
  writeFileSync(join(root, 'a.py'), 'def update():\n    pass\n\nupdate()\nlast()\n');
  return root;
}

describe('git', () => {
  beforeAll(async () => {
    bench = await openLocal(repository());
  });
  afterAll(() => bench.close());

  test.each([
    ['git log --oneline', /first\n$/],
    ['git log -1 --format=%s', /^second\n$/],
    ['git log -p -1 -- a.py', /\+update\(\)/],
    ['git log --oneline -- a.py | wc -l', /^2\n$/],
    ['git show HEAD:a.py', /^def update/],
    ['git show v1 --stat', /2 files changed/],
    ['git diff', /\+last\(\)/],
    ['git diff HEAD~1 HEAD --name-only', /^a\.py\npkg\/b\.py\n$/],
    ['git diff HEAD~1..HEAD -- pkg', /\+update = 1/],
    ['git blame a.py', /Not Committed Yet/],
    ['git blame HEAD -- a.py', /4\) update\(\)/],
    ['git grep -c update', /a\.py:2/],
    ['git status -s', /^ M a\.py\n$/],
    ['git status -sb', /^## main\n M a\.py\n$/],
    ["git ls-files '*.py'", /^a\.py\npkg\/b\.py\n$/],
    ['git ls-files -m', /^a\.py\n$/],
    ['git branch -a', /^\* main\n$/],
    ['git branch --show-current', /^main\n$/],
    ['git branch -vv', /second/],
    ['git tag', /^v1\n$/],
    ['git tag --contains HEAD', /^v1\n$/],
    ["git tag -l 'v*'", /^v1\n$/],
    ['git rev-parse --short HEAD', /^[0-9a-f]{7,}\n$/],
    ['git rev-list --count HEAD', /^2\n$/],
    ['git cat-file -t HEAD', /^commit\n$/],
    ['git merge-base HEAD HEAD~1', /^[0-9a-f]{40}\n$/],
    ['git shortlog -sn', /2\tn\n$/],
    ['git ls-tree -r --name-only HEAD', /^a\.py\npkg\/b\.py\n$/],
    ['git ls-tree HEAD pkg/', /pkg\/b\.py\n$/],
    ['git describe --tags', /^v1\n$/],
    ['git reflog -1', /HEAD@\{0\}/],
    ['git for-each-ref --format=%(refname:short)', /^main\nv1\n$/],
    ['git show-ref --heads', /refs\/heads\/main/],
    ['git name-rev --name-only HEAD', /main|v1/],
    ['git stash list', /^$/],
    ['git worktree list', /main/],
    ['git remote -v', /^$/],
    ['git count-objects -v', /^count: /],
    ['git -C pkg log --oneline -- b.py', /second\n$/],
    ['git log -L 1,2:a.py --oneline', /first/],
    ['cd pkg && git grep -n update', /^b\.py:1:update = 1\n$/],
  ])('%s', async (line, expected) => {
    const quoted = line.replace('%(refname:short)', "'%(refname:short)'");
    const seen = await bench.evidence(quoted);
    expect(seen.err).toBe('');
    expect(seen.exit).toBe(0);
    expect(seen.out).toMatch(expected);
  });

  test('hits of grep and blame', async () => {
    expect((await bench.evidence('git grep -n update')).hits).toEqual([
      { file: 'a.py', line: 1, text: 'def update():' },
      { file: 'a.py', line: 4, text: 'update()' },
      { file: 'pkg/b.py', line: 1, text: 'update = 1' },
    ]);
    expect((await bench.evidence('git grep -n update HEAD~1')).hits).toEqual([
      { file: 'a.py', line: 1, text: 'def update():' },
    ]);
    expect((await bench.evidence('git blame -L 4,5 a.py')).hits).toEqual([
      { file: 'a.py', line: 4, text: 'update()' },
      { file: 'a.py', line: 5, text: 'last()' },
    ]);
    expect((await bench.evidence('git blame -s -L 4,4 HEAD -- a.py')).hits).toEqual([
      { file: 'a.py', line: 4, text: 'update()' },
    ]);
  });

  test('a file that is only in history', async () => {
    git(bench.root, 'rm', '-q', '--cached', 'pkg/b.py');
    expect((await bench.evidence('git log --oneline -- pkg/gone.py')).out).toBe('');
    expect((await bench.evidence('git blame HEAD -- pkg/b.py')).out).toContain('update = 1');
  });
});

/** A repository whose own configuration tries to run a program wherever git lets it. */
function hostile(marker: string): string {
  const root = repository();
  const run = join(root, 'run.sh');
  writeFileSync(run, `#!/bin/sh\necho "$0 $*" >> ${marker}\ncat\n`);
  chmodSync(run, 0o755);
  mkdirSync(join(root, 'hooks'));
  for (const hook of ['post-index-change', 'pre-auto-gc', 'reference-transaction', 'fsmonitor-watchman']) {
    writeFileSync(join(root, 'hooks', hook), `#!/bin/sh\necho ${hook} >> ${marker}\n`);
    chmodSync(join(root, 'hooks', hook), 0o755);
  }
  const settings: Readonly<Record<string, string>> = {
    'core.fsmonitor': run,
    'core.hooksPath': join(root, 'hooks'),
    'core.pager': run,
    'core.editor': run,
    'core.sshCommand': run,
    'core.askPass': run,
    'core.untrackedCache': 'true',
    'diff.external': run,
    'diff.evil.command': run,
    'diff.evil.textconv': run,
    'log.showSignature': 'true',
    'gpg.program': run,
    'format.pretty': 'format:%h %G? %GK',
    'pretty.evil': 'format:%GK',
    'pager.log': run,
    'pager.diff': run,
    'pager.blame': run,
    'alias.log': `!${run}`,
    'alias.lg': `!${run}`,
    'grep.openFilesInPager': run,
    'submodule.recurse': 'true',
    'status.submoduleSummary': 'true',
    'diff.submodule': 'log',
    'trace2.eventTarget': marker,
    'credential.helper': run,
    'interactive.diffFilter': run,
  };
  for (const [name, value] of Object.entries(settings)) git(root, 'config', name, value);
  writeFileSync(join(root, '.gitattributes'), '*.py diff=evil\n');
  return root;
}

describe('git in a hostile repository', () => {
  let trap: Bench;
  let marker: string;

  beforeAll(async () => {
    marker = join(makeFolder(), 'marker');
    trap = await openLocal(hostile(marker));
  });
  afterAll(() => trap.close());

  test('it is a trap: plain git runs its programs', () => {
    const other = join(makeFolder(), 'marker');
    const root = hostile(other);
    execFileSync('git', ['-C', root, 'status'], { stdio: 'pipe', input: '' });
    execFileSync('git', ['-C', root, 'diff', 'HEAD~1', 'HEAD'], { stdio: 'pipe', input: '' });
    execFileSync('git', ['-C', root, 'log', '-1'], { stdio: 'pipe', input: '' });
    const ran = readFileSync(other, 'utf8');
    expect(ran).toContain('run.sh');
    expect(ran.split('\n').length).toBeGreaterThan(3);
  });

  test.each([
    'git status',
    'git status -sb',
    'git diff',
    'git diff HEAD~1 HEAD',
    'git diff --cached',
    'git diff --stat',
    'git log',
    'git log -p',
    'git log -S update',
    'git log -G update --oneline',
    'git log -1 --format=%h',
    'git log --decorate --graph --all',
    'git show',
    'git show --stat HEAD',
    'git show HEAD:a.py',
    'git blame a.py',
    'git blame HEAD -- a.py',
    'git grep -n update',
    'git grep -n update HEAD~1',
    'git ls-files -m',
    'git ls-files -o --exclude-standard',
    'git describe --tags --always',
    'git shortlog -sn',
    'git branch -vv',
    'git tag --list',
    'git reflog',
    'git stash list',
    'git worktree list',
    'git rev-list --all',
    'git cat-file -p HEAD',
    'git for-each-ref',
  ])('%s runs nothing and changes nothing', async (line) => {
    const index = join(trap.root, '.git/index');
    const before = { bytes: readFileSync(index), time: statSync(index).mtimeMs };
    const seen = await trap.evidence(line);
    expect(seen.err).toBe('');
    expect(seen.exit).toBe(0);
    expect(existsSync(marker) ? readFileSync(marker, 'utf8') : '').toBe('');
    expect(readFileSync(index).equals(before.bytes)).toBe(true);
    expect(statSync(index).mtimeMs).toBe(before.time);
    expect(existsSync(`${index}.lock`)).toBe(false);
  });

  test('a filter of the repository is never run: the probe is refused, or reads the commit', async () => {
    git(trap.root, 'config', 'filter.evil.clean', join(trap.root, 'run.sh'));
    writeFileSync(join(trap.root, '.gitattributes'), '*.py filter=evil\n');
    try {
      expect(await trap.error('git diff')).toEqual({ code: 'git-filter', driver: 'evil' });
      expect(await trap.error('git status')).toEqual({ code: 'git-filter', driver: 'evil' });
      const blame = await trap.evidence('git blame a.py');
      expect(blame.notes).toEqual(['blame-of-head']);
      expect(blame.out).not.toContain('Not Committed Yet');
      expect((await trap.evidence('git diff HEAD~1 HEAD')).exit).toBe(0);
      expect(existsSync(marker)).toBe(false);
    } finally {
      git(trap.root, 'config', '--unset', 'filter.evil.clean');
    }
  });
});

test('a filter that the user installed is switched off, and the evidence says so', async () => {
  const home = makeFolder();
  const marker = join(home, 'marker');
  const root = repository();
  writeFileSync(join(root, '.gitattributes'), '*.py filter=lfs\n');
  const driver = `\tclean = touch ${marker}; cat\n\tprocess = touch ${marker}\n\trequired = true\n`;
  writeFileSync(join(home, '.gitconfig'), `[filter "lfs"]\n${driver}`);
  const own = await openLocal(root, home);
  try {
    expect(own.prober.host.home).toBe(home);
    const seen = await own.evidence('git diff -- a.py');
    expect(seen).toMatchObject({ notes: ['filter-off:lfs'], exit: 0, err: '' });
    expect(seen.out).toContain('+last()');
    expect((await own.evidence('git status -s')).out).toContain(' M a.py');
    expect((await own.evidence('git blame a.py')).notes).toEqual(['blame-of-head']);
    expect(existsSync(marker)).toBe(false);
  } finally {
    own.close();
  }
});
