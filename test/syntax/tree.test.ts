import { beforeAll, describe, expect, it } from 'vitest';
import type { Module, PythonParser } from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { show } from './show.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

/** The module of a text that has no errors, as nested lists. */
function tree(text: string): string {
  const module = parser.parse(text);
  expect(module.errors).toEqual([]);
  return module.body.map(show).join(' ');
}

describe('statements', () => {
  it.each([
    ['pass', 'pass'],
    ['break; continue', 'break continue'],
    ['return', '(return _)'],
    ['return 1, 2', '(return (tuple 1 2))'],
    ['return *a, b', '(return (tuple (starred a) b))'],
    ['del a, b[0]', '(del [a (at b 0)])'],
    ['del (a, b)', '(del [(tuple a b)])'],
    ['a = 1', '(assign [a] 1)'],
    ['a = b.c = d[0] = 1', '(assign [a b.c (at d 0)] 1)'],
    ['a, *b = c', '(assign [(tuple a (starred b))] c)'],
    ['[a, b] = c', '(assign [(list a b)] c)'],
    ['(a) = 1', '(assign [a] 1)'],
    ['x, = y', '(assign [(tuple x)] y)'],
    ['a: int', '(assign [a] : int _)'],
    ['a.b: "T" = 1', '(assign [a.b] : "T" 1)'],
    ['a: Dict[str, int] = {}', '(assign [a] : (at Dict (tuple str int)) (dict))'],
    ['a: x.Y | None = None', '(assign [a] : (| x.Y None) None)'],
    ['a += 1', '(+= a 1)'],
    ['a.b //= c', '(//= a.b c)'],
    ['a = yield', '(assign [a] (yield _))'],
    ['assert a, "no"', '(assert a "no")'],
    ['assert a', '(assert a _)'],
    ['raise', '(raise _ _)'],
    ['raise E("x") from err', '(raise (call E "x") err)'],
    ['global a, b', '(global a b)'],
    ['nonlocal a', '(nonlocal a)'],
    ['a', 'a'],
    ['a, b', '(tuple a b)'],
    ['a,', '(tuple a)'],
    ['type X = int', '?'],
    ['type X[T] = list[T]', '?'],
    ['type(x).a = b', '(assign [(call type x).a] b)'],
    ['type(x).a[0] = b.c', '(assign [(at (call type x).a 0)] b.c)'],
    ['type(x).a: int = 3', '(assign [(call type x).a] : int 3)'],
  ])('%s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ['import a', '(import 0 _ a)'],
    ['import a.b as c, d', '(import 0 _ a.b:c d)'],
    ['from a.b import c as d, e', '(import 0 a.b c:d e)'],
    ['from . import a', '(import 1  a)'],
    ['from ..b.c import (a, d,)', '(import 2 b.c a d)'],
    ['from ... import a', '(import 3  a)'],
    ['from a import *', '(import 0 a *)'],
    ['from __future__ import annotations', '(import 0 __future__ annotations)'],
  ])('%s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ['if a: b', '(if a [b] [])'],
    ['if a: b\nelif c: d\nelif e: f\nelse: g', '(if a [b] [(if c [d] [(if e [f] [g])])])'],
    ['for a, b in c:\n  d\nelse:\n  e', '(for (tuple a b) c [d] [e])'],
    ['for x in *a, b: pass', '(for x (tuple (starred a) b) [pass] [])'],
    [
      'async def f():\n  async for a in b: c\n  async with d as e: g',
      '(async def f [] [(async for a b [c] []) (async with [d as e] [g])])',
    ],
    ['while a: b\nelse: c', '(while a [b] [c])'],
    ['with a: b', '(with [a] [b])'],
    ['with a as b, c() as (d, e): f', '(with [a as b, (call c) as (tuple d e)] [f])'],
    ['with (a as b, c): d', '(with [a as b, c] [d])'],
    ['with (a, b): c', '(with [a, b] [c])'],
    ['with (a): b', '(with [a] [b])'],
    ['with (yield a) as b: c', '(with [(yield a) as b] [c])'],
    ['try: a\nexcept: b', '(try [a] (except _ _ [b]) [] [])'],
    [
      'try: a\nexcept (B, c.D) as e: f\nexcept G: h\nelse: i\nfinally: j',
      '(try [a] (except (tuple B c.D) e [f]) (except G _ [h]) [i] [j])',
    ],
    ['try: a\nexcept* B as e: c', '(try [a] (except B e [c]) [] [])'],
    ['try: a\nfinally: b', '(try [a] [] [b])'],
    ['try: a\nexcept A, B: c', '(try [a] (except (tuple A B) _ [c]) [] [])'],
  ])('%j', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ['def f(): pass', '(def f [] [pass])'],
    ['async def f(): await a', '(async def f [] [(await a)])'],
    [
      'def f(a, /, b: int = 1, *c, d, e=2, **g) -> list[int]: pass',
      '(def f [a b:int=1 *c kw:d kw:e=2 **g] -> (at list int) [pass])',
    ],
    ['def f(a, *, b): pass', '(def f [a kw:b] [pass])'],
    ['def f(*a: int, **b: str): pass', '(def f [*a:int **b:str] [pass])'],
    ['def f[T](x: T) -> T: pass', '(def f [x:T] -> T [pass])'],
    ['@a.b\n@c(1)\ndef f(): pass', '(def f [] @[a.b (call c 1)] [pass])'],
    ['class A: pass', '(class A [] [pass])'],
    ['class A(B, c.D, metaclass=M, **k): x = 1', '(class A [B c.D] metaclass=M **=k [(assign [x] 1)])'],
    [
      '@d\nclass A(Generic[T]):\n  """Doc."""\n  def m(self): pass',
      '(class A [(at Generic T)] @[d] ["Doc." (def m [self] [pass])])',
    ],
  ])('%j', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

describe('match', () => {
  const cases = (pattern: string): string =>
    tree(`match x:\n  case ${pattern}: pass`).slice('(match x (case '.length, -'[pass]))'.length).trim();

  it.each([
    ['State.DONE', 'State.DONE _'],
    ['1', '1 _'],
    ['-1', '(- 1) _'],
    ['"a" "b"', '"ab" _'],
    ['None', 'None _'],
    ['True', 'True _'],
    ['A.B | A.C | -1 | _', '(| A.B A.C (- 1) *) _'],
    ['(A.B)', 'A.B _'],
    ['_', '* _'],
    ['name', '(as name) _'],
    ['A.B | A.C as found', '(as found (| A.B A.C)) _'],
    ['x if x > 1', '(as x) (compare x > 1)'],
    ['[a, b]', 'other _'],
    ['a, b', 'other _'],
    ['(a, b)', 'other _'],
    ['Point(x=0)', 'other _'],
    ['{"k": v, **rest}', 'other _'],
    ['1 + 2j', 'other _'],
  ])('case %s', (pattern, expected) => {
    expect(cases(pattern)).toBe(expected);
  });

  it('of several subjects is of a tuple', () => {
    expect(tree('match a, b:\n  case _: pass')).toBe('(match (tuple a b) (case * _ [pass]))');
  });

  it('and type and print are names too', () => {
    expect(tree('match = re.match(type, x)\nmatch.group(1)\nprint = print')).toBe(
      '(assign [match] (call re.match type x)) (call match.group 1) (assign [print] print)',
    );
  });
});

describe('expressions', () => {
  it.each([
    ['a.b.c', 'a.b.c'],
    ['a[0]', '(at a 0)'],
    ['a[0, 1]', '(at a (tuple 0 1))'],
    ['a[0,]', '(at a (tuple 0))'],
    ['a[1:2]', '(at a (slice 1 2))'],
    ['a[:]', '(at a (slice _ _))'],
    ['a[::-1]', '(at a (slice _ _ (- 1)))'],
    ['a[1:, ..., b]', '(at a (tuple (slice 1 _) ... b))'],
    ['f()', '(call f)'],
    ['f(a, *b, c=1, **d)', '(call f a (starred b) c=1 **=d)'],
    ['f(x for x in y)', '(call f (generator-of x (for x y)))'],
    ['f(g)(h)', '(call (call f g) h)'],
    ['f(print=1, match=2)', '(call f print=1 match=2)'],
    ['a < b <= c', '(compare a < b <= c)'],
    ['a not in b', '(compare a not in b)'],
    ['a is not b is c', '(compare a is not b is c)'],
    ['a not   in b', '(compare a not in b)'],
    ['a == b != c', '(compare a == b != c)'],
    ['a and b and c', '(and a b c)'],
    ['a or b and c or d', '(or a (and b c) d)'],
    ['a and (b and c)', '(and a (and b c))'],
    ['not a in b', '(not (compare a in b))'],
    ['not not a', '(not (not a))'],
    ['-a ** -b', '(- (** a (- b)))'],
    ['~a + b * c', '(+ (~ a) (* b c))'],
    ['a @ b // c % d', '(% (// (@ a b) c) d)'],
    ['a << 1 | b & c ^ d', '(| (<< a 1) (^ (& b c) d))'],
    ['a ^ b & c', '(^ a (& b c))'],
    ['(a ^ b) & c', '(& (^ a b) c)'],
    ['a if b else c if d else e', '(ifelse b a (ifelse d c e))'],
    ['lambda: 0', '(lambda [] 0)'],
    ['lambda a, *b, c=1, **d: a', '(lambda [a *b kw:c=1 **d] a)'],
    ['(a, b)', '(tuple a b)'],
    ['()', '(tuple)'],
    ['(a)', 'a'],
    ['(a,)', '(tuple a)'],
    ['[a, *b]', '(list a (starred b))'],
    ['[*f(x), *a.b, *c[0]]', '(list (starred (call f x)) (starred a.b) (starred (at c 0)))'],
    ['{a, b}', '(set a b)'],
    ['{}', '(dict)'],
    ['{a: b, **c}', '(dict a:b **:c)'],
    ['[x for x in y if x if z]', '(list-of x (for x y x z))'],
    ['{x for x in y for z in x}', '(set-of x (for x y) (for z x))'],
    ['{k: v for k, v in y}', '(dictionary-of k: v (for (tuple k v) y))'],
    ['(x async for x in y)', '(generator-of x (async for x y))'],
    ['(y := f(x))', '(:= y (call f x))'],
    ['await a.b()', '(await (call a.b))'],
    ['(yield)', '(yield _)'],
    ['(yield a, b)', '(yield (tuple a b))'],
    ['(yield from a)', '(yield-from a)'],
  ])('%s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ['1_000', '1000'],
    ['0x1F', '31'],
    ['0o17', '15'],
    ['0b101', '5'],
    ['9007199254740993', '<9007199254740993>'],
    ['1.5', '1.5f'],
    ['1e3', '1000f'],
    ['.5', '0.5f'],
    ['3j', '<3j>'],
    ['1.5j', '<1.5j>'],
    ['1e999', '<1e999>'],
    ['True', 'True'],
    ['None', 'None'],
    ['...', '...'],
  ])('%s is a constant', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ["'a'", '"a"'],
    ['"""a\nb"""', '"a\\nb"'],
    ["'a' \"b\" 'c'", '"abc"'],
    [String.raw`'\n\t\\\'\x41\101\u00e9\U0001F600\q'`, JSON.stringify("\n\t\\'AA\u00e9\u{1F600}\\q")],
    [String.raw`r'\n\''`, JSON.stringify(String.raw`\n\'`)],
    [String.raw`r'\\'`, JSON.stringify(String.raw`\\`)],
    [String.raw`b'\x00a\u0041'`, `b${JSON.stringify('\0a\\u0041')}`],
    ["u'a'", '"a"'],
    [String.raw`'\N{DASH}'`, JSON.stringify(String.raw`\N{DASH}`)],
    ["'a\\\nb'", '"ab"'],
    ["''", '""'],
  ])('%j is a string', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ["f'{a} {b.c!r:>{width}} {{x}}'", '(f a b.c width)'],
    ["f'plain'", '(f)'],
    ["'a' f'{x}' 'b'", '(f x)'],
    ["rf'{x=}'", '(f x)'],
    ['f\'{f"{y}"}\'', '(f (f y))'],
    ["f'{x, y}'", '(f (tuple x y))'],
    ["f'{lambda_(x)[0]:%Y}'", '(f (at (call lambda_ x) 0))'],
  ])('%s is an f-string', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

describe('Python 2', () => {
  it.each([
    ['print "a", b', '(call print "a" b)'],
    ['print >>f, a', '(call print f a)'],
    ['exec "code" in d', '(call exec "code" d)'],
    ['a <> b', '(compare a != b)'],
    ['0777', '511'],
    ['10L', '10'],
    ['raise E, "text"', '(raise E _)'],
  ])('%s', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });
});

