import { describe, expect, test } from 'vitest';
import { judge } from '../../src/probe/index.ts';
import { readCorpus } from './corpora.ts';

function instead(line: string): string | undefined {
  const verdict = judge(line);
  if (verdict.approved) throw new Error(`approved: ${line}`);
  return verdict.refusal.instead;
}

describe('what to type instead', () => {
  test.each([
    ["find . -name '*.py' -exec grep -n foo {} +", "grep -rn foo --include='*.py' ."],
    ['find . -type f -exec grep foo {} \\;', 'grep -r foo .'],
    ["find src -name '*.py' | xargs grep -ln foo", "grep -rln foo --include='*.py' src"],
    ['find . -name x -exec rm {} +', 'find . -name x'],
    ['find . -delete', 'find .'],
    ["grep $'\\t' f", "grep -P '\\t' f"],
    ['git checkout main', 'git log main'],
    ['git checkout v1 -- a.py', 'git show v1:a.py'],
    ["perl -ne 'print if /x/' f", "grep -E 'x' f"],
    ['(cd d && ls)', 'cd d && ls'],
    ['test -f x && echo yes', 'ls -ld x'],
    ['[ -f x ] && echo yes', 'ls -ld x'],
    ['git cherry main', 'git log --oneline main..'],
    ['git submodule status', 'cat .gitmodules'],
    ['grep x <(cat f)', 'grep x f'],
    ['{ ls; pwd; }', 'ls'],
    ['a; b', undefined],
    ['ls; rm x', 'ls'],
    ['cat a && cat b', 'cat a'],
    ['cd a && ls && ls', 'cd a && ls'],
    ['ls || true', 'ls'],
    ['ls &', 'ls'],
    ['ls # all', 'ls'],
    ['grep a* f', "grep 'a*' f"],
    ['grep [ab] f', "grep '[ab]' f"],
    ['find . -name *.py', "find . -name '*.py'"],
    ['grep -r --include *.py x .', "grep -r --include '*.py' x ."],
    ['grep x{2,} f', "grep 'x{2,}' f"],
    ['cat src/{a,b}.py', 'cat src/a.py src/b.py'],
    ['ls {a,b}/{c,d}', 'ls a/c a/d b/c b/d'],
    ['tail -n 5 log.{1..3}', 'tail -n 5 log.1 log.2 log.3'],
    ['cat log.{1..999999}', undefined],
    ['grep -rn --include=*.{py,pyi} x .', 'grep -rn --include=*.py --include=*.pyi x .'],
    ['grep -rn x src/{a,b}', 'grep -rn x src/a src/b'],
    ['cat $LOG', undefined],
    ['cat ${LOGS}/a.log', undefined],
    ['ls ~root', undefined],
    ['ls a/*.py | xargs -n1 basename', 'ls a/*.py'],
    ['tr a-z A-Z < a', 'cat a | tr a-z A-Z'],
    ['grep', undefined],
    ['grep -n', undefined],
    [`awk 'BEGIN{FS=","} {print $2}' a.csv`, `awk -F ',' '{print $2}' a.csv`],
    ['grep $x f', "grep '$x' f"],
    ['grep "a$x" f', "grep 'a$x' f"],
    ['cat $HOME/a', 'cat ~/a'],
    ['ls ~', 'ls ~/'],
    ['cat < a', 'cat a'],
    ['grep x < a', 'grep x a'],
    ['ls > out', 'ls'],
    ['ls >/dev/null', 'ls'],
    ['ls 2> /dev/null', 'ls 2>/dev/null'],
    ['ls &>/dev/null', 'ls 2>/dev/null'],
    ['ls |& wc -l', 'ls 2>&1 | wc -l'],
    ['ls 2>/dev/null -l', 'ls -l 2>/dev/null'],
    ['sudo ls', 'ls'],
    ['time grep x f', 'grep x f'],
    ['timeout 5 grep x f', 'grep x f'],
    ['env A=1 grep x f', 'grep x f'],
    ['A=1 B=2 grep x f', 'grep x f'],
    ['A=1 grep x f', 'grep x f'],
    ['/usr/bin/grep x f', 'grep x f'],
    ['"grep" x f', 'grep x f'],
    ['less f', 'cat f'],
    ['cat f | less', 'cat f'],
    ['vim src/a.py', 'cat src/a.py'],
    ['ll src', 'ls -l src'],
    ['tree', "find . -not -path '*/.*'"],
    ['ag foo .', 'grep -rn foo .'],
    ['grep foo', 'grep -rn foo .'],
    ['grep foo | head', 'grep -rn foo . | head'],
    ['grep -r x /', 'grep -r x .'],
    ['tail -f log', 'tail log'],
    ['tail -fn5 log', 'tail -n5 log'],
    ['tail +7 log', 'tail -n +7 log'],
    ['sed -i s/a/b/ f', 'sed s/a/b/ f'],
    ['sed -ni 1p f', 'sed -n 1p f'],
    ['sort -o out f', 'sort f'],
    ['sort f | tee out', 'sort f'],
    ['git stash pop', 'git stash list'],
    ['git branch new', 'git branch'],
    ['git log --output=x', 'git log'],
    ['git status; git log', 'git status'],
    ['cat f -', 'cat f'],
    ['uniq a b', 'uniq a'],
    ['grep \u2018x\u2019 f', "grep 'x' f"],
    ['ls \u2013l', 'ls -l'],
    ['ls\u00a0-l', 'ls -l'],
    ['rm x', undefined],
    ['curl http://x', undefined],
    ['zcat f.gz | grep x', 'gzip -dc -- f.gz | grep x'],
    ['zcat -f log* | wc -l', 'gzip -dcf -- log* | wc -l'],
    ['gunzip -c f.gz', 'gzip -dc -- f.gz'],
    ['gunzip f.gz', undefined],
    ['gzip f', undefined],
    ["zgrep -i -m 1 'a b' f.gz g.gz | head", "gzip -dc -- f.gz g.gz | grep -i -m 1 'a b' | head"],
    ['zgrep -e x f.gz', 'gzip -dc -- f.gz | grep -e x'],
    ["find . -name '*.py' | xargs grep x | wc -l", "grep -r x --include='*.py' . | wc -l"],
    ["find . -name '*.py' | xargs wc -l", "grep -rc '' --include='*.py' ."],
    ["find . -name '*.h' -o -name '*.c' | xargs wc -l", "grep -rc '' --include='*.h' --include='*.c' ."],
    ["find . -maxdepth 1 -name '*.txt' | xargs wc -l", 'wc -l *.txt'],
    [
      'find src -size +1M -exec ls -lh {} \\; 2>/dev/null | head',
      'find src -size +1M -ls 2>/dev/null | head',
    ],
    ['ls | xargs wc -l', 'wc -l *'],
    ["git ls-files '*.py' | xargs grep -n x", "git grep -n x -- '*.py'"],
    ["git ls-files src | grep '\\.py$' | xargs grep x", "git grep x -- 'src/*.py'"],
    ['git ls-files | xargs wc -l | sort', "git grep -c '' | sort"],
    ['git ls-files | xargs rm', 'git ls-files'],
    ['awk \u2018{print $1}\u2019 f # all', "awk '{print $1}' f"],
    ['grep "a;b" f; ls', 'grep "a;b" f'],
  ])('%s → %s', (line, expected) => {
    expect(instead(line)).toBe(expected);
  });
});

