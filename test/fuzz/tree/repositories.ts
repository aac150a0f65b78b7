import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure, git, gitWith, startRepository, type MakeProgram } from './git.ts';

/**
 * The tree as a repository: a merge, a signed commit, a stash, a submodule, uncommitted changes, and a
 * configuration that names a program wherever git can be told to run one.
 */
export function makeRepository(root: string, program: MakeProgram): void {
  const source = join(root, '..', 'source');
  mkdirSync(source);
  writeFileSync(join(source, '.gitattributes'), '*.py diff=d filter=f\n');
  writeFileSync(join(source, 's.py'), 'one\n');
  startRepository(source);
  startRepository(root);
  git(root, 'tag', 'v1');
  git(root, 'tag', '-a', '-m', 'annotated', 'v1.1');
  git(root, 'submodule', '--quiet', 'add', source, 'sub');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 2\nupdate_status()\n');
  git(root, 'commit', '-qam', 'two');
  merge(root);
  sign(root);
  git(root, 'notes', 'add', '-m', 'noted', 'HEAD~1');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 3\n');
  git(root, 'stash', '-q');
  writeFileSync(join(root, 'src.py'), 'import a\nx = 4\n');
  writeFileSync(join(root, 'A.md'), '# B\n');
  writeFileSync(join(root, 'sub/s.py'), 'two\n');
  git(join(root, 'sub'), 'commit', '-qam', 's2');
  writeFileSync(join(root, 'sub/s.py'), 'six\n');
  git(root, 'update-index', '-q', '--refresh', '--unmerged');
  configure(root, mainSettings(root, program));
  const hooks = join(root, '../tools/hooks');
  mkdirSync(hooks);
  for (const hook of ['post-index-change', 'pre-commit', 'post-checkout', 'reference-transaction'])
    execFileSync('cp', [program(`hook-${hook}`), join(hooks, hook)]);
  writeFileSync(join(root, '../tools/attributes'), '*.txt diff=d\n');
  configure(join(root, 'sub'), {
    'core.fsmonitor': program('sub-fsmonitor'),
    'diff.d.textconv': program('sub-textconv'),
    'filter.f.clean': program('sub-filter'),
  });
}

/** A merge whose two sides changed the same line, so that doing it again needs the merge driver. */
function merge(root: string): void {
  const tree = git(root, 'rev-parse', 'HEAD^{tree}');
  const [ours, theirs] = ['ours', 'theirs'].map((side) => {
    git(root, 'read-tree', tree);
    const blob = gitWith(root, `import ${side}\n`, 'hash-object', '-w', '--stdin');
    git(root, 'update-index', '--cacheinfo', `100644,${blob},old/a.py`);
    const commit = git(root, 'commit-tree', git(root, 'write-tree'), '-p', 'HEAD', '-m', side);
    if (side === 'theirs') git(root, 'branch', 'side', commit);
    return commit;
  });
  const merged = git(
    root,
    'commit-tree',
    `${ours ?? ''}^{tree}`,
    '-p',
    ours ?? '',
    '-p',
    theirs ?? '',
    '-m',
    'merged',
  );
  git(root, 'update-ref', 'refs/heads/main', merged);
  git(root, 'reset', '-q', '--hard');
}

