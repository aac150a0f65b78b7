import { beforeAll, describe, expect, it } from 'vitest';
import { always, levels, statementsBefore, within } from '../../../src/lifecycle/hazards/paths.ts';
import { expressionText, statementText } from '../../../src/lifecycle/hazards/print.ts';
import { raisers } from '../../../src/lifecycle/hazards/raising.ts';
import { asksForPresence } from '../../../src/lifecycle/hazards/skips.ts';
import type { PythonParser, Statement } from '../../../src/syntax/index.ts';
import { loadPythonParser } from '../../support/python.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const body = (text: string): readonly Statement[] => parser.parse(text).body;
const does = (statement: Statement): boolean =>
  statement.kind === 'expression' && statementText(statement) === 'mark()';

describe('always', () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['mark()\n', true],
    ['other()\n', false],
    ['if a:\n  mark()\n', false],
    ['if a:\n  mark()\nelse:\n  mark()\n', true],
    ['if a:\n  mark()\nelif b:\n  mark()\n', false],
    ['if a:\n  mark()\nelse:\n  raise X\n', true],
    ['if a:\n  continue\nmark()\n', false],
    ['if a:\n  raise X\nmark()\n', true],
    ['with lock:\n  mark()\n', true],
    ['for x in y:\n  mark()\n', false],
    ['try:\n  a()\nfinally:\n  mark()\n', true],
    ['try:\n  mark()\nexcept E:\n  pass\n', false],
    ['try:\n  mark()\nexcept E:\n  mark()\n', true],
    ['match x:\n  case 1:\n    mark()\n', false],
    ['match x:\n  case 1:\n    mark()\n  case _:\n    mark()\n', true],
    ['def f():\n  mark()\n', false],
  ];
  for (const [text, answer] of cases)
    it(`is ${String(answer)} for ${JSON.stringify(text)}`, () => {
      expect(always(body(text), does)).toBe(answer);
    });
});

describe('levels', () => {
  it('is the way of blocks down to a statement', () => {
    const module = body('a()\nif x:\n  b()\n  with y:\n    c()\n    mark()\n');
    const target = statementsBefore(module, Infinity).find(does);
    expect(target).toBeDefined();
    if (target === undefined) return;
    expect(levels(module, target).map(({ block, index }) => [block.length, index])).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    expect(within(module.slice(0, 1), target)).toBe(false);
    expect(within(module.slice(1), target)).toBe(true);
  });

  it('is empty for a statement that is elsewhere', () => {
    const [first] = body('a()\n');
    if (first === undefined) throw new Error('no statement');
    expect(levels(body('if x:\n  b()\n'), first)).toEqual([]);
  });
});

describe('raisers', () => {
  const texts = (text: string, suspicion: 'operations' | 'calls' = 'operations'): readonly string[] =>
    raisers(body(text), suspicion).map((each) => each.text);

  it('finds what says so itself, and operations on data', () => {
    expect(texts('assert a, b\n')).toEqual(['assert a']);
    expect(texts('raise X(1)\n')).toEqual(['raise X(1)']);
    expect(texts('n = int(frames[1])\n')).toEqual(['int(frames[1])', 'frames[1]']);
    expect(texts('t = data.decode()\n')).toEqual(['data.decode()']);
    expect(texts('del d[k]\n')).toEqual(['del d[k]']);
    expect(texts('d[0] = 1\nx = d.get(k)\ny = d.pop(k, None)\nself.work()\n')).toEqual([]);
  });

  it('leaves out what is handled, and what only logs', () => {
    expect(texts('try:\n  assert a\nexcept Exception:\n  pass\n')).toEqual([]);
    expect(texts('try:\n  assert a\nexcept ValueError:\n  pass\n')).toEqual(['assert a']);
    expect(texts('try:\n  assert a\nexcept Exception:\n  raise\n')).toEqual(['assert a', 'raise']);
    expect(texts('logger.info("%s", frames[0])\n')).toEqual([]);
    expect(texts('def f():\n  assert a\n')).toEqual([]);
  });

  it('suspects calls and iteration over attributes where it is asked to', () => {
    expect(texts('self.work(x)\n', 'calls')).toEqual(['self.work(x)']);
    expect(texts('a = [k for k in self.keys_seen if k]\n', 'calls')).toEqual(['for … in self.keys_seen']);
    expect(texts('for k in list(self.seen):\n  pass\n', 'calls')).toEqual([]);
    expect(texts('for k in self.seen.items():\n  pass\n', 'calls')).toEqual(['self.seen.items()']);
    expect(texts('self.m.pop(k, None)\nlog.warning(f(x))\n', 'calls')).toEqual([]);
  });
});

describe('asksForPresence', () => {
  const asks = (test: string): boolean => {
    const [statement] = body(`if ${test}:\n  pass\n`);
    if (statement?.kind !== 'if') throw new Error('no if');
    return asksForPresence(statement.test, 'plates');
  };
  it('tells presence from absence', () => {
    for (const test of [
      'k in self.plates',
      'self.plates.get(k)',
      'self.plates.get(k) is not None',
      'not (k not in self.plates)',
      'x and k in self.plates',
    ])
      expect([test, asks(test)]).toEqual([test, true]);
    for (const test of [
      'k not in self.plates',
      'not self.plates.get(k)',
      'self.plates.get(k) is None',
      'x and k not in self.plates',
    ])
      expect([test, asks(test)]).toEqual([test, false]);
  });
});

describe('print', () => {
  it('writes expressions as Python on one line', () => {
    const texts = [
      'a.b[c](d, e=1, **f)',
      'a == b and not c',
      'x if y else z',
      '(a, b)',
      '(a,)',
      '[1, 2.5]',
      '{a, b}',
      '{}',
      '-x + y',
      'm[1:2]',
      'a < b <= c',
      'not (a or b)',
      'None',
      'True',
      '"text\\n"',
      'b"raw"',
      '...',
      '*a',
      'await f(x)',
      'a is not None',
      'k not in self.m',
    ];
    for (const text of texts) {
      const [statement] = body(`f(${text})\n`);
      const call = statement?.kind === 'expression' ? statement.value : undefined;
      const argument = call?.kind === 'call' ? call.args[0] : undefined;
      if (argument === undefined) throw new Error(text);
      const loosened = text.replace(/[()]/g, '');
      expect(expressionText(argument).replace(/[()]/g, '')).toBe(loosened);
    }
  });

  it('cuts what is long and shortens what has parts of its own', () => {
    const [statement] = body('x = [k for k in m if k > 1]\n');
    expect(statement === undefined ? '' : statementText(statement)).toBe('x = [k for … in m]');
    const [long] = body(`f("${'a'.repeat(200)}")\n`);
    expect(long === undefined ? 0 : statementText(long).length).toBe(80);
  });
});