describe('places', () => {
  const place = (module: Module, index: number): string => {
    const span = module.body[index]?.span;
    return span === undefined
      ? ''
      : `${span.line}:${span.column}-${span.endLine}:${span.endColumn} ${span.start}-${span.end}`;
  };

  it('count UTF-16 units, in lines with characters outside the basic plane too', () => {
    const text = 's = "😀é"; t = 3\n"😀"; u = 4\n';
    const module = parser.parse(text);
    expect([0, 1, 2, 3].map((index) => place(module, index))).toEqual([
      '1:0-1:9 0-9',
      '1:11-1:16 11-16',
      '2:0-2:4 17-21',
      '2:6-2:11 23-28',
    ]);
    for (const statement of module.body)
      expect(text.slice(statement.span.start, statement.span.end)).not.toMatch(/^\s|;|\n/);
  });

  it('are right after text longer than the parser reads at once', () => {
    const text = `x = "${'😀'.repeat(20_000)}"\ny = 1`;
    expect(place(parser.parse(text), 1)).toBe(`2:0-2:5 ${text.length - 5}-${text.length}`);
  });

  it('of definitions start at the first decorator and end with the body, comments behind it left out', () => {
    const module = parser.parse(
      '@a\n@b\ndef f():\n    if x:\n        pass\n        # inside\n    # behind\n\n# far\nz = 1\n',
    );
    const [definition] = module.body;
    expect(place(module, 0)).toMatch(/^1:0-5:12 /);
    expect(definition?.kind === 'function' && definition.nameSpan.line).toBe(3);
  });

  it('know CRLF and a byte order mark', () => {
    const module = parser.parse('\ufeffx = 1\r\ny = """a\r\nb"""\r\n');
    expect(place(module, 1)).toMatch(/^2:0-3:4 /);
    expect(module.body.map(show)).toEqual(['(assign [x] 1)', '(assign [y] "a\\nb")']);
  });
});

