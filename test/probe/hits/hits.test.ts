import { describe, expect, test } from 'vitest';
import { hitsOf } from '../../../src/probe/index.ts';

/** Hits in short form, `file:line|text`. */
function hits(line: string, output: string): readonly string[] | undefined {
  return hitsOf(line, output)?.map((hit) => `${hit.file}:${hit.line}|${hit.text}`);
}

describe('lines that name places', () => {
  test.each([
    ['grep -n x a.py', '3:x = 1\n7:y(x)\n', ['a.py:3|x = 1', 'a.py:7|y(x)']],
    ['grep -n x a.py', '3:a:5:b\n', ['a.py:3|a:5:b']],
    ['grep -n -A1 x a.py', '3:x\n4-y\n--\n9:x\n', ['a.py:3|x', 'a.py:9|x']],
    ['grep -nH x a.py', 'a.py:3:x\n', ['a.py:3|x']],
    ['grep -nh x a.py', '3:x\n', ['a.py:3|x']],
    ['grep -n x a.py b.py', 'a.py:3:x\nb.py:4:x:9:\n', ['a.py:3|x', 'b.py:4|x:9:']],
    ['grep -n x a.py a', 'a.py:3:x\na:4:x\n', ['a.py:3|x', 'a:4|x']],
    ["grep -n x 'a:1:b' c", 'a:1:b:3:x\nc:2:y\n', ['a:1:b:3|x', 'c:2|y']],
    ['grep -rn x .', './a/b.py:3:x\n', ['a/b.py:3|x']],
    ['grep -rn x', './a/b.py:3:x\n', ['a/b.py:3|x']],
    ['grep -rn x src', 'src/b.py:3:x:4:y\n', ['src/b.py:3|x:4:y']],
    ['grep -rn x src/', 'src/b.py:3:x\n', ['src/b.py:3|x']],
    ['grep -rn x src/b.py', '3:x\n', ['src/b.py:3|x']],
    ['grep -rn x a b', 'a/c:1:x\nb/c:2:x\nz/c:3:x\n', ['a/c:1|x', 'b/c:2|x']],
    ['grep -rn x .. ', '../a:1:x\n', ['../a:1|x']],
    ['grep -rn x /srv/a', '/srv/a/b:1:x\n', ['/srv/a/b:1|x']],
    ['grep -n x *.py', './a.py:3:x\n./b.py:1:x\n', ['a.py:3|x', 'b.py:1|x']],
    ['grep -n x -- -a', '3:x\n', ['-a:3|x']],
    ['grep -Hn x -- -a', './-a:3:x\n', ['-a:3|x']],
    ['cd src && grep -n x b.py', '3:x\n', ['src/b.py:3|x']],
    ['cd src/./deep/.. && grep -rn x .', './b.py:3:x\n', ['src/b.py:3|x']],
    ['grep -rn x . | head -5', './b.py:3:x\n', ['b.py:3|x']],
    ['grep -rn x . | sort -u | grep -v y', './b.py:3:x\n', ['b.py:3|x']],
    ['grep -rn x . 2>/dev/null', './b.py:3:x\n', ['b.py:3|x']],
    ['grep -rn x . 2>&1', 'grep: q: Permission denied\n./b.py:3:x\n', ['b.py:3|x']],
    ['grep -rn x .', 'Binary file ./z matches\n./b.py:3:x', ['b.py:3|x']],
    ['rg -n x', './src/a.py:3:x\n', ['src/a.py:3|x']],
    ['rg -n x src', 'src/a.py:3:x\n', ['src/a.py:3|x']],
    ['rg -n x src/a.py', '3:x\n', ['src/a.py:3|x']],
    ['rg --vimgrep x src', 'src/a.py:3:7:x:1:2:\n', ['src/a.py:3|x:1:2:']],
    ['sed -n 5,6p a.py', 'five\nsix\n', ['a.py:5|five', 'a.py:6|six']],
    ['sed -n 5p a.py', 'five', ['a.py:5|five']],
    ["sed -n '5,$p' a.py", 'five\n\nseven\n', ['a.py:5|five', 'a.py:6|', 'a.py:7|seven']],
    ["sed -n '5,+1p' a.py", 'five\nsix\n', ['a.py:5|five', 'a.py:6|six']],
    ["sed -n '5,6p;6q' a.py", 'five\nsix\n', ['a.py:5|five', 'a.py:6|six']],
    ['sed -n 5,6p a.py | head -1', 'five\n', ['a.py:5|five']],
    ['head -2 a.py', 'one\ntwo\n', ['a.py:1|one', 'a.py:2|two']],
    ['tail -n +9 a.py', 'nine\n', ['a.py:9|nine']],
    ['cat a.py', 'one\n', ['a.py:1|one']],
    ['cat -n a.py', '     1\tone\n     2\t\n', ['a.py:1|one', 'a.py:2|']],
    ["cat -n a.py | sed -n '2p'", '     2\ttwo\n', ['a.py:2|two']],
    ['git grep -n x', 'src/a.py:3:x\n', ['src/a.py:3|x']],
    ['git grep -n x HEAD~1', 'HEAD~1:src/a.py:3:x\n', ['src/a.py:3|x']],
    ['cd src && git grep -n x', 'a.py:3:x\n', ['src/a.py:3|x']],
    [
      'git blame a.py',
      '^1a2b3c4 (A. U. Thor 2026-01-02 10:00:00 +0000  1) one\n1a2b3c4d (B (C) 2026-01-02 10:00:00 +0000 12) two (3) x\n',
      ['a.py:1|one', 'a.py:12|two (3) x'],
    ],
    ['git blame -s a.py', '1a2b3c4d 4) four\n1a2b3c4d 10) ten\n', ['a.py:4|four', 'a.py:10|ten']],
    ['git blame -f a.py', '1a2b3c4d old.py (A 2026-01-02 10:00:00 +0000 4) four\n', ['a.py:4|four']],
  ])('%s', (line, output, expected) => {
    expect(hits(line, output)).toEqual(expected);
  });
});

describe('lines whose output names no places', () => {
  test.each([
    'grep x a.py',
    'grep -c x a.py',
    'grep -nl x a.py',
    'grep -nh x a.py b.py',
    'grep -n x a.py | wc -l',
    'grep -n x a.py | cut -d: -f1',
    "grep -n x a.py | sed 's/x/y/'",
    'grep -n x a.py | grep -n y',
    'grep -n x a.py | uniq -c',
    'sed -n /x/p a.py',
    'sed -n 1,2p a.py b.py',
    'sed 1,2p a.py',
    "sed -n '2!p' a.py",
    "sed -n '1~2p' a.py",
    'sed -n 5,6p a.py | tail -1',
    'sed -n 5,6p a.py | grep x',
    'sed -n 5,6p a.py 2>&1',
    'head -c 5 a.py',
    'head a.py b.py',
    'head -v a.py',
    'tail -5 a.py',
    'cat a.py b.py',
    'cat -b a.py',
    'cat *.py',
    'ls -l',
    'git log',
    'git blame -p a.py',
    'git -C src grep -n x',
    'rm x',
  ])('%s', (line) => {
    expect(hitsOf(line, '1:x\n')).toBeUndefined();
  });
});

test('no output is no hits, not unknown', () => {
  expect(hitsOf('grep -n x a.py', '')).toEqual([]);
});
