import { describe, expect, test } from 'vitest';
import {
  cutAt,
  cutFolder,
  pipe,
  rawWords,
  splitSequence,
  stagesOf,
  wordsOf,
} from '../../../src/probe/fixes/text.ts';

describe('a line is cut outside of quotes and substitutions', () => {
  test.each<readonly [string, readonly string[]]>([
    ['a;b', ['a', 'b']],
    ["a ';' b;c", ["a ';' b", 'c']],
    ['a ";" b;c', ['a ";" b', 'c']],
    ['a "\\";" b;c', ['a "\\";" b', 'c']],
    ['a \\; b;c', ['a \\; b', 'c']],
    ['a `b;c` d;e', ['a `b;c` d', 'e']],
    ['a $(b;c) d;e', ['a $(b;c) d', 'e']],
    ['a $(b $(c;d);e) f;g', ['a $(b $(c;d);e) f', 'g']],
    ["a '", ["a '"]],
    ['', ['']],
    [';', ['', '']],
  ])('%s', (line, parts) => {
    expect(cutAt(line, /;/y)).toEqual(parts);
  });
});

test('stages, and the pipeline again', () => {
  expect(stagesOf("a 'x|y' | b |& c")).toEqual(["a 'x|y'", 'b', 'c']);
  expect(pipe('a', '', 'b')).toBe('a | b');
});

test('words of a command, with the marks of -exec', () => {
  const texts = (stage: string): readonly string[] => wordsOf(stage).map((word) => word.text);
  expect(texts('find . -exec grep x {} \\;')).toEqual(['find', '.', '-exec', 'grep', 'x', '{}', ';']);
  expect(texts('xargs -I{} grep x "{}"')).toEqual(['xargs', '-I{}', 'grep', 'x', '{}']);
  expect(texts('grep x f 2>/dev/null')).toEqual(['grep', 'x', 'f']);
  expect(texts('grep $x f')).toEqual([]);
});

test('words as they were typed', () => {
  expect(rawWords(`a "b c"d 'e f' $(g h) \`i j\` k\\ l $m`)).toEqual([
    'a',
    '"b c"d',
    "'e f'",
    '$(g h)',
    '`i j`',
    'k\\ l',
    '$m',
  ]);
  expect(rawWords('')).toEqual([]);
});

describe('a folder in front', () => {
  test.each([
    ['cd a && ls', 'cd a && ', 'ls'],
    ['cd a; ls; pwd', 'cd a && ', 'ls; pwd'],
    [" cd 'a b' ; ls", "cd 'a b' && ", 'ls'],
    ['cd "a b" && ls', 'cd "a b" && ', 'ls'],
    ['cd "$a" && ls', '', 'cd "$a" && ls'],
    ['cd a', '', 'cd a'],
    ['ls; cd a', '', 'ls; cd a'],
  ])('%s', (line, folder, rest) => {
    expect(cutFolder(line)).toEqual({ folder, rest });
  });
});

test('a sequence keeps its folder', () => {
  expect(splitSequence('cd a && ls; pwd || id')).toEqual(['cd a && ls', 'cd a && pwd', 'cd a && id']);
  expect(splitSequence("grep 'a;b' f")).toEqual(["grep 'a;b' f"]);
  expect(splitSequence(' ; ')).toEqual([]);
});
