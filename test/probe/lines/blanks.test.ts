import { describe, expect, test } from 'vitest';
import { blanksIn, judge } from '../../../src/probe/index.ts';

function argv(line: string, blanks: Readonly<Record<string, string>>): readonly string[] {
  const verdict = judge(line, { blanks });
  if (!verdict.approved) return [`${verdict.refusal.rule} ${verdict.refusal.word}`];
  return verdict.stages.flatMap((stage) => stage.argv);
}

test('the blanks of a line', () => {
  expect(blanksIn('grep {{name}} {{file}} {{name}} {{ x }} {y}')).toEqual(['name', 'file']);
});

describe('a value never adds a word, an option or a stage', () => {
  test.each([
    ['x', 'x'],
    ['a b', 'a b'],
    ['a | rm x', 'a | rm x'],
    ['$(id)', '$(id)'],
    ['*', '*'],
    ["it's", "it's"],
    ['-f', '-f'],
    ['--file=x', '--file=x'],
    ['', ''],
    ['{{file}}', '{{file}}'],
  ])('%j as a pattern', (value, expected) => {
    expect(argv('grep -n {{name}} f', { name: value })).toEqual([
      'grep',
      '-D',
      'skip',
      '-n',
      '-e',
      expected,
      '--',
      'f',
    ]);
  });

  test.each([
    ['a b.py', 'a b.py'],
    ['-rf', './-rf'],
    ['--', './--'],
    ['-', './-'],
    ['*.py', '*.py'],
    ['~/x', '~/x'],
  ])('%j as a file', (value, expected) => {
    expect(argv('cat {{file}}', { file: value })).toEqual(['cat', '--', expected]);
  });

  test('inside a word, quoted or not', () => {
    expect(argv("grep 'def {{name}}(' src/{{file}}.py", { name: 'a.b', file: 'x y' })).toEqual([
      'grep',
      '-D',
      'skip',
      '-e',
      'def a.b(',
      '--',
      'src/x y.py',
    ]);
    expect(argv('sed -n {{a}},{{b}}p f', { a: '3', b: '9' })).toEqual([
      'sed',
      '--sandbox',
      '-n',
      '-e',
      '3,9p',
      '--',
      'f',
    ]);
  });

  test('the filled word is judged like any other', () => {
    expect(argv('sed -n {{s}} f', { s: 'w out' })).toEqual(['writes {{s}}']);
    expect(argv('cat {{file}}', { file: '/proc/self/environ' })).toEqual(['path {{file}}']);
    expect(argv('cat {{file}}', { file: '' })).toEqual(['path {{file}}']);
    expect(argv('git log {{rev}} --', { rev: '--output=x' })).toEqual(['revision {{rev}}']);
    expect(argv('find {{start}}', { start: '-delete' })).toEqual(['find', './-delete']);
    expect(argv('find . {{start}}', { start: '-delete' })).toEqual(['find', '.', './-delete']);
    expect(argv('git -C {{d}} log', { d: '-p' })[0]).toBe('git');
  });

  test('an option typed in front of a blank keeps its meaning', () => {
    expect(argv('grep -n{{x}} a f', { x: 'f' })).toEqual(['option -n{{x}}']);
    expect(argv('grep -A{{n}} a f', { n: '3' })).toEqual([
      'grep',
      '-D',
      'skip',
      '-A',
      '3',
      '-e',
      'a',
      '--',
      'f',
    ]);
  });

  test('open blanks and values with characters that no line may hold', () => {
    expect(argv('cat {{file}}', {})).toEqual(['blank {{file}}']);
    expect(argv('cat {{constructor}}', {})).toEqual(['blank {{constructor}}']);
    expect(argv('cat {{file}}', { file: 'a\nb' })).toEqual(['control-character {{file}}']);
    expect(argv('cat {{file}}', { file: 'a\u200bb' })).toEqual(['invisible-character {{file}}']);
    expect(argv('cd {{d}} && ls', { d: 'a b' })).toEqual(['ls']);
    expect(argv('cd {{d}} && ls', {})).toEqual(['blank {{d}}']);
  });

  test('a blank is no command', () => {
    expect(argv('{{cmd}} x', { cmd: 'ls' })).toEqual(['command-word {{cmd}}']);
  });
});
