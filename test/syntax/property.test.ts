import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  childBlocks,
  childExpressions,
  ownExpressions,
  type Expression,
  type Module,
  type PythonParser,
  type Span,
  type Statement,
} from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { show } from './show.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const SEED = { seed: 20_261_130, numRuns: 300 };

/** Pieces of which Python is made, and pieces that break it. */
const PIECES = [
  'def f(self, *a, b=1):\n',
  'class A(B):\n',
  '    ',
  '        ',
  'if x:\n',
  'elif y:\n',
  'else:\n',
  'for i in j:\n',
  'while 1:\n',
  'try:\n',
  'except E as e:\n',
  'finally:\n',
  'with a as b:\n',
  'match x:\n',
  'case A.B | _:\n',
  'return ',
  'yield ',
  'await ',
  'async ',
  'lambda x: ',
  'not in ',
  'is not ',
  'a',
  'self.b',
  '.c',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  ':=',
  '=',
  '==',
  '+=',
  '*',
  '**',
  '@d\n',
  '"s"',
  "f'{x!r:>{w}}'",
  '"""',
  "'",
  '\\',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '# c\n',
  '1',
  '0x',
  '1e',
  '😀',
  'é',
  '\u2028',
  '\0',
  '\ufeff',
  '\ud800',
  'global x\n',
  'import a.b as c\n',
  'from ..x import (y, *)\n',
  'print x\n',
  'del a\n',
  'pass\n',
  ';',
  '...',
  '->',
  '~',
  '<>',
  'type X = ',
];

function checkSpan(span: Span, text: string): void {
  expect(span.start).toBeGreaterThanOrEqual(0);
  expect(span.end).toBeGreaterThanOrEqual(span.start);
  expect(span.end).toBeLessThanOrEqual(text.length);
  const before = text.slice(0, span.start);
  expect(span.line).toBe(before.split('\n').length);
  expect(span.column).toBe(before.length - (before.lastIndexOf('\n') + 1));
}

/** Every place is inside the text and inside the place of what holds it. */
function checkModule(module: Module, text: string): void {
  const inside = (inner: Span, outer: Span): void => {
    expect(inner.start).toBeGreaterThanOrEqual(outer.start);
    expect(inner.end).toBeLessThanOrEqual(outer.end);
  };
  const expression = (each: Expression, outer: Span): void => {
    checkSpan(each.span, text);
    inside(each.span, outer);
    for (const child of childExpressions(each)) expression(child, each.span);
  };
  const statement = (each: Statement, outer: Span | null): void => {
    checkSpan(each.span, text);
    if (outer !== null) inside(each.span, outer);
    for (const own of ownExpressions(each)) expression(own, each.span);
    for (const block of childBlocks(each)) for (const child of block) statement(child, each.span);
  };
  for (const each of module.body) statement(each, null);
  for (const error of module.errors) checkSpan(error, text);
}

describe('whatever the text', () => {
  it('the parser answers with places inside it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        checkModule(parser.parse(text), text);
      }),
      SEED,
    );
  });

  it('of any characters, too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        checkModule(parser.parse(text), text);
      }),
      SEED,
    );
  });

  it('a mutation of real code leaves the other definitions in place', () => {
    const code = Array.from(
      { length: 12 },
      (_, n) =>
        `def f${n}(a, b):\n    if a == ${n}:\n        return [x for x in b]\n    self.x = {'k': a}\n\n`,
    ).join('');
    fc.assert(
      fc.property(
        fc.nat(code.length - 1),
        fc.constantFrom('(', ')', '"', '=', ':', '\n', '    ', '@', '😀'),
        (at, piece) => {
          const text = code.slice(0, at) + piece + code.slice(at);
          const module = parser.parse(text);
          checkModule(module, text);
          // Behind an unclosed bracket or string nothing is certain; what is before the change is not lost.
          const whole = Math.max(Math.floor(at / (code.length / 12)) - 1, 0);
          const names = module.body.flatMap((each) => (each.kind === 'function' ? [each.name] : []));
          if (piece !== '(' && piece !== '"')
            for (let n = 0; n < whole; n += 1) expect(names).toContain(`f${n}`);
        },
      ),
      SEED,
    );
  });
});

/** Random expressions with the nested lists that they must come to. */
const expressions = fc.letrec<{ any: readonly [string, string] }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(
      ['a', 'a'] as const,
      ['1', '1'] as const,
      ['"s"', '"s"'] as const,
      ['None', 'None'] as const,
      ['b.c', 'b.c'] as const,
    ),
    fc.tuple(tie('any'), tie('any')).map(([[x, p], [y, q]]) => [`(${x}) + (${y})`, `(+ ${p} ${q})`] as const),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([[x, p], [y, q]]) => [`(${x}) not in (${y})`, `(compare ${p} not in ${q})`] as const),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([[x, p], [y, q]]) => [`f((${x}), k=(${y}))`, `(call f ${p} k=${q})`] as const),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([[x, p], [y, q]]) => [`[(${x}), *(${y})]`, `(list ${p} (starred ${q}))`] as const),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([[x, p], [y, q]]) => [`{(${x}): (${y})}`, `(dict ${p}:${q})`] as const),
    fc.tuple(tie('any'), tie('any')).map(([[x, p], [y, q]]) => [`(${x})[(${y})]`, `(at ${p} ${q})`] as const),
    fc
      .tuple(tie('any'), tie('any'), tie('any'))
      .map(
        ([[x, p], [y, q], [z, r]]) => [`(${x}) if (${y}) else (${z})`, `(ifelse ${q} ${p} ${r})`] as const,
      ),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([[x, p], [y, q]]) => [`[(${x}) for v in (${y})]`, `(list-of ${p} (for v ${q}))`] as const),
    tie('any').map(([x, p]) => [`lambda v: (${x})`, `(lambda [v] ${p})`] as const),
    tie('any').map(([x, p]) => [`not (${x})`, `(not ${p})`] as const),
  ),
}));

it('every expression is read as it was made', () => {
  fc.assert(
    fc.property(expressions.any, ([text, expected]) => {
      const module = parser.parse(`x = (${text})`);
      expect(module.errors).toEqual([]);
      expect(module.body.map(show)).toEqual([`(assign [x] ${expected})`]);
    }),
    SEED,
  );
});
