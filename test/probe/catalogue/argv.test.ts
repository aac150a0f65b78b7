import { describe, expect, test } from 'vitest';
import { judge, type PolicyFacts } from '../../../src/probe/index.ts';
import { GIT_PREFIX } from '../../../src/probe/catalogue/git/hardening.ts';

/** What a GNU host would get, stage by stage; the hardening of git is left out. */
function argv(line: string, facts?: PolicyFacts): readonly string[] {
  const verdict = judge(line, facts);
  if (!verdict.approved) throw new Error(`${line}: ${JSON.stringify(verdict.refusal)}`);
  return verdict.stages.map((stage) => {
    const [tool, ...words] = stage.argv;
    const hardened = tool === 'git' ? words.slice(GIT_PREFIX.length) : words;
    if (tool === 'git') expect(words.slice(0, GIT_PREFIX.length)).toEqual(GIT_PREFIX);
    return [tool, ...hardened]
      .map((word) => (word === '' || /[\s]/.test(word ?? '') ? `<${word}>` : word))
      .join(' ');
  });
}

/** Rule and word of the refusal. */
function refused(line: string, facts?: PolicyFacts): string {
  const verdict = judge(line, facts);
  return verdict.approved ? 'approved' : `${verdict.refusal.rule} ${verdict.refusal.word}`;
}

