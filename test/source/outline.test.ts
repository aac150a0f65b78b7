import { expect, it } from 'vitest';
import { createMemoryTree, createProgram, outlineOf, type OutlineItem } from '../../src/source/index.ts';
import { loadPythonParser } from '../support/python.ts';

const TEXT = [
  'import os',
  'LIMIT = 3',
  'limit: int = 4',
  'class Pool(Base, Generic[T]):',
  '    kind = "x"',
  '    def __init__(self, a, *b, c=1, **d) -> None:',
  '        self.rooms = {}',
  '        self.kind = "y"',
  '    @property',
  '    def size(self): return 1',
  '    @size.setter',
  '    def size(self, v): pass',
  '    class Inner: pass',
  'async def main(',
  '    a: int,',
  '    b="x"):',
  '    def worker(): pass',
  'for i in range(3): pass',
].join('\n');

it('shows classes, functions and assigned names in the order of the text', async () => {
  const program = createProgram({
    tree: createMemoryTree({ 'a.py': TEXT }),
    parser: await loadPythonParser(),
  });
  const file = await program.file('a.py');
  if (!file.ok) throw new Error(file.error.code);
  const lines: string[] = [];
  const print = (items: readonly OutlineItem[], depth: number): void => {
    for (const { kind, name, detail, span, children } of items) {
      lines.push(`${'  '.repeat(depth)}${kind} ${name}${detail} ${span.line}-${span.endLine}`);
      print(children, depth + 1);
    }
  };
  print(outlineOf(file.value), 0);
  expect(lines).toEqual([
    'constant LIMIT 2-2',
    'variable limit 3-3',
    'class Pool(Base, Generic[T]) 4-13',
    '  variable kind 5-5',
    '  method __init__(self, a, *b, c=1, **d) -> None 6-8',
    '  field rooms 7-7',
    '  property size(self) 9-10',
    '  property size(self, v) 11-12',
    '  class Inner 13-13',
    'function main(a: int, b="x") 14-17',
    '  function worker() 17-17',
  ]);
});
