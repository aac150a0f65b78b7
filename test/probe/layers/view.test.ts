import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allPages, type Evidence } from '../../../src/probe/index.ts';
import { newSetpriv } from '../../support/setpriv.ts';
import { makeFolder, type Bench } from '../bench.ts';
import { isRoot, testHosts } from './host.ts';

/**
 * A layer must not make a probe say something else. What would be different inside runs elsewhere, with a mark; all
 * the rest is the same inside and outside.
 */
const setpriv = await newSetpriv();

/** A tree of several owners: root, the user, and somebody else with a group that the user is not in. */
function project(user: string | undefined): string {
  const root = makeFolder({
    'app.py': 'import os\n\n\ndef update(status):\n    return max(status, 1)\n',
    'a.txt': 'alpha\nbeta\n',
    'b.txt': 'alpha\ngamma\n',
    'secretless.env': 'x\n',
  });
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/one.py'), 'update(2)\n');
  writeFileSync(join(root, 'src/theirs.py'), 'update(3)\n');
  writeFileSync(join(root, 'src/private.py'), 'update(4)\n');
  symlinkSync('src', join(root, 'current'));
  const git = (...args: readonly string[]): void => {
    const config = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
    execFileSync('git', ['-C', root, ...config, ...args], { stdio: 'pipe' });
  };
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'One');
  git('tag', 'v1');
  execFileSync('chmod', ['-R', 'a+rX', root]);
  chmodSync(root, 0o755);
  if (user !== undefined) execFileSync('chown', ['-R', user, root]);
  execFileSync('chown', ['daemon:adm', join(root, 'src/theirs.py'), join(root, 'src/private.py')]);
  chmodSync(join(root, 'src/private.py'), 0o640);
  return root;
}

/** Lines that ask for owners, rights, the system, and what a namespace could hide. */
const LINES = [
  ...['ls', 'ls -a', 'ls -R', 'ls -la src', 'ls -ln src', 'ls -go src', 'ls -l1', 'ls -1 src', 'ls -ld src'],
  ...['ls --full-time src', 'ls -s', 'ls -t src', 'ls -lhS src', 'ls -i src', 'ls -lL current', 'ls -F'],
  ...['stat app.py', "stat -c '%U %G %u %g %a %n' src/theirs.py", 'stat -c %s app.py', 'file app.py'],
  ...['find . -user daemon', 'find . -group adm', "find . -printf '%u %g %m %p\\n'", 'find . -ls'],
  ...['find . -perm -u+r', 'find . -readable', 'find . -name "*.py" -newer a.txt', 'find -type f -size -2k'],
  ...[
    'cat src/theirs.py',
    'cat src/private.py',
    'grep -rn update .',
    'grep -rc update src',
    'wc -l src/one.py',
  ],
  ...[
    'id',
    'id -un',
    'id -G',
    'whoami',
    'hostname',
    'uname -a',
    'uname -n',
    'nproc',
    'pwd',
    'df',
    'df .',
    'df -h /',
  ],
  ...['du -s src', 'readlink current', 'readlink -f current', 'realpath current', 'basename a/b', 'date +%Z'],
  ...[
    'git log --oneline',
    'git log --format=%an',
    'git status',
    'git status --short',
    'git diff',
    'git show v1',
  ],
  ...[
    'git blame app.py',
    'git branch',
    'git tag',
    'git ls-files',
    'git grep -n update',
    'git rev-parse HEAD',
  ],
  ...[
    'sort a.txt | uniq -c',
    'diff a.txt b.txt',
    'cmp a.txt b.txt',
    'md5sum a.txt',
    'awk "{ print $1 }" a.txt',
  ],
  ...[
    'sed -n 1,3p app.py',
    'head -2 app.py',
    'tail -1 app.py',
    'rg -n update',
    'cut -c 1-3 a.txt',
    'tac a.txt',
  ],
  ...[
    'cat /etc/hostname',
    'cat /etc/passwd | wc -l',
    'ls /tmp /nonexistent',
    'ls /',
    'ls /dev',
    'ls /sys',
    'ls /proc',
  ],
  ...allPages().map(({ example }) => example),
];

/** What changes from one moment to the next, on any host. */
const MOMENTARY = /^(?:ps|uptime|date|du|df|ls .*\/tmp)\b/;

const ROOT_LINES = /^(?:ls|stat|find|id|ps|df|uptime|cat|git status)\b/;

interface Answer {
  readonly kind: string;
  readonly text: string;
  readonly notes: readonly string[];
}

async function ask(bench: Bench, line: string): Promise<Answer> {
  const outcome = await bench.prober.run(line);
  const { kind } = outcome;
  if (kind !== 'evidence') return { kind, text: JSON.stringify(outcome), notes: [] };
  const text = shown(outcome.evidence);
  // rg searches files at once, and prints them as they come.
  const ordered = line.startsWith('rg ') ? text.split('\n').sort().join('\n') : text;
  return { kind, text: ordered, notes: outcome.evidence.notes };
}

function shown({ exit, stdout, stderr }: Evidence): string {
  return [String(exit), Buffer.from(stdout).toString(), Buffer.from(stderr).toString()].join('\n');
}

const layerNotes = /^(?:outside|other|seen)-/;

describe.runIf(isRoot).each([
  ['bwrap', false],
  ['bwrap', true],
  ...(setpriv === undefined
    ? []
    : ([
        ['landlock', false],
        ['both', false],
      ] as const)),
] as const)('behind %s, as root: %s', (layer, asRoot) => {
  const host = testHosts();

  test('every line says the same inside and outside', { timeout: 300_000 }, async () => {
    const where = await host(
      { bwrap: layer !== 'landlock', ...(layer === 'bwrap' ? {} : { setpriv }) },
      { asRoot },
    );
    const root = project(where.user?.name);
    const outside = await where.bench('off', root);
    const inside = await where.bench('required', root);
    const auto = await where.bench('auto', root);
    const marked: string[] = [];
    // Logins of root may be slow: only what root could see otherwise.
    const lines = [...new Set(LINES)].filter((line) => !asRoot || ROOT_LINES.test(line));
    for (const line of lines) {
      const [plain, seen, forced] = await Promise.all(
        [outside, auto, inside].map((bench) => ask(bench, line)),
      );
      if (plain === undefined || seen === undefined || forced === undefined) throw new Error(line);
      expect.soft(seen.kind, line).toBe(plain.kind);
      if (!MOMENTARY.test(line)) expect.soft(seen.text, line).toBe(plain.text);
      const notes = seen.notes.filter((note) => layerNotes.test(note));
      expect
        .soft(
          seen.notes.filter((note) => !layerNotes.test(note)),
          line,
        )
        .toEqual(plain.notes);
      if (notes.length > 0) marked.push(line);
      // Where a layer is required, what is not marked says the same too.
      const isMarked = forced.notes.some((note) => layerNotes.test(note));
      if (!isMarked && !MOMENTARY.test(line)) expect.soft(forced.text, line).toBe(plain.text);
    }
    const tools = new Set(marked.map((line) => line.split(' ')[0]));
    const expected =
      layer === 'landlock'
        ? []
        : asRoot
          ? ['df', 'ps', 'uptime']
          : ['df', 'find', 'id', 'ls', 'ps', 'stat', 'uptime'];
    expect([...tools].sort()).toEqual(expected);
  });
});
