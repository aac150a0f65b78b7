import { createHash } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { err, type Result } from '../../src/base/index.ts';
import {
  createProgram,
  findLeads,
  resolvePin,
  type ReadQuestion,
  type SourceTree,
} from '../../src/source/index.ts';
import type { FileError } from '../../src/transport/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { makePipe, openProject, type LocalProject } from './local.ts';

let project: LocalProject;

beforeAll(async () => {
  project = await openProject({
    'pkg/__init__.py': '',
    'pkg/base.py': 'class Base:\n    def update(self, x):\n        self.states[x] = 1\n',
    'pkg/main.py':
      "from pkg.base import Base\n\nclass Main(Base):\n    def run(self):\n        self.update('é😀')\n",
    "odd names/it's: 1.py": 'update = 1\n',
    '-dash.py': 'update = 2\n',
    'notes.txt': 'update\n',
    'binary.py': new Uint8Array([0xef, 0xbb, 0xbf, 97, 0x20, 0x3d, 0x20, 0xff, 10]),
    'empty.py': '',
    'pkg/z/.keep': '',
  });
  const { root, folder } = project;
  writeFileSync(join(folder, 'outside.py'), 'secret = 1\n');
  symlinkSync(join(folder, 'outside.py'), join(root, 'link-out.py'));
  symlinkSync('pkg/base.py', join(root, 'link-in.py'));
  symlinkSync('/proc/self/environ', join(root, 'link-proc.py'));
  symlinkSync('nowhere', join(root, 'link-broken.py'));
  makePipe(join(root, 'pipe.py'));
});
afterAll(() => {
  project.dispose();
});

async function error(tree: SourceTree, path: string): Promise<unknown> {
  const read = await tree.read(path);
  return read.ok ? read.value.text : read.error;
}

