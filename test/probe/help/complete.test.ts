import { describe, expect, test } from 'vitest';
import { completeAt, judge, pathWord, type Completions } from '../../../src/probe/index.ts';

/** Completions where `¦` stands. */
function at(marked: string): Completions {
  const offset = marked.indexOf('¦');
  return completeAt(marked.replace('¦', ''), offset);
}

function labels(marked: string): readonly string[] {
  return at(marked).items.map((item) => item.label);
}

describe('commands', () => {
  test('an empty line may start with any command', () => {
    expect(labels('¦')).toEqual(expect.arrayContaining(['grep', 'git', 'find', 'ls', 'cd']));
    expect(labels('¦')).not.toContain('git log');
  });

  test('behind a pipe there are only filters, and no cd', () => {
    for (const line of ['cat f | ¦', 'cat f |¦', 'cat f | gr¦', 'cat f | ¦ | wc -l']) {
      expect(labels(line)).toEqual(expect.arrayContaining(['grep', 'head', 'wc', 'sort']));
      expect(labels(line).filter((one) => ['ls', 'find', 'git', 'cd', 'du'].includes(one))).toEqual([]);
    }
  });

  test('behind cd and && there is a command, but not cd again', () => {
    expect(labels('cd src && ¦')).toContain('git');
    expect(labels('cd src && ¦')).not.toContain('cd');
  });

  test('a command behind ; stands for itself', () => {
    expect(labels('grep x f; ¦')).toContain('find');
    expect(labels('grep x f && ¦')).toContain('find');
  });

  test('the word under the cursor is replaced whole', () => {
    expect(at('gr¦ep x').items[0]).toMatchObject({ start: 0, end: 4 });
    expect(at('cat f |  he¦').items[0]).toMatchObject({ start: 9, end: 11 });
  });
});

describe('git', () => {
  test('its subcommands, and their options behind them', () => {
    expect(labels('git ¦')).toEqual(expect.arrayContaining(['log', 'blame', 'stash list']));
    expect(labels('git -C src ¦')).toContain('log');
    expect(labels('git log --¦')).toEqual(expect.arrayContaining(['--oneline', '--since', '--stat']));
    expect(labels('git blame ¦')).not.toContain('--oneline');
  });

  test('the second word of a subcommand of two', () => {
    expect(labels('git stash ¦')).toEqual(['list', 'show']);
    expect(labels('git stash show -¦')).toContain('--stat');
  });

  test('options that Sonde gives anyway are not offered', () => {
    expect(labels('git log -¦')).not.toContain('--no-textconv');
    expect(labels('git -¦')).not.toContain('--no-pager');
  });
});

describe('options', () => {
  test('those that were given are left out, unless they take a value', () => {
    expect(labels('grep -n ¦')).not.toContain('-n');
    expect(labels('grep -e x ¦')).toContain('-e');
  });

  test('letters can be added to a cluster of flags, not behind a value', () => {
    expect(labels('grep -rn¦')).toEqual(expect.arrayContaining(['-rni', '-rnE', '-rnA']));
    expect(labels('grep -rn¦').filter((one) => /^-rn[rn]$/.test(one))).toEqual([]);
    expect(labels('grep -A3¦').filter((one) => one.startsWith('-A3'))).toEqual([]);
  });

  test('one that needs a value says so and is written with =', () => {
    const item = at('grep --inc¦').items.find((one) => one.label === '--include');
    expect(item).toMatchObject({
      insert: '--include=',
      takes: 'glob',
      missing: ['busybox', 'openbsd'],
      kind: 'option',
    });
    expect(item?.help).toContain('names');
    expect(at('git log --dec¦').items.find((one) => one.label === '--decorate')?.insert).toBe('--decorate');
  });

  test('none behind -- and none inside quotes', () => {
    expect(labels('grep -n -- ¦')).not.toContain('-i');
    expect(labels("grep '-¦")).toEqual([]);
    expect(labels('grep "-¦ x"')).toEqual([]);
  });

  test('words of an expression of find, its parentheses quoted', () => {
    const items = at('find . ¦').items;
    expect(items.map((one) => one.label)).toEqual(expect.arrayContaining(['-name', '-type', '!']));
    expect(items.find((one) => one.label === '(')?.insert).toBe('\\(');
    expect(labels('find . -name x ¦')).toContain('-name');
  });
});

