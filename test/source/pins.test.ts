import { beforeAll, describe, expect, it } from 'vitest';
import {
  createMemoryTree,
  pinFromHit,
  pinFromSelection,
  resolvePin,
  type PinFinding,
  type PinQuery,
  type PinRegion,
} from '../../src/source/index.ts';
import { sha256Hex } from '../../src/base/index.ts';
import type { PythonParser } from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (region: PinRegion): string => new TextDecoder().decode(region.excerpt);

async function resolve(file: string, content: string, pin: Omit<PinQuery, 'file'>): Promise<PinFinding> {
  return resolvePin({ file, ...pin }, { tree: createMemoryTree({ [file]: content }), parser });
}

async function region(file: string, content: string, pin: Omit<PinQuery, 'file'>): Promise<PinRegion> {
  const finding = await resolve(file, content, pin);
  if (finding.kind !== 'found') throw new Error(JSON.stringify(finding));
  return finding;
}

const short = (finding: PinFinding): string => {
  if (finding.kind === 'ambiguous')
    return `ambiguous ${finding.candidates.map(({ first, last }) => `${first}-${last ?? ''}`).join(' ')}`;
  if (finding.kind !== 'found') return finding.kind;
  return `${finding.verdict}(${finding.by}) ${finding.first}-${finding.last} by ${finding.found}`;
};

/** What a run with write keeps of a region. */
function kept({ first, last, symbol, excerpt, sha256, before, after }: PinRegion): Omit<PinQuery, 'file'> {
  return {
    lines: { first, last },
    excerpt,
    sha256,
    before,
    after,
    ...(symbol === undefined ? {} : { symbol }),
  };
}

const POOL = [
  'import os', // 1
  '', // 2
  'class Pool:', // 3
  '    def __init__(self):', // 4
  '        self.rooms = {}', // 5
  '', // 6
  '    @property', // 7
  '    def size(self):', // 8
  '        return len(self.rooms)', // 9
  '', // 10
  '    def drop(self, room):', // 11
  '        if room in self.rooms:', // 12
  '            del self.rooms[room]', // 13
  '        return None', // 14
  '', // 15
  'def main():', // 16
  '    def worker():', // 17
  '        return None', // 18
  '    worker()', // 19
  '',
].join('\n');

describe('a pin by symbol', () => {
  it('finds the whole definition, decorators included, and fills in the rest', async () => {
    const found = await region('a.py', POOL, { symbol: 'Pool.size' });
    expect(short(found)).toBe('same(0) 7-9 by symbol');
    expect(text(found)).toBe('    @property\n    def size(self):\n        return len(self.rooms)\n');
    expect(found.sha256).toBe(await sha256Hex(found.excerpt));
    expect(found).toMatchObject({
      symbol: 'Pool.size',
      language: 'python',
      before: ['    def __init__(self):', '        self.rooms = {}', ''],
      after: ['', '    def drop(self, room):', '        if room in self.rooms:'],
    });
  });

  it('names nested functions without <locals>', async () => {
    expect(short(await resolve('a.py', POOL, { symbol: 'main.worker' }))).toBe('same(0) 17-18 by symbol');
  });

  it('is same, moved, changed and gone as the file goes on', async () => {
    const pin = kept(await region('a.py', POOL, { symbol: 'Pool.drop' }));
    expect(short(await resolve('a.py', POOL, pin))).toBe('same(0) 11-14 by symbol');
    expect(short(await resolve('a.py', `# one\n# two\n${POOL}`, pin))).toBe('moved(2) 13-16 by symbol');
    expect(short(await resolve('a.py', POOL.replace('import os\n', ''), pin))).toBe(
      'moved(-1) 10-13 by symbol',
    );
    const edited = POOL.replace(
      '            del self.rooms[room]',
      '            self.rooms.pop(room)\n            log()',
    );
    expect(short(await resolve('a.py', edited, pin))).toBe('changed(0) 11-15 by symbol');
    const cut = POOL.split('\n')
      .filter((_, index) => index < 9 || index > 14)
      .join('\n');
    expect(short(await resolve('a.py', cut, pin))).toBe('gone');
  });

  it('is found by its text when it was renamed into another class', async () => {
    const pin = kept(await region('a.py', POOL, { symbol: 'Pool.drop' }));
    const found = await region('a.py', POOL.replace('class Pool:', '\nclass Rooms:'), pin);
    expect(short(found)).toBe('moved(1) 12-15 by excerpt');
    expect(found.symbol).toBe('Rooms.drop');
  });

  it('prefers the symbol over its old text elsewhere', async () => {
    const pin = kept(await region('a.py', POOL, { symbol: 'main.worker' }));
    const swapped =
      POOL.replace('        return None\n    worker()', '        return 1\n    worker()') +
      'def other():\n    def worker():\n        return None\n';
    expect(short(await resolve('a.py', swapped, pin))).toBe('changed(0) 17-18 by symbol');
  });

  it('without lines or text is gone when there is no such symbol', async () => {
    expect(short(await resolve('a.py', POOL, { symbol: 'Pool.absent' }))).toBe('gone');
  });

  it('that several definitions have is decided by text, or is ambiguous', async () => {
    const twice =
      'class A:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): pass\n';
    expect(short(await resolve('a.py', twice, { symbol: 'A.x' }))).toBe('ambiguous 2-3 4-5');
    const pin = { symbol: 'A.x', excerpt: bytes('    @x.setter\n    def x(self, v): pass\n') };
    expect(short(await resolve('a.py', twice, pin))).toBe('same(0) 4-5 by symbol');
    expect(short(await resolve('a.py', `\n${twice}`, { ...pin, lines: { first: 4, last: 5 } }))).toBe(
      'moved(1) 5-6 by symbol',
    );
  });

  it('reads text that differs only in line ends as the same', async () => {
    const pin = kept(await region('a.py', POOL, { symbol: 'Pool.drop' }));
    expect(short(await resolve('a.py', POOL.replaceAll('\n', '\r\n'), pin))).toBe('same(0) 11-14 by symbol');
  });

  it('knows by the digest alone that nothing changed', async () => {
    const { lines, sha256, symbol } = kept(await region('a.py', POOL, { symbol: 'Pool.drop' }));
    const pin = { ...(lines && { lines }), ...(sha256 && { sha256 }), ...(symbol && { symbol }) };
    expect(
      short(await resolve('a.py', `\n${POOL}`, { symbol: pin.symbol ?? '', sha256: pin.sha256 ?? '' })),
    ).toBe('same(0) 12-15 by symbol');
    expect(short(await resolve('a.py', POOL.replace('return None', 'return 1'), pin))).toBe(
      'changed(0) 11-14 by symbol',
    );
  });
});