describe('texts that are not Python', () => {
  it('keep the statements around the error and name its place', () => {
    const module = parser.parse(
      'class A:\n    def f(self):\n        x = = 3\n    def g(self): pass\ny = 1\n',
    );
    expect(module.errors.length).toBeGreaterThan(0);
    expect(module.errors[0]?.line).toBe(3);
    const names = module.body.map(show).join(' ');
    expect(names).toContain('(def g [self] [pass])');
    expect(names).toContain('(assign [y] 1)');
  });

  it.each([
    ['an open bracket', 'def f():\n    a = (1,\n\ndef g():\n    pass\n'],
    ['conflict markers', 'a = 1\n<<<<<<< ours\nb = 2\n=======\nb = 3\n>>>>>>> theirs\ndef g(): pass\n'],
    ['another language', '#include <stdio.h>\nint main(void) { return 0; }\n'],
    ['an unclosed string', 'a = "x\nb = 1\n'],
    ['nothing but brackets', ')]}{[('],
    ['lone surrogates and NUL', '\ud800\0\udc00 = 1'],
    ['a file that ends early', 'def f('],
  ])('%s', (_name, text) => {
    const module = parser.parse(text);
    expect(module.errors.length).toBeGreaterThan(0);
    for (const error of module.errors) {
      expect(error.start).toBeGreaterThanOrEqual(0);
      expect(error.end).toBeLessThanOrEqual(text.length);
    }
  });

  it.each([
    ['brackets', '('.repeat(3000) + ')'.repeat(3000)],
    ['open brackets', '['.repeat(3000)],
    ['additions', `${'a + '.repeat(20_000)}b`],
    ['calls', `x${'.a()'.repeat(5000)}`],
    ['negations', `${'not '.repeat(5000)}x`],
    ['bit operations', `${'a & b ^ '.repeat(3000)}c`],
    ['alternatives', `if a: pass\n${'elif b: pass\n'.repeat(3000)}`],
    [
      'definitions',
      Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}def f():\n`).join('') +
        `${' '.repeat(600)}pass`,
    ],
    ['lambdas', `${'lambda: '.repeat(3000)}x`],
    ['patterns', `match x:\n case ${'('.repeat(1000)}a${')'.repeat(1000)}: pass`],
    ['annotations', `x: ${'list['.repeat(1000)}int${']'.repeat(1000)}`],
    ['stars', `[${'*'.repeat(1)}${'a.'.repeat(2000)}b]`],
    ['f-strings', `f"${'{'.repeat(1)}${'('.repeat(1500)}x${')'.repeat(1500)}}"`],
  ])('%s nested very deeply do not overflow anybody', (_name, text) => {
    const module = parser.parse(text);
    const depth = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0;
      return 1 + Math.max(0, ...Object.values(value).map(depth));
    };
    // Each level of the tree is at most two of its JavaScript form: an object, and a list in it.
    expect(depth(module)).toBeLessThan(1300);
    expect(JSON.stringify(module).length).toBeGreaterThan(0);
  });
});