/** A commit with a signature, which git gives to the program of the configuration. */
function sign(root: string): void {
  const [tree, parent] = [git(root, 'rev-parse', 'HEAD^{tree}'), git(root, 'rev-parse', 'HEAD')];
  const who = 'n <n@example.org> 1700000000 +0000';
  const signature = '-----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----';
  const text = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\ngpgsig ${signature}\n\nsigned\n`;
  git(
    root,
    'update-ref',
    'refs/heads/main',
    gitWith(root, text, 'hash-object', '-t', 'commit', '-w', '--stdin'),
  );
}

function mainSettings(root: string, program: MakeProgram): Readonly<Record<string, string>> {
  return {
    'core.fsmonitor': program('fsmonitor'),
    'core.pager': program('pager'),
    'pager.log': program('pager-log'),
    'core.sshCommand': program('ssh'),
    'core.editor': program('editor'),
    'core.hooksPath': join(root, '../tools/hooks'),
    'core.attributesFile': join(root, '../tools/attributes'),
    'diff.external': program('external'),
    'diff.d.textconv': program('textconv'),
    'diff.submodule': 'diff',
    'merge.m.driver': `${program('merge')} %A`,
    'gpg.program': program('gpg'),
    'log.showSignature': 'true',
    'log.diffMerges': 'remerge',
    'format.pretty': '%h %G?',
    'pretty.signed': '%h %G?',
    'credential.helper': program('credential'),
    'alias.last': `!${program('alias')}`,
    'remote.other.url': 'ssh://nowhere.invalid/x',
    'remote.near.url': join(root, '../source'),
    'remote.near.uploadpack': program('upload'),
    'trailer.t.key': 'T',
    'trailer.t.command': program('trailer'),
    'submodule.sub.ignore': 'none',
    'submodule.sub.update': `!${program('submodule-update')}`,
    'submodule.recurse': 'true',
    'status.submoduleSummary': 'true',
    'difftool.x.cmd': program('difftool'),
    'diff.tool': 'x',
    'browser.x.cmd': program('browser'),
    'web.browser': 'x',
    'help.format': 'web',
    'core.untrackedCache': 'true',
    'grep.patternType': 'perl',
    'column.ui': 'always',
    'color.ui': 'always',
  };
}

const FILTERED = ['s.bin', 's.long', 's.cmd', 's.lfs', 's.txt'];

/** A repository with drivers of its own, and changed files that they apply to. */
export function makeFiltered(root: string, program: MakeProgram): void {
  mkdirSync(root);
  writeFileSync(
    join(root, '.gitattributes'),
    '*.bin filter=f diff=d\n*.long filter=p\n*.lfs filter=lfs\n*.cmd diff=c\n',
  );
  for (const name of FILTERED) writeFileSync(join(root, name), 'one\n');
  startRepository(root);
  for (const name of FILTERED) writeFileSync(join(root, name), 'two\n');
  configure(root, {
    'filter.f.clean': program('filter'),
    'filter.f.smudge': program('filter-smudge'),
    'filter.p.process': program('filter-process'),
    'diff.d.textconv': program('filter-textconv'),
    'diff.d.cachetextconv': 'true',
    'diff.c.command': program('command'),
  });
}

/** A partial clone that lacks a blob, whose other side is a program. */
export function makePartial(root: string, program: MakeProgram, other: 'ext' | 'ssh'): void {
  mkdirSync(root);
  writeFileSync(join(root, 'lost.py'), 'one\n');
  writeFileSync(join(root, 'kept.py'), 'two\n');
  startRepository(root);
  // sha1 of "blob 4\0one\n".
  rmSync(join(root, '.git/objects/56/26abf0f72e58d7a153368ba57db4c673c0e171'), { force: true });
  configure(root, {
    'remote.origin.url': other === 'ext' ? `ext::${program('remote')}` : 'ssh://nowhere.invalid/x',
    'remote.origin.promisor': 'true',
    'core.sshCommand': program('partial-ssh'),
    'protocol.ext.allow': 'always',
    'extensions.partialClone': 'origin',
    'core.repositoryFormatVersion': '1',
  });
}

/** A bare repository among the files, made to look as if it had a work tree. */
export function makeBare(root: string, program: MakeProgram): void {
  const place = join(root, 'embedded');
  mkdirSync(join(place, 'work'), { recursive: true });
  writeFileSync(join(place, 'work/x.py'), 'one\n');
  startRepository(join(place, 'work'));
  cpSync(join(place, 'work/.git'), join(place, 'bare.git'), { recursive: true });
  rmSync(join(place, 'work/.git'), { recursive: true });
  appendFileSync(join(place, 'work/x.py'), 'two\n');
  configure(join(place, 'bare.git'), {
    'core.bare': 'false',
    'core.worktree': join(place, 'work'),
    'core.fsmonitor': program('bare-fsmonitor'),
    'diff.external': program('bare-external'),
  });
}

/** A repository that borrows the objects of another, and asks a program for what the other has. */
export function makeAlternate(root: string, program: MakeProgram): void {
  const place = join(root, 'alternate');
  mkdirSync(place);
  writeFileSync(join(place, 'x.py'), 'one\n');
  startRepository(place);
  writeFileSync(join(place, '.git/objects/info/alternates'), `${join(root, '.git/objects')}\n`);
  configure(place, { 'core.alternateRefsCommand': program('alternate-refs') });
}

/** An index in two files, of which git renews the times of the shared one even when it only reads. */
export function makeSplit(root: string): void {
  mkdirSync(root);
  for (const name of ['a.py', 'b.py']) writeFileSync(join(root, name), 'one\n');
  startRepository(root);
  configure(root, { 'core.splitIndex': 'true' });
  git(root, 'update-index', '--split-index');
}

/** A repository whose work tree is said to be the folder of keys. */
export function makeMoved(root: string, vault: string): void {
  mkdirSync(root);
  writeFileSync(join(root, 'id_ed25519'), 'nothing yet\n');
  startRepository(root);
  configure(root, { 'core.worktree': vault });
}

/** Repositories that name a FIFO where git reads a file. By folder: what is set, or which file is one. */
export const HANGS: Readonly<Record<string, { readonly setting?: string; readonly file?: string }>> = {
  order: { setting: 'diff.orderFile' },
  mailmap: { setting: 'mailmap.file' },
  revisions: { setting: 'blame.ignoreRevsFile' },
  excludes: { setting: 'core.excludesFile' },
  attributes: { setting: 'core.attributesFile' },
  include: { setting: 'include.path' },
  'own-attributes': { file: '.gitattributes' },
  'own-mailmap': { file: '.mailmap' },
  'own-ignore': { file: '.gitignore' },
  'own-exclude': { file: '.git/info/exclude' },
  'own-info': { file: '.git/info/attributes' },
  'own-head': { file: '.git/refs/heads/other' },
};

export function makeHangs(root: string): void {
  mkdirSync(root);
  for (const [name, { setting, file }] of Object.entries(HANGS)) {
    const place = join(root, name);
    mkdirSync(place);
    for (const each of ['a.py', 'b.py']) writeFileSync(join(place, each), 'one\n');
    startRepository(place);
    writeFileSync(join(place, 'a.py'), 'two\n');
    git(place, 'commit', '-qam', 'two');
    appendFileSync(join(place, 'b.py'), 'two\n');
    const fifo = join(place, file ?? 'fifo');
    rmSync(fifo, { force: true });
    execFileSync('mkfifo', [fifo]);
    if (setting !== undefined) configure(place, { [setting]: fifo });
  }
}