describe('a pin of lines inside a symbol', () => {
  const pinned = async (): Promise<Omit<PinQuery, 'file'>> =>
    kept(await region('a.py', POOL, { lines: { first: 14, last: 14 } }));

  it('keeps the symbol that holds it', async () => {
    expect((await pinned()).symbol).toBe('Pool.drop');
  });

  it('is told from the same text elsewhere by its symbol', async () => {
    // `return None` stands in main.worker too.
    const pin = await pinned();
    expect(short(await resolve('a.py', POOL, pin))).toBe('same(0) 14-14 by symbol');
    expect(short(await resolve('a.py', `\n\n\n\n${POOL}`, pin))).toBe('moved(4) 18-18 by symbol');
  });

  it('is changed between its old neighbours', async () => {
    const pin = await pinned();
    const edited = POOL.replace('[room]\n        return None', '[room]\n        return 1\n        # or None');
    const found = await region('a.py', edited, { ...pin, after: ['', 'def main():'] });
    expect(short(found)).toBe('changed(0) 14-14 by context');
  });
});

describe('a pin of lines', () => {
  const LOG = 'alpha one\nbeta two\ngamma three\nsame\ndelta four\nepsilon five\nsame\nzeta six\n';

  it('without a kept text is what stands there', async () => {
    const found = await region('a.txt', LOG, { lines: { first: 2, last: 3 } });
    expect(short(found)).toBe('same(0) 2-3 by place');
    expect(found.symbol).toBeUndefined();
    expect(text(found)).toBe('beta two\ngamma three\n');
    expect(short(await resolve('a.txt', LOG, { lines: { first: 7, last: null } }))).toBe(
      'same(0) 7-8 by place',
    );
    expect(short(await resolve('a.txt', LOG, { lines: { first: 90, last: 91 } }))).toBe('gone');
  });

  it('is found anywhere in the file', async () => {
    const pin = kept(await region('a.txt', LOG, { lines: { first: 2, last: 3 } }));
    expect(short(await resolve('a.txt', `new\n${LOG}`, pin))).toBe('moved(1) 3-4 by excerpt');
  });

  it('that occurs twice is decided by the old place, then by its neighbours, else ambiguous', async () => {
    const pin = kept(await region('a.txt', LOG, { lines: { first: 7, last: 7 } }));
    expect(short(await resolve('a.txt', LOG, pin))).toBe('same(0) 7-7 by place');
    expect(short(await resolve('a.txt', `new\n${LOG}`, pin))).toBe('moved(1) 8-8 by excerpt');
    // Three lines up, the other `same` comes to the old place; the neighbours tell them apart.
    const shifted = `1\n2\n3\n${LOG}`;
    expect(short(await resolve('a.txt', shifted, pin))).toBe('moved(3) 10-10 by excerpt');
    const bare = { lines: { first: 1, last: 1 }, excerpt: bytes('same\n') };
    expect(short(await resolve('a.txt', LOG, bare))).toBe('ambiguous 4-4 7-7');
  });

  it('whose text is gone lies between its neighbours', async () => {
    const pin = kept(await region('a.txt', LOG, { lines: { first: 2, last: 3 } }));
    const edited = LOG.replace('beta two\ngamma three', 'beta 2\nbeta 2b\ngamma 3');
    const found = await region('a.txt', `new\n${edited}`, pin);
    expect(short(found)).toBe('changed(1) 3-5 by context');
    expect(text(found)).toBe('beta 2\nbeta 2b\ngamma 3\n');
    expect(short(await resolve('a.txt', 'nothing\nof it\n', pin))).toBe('gone');
    // Both neighbours are there, and nothing between them.
    expect(short(await resolve('a.txt', LOG.replace('beta two\ngamma three\n', ''), pin))).toBe('gone');
  });

  it('ends with the file even without a last line end', async () => {
    const pin = { lines: { first: 8, last: 8 }, excerpt: bytes('zeta six\n') };
    expect(short(await resolve('a.txt', LOG.trimEnd(), pin))).toBe('same(0) 8-8 by place');
  });

  it('keeps bytes that are not UTF-8', async () => {
    const tree = createMemoryTree({});
    const raw = new Uint8Array([97, 10, 0xff, 0xfe, 98, 10, 99, 10]);
    const source = { path: 'x.bin', text: '', bytes: raw, sha256: await sha256Hex(raw), size: raw.length };
    const found = await resolvePin(
      { file: 'x.bin', lines: { first: 2, last: 2 } },
      {
        tree: {
          ...tree,
          root: '',
          cost: tree.cost,
          search: tree.search.bind(tree),
          list: tree.list.bind(tree),
          read: () => Promise.resolve({ ok: true, value: source }),
        },
        parser,
      },
    );
    expect(found.kind === 'found' && [...found.excerpt]).toEqual([0xff, 0xfe, 98, 10]);
  });
});