describe('values', () => {
  test('of a choice, of a form, behind = and in the next word', () => {
    expect(labels('ls --sort=¦')).toEqual(['none', 'time', 'size', 'extension', 'version', 'width']);
    expect(at('ls --sort=ti¦').items[0]).toMatchObject({ start: 10, end: 12 });
    expect(labels('git log --date ¦')).toContain('relative');
    expect(labels('nl -b ¦')).toEqual(['a', 't', 'n']);
    expect(labels('find . -type ¦')).toEqual(['f', 'd', 'l']);
    expect(labels('git branch --sort=¦')).toContain('-committerdate');
  });

  test('of a number there is nothing to list, and nothing else is offered', () => {
    expect(at('grep -A ¦')).toEqual({ items: [] });
  });
});

describe('paths', () => {
  test('where an operand may be one', () => {
    expect(at('cat src/a¦').path).toEqual({ start: 4, end: 9, typed: 'src/a', folders: false, below: [] });
    expect(at('grep x ¦').path).toMatchObject({ start: 7, end: 7, typed: '' });
    expect(at('grep ¦').path).toBeUndefined();
    expect(at('grep -e x ¦').path).toBeDefined();
    expect(at('cat -¦').path).toBeUndefined();
    expect(at('cat f | wc ¦').path).toBeDefined();
    expect(at('git log -- ¦').path).toBeDefined();
    expect(at('tr a ¦').path).toBeUndefined();
    expect(at('uname ¦').path).toBeUndefined();
  });

  test('inside quotes and behind a backslash', () => {
    expect(at("cat 'my f¦").path).toMatchObject({ start: 4, end: 9, typed: 'my f' });
    expect(at('cat my\\ f¦').path).toMatchObject({ start: 4, end: 9, typed: 'my f' });
    expect(at("cat 'my f¦ile' x").path).toMatchObject({ start: 4, end: 13, typed: 'my f' });
  });

  test('only folders for cd and -C, and the folders in which others are looked up', () => {
    expect(at('cd s¦').path).toEqual({ start: 3, end: 4, typed: 's', folders: true, below: [] });
    expect(at('git -C s¦').path).toMatchObject({ folders: true, typed: 's' });
    expect(at('cd src && cat ¦').path?.below).toEqual(['src']);
    expect(at('cd src && git -C sub blame ¦').path?.below).toEqual(['src', 'sub']);
  });

  test('where find starts, and not among its tests but for -newer', () => {
    expect(at('find ¦').path).toBeDefined();
    expect(at('find . -name ¦').path).toBeUndefined();
    expect(at('find . -name x ¦').path).toBeUndefined();
    expect(at('find . -newer ¦').path).toMatchObject({ folders: false });
  });

  test('cd is joined to the rest', () => {
    expect(labels('cd src ¦')).toEqual(['&&']);
    expect(at('cd src && ¦').path).toBeUndefined();
  });
});

test('nothing in a comment, behind a redirection, or of a command that is not there', () => {
  expect(at('# grep ¦')).toEqual({ items: [] });
  expect(at('ls # -¦')).toEqual({ items: [] });
  expect(at('ls 2>&1 ¦')).toEqual({ items: [] });
  expect(at('frobnicate -¦')).toEqual({ items: [] });
  expect(labels('ls 2¦')).toContain('2>/dev/null');
  expect(at('ls 2>¦').items.map(({ label, start, end }) => [label, start, end])).toEqual([
    ['2>/dev/null', 3, 5],
    ['2>&1', 3, 5],
  ]);
});

test('wrong places in front do not hinder', () => {
  expect(labels('grep $HOME `x` -¦')).toContain('-i');
  expect(labels('grep x > out -¦')).toContain('-i');
  expect(labels('grep {a,b} ~root \u00a0 -¦')).toContain('-i');
  expect(completeAt('x'.repeat(5000), 10)).toEqual({ items: [] });
});

describe('a path as a word', () => {
  test.each([
    ['src/app.py', 'src/app.py'],
    ['my file', "'my file'"],
    ["it's", "'it'\\''s'"],
    ['-n', './-n'],
    ['~x', "'~x'"],
    ['a{b,c}', "'a{b,c}'"],
    ['a*b', "'a*b'"],
    ['#x', "'#x'"],
    ['größe', "'größe'"],
  ])('%s', (path, word) => {
    expect(pathWord(path)).toBe(word);
    const verdict = judge(`cat ${word}`);
    expect(verdict.approved && verdict.stages[0]?.argv).toEqual([
      'cat',
      '--',
      word.startsWith('./') ? word : path,
    ]);
  });

  test('names that no line may hold are not offered', () => {
    for (const name of ['', 'a\nb', 'a\u0000b', 'a\u202eb', 'a\u00a0b'])
      expect(pathWord(name)).toBeUndefined();
  });
});
