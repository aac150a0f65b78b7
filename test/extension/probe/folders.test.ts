import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/base/index.ts';
import { FolderNames, type ListFolder } from '../../../src/extension/probe/folders.ts';
import { makeFolder, openLocal } from '../../probe/bench.ts';

describe('names of folders', () => {
  it('are kept for a moment, by host and folder', async () => {
    let now = 0;
    let reads = 0;
    const names = new FolderNames({ now: () => now });
    const read: ListFolder = () => {
      reads += 1;
      return Promise.resolve(ok([{ name: `n${reads}`, kind: 'file' as const }]));
    };
    const { signal } = new AbortController();
    const list = async (target: string, path: string): Promise<string | undefined> =>
      (await names.list(target, path, read, signal))[0]?.name;
    expect(await list('a', '/x')).toBe('n1');
    expect(await list('a', '/x')).toBe('n1');
    expect(await list('b', '/x')).toBe('n2');
    expect(await list('b', '/y')).toBe('n3');
    now += 60_000;
    expect(await list('b', '/y')).toBe('n4');
  });

  it('come from a real target', async () => {
    const bench = await openLocal(makeFolder({ 'a.py': '' }));
    try {
      mkdirSync(join(bench.root, 'sub'));
      const { files } = bench.transport;
      const read: ListFolder = (folder, signal) => files.readdir(folder, signal);
      const found = await new FolderNames().list('t', bench.root, read, new AbortController().signal);
      expect(found.map(({ name, kind }) => `${kind} ${name}`).toSorted()).toEqual([
        'directory sub',
        'file a.py',
      ]);
      expect(
        await new FolderNames().list('t', `${bench.root}/no`, read, new AbortController().signal),
      ).toEqual([]);
    } finally {
      bench.close();
    }
  });

  it('are none where it is not allowed, fails, or was given up', async () => {
    const names = new FolderNames();
    const controller = new AbortController();
    expect(await names.list('a', '/x', () => Promise.resolve(undefined), controller.signal)).toEqual([]);
    const never: ListFolder = () => new Promise(() => undefined);
    const waiting = names.list('a', '/x', never, controller.signal);
    controller.abort();
    expect(await waiting).toEqual([]);
  });
});
