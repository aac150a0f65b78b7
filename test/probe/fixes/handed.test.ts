import { describe, expect, test } from 'vitest';
import { findFiles } from '../../../src/probe/fixes/find-files.ts';
import { handed } from '../../../src/probe/fixes/handed.ts';
import { wordsOf } from '../../../src/probe/fixes/text.ts';
import { patternAt, unpacked } from '../../../src/probe/fixes/unpacked.ts';

describe('one command, or two searches', () => {
  test.each<readonly [string, readonly string[]]>([
    ["find . -name '*.py' | xargs grep x", ["grep -r x --include='*.py' ."]],
    ["find . -name '*.py' | xargs -I{} grep x {}", ["grep -r x --include='*.py' ."]],
    ["find . -name '*.py' | xargs -i grep x '{}'", ["grep -r x --include='*.py' ."]],
    ["find . -name '*.py' | xargs -I % grep x %", ["grep -r x --include='*.py' ."]],
    ["find . -iname 'a1*' | xargs grep x", ["grep -r x --include='[aA]1*' ."]],
    ["find a b ! -name '*.c' -type f | xargs grep -n x", ["grep -rn x --exclude='*.c' a b"]],
    ["find . -not -path './test/*' | xargs grep x", ["grep -r x --exclude-dir='test' ."]],
    [
      "find . -name '*.py' | grep -v test | xargs grep x | head",
      ["grep -r x --include='*.py' . | grep -v test | head"],
    ],
    [
      "find . -name '*.py' 2>/dev/null | xargs grep x 2>/dev/null",
      ["grep -r x --include='*.py' . 2>/dev/null"],
    ],
    ['find /data -maxdepth 1 -type f -exec grep -n x {} +', ['grep -n x /data/*']],
    ["find . -path './a/*' -exec grep x {} +", ['grep -r x a']],
    ['find . -newer a -exec cat {} +', ['find . -newer a']],
    [
      'find . -mtime -1 2>/dev/null | grep -v b | xargs grep x | head',
      ['find . -mtime -1 2>/dev/null | grep -v b'],
    ],
    ['find . -name .env -exec cat {} +', ['find . -name .env']],
    ['find . -maxdepth 1 -type f -exec grep -r x {} +', ['find . -maxdepth 1 -type f']],
    ["find . -name '*.py' -exec head -5 {} +", ["find . -name '*.py'"]],
    ["find . -maxdepth 1 -name '*.py' -exec head -5 {} +", ['head -5 *.py']],
    ["find . -name '*.py' -exec sed -n '/x/p' {} +", ["grep -rh 'x' --include='*.py' ."]],
    ["find . -name '*.py' -exec grep x {} \\; -print", ["grep -r x --include='*.py' ."]],
    ["find . -name '*.py' | xargs cat | wc -l", ["grep -rh '' --include='*.py' . | wc -l"]],
    ["find . -name '*.py' | xargs rg x", ["rg x -g '*.py' ."]],
    ['find . \\( -name a -o -name b \\) -exec ls -l {} +', ['find . \\( -name a -o -name b \\) -ls']],
    ['git ls-files | grep -v test | xargs grep -n x', ['git grep -n x | grep -v test']],
    ['git ls-files src | xargs cat', ["git grep -h '' -- src"]],
    ['git ls-files | xargs egrep x', ['git grep -E x']],
    ['ls *.log | xargs grep x', ['grep x *.log']],
    ['ls logs | xargs -n1 tail -n 1', ['tail -n 1 logs/*']],
    ['ls | xargs wc -l', ['wc -l *']],
    ['grep -rl A src | xargs grep -n B', ['grep -rl A src', 'grep -rn B src']],
    ['grep -rl A src | xargs grep B | head', ['grep -rl A src', 'grep -rn B src | head']],
    [
      "grep -rl --include='*.py' A . | xargs grep B",
      ["grep -rl --include='*.py' A .", "grep -rn B --include='*.py' ."],
    ],
    ['grep -l A a.py b.py | xargs grep B', ['grep -l A a.py b.py', 'grep B a.py b.py']],
    ['rg -l A src | xargs rg -n B', ['rg -l A src', 'rg -n B src']],
    ['git grep -l A -- src | xargs grep B', ['git grep -l A -- src', 'git grep B -- src']],
    ['git grep -l A src | xargs grep B', ['git grep -l A src', 'git grep B -- src']],
    ['git diff --name-only v1 | xargs grep B', ['git diff --name-only v1']],
  ])('%s', (line, lines) => {
    expect(handed(line).filter((_, index) => index === 0)).toEqual([lines]);
  });

  test.each([
    'find . | xargs rm',
    'find . -exec rm {} +',
    "find . -exec sh -c 'id' \\;",
    'find . -exec grep x {} \\; -delete',
    'cat list | xargs grep x',
    'cat list | xargs -I{} grep {} f',
    'find . | xargs -I{} cp {} {}.bak',
    'find . | xargs -I{} grep {} f',
    'find . | head -3 | xargs grep x',
    'git ls-files -o | xargs rm',
    'git log | xargs rm',
    'grep -rl A . | xargs sed -i s/A/B/',
    'grep x f',
    '',
  ])('nothing for %s', (line) => {
    expect(handed(line)).toEqual([]);
  });
});