describe('reading', () => {
  it('brings bytes, text and digest, once', async () => {
    const tree = project.tree();
    const first = await tree.read('./pkg//main.py');
    if (!first.ok) throw new Error(first.error.code);
    expect(first.value.path).toBe('pkg/main.py');
    expect(first.value.text).toContain("self.update('é😀')");
    expect(first.value.sha256).toBe(createHash('sha256').update(first.value.bytes).digest('hex'));
    expect(first.value.size).toBe(Buffer.byteLength(first.value.text));
    const again = await tree.read('pkg/base.py/../main.py');
    expect(again.ok && again.value).toBe(first.value);
    expect(tree.cost).toEqual({ files: 1, bytes: first.value.size, reads: 1 });
  });

  it('decodes leniently, without a byte order mark, and keeps the bytes', async () => {
    const read = await project.tree().read('binary.py');
    expect(read.ok && read.value.text).toBe('a = \ufffd\n');
    expect(read.ok && read.value.bytes.length).toBe(9);
    expect(await error(project.tree(), 'empty.py')).toBe('');
  });

  it('names the path as it was asked for when it fails', async () => {
    const tree = project.tree();
    expect(await error(tree, 'absent.py')).toEqual({ code: 'file-not-found', path: 'absent.py' });
    expect(await error(tree, 'link-broken.py')).toMatchObject({
      code: 'file-not-found',
      path: 'link-broken.py',
    });
    expect(await error(tree, 'pkg')).toEqual({ code: 'file-kind', path: 'pkg', kind: 'directory' });
    expect(await error(tree, 'pipe.py')).toEqual({ code: 'file-kind', path: 'pipe.py', kind: 'fifo' });
  });

  it('follows links inside the root, and refuses what leads out of it', async () => {
    const tree = project.tree();
    expect(await error(tree, 'link-in.py')).toContain('class Base');
    expect(await error(tree, 'link-out.py')).toEqual({
      code: 'file-refused',
      path: 'link-out.py',
      rule: 'outside-root',
    });
    expect(await error(tree, 'link-proc.py')).toEqual({
      code: 'file-refused',
      path: 'link-proc.py',
      rule: 'pseudo-file-system',
    });
    expect(await error(tree, '../outside.py')).toEqual({
      code: 'file-refused',
      path: '../outside.py',
      rule: 'outside-root',
    });
    expect(await error(tree, '/etc/passwd')).toMatchObject({ code: 'file-refused', rule: 'outside-root' });
    expect(await error(tree, 'a\nb')).toMatchObject({ code: 'file-refused', rule: 'control-character' });
    expect(tree.cost.files).toBe(1);
  });

  it('asks before it leaves the root or reads secrets, never before /proc', async () => {
    const questions: ReadQuestion[] = [];
    const allow = (question: ReadQuestion): Promise<boolean> => {
      questions.push(question);
      return Promise.resolve(question.kind === 'outside-root');
    };
    const tree = project.tree({ allow, isSensitive: (path) => path.endsWith('base.py') });
    expect(await error(tree, 'link-out.py')).toBe('secret = 1\n');
    expect(await error(tree, 'pkg/base.py')).toMatchObject({ code: 'file-refused', rule: 'sensitive-path' });
    expect(await error(tree, 'link-proc.py')).toMatchObject({
      code: 'file-refused',
      rule: 'pseudo-file-system',
    });
    expect(questions.map(({ kind, path }) => `${kind} ${path.split('/').at(-1) ?? ''}`)).toEqual([
      'outside-root outside.py',
      'sensitive-path base.py',
    ]);
  });

  it('asks one question at a time, however many files are read at once', async () => {
    const names = ['one', 'two', 'three'].map((name) => `outside-${name}.py`);
    for (const name of names) {
      writeFileSync(join(project.folder, name), `${name}\n`);
      symlinkSync(join('..', name), join(project.root, name));
    }
    let open = 0;
    const most: number[] = [];
    const tree = project.tree({
      allow: async ({ path }) => {
        open += 1;
        most.push(open);
        await new Promise((resolve) => setTimeout(resolve, 5));
        open -= 1;
        return !path.endsWith('two.py');
      },
    });
    const read = await Promise.all(names.map((name) => tree.read(name)));
    expect(read.map((each) => (each.ok ? each.value.text : each.error.code))).toEqual([
      'outside-one.py\n',
      'file-refused',
      'outside-three.py\n',
    ]);
    expect(most).toEqual([1, 1, 1]);
  });

  it('is asked again after a cancelled read', async () => {
    const tree = project.tree();
    const aborted = AbortSignal.abort();
    expect(await tree.read('pkg/base.py', aborted)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    });
    expect((await tree.read('pkg/base.py')).ok).toBe(true);
  });

  it('of a root that is not there says so', async () => {
    const tree = project.tree({ root: join(project.folder, 'gone') });
    expect(await error(tree, 'a.py')).toMatchObject({ code: 'file-not-found' });
  });

  it('names the path below the root where the host names an absolute one', async () => {
    // As root every file may be read, so the refusal itself is handed in.
    const read = (path: string): Promise<Result<never, FileError>> =>
      Promise.resolve(err({ code: 'file-permission', path }));
    const { files } = project.transport;
    const realpath = files.realpath.bind(files);
    const tree = project.tree({ transport: { files: { ...files, realpath, read } } });
    expect(await error(tree, 'notes.txt')).toEqual({ code: 'file-permission', path: 'notes.txt' });
  });
});

describe('listing', () => {
  it('names what a folder holds, sorted, once', async () => {
    const tree = project.tree();
    const listed = await tree.list('pkg');
    expect(listed.ok && listed.value).toEqual([
      { name: '__init__.py', kind: 'file' },
      { name: 'base.py', kind: 'file' },
      { name: 'main.py', kind: 'file' },
      { name: 'z', kind: 'directory' },
    ]);
    await tree.list('./pkg/');
    expect(tree.cost.reads).toBe(1);
    expect(await tree.list('absent')).toEqual({
      ok: false,
      error: { code: 'file-not-found', path: 'absent' },
    });
    const root = await tree.list('');
    expect(root.ok && root.value.some(({ name, kind }) => name === 'pkg' && kind === 'directory')).toBe(true);
  });
});

