import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestUser } from '../support/users.ts';

/** What the file behind the links holds: no probe may print it. */
export const SECRET = 'secret-behind-a-link';

/** Names in the tree that lead to what must never be opened by a probe. */
export const NEVER_OPENED: readonly string[] = ['pipe', 'socket', 'zero', 'environ', 'README'];

/** A tree of a test user in which everything is hostile. */
export interface HostileTree {
  readonly root: string;
  /** Folders in which nothing may change. */
  readonly watched: readonly string[];
}

/** Makes the tree in the user's home, and a folder with a key in `vault`; both belong to the user. */
export function makeHostileTree(user: TestUser, vault: string): HostileTree {
  const base = join(user.home, 'base');
  const root = join(base, 'tree');
  const tools = join(base, 'tools');
  for (const folder of [vault, join(user.home, 'notes'), tools, 'python', 'old', 'a b', 'devices'].map(
    (name) => (name.startsWith('/') ? name : join(root, name)),
  ))
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(vault, 'id_ed25519'), `${SECRET}\n`);
  writeFileSync(join(user.home, 'notes/n.txt'), 'update\n');
  const program = programs(tools);
  writeFiles(root);
  makeRepository(root, program);
  makeFiltered(join(root, 'filtered'), program);
  makePartial(join(root, 'partial'), program);
  makeSpecialFiles(root, vault);
  writeFileSync(
    join(user.home, '.gitconfig'),
    `[filter "lfs"]\n\tclean = ${program('lfs')}\n\tprocess = ${program('lfs')}\n\trequired = true\n`,
  );
  execFileSync('chown', ['-hR', `${user.name}:`, user.home, vault]);
  return { root, watched: [user.home, vault] };
}

/** Everything that could change: kinds, modes, sizes, owners, times, targets of links, contents. */
export function snapshot(folders: readonly string[]): string {
  const format = '%p %y %m %u %s %n %T@ %C@ %l\\0';
  const names = execFileSync('find', [...folders, '-printf', format], { encoding: 'utf8' });
  const sums = execFileSync('find', [...folders, '-type', 'f', '-exec', 'sha256sum', '-z', '{}', '+'], {
    encoding: 'utf8',
  });
  return `${names}${sums}`.split('\0').sort().join('\n');
}

/** Makes programs that leave a file behind when they run. */
function programs(folder: string): (name: string) => string {
  return (name) => {
    const file = join(folder, name);
    const text = `#!/bin/sh\n: > '${folder}/ran-${name}'\ncat "$1" 2>/dev/null\nexit 0\n`;
    writeFileSync(file, text, { mode: 0o755 });
    return file;
  };
}

function git(root: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  const local = ['-c', 'protocol.file.allow=always', '-c', 'safe.directory=*'];
  execFileSync('git', ['-C', root, ...identity, ...local, ...args], { stdio: 'pipe' });
}

