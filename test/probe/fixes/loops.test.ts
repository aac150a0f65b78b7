import { describe, expect, test } from 'vitest';
import { unrolled } from '../../../src/probe/fixes/loops.ts';

const first = (line: string): readonly string[] | undefined => unrolled(line)[0];

describe('for over words', () => {
  test.each<readonly [string, readonly string[]]>([
    ['for f in *.py; do grep x $f; done', ['grep x *.py']],
    ['for f in *.py; do grep x "$f"; done', ['grep x *.py']],
    ['for f in *.py; do grep x "${f}" ; done', ['grep x *.py']],
    ['for f in a.py b.py; do sed -n 1p $f; done | head', ['sed -n 1p a.py b.py | head']],
    ['for f in "a b.py" c.py; do wc -l "$f"; done', ['wc -l "a b.py" c.py']],
    [
      'for d in nixl common; do grep -n x src/$d/conn.py; done',
      ['grep -n x src/nixl/conn.py src/common/conn.py'],
    ],
    ['for d in */; do ls "$d"; done', ['ls */']],
    ['for i in {1..3}; do cat log.$i; done', ['cat log.1 log.2 log.3']],
    ['for i in {08..10}; do cat log.$i; done', ['cat log.08 log.09 log.10']],
    ['for f in *.py; do echo "== $f"; grep x "$f"; done', ['grep x *.py']],
    ['for f in *.py; do head -1 "$f"; tail -1 "$f"; done', ['head -1 *.py', 'tail -1 *.py']],
    ['for f in *.py; do grep -q x "$f" && echo "$f"; done', ['grep -l x *.py']],
    ['for f in *.py; do grep -q x "$f" || echo "no $f"; done', ['grep -L x *.py']],
    [
      'for f in *.py; do grep -qE a "$f" && grep -qE b "$f" && echo "$f"; done | wc -l',
      ['grep -lE a *.py', 'grep -lE b *.py'],
    ],
    ['for f in *.py; do grep x $f | grep -v y; done', ['grep x *.py | grep -v y']],
  ])('%s', (line, lines) => {
    expect(first(line)).toEqual(lines);
  });

  test.each([
    'for f in *.py; do diff $f old/$f; done',
    "for f in *.py; do grep '$f' x; done",
    'for f in $FILES; do grep x $f; done',
    'for f in a b; do cat $f | wc -l; done',
    'for f in {1..999}; do cat $f; done',
    'for f in a b; do echo $f; done',
    'for f in a b; do ls; done',
    'for f in a b; do cat $g; done',
    'for ((i=0;i<3;i++)); do ls; done',
  ])('nothing for %s', (line) => {
    expect(unrolled(line)).toEqual([]);
  });
});

describe('over what a command prints', () => {
  test.each<readonly [string, readonly string[]]>([
    ["for f in $(find . -name '*.c'); do grep x $f; done", ["find . -name '*.c' | xargs grep x"]],
    ['for f in `git ls-files`; do wc -l $f; done', ['git ls-files | xargs wc -l']],
    ['git ls-files | while read f; do grep -c x "$f"; done', ['git ls-files | xargs grep -c x']],
    ['find . | while IFS= read -r f; do grep -q x "$f" || echo "$f"; done', ['find . | xargs grep -L x']],
    ['ls | while read f; do head -1 $f; done | sort', ['ls | xargs head -1 | sort']],
    ['grep x $(find . -name a)', ['find . -name a | xargs grep x']],
    ['wc -l `git ls-files src` | tail -1', ['git ls-files src | xargs wc -l | tail -1']],
    ['git grep x $(git grep -l y)', ['git grep -l y | xargs grep x']],
    ['diff <(sort a) <(sort b)', ['sort a', 'sort b']],
  ])('%s', (line, lines) => {
    expect(first(line)).toEqual(lines);
  });

  test.each(['grep x $(date)', 'kill $(pidof x)', 'ls | while read f; do cp $f $f.bak; done'])(
    'nothing for %s',
    (line) => {
      expect(unrolled(line)).toEqual([]);
    },
  );
});

describe('a variable of the same line', () => {
  test.each<readonly [string, readonly string[]]>([
    ['F=a.py; grep x $F', ['grep x a.py']],
    ['F="a/b.py" && sed -n 1p "$F"', ['sed -n 1p "a/b.py"']],
    ['export R=src; grep -rn x ${R}/sub', ['grep -rn x src/sub']],
    ['export A=1; ls', ['ls']],
  ])('%s', (line, lines) => {
    expect(first(line)).toEqual(lines);
  });

  test.each(['F=$(ls); cat $F', "F='a; id'; grep $F f", 'F="a b"; cat $F', 'A=1 ls'])(
    'nothing for %s',
    (line) => {
      expect(unrolled(line)).toEqual([]);
    },
  );
});
