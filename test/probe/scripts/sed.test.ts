import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSedScript } from '../../../src/probe/scripts/sed.ts';

function reason(script: string): string {
  const parsed = parseSedScript(script);
  return parsed.ok ? 'accepted' : parsed.error.reason;
}

describe('accepted', () => {
  test.each([
    '1p',
    '1,5p',
    '$p',
    '1,$p',
    '1~2p',
    '1,~4p',
    '5,+3p',
    '/x/p',
    '/x/I p',
    '/x/,/y/p',
    '/x/,$p',
    '1,/y/Ip',
    '0,/x/p',
    '1!p',
    '1,5!d',
    '=',
    '$=',
    'd',
    '/^#/d',
    '5q',
    'p;p',
    ' 1 p ; 2 p ;',
    ';p',
    '1,3p;3q',
    '1 , 3 p',
    's/a/b/',
    's/a/b/g',
    's/a/b/gpI',
    's/a/b/2',
    's/a/b/;p',
    's|a/b|c|',
    's,a,b,',
    's#a#b#',
    's:a:b:',
    's@a@b@',
    's%a%b%',
    's_a_b_',
    's/[abc]/x/',
    's/[]a]/x/',
    's/[^]a]/x/',
    's/[[:alpha:]]/x/',
    's/[a\\n]/x/',
    's/a\\/b/c/',
    's/\\(a\\)/\\1/',
    's/a/&b/',
    's/a/[/',
    's/\\[/x/',
    '/a\\/b/p',
    '/[a-z]*/p',
    '/a\\nb/p',
    '/x/ !p',
  ])('%s', (script) => {
    expect(reason(script)).toBe('accepted');
  });
});

describe('refused', () => {
  test.each([
    ['', 'empty'],
    [' ; ', 'empty'],
    [Array.from({ length: 21 }, () => 'p').join(';'), 'too-many'],
    ['w out', 'writes'],
    ['1w out', 'writes'],
    ['/x/W out', 'writes'],
    ['s/a/b/w out', 'writes'],
    ['s/a/b/gw out', 'writes'],
    ['p;w out', 'writes'],
    ['e', 'runs-programs'],
    ['1e id', 'runs-programs'],
    ['s/a/b/e', 'runs-programs'],
    ['s/a/b/ge', 'runs-programs'],
    ['r /etc/passwd', 'command'],
    ['R x', 'command'],
    ['{p}', 'command'],
    [':a', 'command'],
    ['ba', 'command'],
    ['N', 'command'],
    ['G;D', 'command'],
    ['n', 'command'],
    ['l', 'command'],
    ['F', 'command'],
    ['z', 'command'],
    ['x', 'command'],
    ['y/a/b/', 'command'],
    ['a text', 'command'],
    ['i\\text', 'command'],
    ['c text', 'command'],
    ['#n', 'command'],
    ['p # w out', 'trailing'],
    ['pw', 'trailing'],
    ['p}', 'trailing'],
    ['q5', 'trailing'],
    ['1,2,3p', 'command'],
    ['1,p', 'address'],
    ['1,xp', 'address'],
    ['\\%x%p', 'address'],
    ['/x', 'regex'],
    ['s/a/b', 'regex'],
    ['s/a', 'regex'],
    ['s/[/]/x/', 'regex'],
    ['s/[a/]/x/w out/', 'regex'],
    ['s/[/b/', 'regex'],
    ['s/a\\x26/b/', 'regex'],
    ['s/a/\\d065/', 'regex'],
    ['s/a/\\o101/', 'regex'],
    ['s/a/\\cA/', 'regex'],
    ['s/[\\x2f]/b/', 'regex'],
    ['/a\\', 'regex'],
    ['saabaa', 'command'],
    ['s a b ', 'command'],
    ['s\\a\\b\\', 'command'],
    ['s;a;b;', 'command'],
    ['s/a/b/m', 'flag'],
    ['s/a/b/M', 'flag'],
    ['s/a/b/}', 'flag'],
    ['!!p', 'command'],
    ['1234567890p', 'command'],
  ])('%s: %s', (script, expected) => {
    expect(reason(script)).toBe(expected);
  });
});

test('addresses are told', () => {
  expect(parseSedScript('3,$!p;/x/,+2d')).toEqual({
    ok: true,
    value: [
      { first: { kind: 'line', line: 3 }, last: { kind: 'last' }, negated: true, name: 'p' },
      { first: { kind: 'pattern' }, last: { kind: 'plus' }, negated: false, name: 'd' },
    ],
  });
});

test('no accepted script writes, runs or reads anything, without --sandbox to help', () => {
  const piece = fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom(...Array.from('pdq=swWeErRlnNgGhHxybtDzFaic{}:;#!,~+$0123 /|[]^\\*.&I\n_')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/a/',
        's/a/b/',
        '[/]',
        's/a/b/w out',
        'w out',
        'e touch out',
        '\\x2f',
        '[[:alpha:]]',
        's|a|b|',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom('p', 'd', ';', '1', '$', '1,3', '/a/,/b/', '!', 's/a/b/g', 's,a,b,', '='),
    },
  );
  const scripts = fc.sample(
    fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join('')),
    { numRuns: 60_000, seed: 3 },
  );
  const accepted = [...new Set(scripts.filter((script) => parseSedScript(script).ok))];
  expect(accepted.length).toBeGreaterThan(200);
  const folder = mkdtempSync(join(tmpdir(), 'sonde-sed-'));
  writeFileSync(join(folder, 'in'), 'alpha\na b\nout\n/a/\n');
  // One process for all: each script with its own marker of what is in the folder behind it.
  const run = accepted
    .slice(0, 400)
    .map((script) => `sed -n -e '${script.replaceAll("'", `'\\''`)}' in >/dev/null 2>&1 </dev/null`)
    .join('\n');
  execFileSync('/bin/sh', ['-c', `cd ${folder} && { ${run}\n:; }`], { stdio: 'ignore' });
  expect(readdirSync(folder)).toEqual(['in']);
  expect(readFileSync(join(folder, 'in'), 'utf8')).toBe('alpha\na b\nout\n/a/\n');
});
