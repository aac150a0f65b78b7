import { describe, expect, test } from 'vitest';
import { logicalLines } from '../../../src/lifecycle/discovery/lines.ts';
import { Look } from '../../../src/lifecycle/discovery/look.ts';
import { createMemoryTree, createProgram } from '../../../src/source/index.ts';
import { discoverLifecycles } from '../../../src/lifecycle/index.ts';
import { loadPythonParser } from '../../support/python.ts';

const parser = await loadPythonParser();
const texts = (text: string): readonly string[] => logicalLines(text).map((each) => each.text);

describe('statements on one line', () => {
  test.each([
    ['brackets', 'x = (\n  A.B,\n  C,\n)\ny = 1\n', ['x = (   A.B,   C, )', 'y = 1']],
    ['comments', 'x = 1  # ( "\n# ]\ny = 2\n', ['x = 1  ', 'y = 2']],
    ['texts with signs of their own', `x = "(#"\ny = 'it\\'s ['\n`, ['x = "(#"', `y = 'it\\'s ['`]],
    ['texts over lines', 'x = """a\n(\n"""\ny = 1\n', ['x = ""', 'y = 1']],
    ['a line that goes on', 'x = a + \\\n  b\n', ['x = a +    b']],
    ['a text that never ends', 'x = "abc\ny = 1\n', ['x = "abc', 'y = 1']],
    ['brackets that never end', 'x = (1,\ny = 2\n', ['x = (1, y = 2 ']],
    ['too many closing ones', ')))\nx = 1\n', [')))', 'x = 1']],
    ['nothing', '', []],
  ])('%s', (_name, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test('what a statement stands in', () => {
    const text =
      'a = 1\nclass C:\n  b = 2\n  async def f(self):\n    c = 3\n    if c:\n      d = 4\n  e = 5\nf = 6\n';
    expect(logicalLines(text).map((each) => each.within)).toEqual(
      // The heads stand where they are defined.
      ['module', 'module', 'class', 'class', 'function', 'function', 'function', 'class', 'module'],
    );
  });

  test('a long one is told in pieces', () => {
    const text = `x = [\n${'  A.B,\n'.repeat(2000)}]\n`;
    expect(texts(text).length).toBe(2002);
    expect(texts(`x = ${'('.repeat(100_000)}`).length).toBe(1);
  });
});

describe('whether a text may store a member', () => {
  const stores = (text: string, functions: readonly string[] = []): boolean =>
    new Look(text).mayStore('S', new Set(functions));

  test.each([
    ['an attribute, over lines', 'def f(j, x):\n  j.s = (\n    S.A\n    if x\n    else S.B\n  )\n'],
    ['an entry', 'def f(j, k):\n  j.s[k] = S.A\n'],
    ['an attribute, behind a condition on its line', 'def f(j, x):\n  if x: j.s = S.A\n'],
    ['an attribute, behind a head on its line', 'def f(j) -> None: j.s = S.A\n'],
    ['an attribute, behind another statement', 'def f(j):\n  n = 1; j.s = S.A\n'],
    ['an attribute, and a variable with it', 'def f(j):\n  n = j.s = S.A\n'],
    ['a field of a class', 'class J:\n  s = S.A\n'],
    ['a table', 'NEXT = {\n  "a": S.A,\n}\n'],
    ['a variable that is stored', 'def f(j):\n  n = S.A\n  j.s = n\n'],
    ['a variable that another one is given', 'def f(j):\n  n = S.A\n  m = n\n  j.s = m\n'],
    ['a variable that a setter is given', 'def f(j):\n  n = S.A\n  j.set_s(n)\n'],
    ['a setter', 'def f(j):\n  j.set_s(\n    S.A,\n  )\n'],
    ['a copy', 'def f(j):\n  return replace(\n    j,\n    s=S.A,\n  )\n'],
  ])('%s: it may', (_name, text) => {
    expect(stores(text)).toBe(true);
  });

  test.each([
    ['a comparison', 'def f(j):\n  return j.s in (\n    S.A,\n    S.B,\n  )\n'],
    ['a set that is returned', 'def f():\n  return {\n    S.A,\n    S.B,\n  }\n'],
    ['a variable that nobody stores', 'def f(j):\n  n = S.A\n  print(n)\n'],
    ['a function that stores nothing', 'def f(j):\n  j.show(\n    S.A,\n  )\n'],
    ['a comment and a text', 'x = """\nj.s = S.A\n"""\n# j.s = S.A\n'],
    ['another class', 'def f(j):\n  j.s = T.A\n'],
  ])('%s: it does not', (_name, text) => {
    expect(stores(text)).toBe(false);
  });

  test('a function that is known to store', () => {
    expect(stores('def f(j):\n  j.show(\n    S.A,\n  )\n', ['show'])).toBe(true);
  });

  test.each([
    ['in an attribute', 'def f(self, s):\n  self.s = s\n', true],
    ['in an entry, through a variable', 'def f(self, k, s):\n  n = s\n  self.s[k] = n\n', true],
    ['by another method', 'def f(self, s):\n  self.put(s)\n', true],
    ['by a method of a part', 'def f(self, s):\n  self.part.put(s)\n', true],
    ['on the line of the head', 'def f(self, s): self.s = s\n', true],
    ['nowhere, on the line of the head', 'def f(self, s): log.info(s)\n', false],
    ['nowhere', 'def f(self, s):\n  log.info(s)\n  self.n = 1\n', false],
    ['in a function beside it', 'def f(self, s):\n  pass\ndef g(self, s):\n  self.s = s\n', false],
  ])('a parameter is stored %s', (_name, text, expected) => {
    expect(new Look(text).storesParameter('f')).toBe(expected);
  });
});

test('files that store none of the members are not parsed', async () => {
  const files = {
    's.py': 'from enum import Enum\nclass S(Enum):\n  A = 1\n  B = 2\n',
    'job.py':
      'from s import S\nclass J:\n  def __init__(self):\n    self.s = S.A\n  def go(self):\n    if self.s == S.A:\n      self.s = S.B\n',
    'shown.py': 'from s import S\ndef colours():\n  return {\n    S.A: 1,\n    S.B: 2,\n  }\n',
    'listed.py': 'from s import S\ndef all(m):\n  return m.of(\n    S.A,\n    S.B,\n  )\n',
  };
  const program = createProgram({ tree: createMemoryTree(files), parser });
  const found = await discoverLifecycles({}, { tree: createMemoryTree(files), program });
  expect(found).toMatchObject({ ok: true, value: { listings: [{ states: 'S', store: 's', writes: 2 }] } });
  expect(program.files.map((each) => each.path).sort()).toEqual(['job.py', 's.py']);
});