describe('a pin whose file cannot be read', () => {
  it('says why', async () => {
    const tree = createMemoryTree({ 'a.py': '' });
    expect(await resolvePin({ file: 'b.py', symbol: 'x' }, { tree, parser })).toEqual({ kind: 'gone' });
    expect(await resolvePin({ file: '../b.py', symbol: 'x' }, { tree, parser })).toEqual({
      kind: 'refused',
      rule: 'outside-root',
    });
    const lost = {
      ...tree,
      root: '',
      cost: tree.cost,
      search: tree.search.bind(tree),
      list: tree.list.bind(tree),
      read: () =>
        Promise.resolve({ ok: false, error: { code: 'disconnected', host: 'h', detail: '' } } as const),
    };
    expect(await resolvePin({ file: 'b.py' }, { tree: lost, parser })).toEqual({
      kind: 'unreachable',
      code: 'disconnected',
      path: 'b.py',
    });
  });
});

describe('new pins', () => {
  const made = async (line: number, extent?: 'line'): Promise<string> => {
    const file = await createMemoryTree({ 'a.py': POOL }).read('a.py');
    if (!file.ok) throw new Error('unreadable');
    const found = await pinFromHit(file.value, line, parser, extent);
    return `${found.symbol ?? '-'} ${found.first}-${found.last}`;
  };

  it.each([
    [13, 'Pool.drop 11-14'],
    [7, 'Pool.size 7-9'],
    [3, 'Pool 3-14'],
    [1, '- 1-1'],
    [18, 'main.worker 17-18'],
    [19, 'main 16-19'],
    [10, 'Pool 10-10'],
  ])('of a hit in line %i: %s', async (line, expected) => {
    expect(await made(line)).toBe(expected);
  });

  it('of the line alone keep the symbol around it', async () => {
    expect(await made(13, 'line')).toBe('Pool.drop 13-13');
  });

  it('of a selection take the innermost symbol that holds it, and never more than the file', async () => {
    const file = await createMemoryTree({ 'a.py': POOL, 'n.txt': 'a\nb' }).read('a.py');
    if (!file.ok) throw new Error('unreadable');
    const inside = await pinFromSelection(file.value, { first: 9, last: 12 }, parser);
    expect([inside.symbol, inside.first, inside.last]).toEqual(['Pool', 9, 12]);
    const over = await pinFromSelection(file.value, { first: 18, last: 99 }, parser);
    expect([over.first, over.last]).toEqual([18, 19]);
  });
});