describe('grep', () => {
  test.each([
    ['grep x f', 'grep -D skip -e x -- f'],
    ['egrep x f', 'grep -D skip -E -e x -- f'],
    ['fgrep -n x f', 'grep -D skip -F -n -e x -- f'],
    ['grep x f -n', 'grep -D skip -n -e x -- f'],
    ['grep -n -- -x f', 'grep -D skip -n -e -x -- f'],
    ['grep -e a -e b f g', 'grep -D skip -e a -e b -- f g'],
    ['grep -ne a f', 'grep -D skip -n -e a -- f'],
    ['grep -A3 x f', 'grep -D skip -A 3 -e x -- f'],
    ['grep -A 3 x f', 'grep -D skip -A 3 -e x -- f'],
    ['grep --after-context=3 x f', 'grep -D skip -A 3 -e x -- f'],
    ['grep --after-context 3 x f', 'grep -D skip -A 3 -e x -- f'],
    ['grep -7 x f', 'grep -D skip -C 7 -e x -- f'],
    ['grep --regexp=x --line-number f', 'grep -D skip -n -e x -- f'],
    ['grep -r x', 'grep -D skip -r -e x -- .'],
    ['grep -rn x a b', 'grep -D skip -r -n -e x -- a b'],
    ['grep -R x .', 'grep -D skip -r -e x -- .'],
    ['grep --color=always x f', 'grep -D skip -e x -- f'],
    ['grep --color x f', 'grep -D skip -e x -- f'],
    [
      'grep -r --include=*.py --exclude-dir=a* x .',
      'grep -D skip -r --include=*.py --exclude-dir=a* -e x -- .',
    ],
    ["grep '' f", 'grep -D skip -e <> -- f'],
    ["grep 'a b' 'c d'", 'grep -D skip -e <a b> -- <c d>'],
    ['grep x -- -f', 'grep -D skip -e x -- ./-f'],
    ['grep x *.py src/*.py', 'grep -D skip -e x -- ./*.py src/*.py'],
    ['grep -m1 -oHi x f', 'grep -D skip -m 1 -o -H -i -e x -- f'],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test.each([
    ['grep', 'missing-operand grep'],
    ['grep x', 'missing-operand grep'],
    ['grep -e', 'option-value -e'],
    ['grep -A x f', 'option-value x'],
    ['grep -A1234567890 x f', 'option-value -A1234567890'],
    ['grep -fpats x', 'option -fpats'],
    ['grep -nf pats x', 'option -nf'],
    ['grep --fil=pats x', 'abbreviated-option --fil=pats'],
    ['grep --line-n x f', 'abbreviated-option --line-n'],
    ['grep --line-number=3 x f', 'option-value --line-number=3'],
    ['grep --nonsense x f', 'option --nonsense'],
    ['grep --color=purple x f', 'option-value --color=purple'],
    ['grep x*y f', 'glob x*y'],
    ['grep -e x* f', 'glob x*'],
    ['grep -n* x f', 'option -n*'],
    ['grep --include *.py -r x', 'glob *.py'],
    ['grep ~/x f', 'tilde ~/x'],
    ['grep x -', 'path -'],
    ["grep x ''", "path ''"],
    ['grep -r x /', 'recursion-from-root /'],
    ['grep -r x //', 'recursion-from-root //'],
    ['grep -r x /usr/..', 'recursion-from-root /usr/..'],
    ['cd / && grep -r x', 'recursion-from-root '],
  ])('refuses %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});

describe('sed', () => {
  test.each([
    ['sed -n 1,5p f', 'sed --sandbox -n -e 1,5p -- f'],
    ['sed -ne 1p -e 2p f', 'sed --sandbox -n -e 1p -e 2p -- f'],
    ['sed --quiet --expression=1p f', 'sed --sandbox -n -e 1p -- f'],
    ["sed -r 's/(a)/b/' f", 'sed --sandbox -E -e s/(a)/b/ -- f'],
    ["sed -Er 's/(a)/b/' f", 'sed --sandbox -E -e s/(a)/b/ -- f'],
    ['sed 1p f -n', 'sed --sandbox -n -e 1p -- f'],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test('behind a pipe it needs no file', () => {
    expect(argv('cat f | sed 1d')).toEqual(['cat -- f', 'sed --sandbox -e 1d']);
  });
});

describe('head and tail', () => {
  test.each([
    ['head f', 'head -- f'],
    ['head -5 f', 'head -n 5 -- f'],
    ['head -n -5 f', 'head -n -5 -- f'],
    ['head --lines=5 f', 'head -n 5 -- f'],
    ['head -c 1K f', 'head -c 1K -- f'],
    ['tail -n +5 f', 'tail -n +5 -- f'],
    ['tail -qn3 f g', 'tail -q -n 3 -- f g'],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test.each([
    ['tail -5f log', 'option -5f'],
    ['tail -F log', 'follow -F'],
    ['tail --pid=1 log', 'follow --pid=1'],
    ['tail --retry log', 'follow --retry'],
    ['head +3 f', 'option +3'],
    ['head -n 5', 'missing-operand head'],
    ['cat f | tail -f', 'follow -f'],
  ])('refuses %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});

describe('other commands on text', () => {
  test.each([
    ['cat a b', 'cat -- a b'],
    ['cat -A a', 'cat -A -- a'],
    ['wc -lc a', 'wc -l -c -- a'],
    ['sort -t: -k2,2n -u a', 'sort -S 64M -T /nonexistent -t : -k 2,2n -u -- a'],
    ['sort --reverse a', 'sort -S 64M -T /nonexistent -r -- a'],
    ['uniq -c a', 'uniq -c -- a'],
    ["cut -d' ' -f1-3,5 a", 'cut -d < > -f 1-3,5 -- a'],
    ['nl -ba a', 'nl -b a -- a'],
    ['paste -sd, a', 'paste -s -d , -- a'],
    ['fold -w80 a', 'fold -w 80 -- a'],
    ['column -t a', 'column -t -- a'],
    ['rev a', 'rev -- a'],
    ['tac a', 'tac -- a'],
    ['od -A d -t x1 -N16 a', 'od -A d -t x1 -N 16 -- a'],
    ['md5sum a', 'md5sum -- a'],
    ['hexdump -C a', 'hexdump -C -- a'],
    ['strings -n8 @a', 'strings -n 8 -- ./@a'],
    ["awk -F: '{print $1}' a", 'awk -F : -- <{print $1}> a'],
    ["awk '{print}' a=b", 'awk -- {print} ./a=b'],
    ["awk '{print}' d/a=b", 'awk -- {print} d/a=b'],
    ['gzip -dc a.gz', 'gzip -d -c -- a.gz'],
    ['gzip -cdf -- -a.gz', 'gzip -c -d -f -- ./-a.gz'],
    ['gzip --decompress --stdout a.gz', 'gzip -d -c -- a.gz'],
    ["awk '!n[$1]++' a", 'awk -- !n[$1]++ a'],
    ['pwd', 'pwd'],
    ['pwd -P', 'pwd'],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test('tr reads only a pipe', () => {
    expect(argv("cat a | tr -d 'x'")).toEqual(['cat -- a', 'tr -d -- x']);
    expect(refused("tr -d 'x'")).toBe('missing-operand tr');
    expect(refused('cat a | tr [a-z] [A-Z]')).toBe('glob [a-z]');
    expect(refused('cat a | tr a b c')).toBe('extra-operand c');
  });

  test.each([
    ['sort -k 1e a', 'option-value 1e'],
    ['sort -k1,2R a', 'option-value -k1,2R'],
    ['sort -of a', 'writes -of'],
    ['sort -ro out a', 'writes -ro'],
    ['sort --outp=x a', 'abbreviated-option --outp=x'],
    ['sort -R a', 'option -R'],
    ['sort -S 1G a', 'option -S'],
    ['sort --files0-from=x', 'option --files0-from=x'],
    ['uniq a b', 'extra-operand b'],
    ['uniq *', 'glob *'],
    ['cut -f a b', 'option-value a'],
    ['nl -w100 a', 'option-value -w100'],
    ['fold -w 1000 a', 'option-value 1000'],
    ['md5sum -c sums', 'option -c'],
    ['gzip a', 'writes gzip'],
    ['gzip -d a.gz', 'writes gzip'],
    ['gzip -c a', 'writes gzip'],
    ['gzip -dk a.gz', 'writes -dk'],
    ['gzip -dcr a', 'writes -dcr'],
    ['gzip -dcS .x a', 'writes -dcS'],
    ['gzip -dcN a.gz', 'writes -dcN'],
    ['gzip -9c a', 'option -9c'],
    ['gzip -tdc a', 'option -tdc'],
    ['gzip -dc -', 'path -'],
    ['ls | gzip', 'writes gzip'],
    ['ls | tac', 'not-a-filter tac'],
    ['ls | find .', 'not-a-filter find'],
    ['ls | git log', 'not-a-filter git'],
    ['pwd x', 'extra-operand x'],
  ])('refuses %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});

describe('files', () => {
  test.each([
    ['ls', 'ls'],
    ['ls -lat --color=auto a', 'ls -l -a -t -- a'],
    ['ls -R a', 'ls -R -- a'],
    ['ls -RLl a', 'ls -R -l -- a'],
    ['ls -lL a', 'ls -l -L -- a'],
    ['ls -R', 'ls -R -- .'],
    ["stat -c '%s %n' a", 'stat -c <%s %n> -- a'],
    ['file -b a', 'file -b -- a'],
    ['du -sh', 'du -s -h -- .'],
    ['du -d1 a', 'du -d 1 -- a'],
    ['df -h', 'df -l -h'],
    ['diff -u a b', 'diff -u -- a b'],
    ['diff -ru a b', 'diff --no-dereference -r -u -- a b'],
    ['cmp -l a b', 'cmp -l -- a b'],
    ['comm -12 a b', 'comm -1 -2 -- a b'],
    ['readlink -f a', 'readlink -f -- a'],
    // Without `--`, which the realpath of busybox takes for a file.
    ['realpath a', 'realpath a'],
    ['realpath -- -a', 'realpath ./-a'],
    ['basename a/b', 'basename -- a/b'],
    ['dirname a/b', 'dirname -- a/b'],
    ['uname -a', 'uname -a'],
    ['id -un', 'id -u -n'],
    ['date -u +%F', 'date -u +%F'],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test.each([
    ['ls -R /', 'recursion-from-root /'],
    ['du -sh /', 'recursion-from-root /'],
    ['du -L a', 'option -L'],
    ['stat -f a', 'option -f'],
    ["stat -c '%1000n' a", "option-value '%1000n'"],
    ['file -bC a', 'writes -bC'],
    ['file -S a', 'option -S'],
    ['diff a', 'missing-operand diff'],
    ['diff a b c', 'extra-operand c'],
    ['diff a *', 'glob *'],
    ['diff -l a b', 'runs-programs -l'],
    ['diff --pag a b', 'abbreviated-option --pag'],
    ['date -s now', 'writes -s'],
    ['date --date=now', 'writes --date=now'],
    ['date 1234', 'writes 1234'],
    ['date +%99999Y', 'format +%99999Y'],
    ['hostname x', 'extra-operand x'],
    ['hostname -F x', 'writes -F'],
    ['uname x', 'extra-operand x'],
  ])('refuses %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});

describe('find', () => {
  test.each([
    ['find', 'find .'],
    ['find a b -name x', 'find a b -name x'],
    ["find -name '*.py'", 'find . -name *.py'],
    ['find -L a', 'find -P a'],
    ['find -H -L a -print', 'find -P a -print'],
    ['find -P a', 'find a'],
    ['find / -maxdepth 1', 'find / -xdev -maxdepth 1'],
    ['find ./-x', 'find ./-x'],
    ["find '(x'", 'find ./(x'],
    ['find *.d', 'find ./*.d'],
    ['find . ! -name x', 'find . ! -name x'],
    ['find . -path ./a -prune -o -print', 'find . -path ./a -prune -o -print'],
    ["find . -newermt '2026-01-01 10:00'", 'find . -newermt <2026-01-01 10:00>'],
    ["find . -printf '%-10.3s\\n'", 'find . -printf %-10.3s\\n'],
    ['find . -perm /u+w', 'find . -perm /u+w'],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test.each([
    ['find . -dele\\te', 'writes -dele\\te'],
    ["find . '-delete'", "writes '-delete'"],
    ['find . -name', 'option-value -name'],
    ['find . -name -delete', 'approved'],
    ['find . -name *', 'glob *'],
    ['find . -type z', 'option-value z'],
    ['find . -maxdepth x', 'option-value x'],
    ["find . -printf '%2000000000p'", "format '%2000000000p'"],
    ["find . -printf '%Z'", "format '%Z'"],
    ['find . x', 'approved'],
    ['find . -print x', 'option x'],
    ['find . -O3', 'option -O3'],
    ['find . -D exec', 'option -D'],
    ['find . \\(', 'option \\('],
    ['find . \\)', 'option \\)'],
    ['find /proc', 'path /proc'],
    ['find /dev/../sys -name x', 'path /dev/../sys'],
    ['find . -newer /proc/self', 'path /proc/self'],
    ['find . -newer *', 'glob *'],
  ])('refuses %s: %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});

describe('rg', () => {
  test.each([
    ['rg x', 'rg --no-config --color=never -e x -- ./'],
    ['rg -n x a', 'rg --no-config --color=never -n -e x -- a'],
    ["rg -g '*.py' -tpy x", 'rg --no-config --color=never -g *.py -t py -e x -- ./'],
    ['rg --glob=*.py x', 'rg --no-config --color=never -g *.py -e x -- ./'],
    ['rg -L x a', 'rg --no-config --color=never -e x -- a'],
    ['rg --files', 'rg --no-config --color=never --files -- ./'],
    ['rg --type-list', 'rg --no-config --type-list'],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test('behind a pipe it reads the pipe', () => {
    expect(argv('cat a | rg x')[1]).toBe('rg --no-config --color=never -e x');
  });

  test.each([
    ['rg', 'missing-operand rg'],
    ['rg --pre=x y', 'runs-programs --pre=x'],
    ['rg --hyperlink-format=x y', 'runs-programs --hyperlink-format=x'],
    ['rg --search-zip x', 'runs-programs --search-zip'],
    ['rg -uz x', 'runs-programs -uz'],
    ['rg -f pats', 'option -f'],
    ['rg x /', 'recursion-from-root /'],
  ])('refuses %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});

describe('git', () => {
  test.each([
    ['git log', 'git log --no-ext-diff --no-textconv --ignore-submodules=all'],
    ['git --no-pager log', 'git log --no-ext-diff --no-textconv --ignore-submodules=all'],
    ['git log -3', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -n 3'],
    ['git log -n3 --oneline', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -n 3 --oneline'],
    ['git log main -- a', 'git log --no-ext-diff --no-textconv --ignore-submodules=all main -- a'],
    ['git log main a', 'git log --no-ext-diff --no-textconv --ignore-submodules=all main a'],
    ['git log -- a b', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -- a b'],
    ['git log ./a', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -- ./a'],
    ['git log v1..v2', 'git log --no-ext-diff --no-textconv --ignore-submodules=all v1..v2 --'],
    ['git log HEAD^ ^main', 'git log --no-ext-diff --no-textconv --ignore-submodules=all HEAD^ ^main --'],
    ["git log --author 'A B'", 'git log --no-ext-diff --no-textconv --ignore-submodules=all <--author=A B>'],
    ['git log -S x -U5 -M90%', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -S x -U5 -M90%'],
    ['git log --stat=80', 'git log --no-ext-diff --no-textconv --ignore-submodules=all --stat=80'],
    [
      'git log --pretty=oneline',
      'git log --no-ext-diff --no-textconv --ignore-submodules=all --pretty=oneline',
    ],
    [
      "git log --format='%h %an'",
      'git log --no-ext-diff --no-textconv --ignore-submodules=all <--format=%h %an>',
    ],
    ['git log -L 1,20:a.py', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -L 1,20:a.py'],
    ['git log -L:f:a.py', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -L :f:a.py'],
    ['git log --no-textconv', 'git log --no-ext-diff --no-textconv --ignore-submodules=all'],
    ['git log --color -p', 'git log --no-ext-diff --no-textconv --ignore-submodules=all -p'],
    ['git show HEAD:a/b.py', 'git show --no-ext-diff --no-textconv --ignore-submodules=all HEAD:a/b.py --'],
    ["git show 'HEAD:a b'", 'git show --no-ext-diff --no-textconv --ignore-submodules=all <HEAD:a b> --'],
    ["git show 'stash@{0}'", 'git show --no-ext-diff --no-textconv --ignore-submodules=all stash@{0} --'],
    ['git diff main', 'git diff --no-ext-diff --no-textconv --ignore-submodules=all main --'],
    ['git diff a.py', 'git diff --no-ext-diff --no-textconv --ignore-submodules=all -- a.py'],
    ['git diff v1 v2 a.py', 'git diff --no-ext-diff --no-textconv --ignore-submodules=all v1 v2 -- a.py'],
    ['git diff --staged', 'git diff --no-ext-diff --no-textconv --ignore-submodules=all --cached'],
    ['git blame -L 1,5 a', 'git blame --no-textconv -L 1,5 -- a'],
    ['git blame -L /x/,+5 v1 a', 'git blame --no-textconv -L /x/,+5 v1 -- a'],
    ['git blame v1 -- a', 'git blame --no-textconv v1 -- a'],
    ['git grep -e a --and -e b', 'git grep -e a --and -e b --'],
    ['git grep x -- a', 'git grep -e x -- a'],
    ['git grep -n x v1 -- a', 'git grep -n -e x v1 -- a'],
    ['git grep x main', 'git grep -e x main'],
    ["git grep x -- ':!a'", 'git grep -e x -- :!a'],
    ['git status -uno', 'git status --ignore-submodules=all -uno'],
    ['git branch --merged main', 'git branch --list --merged=main'],
    ['git branch --merged', 'git branch --list --merged'],
    ["git branch --list 'f*'", 'git branch --list f*'],
    ['git branch --sort=-committerdate', 'git branch --list --sort=-committerdate'],
    ["git tag -l 'v*'", 'git tag --list v*'],
    ['git tag -n2', 'git tag --list -n2'],
    ['git -C sub log', 'git -C sub log --no-ext-diff --no-textconv --ignore-submodules=all'],
    ['git reflog show -3', 'git reflog show --no-ext-diff --no-textconv --ignore-submodules=all -n 3'],
    ['git reflog -3', 'git reflog show --no-ext-diff --no-textconv --ignore-submodules=all -n 3'],
    ['git stash list', 'git stash list --no-ext-diff --no-textconv --ignore-submodules=all'],
    ['git shortlog -sne v1..', 'git shortlog -s -n -e v1.. --'],
    ['git ls-tree -r HEAD a', 'git ls-tree -r HEAD a'],
    ['git rev-list --all --count', 'git rev-list --all --count HEAD --'],
    ['git merge-base a b', 'git merge-base a b'],
    [
      "git for-each-ref --format='%(refname:short)' refs/heads",
      'git for-each-ref --format=%(refname:short) refs/heads',
    ],
  ])('%s', (line, expected) => {
    expect(argv(line)).toEqual([expected]);
  });

  test.each([
    ['git', 'missing-operand git'],
    ['git -p log', 'runs-programs -p'],
    ['git --config-env=a=b log', 'runs-programs --config-env=a=b'],
    ['git --git-dir=x log', 'option --git-dir=x'],
    ['git -C /proc log', 'path /proc'],
    ["git 'log'", "subcommand 'log'"],
    ['git commit -m x', 'subcommand commit'],
    ['git fetch', 'network fetch'],
    ['git push', 'network push'],
    ['git difftool', 'runs-programs difftool'],
    ['git log --ext-diff', 'runs-programs --ext-diff'],
    ['git log --outpu x', 'abbreviated-option --outpu'],
    ['git log --format=foo', 'format --format=foo'],
    ["git log --format='%+GK'", "format --format='%+GK'"],
    ["git log --format='%- G?'", "format --format='%- G?'"],
    ["git log --pretty='%(trailers)'", "format --pretty='%(trailers)'"],
    ["git log --format='%<(99999)%s'", "format --format='%<(99999)%s'"],
    ['git log --date=format:%9999Y', 'option-value --date=format:%9999Y'],
    ['git log -L 1,2', 'option-value 1,2'],
    ['git log -L 1,2:/proc/x', 'path 1,2:/proc/x'],
    ['git log HEAD -- /proc/x', 'path /proc/x'],
    ["git log 'a b' --", "revision 'a b'"],
    ['git log -- *.py', 'glob *.py'],
    ['git show a* --', 'glob a*'],
    ['git diff --no-index a b', 'runs-programs --no-index'],
    ['git diff --submodule', 'runs-programs --submodule'],
    ['git blame', 'missing-operand blame'],
    ['git blame a b c', 'extra-operand c'],
    ['git blame --contents=x a', 'option --contents=x'],
    ['git grep', 'missing-operand grep'],
    ['git grep -Ox y', 'runs-programs -Ox'],
    ['git grep -f x', 'option -f'],
    ['git grep x*', 'glob x*'],
    ["git grep x -- ':(attr:a)'", "path ':(attr:a)'"],
    ['git branch new', 'writes new'],
    ['git branch -M a', 'writes -M'],
    ['git branch -l new', 'writes -l'],
    ['git tag -d v1', 'writes -d'],
    ['git tag -v v1', 'runs-programs -v'],
    ["git for-each-ref --format='%(signature)'", "format --format='%(signature)'"],
    ["git for-each-ref --format='%(contents:trailers)'", "format --format='%(contents:trailers)'"],
    ['git branch --sort=signature', 'option-value --sort=signature'],
    ['git describe --dirty', 'writes --dirty'],
    ['git cat-file HEAD', 'missing-operand cat-file'],
    ['git cat-file -p', 'missing-operand cat-file'],
    ['git cat-file --filters HEAD:a', 'runs-programs --filters'],
    ['git cat-file --batch-check', 'option --batch-check'],
    ['git reflog delete x', 'subcommand reflog'],
    ['git stash', 'subcommand stash'],
    ['git stash drop', 'subcommand stash'],
    ['git worktree add x', 'subcommand worktree'],
    ['git remote show origin', 'extra-operand show'],
    ['git remote add x y', 'extra-operand add'],
    ['git config --list', 'subcommand config'],
    ['git ls-files --recurse-submodules', 'runs-programs --recurse-submodules'],
    ['git rev-parse --parseopt', 'option --parseopt'],
    ['git shortlog --output=x', 'writes --output=x'],
  ])('refuses %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});

describe('facts about the target', () => {
  test('the home is filled in once it is known', () => {
    expect(argv('cat ~/x')).toEqual(['cat -- ~/x']);
    expect(argv('cat ~/x', { home: '/home/u' })).toEqual(['cat -- /home/u/x']);
    const verdict = judge('cd ~/x && ls', { home: '/home/u' });
    expect(verdict).toMatchObject({ approved: true, cwd: '/home/u/x' });
  });

  test('the root makes the path rules exact', () => {
    expect(refused('cat ../dev/x')).toBe('path ../dev/x');
    expect(refused('cat ../dev/x', { root: '/srv/app' })).toBe('approved');
    expect(refused('cat ../../dev/x', { root: '/srv/app' })).toBe('path ../../dev/x');
    expect(refused('cat dev/x', { root: '/' })).toBe('path dev/x');
    expect(refused('cd .. && cat ../dev/x', { root: '/srv/app' })).toBe('path ../dev/x');
    expect(refused('grep -r x', { root: '/' })).toBe('recursion-from-root ');
    expect(refused('grep -r x ..', { root: '/srv' })).toBe('recursion-from-root ..');
    expect(refused('cat ~/../proc/x', { home: '/root' })).toBe('path ~/../proc/x');
  });

  test('behind the fence', () => {
    const fence = { root: '/srv/app', home: '/home/u', fence: true };
    expect(refused('cat a/../b', fence)).toBe('approved');
    expect(refused('cat /srv/app/b', fence)).toBe('approved');
    expect(refused('cat /srv/apple/b', fence)).toBe('outside-root /srv/apple/b');
    expect(refused('cat ../b', fence)).toBe('outside-root ../b');
    expect(refused('cat ~/b', fence)).toBe('outside-root ~/b');
    expect(refused('cd .. && ls', fence)).toBe('outside-root ..');
    expect(refused('cat .env', fence)).toBe('sensitive-path .env');
    expect(refused('cat .env', { ...fence, sensitive: true })).toBe('approved');
    expect(refused('cat .envrc', fence)).toBe('sensitive-path .envrc');
    expect(refused('cat .env.example', fence)).toBe('approved');
    expect(refused('git -C .. log', fence)).toBe('outside-root ..');
  });

  test('how two runs may be compared', () => {
    expect(judge('ls -l')).toMatchObject({ volatile: true });
    expect(judge('grep -r x .')).toMatchObject({ unordered: true });
    expect(judge('grep -r x . | sort')).not.toHaveProperty('unordered');
    expect(judge('grep -n x f')).not.toHaveProperty('unordered');
  });
});

describe('wildcards in absolute paths', () => {
  test.each([
    ['cat /*/zero', 'glob /*/zero'],
    ['cat /d?v/zero', 'glob /d?v/zero'],
    ['cat //[d]ev/zero', 'glob //[d]ev/zero'],
    ['cat /usr/*/x', 'approved'],
    ["cat /'*'/x", 'approved'],
  ])('%s: %s', (line, expected) => {
    expect(refused(line)).toBe(expected);
  });
});