describe('which files a find names', () => {
  test.each<readonly [string, string | undefined]>([
    ["find a b -type f -name '*.py' ! -iname 'T*' -print0", " --include='*.py' --exclude='[tT]*' a b"],
    ['find', ' .'],
    ['find -L src -type f', ' src'],
    ["find . -path './a/*'", ' a'],
    ["find src -path 'src/a/b/*.py'", " --include='*.py' src/a/b"],
    ["find . -not -path '*/.*' -type f", " --exclude='.?*' --exclude-dir='.?*' ."],
    ["find . -name .git -prune -o -name '*.c' -print", " --include='*.c' --exclude-dir='.git' ."],
    ["find . \\( -name a -o -name b \\) ! -path './c/*'", " --include='a' --include='b' --exclude-dir='c' ."],
    ['find . -maxdepth 1 -type f', ' *'],
    ["find /data/ x -maxdepth 1 -name '*.py'", ' /data/*.py x/*.py'],
    ['find . -maxdepth 2', undefined],
    ['find . -mtime -1', undefined],
    ['find . -newer a', undefined],
    ['find . -size +1M', undefined],
    ['find . -user root', undefined],
    ['find . -xdev', undefined],
    ['find . -type d', undefined],
    ["find . -path '*/a/*'", undefined],
    ["find . -path './../a/*'", undefined],
    ["find . -name '*.py' -name 'test*'", undefined],
    ['find . -name .env', undefined],
    ["find . -iname '*.pem'", undefined],
    ['find . -name id_rsa', undefined],
    ["find . -path './a/b' -prune -o -name '*.c'", undefined],
    ['find . \\( -name a', undefined],
    ['find . -fancy', undefined],
  ])('%s', (line, expected) => {
    const choice = findFiles(wordsOf(line), false).choice;
    expect(choice && `${choice.chosen} ${choice.places}`).toBe(expected);
  });

  test('an action behind -o binds to the last part', () => {
    const words = wordsOf('find . -name a -o -name b');
    expect(findFiles(words, true).choice).toBeUndefined();
    expect(findFiles(words, false).choice?.chosen).toBe(" --include='a' --include='b'");
  });
});

describe('compressed files', () => {
  test.each<readonly [string, string]>([
    ['zcat a.gz', 'gzip -dc -- a.gz'],
    ['zcat -f a.gz b | grep x', 'gzip -dcf -- a.gz b | grep x'],
    ['gzcat a.gz', 'gzip -dc -- a.gz'],
    ['gunzip --stdout a.gz', 'gzip -dc -- a.gz'],
    ['zless a.gz', 'gzip -dc -- a.gz'],
    ['zgrep x a.gz', 'gzip -dc -- a.gz | grep x'],
    ['zgrep -h x a.gz b.log 2>/dev/null | sort', 'gzip -dcf -- a.gz b.log 2>/dev/null | grep x | sort'],
    ['zgrep -hi -A 2 x a.gz', 'gzip -dc -- a.gz | grep -i -A 2 x'],
    ["zegrep -e 'a|b' a.gz", "gzip -dc -- a.gz | egrep -e 'a|b'"],
  ])('%s', (line, expected) => {
    expect(unpacked(line)[0]).toEqual([expected]);
  });

  test.each(['gunzip a.gz', 'zgrep x', 'gzip a', 'zcatx a'])('nothing for %s', (line) => {
    expect(unpacked(line)).toEqual([]);
  });
});

test.each([
  ['x f', 0],
  ['-n x f', 1],
  ['-e x f', 1],
  ['-A 3 x f', 2],
  ['-nA 3 -i x f', 3],
  ['-nm 1 x f', 2],
])('the pattern of grep %s', (words, at) => {
  expect(patternAt(wordsOf(words))).toBe(at);
});
