import { describe, expect, it } from 'vitest';
import {
  hierarchyProblemMessage,
  missingBaseMessage,
  pinFindingMessage,
  pinVerdictLabel,
  sourceErrorMessage,
  unresolvedNameMessage,
} from '../../src/messages/index.ts';
import {
  createMemoryTree,
  createProgram,
  type PinFinding,
  type UnresolvedName,
} from '../../src/source/index.ts';
import { loadPythonParser } from '../support/python.ts';

const empty = new Uint8Array();
const region = {
  kind: 'found',
  found: 'symbol',
  first: 3,
  last: 9,
  excerpt: empty,
  sha256: '',
  before: [],
  after: [],
  language: 'python',
} as const;

describe('sentences about pins', () => {
  it.each([
    [{ ...region, verdict: 'same', by: 0 }, 'same', 'A.f (a.py) is the same, at a.py:3-9.'],
    [{ ...region, verdict: 'moved', by: 12 }, 'moved (+12)', 'A.f (a.py) has moved by +12 to a.py:3-9.'],
    [{ ...region, verdict: 'moved', by: -2 }, 'moved (-2)', 'A.f (a.py) has moved by -2 to a.py:3-9.'],
    [
      { ...region, verdict: 'changed', by: 0 },
      'changed',
      'A.f (a.py) has changed, at a.py:3-9. Compare it, and accept the new text if it is right.',
    ],
    [
      { kind: 'gone' },
      'gone',
      'A.f (a.py) is gone: neither its name nor its text is there. Search for it, and pin it again where it went.',
    ],
    [
      {
        kind: 'ambiguous',
        candidates: [
          { first: 1, last: 2 },
          { first: 8, last: null },
        ],
      },
      'ambiguous',
      'A.f (a.py) fits 2 places: lines 1-2, 8-. Choose one, and pin more lines or a symbol.',
    ],
    [
      { kind: 'refused', rule: 'pseudo-file-system' },
      'refused',
      'a.py leads into /dev, /proc or /sys, which Sonde never reads. Name a regular file.',
    ],
    [
      { kind: 'unreachable', code: 'disconnected', path: 'a.py' },
      'unreachable',
      'a.py could not be read (disconnected). Connect again, and verify once more.',
    ],
  ] satisfies readonly (readonly [PinFinding, string, string])[])('%j', (finding, label, sentence) => {
    expect(pinVerdictLabel(finding)).toBe(label);
    expect(pinFindingMessage({ file: 'a.py', symbol: 'A.f' }, finding)).toBe(sentence);
  });

  it('without a symbol name the file', () => {
    expect(pinFindingMessage({ file: 'a.py' }, { kind: 'gone' })).toMatch(/^a\.py is gone/);
  });
});

describe('sentences about files', () => {
  it.each(['outside-root', 'sensitive-path', 'pseudo-file-system', 'control-character', 'another-rule'])(
    'refused by %s name the place and a way out',
    (rule) => {
      const sentence = sourceErrorMessage({ code: 'file-refused', path: 'dir/a.py', rule });
      expect(sentence).toContain('dir/a.py');
      expect(sentence.split('. ').length + (sentence.includes(':') ? 1 : 0)).toBeGreaterThan(1);
    },
  );

  it('of other failures are those of the transport', () => {
    expect(sourceErrorMessage({ code: 'file-not-found', path: 'a.py' })).toContain('a.py');
  });
});

describe('sentences about names', () => {
  it.each([
    [{ code: 'import-not-found', module: '.base', file: 'a.py', line: 3 }, 'a.py:3 imports .base'],
    [{ code: 'name-not-found', name: 'Pool', file: 'a.py', line: 3 }, 'a.py:3 uses Pool'],
    [{ code: 'not-a-name', file: 'a.py', line: 3 }, 'a.py:3 computes what it uses'],
    [{ code: 'import-cycle', name: 'Pool', file: 'a.py', line: 3 }, 'a.py:3 imports Pool in a circle'],
    [{ code: 'unreadable-file', file: 'b.py', error: { code: 'file-permission', path: 'b.py' } }, 'b.py'],
  ] satisfies readonly (readonly [UnresolvedName, string])[])('%j', (reason, start) => {
    expect(unresolvedNameMessage(reason)).toContain(start);
  });

  it('say what is missing from a hierarchy', async () => {
    const text =
      'import torch\nfrom threading import Thread\nfrom .gone import X\nclass A(torch.Module, Thread, X, make()): pass\nclass C(C): pass\n';
    const program = createProgram({
      tree: createMemoryTree({ 'p/a.py': text }),
      parser: await loadPythonParser(),
    });
    const file = await program.file('p/a.py');
    const [a, c] = file.ok ? file.value.symbols : [];
    if (a?.kind !== 'class' || c?.kind !== 'class') throw new Error('no classes');
    const hierarchy = await program.hierarchy(a);
    expect(hierarchy.missing.map(missingBaseMessage)).toEqual([
      'p/a.py:4: the base torch.Module of A comes from torch.Module, which is not below the root. Choose a root that holds it.',
      'p/a.py:4: the base Thread of A is threading.Thread of Python itself.',
      'p/a.py:3 imports .gone, which is not below the root. Choose a root that holds both.',
      'p/a.py:4 computes what it uses, so that its meaning is only known when it runs. Read the place.',
    ]);
    expect(hierarchyProblemMessage(hierarchy)).toBeUndefined();
    expect(hierarchyProblemMessage(await program.hierarchy(c))).toBe(
      'p/a.py:5: C is its own ancestor. Read the imports and aliases of its bases.',
    );
  });
});