test.each([
  ['ls; wc -l f', 'ls', ['wc -l f']],
  ['git status && git log && ls', 'git status', ['git log', 'ls']],
  ['cd a && ls && wc -l f', 'cd a && ls', ['cd a && wc -l f']],
  ['ls; rm x; pwd', 'ls', ['pwd']],
  ["grep 'a; b' f; zcat g.gz", "grep 'a; b' f", ['gzip -dc -- g.gz']],
  ['ls; ls', 'ls', undefined],
  ['ls || true', 'ls', undefined],
  ['echo x; ls', 'ls', undefined],
  ['rm x; kill 1', undefined, undefined],
])('%s becomes one probe a line', (line, first, then) => {
  const verdict = judge(line);
  expect(verdict.approved).toBe(false);
  if (verdict.approved) return;
  expect(verdict.refusal.instead).toBe(first);
  expect(verdict.refusal.then).toEqual(then);
  for (const one of verdict.refusal.then ?? []) expect(judge(one).approved).toBe(true);
});

test('every suggestion for the corpus is approved and differs from the line', () => {
  const suggestions = readCorpus('refused.txt').flatMap(({ line }) => {
    const suggestion = instead(line);
    return suggestion === undefined ? [] : [{ line, suggestion }];
  });
  expect(suggestions.length).toBeGreaterThan(80);
  for (const { line, suggestion } of suggestions) {
    expect(suggestion).not.toBe(line);
    expect(judge(suggestion).approved).toBe(true);
  }
});
