import { describe, expect, test } from 'vitest';
import {
  explainAt,
  findPage,
  signatureAt,
  type Explanation,
  type Signature,
} from '../../../src/probe/index.ts';

/** The explanation where `¦` stands. */
function at(marked: string): Explanation | undefined {
  return explainAt(marked.replace('¦', ''), marked.indexOf('¦'));
}

function subject(marked: string): Explanation['subject'] | undefined {
  return at(marked)?.subject;
}

describe('what a word is', () => {
  test('a command, with its cost in this line', () => {
    expect(subject('gr¦ep -n x f')).toMatchObject({
      kind: 'command',
      page: { name: 'grep' },
      cost: { cost: 'files', bounded: true },
    });
    expect(subject('g¦rep -rn x')).toMatchObject({
      cost: { cost: 'tree', bounded: false, narrow: ['--include'] },
    });
    expect(subject('g¦rep -rn x .')).toMatchObject({ cost: { cost: 'tree', bounded: false } });
    expect(subject('g¦rep -rn x src')).toMatchObject({ cost: { cost: 'tree', bounded: true } });
    expect(subject("g¦rep -rn --include='*.py' x")).toMatchObject({ cost: { bounded: true } });
    expect(subject('cat f | r¦g x')).toMatchObject({ cost: { cost: 'files' } });
    expect(subject('r¦g x')).toMatchObject({ cost: { cost: 'tree', bounded: false } });
    expect(subject('f¦ind -maxdepth 2')).toMatchObject({ cost: { cost: 'tree', bounded: true } });
    expect(subject('l¦s -R')).toMatchObject({ cost: { cost: 'tree' } });
    expect(subject('l¦s')).toMatchObject({ cost: { cost: 'instant', bounded: true } });
  });

  test('git and its subcommand', () => {
    expect(subject('g¦it log')).toMatchObject({
      kind: 'command',
      page: { name: 'git' },
      cost: { cost: 'history', bounded: false },
    });
    expect(subject('git l¦og -5')).toMatchObject({
      page: { name: 'git log' },
      cost: { cost: 'history', bounded: true },
    });
    expect(subject('git l¦og v1..v2')).toMatchObject({ cost: { bounded: true } });
    expect(subject('git diff¦ HEAD~1')).toMatchObject({ cost: { cost: 'tree', bounded: false } });
    expect(subject('git diff¦ HEAD~1 src/a.py')).toMatchObject({ cost: { cost: 'tree', bounded: true } });
    expect(subject('git stash sh¦ow')).toMatchObject({ page: { name: 'git stash show' } });
    expect(subject('git branch¦ --merged')).toMatchObject({ cost: { cost: 'history' } });
  });

  test('one letter of a cluster', () => {
    expect(at('grep -rn¦ x')).toMatchObject({ start: 7, end: 8, subject: { kind: 'option', spelled: '-n' } });
    expect(at('grep -r¦n x')).toMatchObject({ start: 6, end: 7, subject: { spelled: '-r' } });
    expect(subject('grep -nA¦3 x f')).toMatchObject({ spelled: '-A' });
    expect(subject('head -2¦0 f')).toMatchObject({ kind: 'option', option: { key: 'n' } });
  });

  test('an option, its value attached or in the next word', () => {
    expect(subject('grep --inc¦lude=x y f')).toMatchObject({ kind: 'option', option: { key: 'include' } });
    expect(subject('grep -A ¦3 x f')).toMatchObject({ kind: 'option', spelled: '-A', option: { key: 'A' } });
    expect(subject('find . -type ¦f')).toMatchObject({ kind: 'option', spelled: '-type' });
    expect(subject('git -C¦ src log')).toMatchObject({ kind: 'option', page: { name: 'git' } });
    expect(subject('git -C s¦rc log')).toMatchObject({ page: { name: 'git' }, option: { key: 'C' } });
    expect(subject('git branch --merged ¦main')).toMatchObject({ option: { key: 'merged' } });
    expect(subject('git log --stat ¦main')).toMatchObject({ kind: 'operand' });
  });

  test('operands, by their place', () => {
    const kinds = (marked: string): readonly string[] => {
      const found = subject(marked);
      return found?.kind === 'operand' ? found.rows.map((row) => row.kind) : [];
    };
    expect(kinds('grep ¦x f')).toEqual(['pattern']);
    expect(kinds('grep x ¦f g')).toEqual(['path']);
    expect(kinds('grep -e x ¦f')).toEqual(['path']);
    expect(kinds('grep x f ¦g')).toEqual(['path']);
    expect(kinds("sed -n ¦'1p' f")).toEqual(['script']);
    expect(kinds('tr a ¦b')).toEqual(['set']);
    expect(kinds('git log ¦main')).toEqual(['revision', 'path']);
    expect(kinds('git log main -- ¦f')).toEqual(['path']);
    expect(kinds('git log ¦main -- f')).toEqual(['revision']);
    expect(kinds('git grep ¦x main')).toEqual(['pattern']);
    expect(kinds('find ¦src -name x')).toEqual(['path']);
    expect(kinds('grep x -- ¦-f')).toEqual(['path']);
  });

  test('cd, the end of options, redirections', () => {
    expect(subject('c¦d src && ls')).toEqual({ kind: 'cd' });
    expect(subject('cd s¦rc && ls')).toEqual({ kind: 'cd' });
    expect(subject('grep x -¦- f')).toEqual({ kind: 'dashes' });
    expect(subject('ls 2>/dev¦/null')).toEqual({ kind: 'redirection', to: 'discard' });
    expect(subject('ls 2>¦&1 | cat')).toEqual({ kind: 'redirection', to: 'merge' });
  });

  test('nothing where nothing stands', () => {
    for (const line of ['¦', 'ls  ¦  -l', 'ls # co¦mment', '# ¦']) expect(at(line)).toBeUndefined();
  });
});