describe('searching', () => {
  const search = async (query: Parameters<SourceTree['search']>[0]): Promise<unknown> => {
    const answer = await project.tree().search(query);
    if (!answer.ok) return answer.error;
    return answer.value.hits.map(({ file, line, text }) => `${file}:${line}:${text.trim()}`).sort();
  };

  it('finds lines by expression and by text, in names of every kind', async () => {
    expect(await search({ pattern: 'update\\b|^class Base', syntax: 'extended', include: '*.py' })).toEqual([
      '-dash.py:1:update = 2',
      "odd names/it's: 1.py:1:update = 1",
      'pkg/base.py:1:class Base:',
      'pkg/base.py:2:def update(self, x):',
      "pkg/main.py:5:self.update('é😀')",
    ]);
    expect(await search({ pattern: "self.update('é", syntax: 'fixed' })).toEqual([
      "pkg/main.py:5:self.update('é😀')",
    ]);
    expect(await search({ pattern: '-dash', syntax: 'fixed' })).toEqual([]);
  });

  it('stays below a folder or in a file', async () => {
    expect(await search({ pattern: 'update', syntax: 'fixed', under: 'pkg/base.py' })).toEqual([
      'pkg/base.py:2:def update(self, x):',
    ]);
    expect(await search({ pattern: 'update', syntax: 'fixed', under: './odd names' })).toEqual([
      "odd names/it's: 1.py:1:update = 1",
    ]);
    expect(await search({ pattern: 'x', syntax: 'fixed', under: '../' })).toEqual({
      code: 'file-refused',
      path: '../',
      rule: 'outside-root',
    });
    expect(await search({ pattern: 'x', syntax: 'fixed', under: 'absent' })).toMatchObject({
      code: 'file-not-found',
    });
  });

  it('names files alone', async () => {
    expect(await search({ pattern: 'update', syntax: 'fixed', include: '*.py', filesOnly: true })).toEqual([
      '-dash.py:0:',
      "odd names/it's: 1.py:0:",
      'pkg/base.py:0:',
      'pkg/main.py:0:',
    ]);
  });

  it('is one read of the host, and is cut by nobody here', async () => {
    const tree = project.tree();
    const answer = await tree.search({ pattern: 'update', syntax: 'fixed' });
    expect(answer.ok && answer.value.truncated).toBe(false);
    expect(tree.cost.reads).toBe(1);
  });

  it('with what the policy refuses is a refusal, not a search', async () => {
    expect(await search({ pattern: 'a\nb', syntax: 'fixed' })).toMatchObject({ code: 'file-refused' });
  });
});

describe('the whole way', () => {
  it('from a call to its definition in a base class, over a real shell', async () => {
    const tree = project.tree();
    const parser = await loadPythonParser();
    const program = createProgram({ tree, parser });
    const file = await program.file('pkg/main.py');
    if (!file.ok) throw new Error(file.error.code);
    const leads = await findLeads(file.value, program);
    expect(leads).toMatchObject([
      {
        kind: 'inherited-method',
        name: 'update',
        sites: [{ line: 5, function: 'Main.run' }],
        bases: [{ text: 'Base', name: 'pkg.base.Base', module: 'pkg.base', file: 'pkg/base.py' }],
        definition: { file: 'pkg/base.py', line: 2, path: 'Base.update' },
      },
    ]);
    expect(tree.cost).toMatchObject({ files: 2, reads: 2 });
    const outcome = await project.prober.run(leads[0]?.probe ?? '');
    expect(outcome.kind === 'evidence' && outcome.evidence.hits).toEqual([
      { file: 'pkg/base.py', line: 2, text: '    def update(self, x):' },
    ]);
    const pin = await resolvePin({ file: 'pkg/base.py', symbol: 'Base.update' }, { tree, parser });
    expect(pin).toMatchObject({ kind: 'found', verdict: 'same', first: 2, last: 3 });
    const base = program.symbol(file.value, 'Main');
    if (base?.kind !== 'class') throw new Error('no class');
    const [, parent] = (await program.hierarchy(base)).order;
    const below = parent === undefined ? [] : await program.subclasses(parent);
    expect(below.map((each) => each.path)).toEqual(['Main']);
  });
});
