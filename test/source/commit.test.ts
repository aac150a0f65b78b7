import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram, openCommitTree, type CommitTree } from '../../src/source/index.ts';
import { createProbeRoot, type CommitProject } from './commits.ts';
import { loadPythonParser } from '../support/python.ts';

let project: CommitProject;
let first = '';

/** Two commits of a project that lies in a folder of its repository; the files differ from both. */
beforeAll(async () => {
  project = await createProbeRoot((root, git) => {
    mkdirSync(join(root, 'pkg/sub'), { recursive: true });
    writeFileSync(join(root, 'pkg/__init__.py'), '');
    writeFileSync(join(root, 'pkg/base.py'), 'class Base:\n    limit = "é😀"\n');
    writeFileSync(
      join(root, 'pkg/sub/user.py'),
      'from pkg.base import Base\n\n\nclass User(Base):\n    pass\n',
    );
    writeFileSync(join(root, "it's [1].py"), 'class Odd:\n    pass\n');
    writeFileSync(join(root, 'notes.txt'), 'class Base:\n');
    symlinkSync('pkg/base.py', join(root, 'link.py'));
    first = git('first');
    writeFileSync(join(root, 'pkg/base.py'), 'class Base:\n    limit = 2\n');
    rmSync(join(root, "it's [1].py"));
    git('second');
    writeFileSync(join(root, 'pkg/base.py'), 'class Uncommitted:\n    pass\n');
  });
});
afterAll(() => {
  project.dispose();
});

async function open(commit: string): Promise<CommitTree> {
  const tree = await openCommitTree({ prober: project.prober, root: project.root, commit });
  if (!tree.ok) throw new Error(JSON.stringify(tree.error));
  return tree.value;
}

describe('the files of a commit', () => {
  it('are those of the commit, whatever lies in the work tree', async () => {
    const before = await open('HEAD~1');
    expect(before.commit).toBe(first);
    const text = async (tree: CommitTree): Promise<string> => {
      const read = await tree.read('./pkg/base.py');
      return read.ok ? read.value.text : JSON.stringify(read.error);
    };
    expect(await text(before)).toBe('class Base:\n    limit = "é😀"\n');
    expect(await text(await open('HEAD'))).toBe('class Base:\n    limit = 2\n');
  });

  it('are listed by folder, with names that mean something to a shell or to git', async () => {
    const tree = await open(first);
    const root = await tree.list('');
    expect(root.ok ? root.value : root.error).toEqual([
      { name: "it's [1].py", kind: 'file' },
      { name: 'link.py', kind: 'symlink' },
      { name: 'notes.txt', kind: 'file' },
      { name: 'pkg', kind: 'directory' },
    ]);
    const odd = await tree.read("it's [1].py");
    expect(odd.ok ? odd.value.text : odd.error).toBe('class Odd:\n    pass\n');
    const later = await (await open('HEAD')).read("it's [1].py");
    expect(later).toEqual({ ok: false, error: { code: 'file-not-found', path: "it's [1].py" } });
  });

  it('are searched by git, by name and below a folder', async () => {
    const tree = await open(first);
    const search = async (under?: string): Promise<unknown> => {
      const found = await tree.search({
        pattern: '^class +[A-Z]',
        syntax: 'extended',
        include: '*.py',
        ...(under === undefined ? {} : { under }),
      });
      return found.ok ? found.value.hits.map((hit) => `${hit.file}:${String(hit.line)} ${hit.text}`) : found;
    };
    expect(await search()).toEqual([
      "it's [1].py:1 class Odd:",
      'pkg/base.py:1 class Base:',
      'pkg/sub/user.py:4 class User(Base):',
    ]);
    expect(await search('pkg/sub')).toEqual(['pkg/sub/user.py:4 class User(Base):']);
    const names = await tree.search({ pattern: 'é😀', syntax: 'fixed', filesOnly: true });
    expect(names.ok ? names.value.hits : names.error).toEqual([{ file: 'pkg/base.py', line: 0, text: '' }]);
    const none = await tree.search({ pattern: 'Uncommitted', syntax: 'fixed' });
    expect(none.ok ? none.value.hits : none.error).toEqual([]);
  });

  it('make a program: base classes are found in the commit', async () => {
    const tree = await open(first);
    const program = createProgram({ tree, parser: await loadPythonParser() });
    const user = await program.file('pkg/sub/user.py');
    const symbol = user.ok ? user.value.symbols.find((each) => each.name === 'User') : undefined;
    if (symbol?.kind !== 'class') throw new Error('User is a class');
    const { order, missing } = await program.hierarchy(symbol);
    expect(order.map((each) => `${each.file.path} ${each.name}`)).toEqual([
      'pkg/sub/user.py User',
      'pkg/base.py Base',
    ]);
    expect(missing).toEqual([]);
  });

  it('are no folders, links or paths outside', async () => {
    const tree = await open(first);
    const code = async (path: string): Promise<unknown> => {
      const read = await tree.read(path);
      return read.ok ? read.value.text : read.error;
    };
    expect(await code('pkg')).toEqual({ code: 'file-kind', path: 'pkg', kind: 'directory' });
    expect(await code('link.py')).toEqual({ code: 'file-kind', path: 'link.py', kind: 'symlink' });
    expect(await code('../outside.py')).toMatchObject({ code: 'file-refused', rule: 'outside-root' });
    expect(await code('pkg/none/x.py')).toEqual({ code: 'file-not-found', path: 'pkg/none/x.py' });
    expect((await tree.list('notes.txt')).ok).toBe(false);
  });

  it('are read once', async () => {
    const tree = await open(first);
    await tree.read('pkg/base.py');
    const { reads } = tree.cost;
    await tree.read('pkg/base.py');
    await tree.list('pkg');
    expect(tree.cost.reads).toBe(reads);
    // The root's and the folder's lists, and the file.
    expect(tree.cost).toEqual({ files: 1, reads: 3, bytes: expect.any(Number) as number });
  });
});

describe('a commit that is none', () => {
  it.each(['no-such-branch', '--all', '-h', 'a b', 'HEAD;id', '$(id)', '', 'HEAD:pkg', 'x\ny'])(
    'is told, and nothing of it is run: %j',
    async (commit) => {
      const tree = await openCommitTree({ prober: project.prober, root: project.root, commit });
      expect(tree.ok).toBe(false);
      expect(tree.ok ? null : tree.error).toMatchObject({ code: 'commit-unknown', commit });
    },
  );

  it('is told where there is no repository', async () => {
    execFileSync('rm', ['-rf', join(project.folder, '.git')]);
    const tree = await openCommitTree({ prober: project.prober, root: project.root, commit: 'HEAD' });
    expect(tree.ok).toBe(false);
  });
});