function writeFiles(root: string): void {
  const files: Readonly<Record<string, string>> = {
    'src.py': 'import a\nx = 1\nupdate_status()\n',
    f: 'a\nb\n3 x\n',
    g: 'a\n',
    a: 'x\n',
    b: 'y\n',
    log: 'l\n',
    'A.md': '# A\n',
    '-rf': 'minus\n',
    '--output=x': 'output\n',
    '-exec': 'exec\n',
    '@file': '-o x\n',
    'new\nline': 'newline\n',
    'caf\u00e9.py': 'update\n',
    "it's": 'quote\n',
    '$(touch x)': 'substitution\n',
    'a b/c d': 'update\n',
    'big.bin': '\u0000update'.repeat(20_000),
    'python/a.py': 'import b\n\ndef update_status():\n    return 1\n\ndef update(x):\n    return x\n',
    'old/a.py': 'import b\n',
    '.gitattributes': '*.py diff=d merge=m\n*.md ident\n',
    '.rgignore': 'x\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
}

/** Two commits and a half, a stash, a submodule, and a configuration that names programs wherever it can. */
function makeRepository(root: string, program: (name: string) => string): void {
  const source = join(root, '..', 'source');
  mkdirSync(source);
  git(source, 'init', '-q');
  writeFileSync(join(source, '.gitattributes'), '*.py diff=d filter=f\n');
  writeFileSync(join(source, 's.py'), 'one\n');
  git(source, 'add', '.');
  git(source, 'commit', '-qm', 's1');
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  git(root, 'tag', 'v1');
  git(root, 'submodule', '--quiet', 'add', source, 'sub');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 2\nupdate_status()\n');
  git(root, 'commit', '-qam', 'two');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 3\n');
  git(root, 'stash', '-q');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 4\n');
  writeFileSync(join(root, 'sub/s.py'), 'changed\n');
  const settings: Readonly<Record<string, string>> = {
    'core.fsmonitor': program('fsmonitor'),
    'core.pager': program('pager'),
    'pager.log': program('pager-log'),
    'core.sshCommand': program('ssh'),
    'core.editor': program('editor'),
    'core.hooksPath': join(root, '../tools/hooks'),
    'diff.external': program('external'),
    'diff.d.textconv': program('textconv'),
    'diff.d.command': program('command'),
    'diff.submodule': 'diff',
    'merge.m.driver': `${program('merge')} %A`,
    'gpg.program': program('gpg'),
    'log.showSignature': 'true',
    'log.diffMerges': 'remerge',
    'format.pretty': '%G?',
    'credential.helper': program('credential'),
    'alias.last': `!${program('alias')}`,
    'submodule.sub.ignore': 'none',
    'status.submoduleSummary': 'true',
  };
  for (const [name, text] of Object.entries(settings)) git(root, 'config', name, text);
  const hooks = join(root, '../tools/hooks');
  mkdirSync(hooks);
  execFileSync('cp', [program('hook'), join(hooks, 'post-index-change')]);
  const sub = join(root, 'sub');
  git(sub, 'config', 'core.fsmonitor', program('sub-fsmonitor'));
  git(sub, 'config', 'diff.d.textconv', program('sub-textconv'));
  git(sub, 'config', 'filter.f.clean', program('sub-filter'));
}

/** A repository with a filter driver of its own, and a changed file that it applies to. */
function makeFiltered(root: string, program: (name: string) => string): void {
  mkdirSync(root);
  writeFileSync(join(root, '.gitattributes'), '*.bin filter=f diff=d\n');
  writeFileSync(join(root, 's.bin'), 'one\n');
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  writeFileSync(join(root, 's.bin'), 'two\n');
  git(root, 'config', 'filter.f.clean', program('filter'));
  git(root, 'config', 'filter.f.process', program('filter-process'));
  git(root, 'config', 'diff.d.textconv', program('filter-textconv'));
}

/** A partial clone that lacks a blob, whose other side is a program. */
function makePartial(root: string, program: (name: string) => string): void {
  mkdirSync(root);
  writeFileSync(join(root, 'lost.py'), 'one\n');
  writeFileSync(join(root, 'kept.py'), 'two\n');
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  // sha1 of "blob 4\0one\n".
  execFileSync('rm', ['-f', join(root, '.git/objects/56/26abf0f72e58d7a153368ba57db4c673c0e171')]);
  git(root, 'config', 'remote.origin.url', `ext::${program('remote')}`);
  git(root, 'config', 'remote.origin.promisor', 'true');
  git(root, 'config', 'remote.origin.uploadpack', program('upload'));
  git(root, 'config', 'protocol.ext.allow', 'always');
  git(root, 'config', 'extensions.partialClone', 'origin');
  git(root, 'config', 'core.repositoryFormatVersion', '1');
}

function makeSpecialFiles(root: string, vault: string): void {
  const links: Readonly<Record<string, string>> = {
    README: join(vault, 'id_ed25519'),
    keys: vault,
    environ: '/proc/self/environ',
    zero: '/dev/zero',
    'devices/zero': '/dev/zero',
    'devices/dev': '/dev',
    'devices/proc': '/proc',
    'python/pipe.py': '../pipe',
    self: '.',
    dangling: 'nowhere',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  execFileSync('mkfifo', [join(root, 'pipe'), join(root, 'old/pipe')]);
  const listen = "require('net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))";
  try {
    execFileSync(process.execPath, ['-e', listen], { cwd: root, stdio: 'pipe' });
  } catch {
    // It kills itself so that the socket stays.
  }
}
