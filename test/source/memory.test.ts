import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../src/source/index.ts';

const tree = (): ReturnType<typeof createMemoryTree> =>
  createMemoryTree({ 'a.py': 'x = 1\ny = 2\n', 'pkg/b.py': 'x(1)\n', 'pkg/c.txt': 'x\n' }, '/root');

describe('a tree over texts', () => {
  it('reads, lists and counts like one on a host', async () => {
    const files = tree();
    const read = await files.read('./a.py');
    expect(read.ok && [read.value.path, read.value.size]).toEqual(['a.py', 12]);
    await files.read('a.py');
    expect(files.cost).toEqual({ files: 1, bytes: 12, reads: 1 });
    expect(await files.list('')).toEqual({
      ok: true,
      value: [
        { name: 'a.py', kind: 'file' },
        { name: 'pkg', kind: 'directory' },
      ],
    });
    expect(files.root).toBe('/root');
  });

  it('fails like one on a host', async () => {
    const files = tree();
    expect(await files.read('b.py')).toEqual({ ok: false, error: { code: 'file-not-found', path: 'b.py' } });
    expect(await files.read('pkg')).toEqual({
      ok: false,
      error: { code: 'file-kind', path: 'pkg', kind: 'directory' },
    });
    expect(await files.read('../x')).toMatchObject({ ok: false, error: { code: 'file-refused' } });
    expect(await files.list('nowhere')).toMatchObject({ ok: false, error: { code: 'file-not-found' } });
    expect(await files.list('/')).toMatchObject({ ok: false, error: { code: 'file-refused' } });
    expect(await files.search({ pattern: 'x', syntax: 'fixed', under: '..' })).toMatchObject({ ok: false });
    expect(await files.search({ pattern: '(', syntax: 'extended' })).toMatchObject({
      ok: false,
      error: { code: 'file-failed' },
    });
  });

  it.each([
    [{ pattern: 'x', syntax: 'fixed' }, ['a.py:1', 'pkg/b.py:1', 'pkg/c.txt:1']],
    [{ pattern: 'x(', syntax: 'fixed', include: '*.py' }, ['pkg/b.py:1']],
    [{ pattern: '^[[:alpha:]][[:space:]]=', syntax: 'extended' }, ['a.py:1', 'a.py:2']],
    [{ pattern: 'x', syntax: 'fixed', under: 'pkg' }, ['pkg/b.py:1', 'pkg/c.txt:1']],
    [{ pattern: 'x', syntax: 'fixed', under: 'a.py' }, ['a.py:1']],
    [{ pattern: 'x|y', syntax: 'extended', include: 'a.?y', filesOnly: true }, ['a.py:0']],
  ] as const)('finds %j', async (query, expected) => {
    const answer = await tree().search(query);
    expect(answer.ok && answer.value.hits.map(({ file, line }) => `${file}:${line}`)).toEqual(expected);
  });
});