describe('why a word is refused', () => {
  test('with what to type instead', () => {
    expect(at('tail -f¦ log')).toMatchObject({ refusal: { rule: 'follow', instead: 'tail log' } });
    expect(at('rm¦ -rf x')).toMatchObject({ subject: { kind: 'refused' }, refusal: { rule: 'writes' } });
    expect(at('ls | du¦')).toMatchObject({ subject: { kind: 'command' }, refusal: { rule: 'not-a-filter' } });
    expect(at('git pu¦sh')).toMatchObject({ refusal: { rule: 'network' } });
    expect(at('find . -del¦ete')).toMatchObject({ refusal: { rule: 'writes' } });
    expect(at("grep 'x¦")).toMatchObject({ refusal: { rule: 'unterminated-quote' } });
    expect(at('ls $H¦OME')).toMatchObject({ refusal: { rule: 'expansion' } });
    expect(at('ls;¦ ls')).toMatchObject({ refusal: { rule: 'sequence' } });
  });

  test('the second refused word of a line too', () => {
    expect(at('sort -o x --compress-program¦ y f')).toMatchObject({ refusal: { rule: 'runs-programs' } });
    expect(at('rm x | sh¦')).toMatchObject({ refusal: { rule: 'runs-programs' } });
    expect(at('cat -Z f | sort -o¦ x')).toMatchObject({
      refusal: { rule: 'writes', word: '-o', at: 16, data: { option: '-o', command: 'sort' } },
    });
  });

  test('a refusal elsewhere is not said here', () => {
    expect(at('gr¦ep x > out')?.refusal).toBeUndefined();
    expect(at("grep -n '{{name}}¦' f")?.refusal).toBeUndefined();
  });
});

describe('the signature', () => {
  const sign = (marked: string): Signature | undefined =>
    signatureAt(marked.replace('¦', ''), marked.indexOf('¦'));
  const active = (marked: string): string | undefined => {
    const found = sign(marked);
    return found?.active === undefined ? undefined : found.operands[found.active]?.kind;
  };

  test('follows the operands', () => {
    expect(active('grep ¦')).toBe('pattern');
    expect(active('grep x¦')).toBe('pattern');
    expect(active('grep x ¦')).toBe('path');
    expect(active('grep x f ¦')).toBe('path');
    expect(active('grep -e x ¦')).toBe('path');
    expect(active("grep 'unfinished ¦")).toBe('pattern');
    expect(active('git log ¦')).toBe('revision');
    expect(active('git log main -- ¦')).toBe('path');
    expect(active('tr a ¦')).toBe('set');
    expect(sign('tr a b ¦')?.active).toBeUndefined();
    expect(active('cat f | cut -d: -f1 ¦')).toBe('path');
  });

  test('is the option while its value is typed', () => {
    expect(sign('grep -A ¦')).toMatchObject({ option: { spelled: '-A', option: { key: 'A' } } });
    expect(sign('grep --include=¦')).toMatchObject({ option: { spelled: '--include' } });
    expect(sign('find . -size ¦')).toMatchObject({ option: { spelled: '-size' } });
    expect(sign('grep -n ¦')?.option).toBeUndefined();
    expect(sign('grep -¦')?.active).toBeUndefined();
  });

  test('is not there in front of the operands, nor in comments', () => {
    for (const line of ['¦', 'gr¦ep', 'git ¦', 'git stash ¦', 'cd ¦', 'ls # ¦', 'frobnicate ¦', 'ls 2>&1 ¦'])
      expect([line, sign(line)]).toEqual([line, undefined]);
  });
});

test('pages are found as they are typed', () => {
  expect(findPage('git log')?.name).toBe('git log');
  expect(findPage('git stash list')?.example).toBe('git stash list');
  expect(findPage('git')?.subcommands.map(({ name }) => name)).toContain('log');
  expect(findPage('git push')).toBeUndefined();
  expect(findPage('log')).toBeUndefined();
  expect(findPage('')).toBeUndefined();
});
