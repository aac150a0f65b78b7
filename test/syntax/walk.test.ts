import { beforeAll, describe, expect, it } from 'vitest';
import {
  definitions,
  dottedName,
  enclosing,
  enclosingFunction,
  expressionAt,
  LineTable,
  visitExpressions,
  visitStatements,
  type PythonParser,
} from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { show } from './show.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const TEXT = [
  'class Pool(Base):',
  '    def start(self, n=default()):',
  '        for i in range(n):',
  '            def run():',
  '                work(i)',
  '            spawn(target=run, on=lambda e=early(): late())',
  '        try:',
  '            a()',
  '        except E:',
  '            b()',
  '        else:',
  '            c()',
  '        finally:',
  '            d()',
  'match x:',
  '    case A.B if g(): h()',
  '    case A.C | A.D: pass',
].join('\n');

const calls = (text: string, scope: 'all' | 'function'): readonly string[] => {
  const found: string[] = [];
  visitExpressions(
    parser.parse(text).body,
    (expression) => {
      if (expression.kind === 'call') found.push(show(expression.callee));
      return undefined;
    },
    scope,
  );
  return found;
};

describe('visiting', () => {
  it('meets every statement in the order of the text', () => {
    const lines: number[] = [];
    visitStatements(parser.parse(TEXT).body, (statement) => {
      lines.push(statement.span.line);
      return undefined;
    });
    expect(lines).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 16, 17]);
  });

  it('leaves out what is below a statement that is skipped', () => {
    const kinds: string[] = [];
    visitStatements(parser.parse(TEXT).body, (statement) => {
      kinds.push(statement.kind);
      return statement.kind === 'class' ? 'skip' : undefined;
    });
    expect(kinds).toEqual(['class', 'match', 'expression', 'pass']);
  });

  it('meets every expression', () => {
    expect(calls(TEXT, 'all')).toEqual([
      'default',
      'range',
      'work',
      'spawn',
      'early',
      'late',
      'a',
      'b',
      'c',
      'd',
      'g',
      'h',
    ]);
  });

  it('stays in one function, whose nested ones run later', () => {
    const pool = parser.parse(TEXT).body[0];
    const start = pool?.kind === 'class' ? pool.body[0] : undefined;
    const found: string[] = [];
    visitExpressions(
      start?.kind === 'function' ? start.body : [],
      (expression) => {
        if (expression.kind === 'call') found.push(show(expression.callee));
        return undefined;
      },
      'function',
    );
    expect(found).toEqual(['range', 'spawn', 'early', 'a', 'b', 'c', 'd']);
    expect(calls('@deco()\ndef f(x=now()): later()\nclass A(base()): inner()', 'function')).toEqual([
      'deco',
      'now',
      'base',
    ]);
  });

  it.each([
    ['a[f():g(), h()]', ['f', 'g', 'h']],
    ['{f(): g(), **h()}', ['f', 'g', 'h']],
    ['[f(x) for x in g() if h()]', ['g', 'h', 'f']],
    ['{f(): g() for x in h()}', ['h', 'f', 'g']],
    ['x = f() if g() else h()', ['g', 'f', 'h']],
    ['x: f() = g()', ['g', 'f']],
    ['with f() as g().a, h(): pass', ['f', 'g', 'h']],
    ['raise f() from g()', ['f', 'g']],
    ['assert f(), g()', ['f', 'g']],
    ['del f().a, g()[0]', ['f', 'g']],
    ['x += f()', ['f']],
    ['return await f(*g(), k=h())', ['f', 'g', 'h']],
    ['yield (y := f()), not g(), -h()', ['f', 'g', 'h']],
    ['f"{f()} {g():{h()}}"', ['f', 'g', 'h']],
    ['for x in f(): pass\nwhile g(): pass', ['f', 'g']],
    ['f() < g() in h() or i() + j()', ['f', 'g', 'h', 'i', 'j']],
  ])('meets the parts of %s', (text, expected) => {
    expect(calls(text, 'all')).toEqual(expected);
  });
});

describe('definitions', () => {
  it('have paths and parents, inside other statements too', () => {
    const found = definitions(parser.parse(`${TEXT}\nif x:\n    def top(): pass\n`).body);
    expect(found.map(({ path, parents }) => `${path} ${parents.length}`)).toEqual([
      'Pool 0',
      'Pool.start 1',
      'Pool.start.run 2',
      'top 0',
    ]);
  });

  it('are found around an offset', () => {
    const { body } = parser.parse(TEXT);
    const at = (part: string): readonly string[] =>
      enclosing(body, TEXT.indexOf(part)).map((each) => each.name);
    expect(at('work(')).toEqual(['Pool', 'start', 'run']);
    expect(at('spawn(')).toEqual(['Pool', 'start']);
    expect(at('Pool')).toEqual(['Pool']);
    expect(at('match')).toEqual([]);
    expect(enclosingFunction(body, TEXT.indexOf('work('))?.name).toBe('run');
    expect(enclosingFunction(body, TEXT.indexOf('Base'))).toBeNull();
  });
});

describe('expressionAt', () => {
  it('is the innermost expression', () => {
    const text = 'x = self.pool.get(key)[0]\n';
    const { body } = parser.parse(text);
    const at = (offset: number): string => {
      const found = expressionAt(body, offset);
      return found === null ? 'null' : show(found);
    };
    expect(at(text.indexOf('self'))).toBe('self');
    expect(at(text.indexOf('pool') + 1)).toBe('self.pool');
    expect(at(text.indexOf('get') + 1)).toBe('self.pool.get');
    expect(at(text.indexOf('key'))).toBe('key');
    expect(at(2)).toBe('null');
  });
});

describe('dottedName', () => {
  it('spells names and attributes, nothing else', () => {
    const name = (text: string): string | null => {
      const [statement] = parser.parse(text).body;
      return statement?.kind === 'expression' ? dottedName(statement.value) : null;
    };
    expect(name('a')).toBe('a');
    expect(name('self.a.b')).toBe('self.a.b');
    expect(name('a().b')).toBeNull();
    expect(name('a[0].b')).toBeNull();
  });
});

describe('LineTable', () => {
  it('turns offsets into lines and back', () => {
    const table = new LineTable('a\nbb\n\nc');
    expect([0, 1, 2, 4, 5, 6, 7].map((offset) => table.lineAt(offset))).toEqual([1, 1, 2, 2, 3, 4, 4]);
    expect([1, 2, 3, 4, 9].map((line) => table.startOf(line))).toEqual([0, 2, 5, 6, 6]);
    expect(table.span(3, 7)).toEqual({ line: 2, column: 1, endLine: 4, endColumn: 1, start: 3, end: 7 });
  });
});
