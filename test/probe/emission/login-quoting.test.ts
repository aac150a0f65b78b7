import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inlineCommand, LAUNCHER, SETSID_LAUNCHER } from '../../../src/probe/emission/launcher.ts';
import { canPassLogin, quoteForLogin } from '../../../src/probe/emission/quote.ts';
import { loginShells } from '../../support/login-shells.ts';

const AWKWARD = [
  ...[
    ' ',
    "'",
    "''",
    "'''",
    '"',
    '""',
    '\\',
    '\\\\',
    '\\\\\\',
    "\\'",
    "'\\''",
    "\\'\\'",
    '\\"',
    '!\\',
    '\\!',
  ],
  ...[
    '!',
    '!!',
    '!$',
    '!x',
    'x!',
    '!-1',
    '!?x?',
    '^a^b^',
    '$',
    '$$',
    '$HOME',
    '${HOME}',
    '$(id)',
    '`id`',
    '(id)',
  ],
  ...[
    '*',
    '?',
    '[a-z]',
    '{a,b}',
    '{1..3}',
    '~',
    '~root',
    '#',
    '#x',
    '&',
    '|',
    ';',
    '<',
    '>',
    '>>',
    '<<',
    '(',
    ')',
  ],
  ...[
    '-n',
    '--',
    '=x',
    '=ls',
    'a=b',
    '%',
    '%s',
    '%1',
    '@',
    '@x',
    '\t',
    'a\tb',
    '\\n',
    '\\0',
    '\\t',
    '^',
    ':',
    ',',
  ],
  ...['ä', '日本', '🙂', '\u0085', '\u00a0', '\u2028', '\u3000', '\u202e', '\ufeff', 'e\u0301'],
];

/** What `program` as a login shell makes of words that were quoted for it. */
function through(program: string, words: readonly string[], locale: string): readonly string[] {
  const command = `exec /usr/bin/printf ${[String.raw`%s\0`, ...words].map(quoteForLogin).join(' ')}`;
  const out = execFileSync(program, ['-c', command], {
    env: { LC_ALL: locale, PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return out.toString('utf8').split('\0').slice(0, -1);
}

describe.each(loginShells())('quoting through $name as login shell', ({ program }) => {
  const shell = program ?? '';

  test.runIf(program !== undefined).each(['C', 'C.UTF-8'])('awkward words come through in %s', (locale) => {
    expect(through(shell, AWKWARD, locale)).toEqual(AWKWARD);
  });

  test.runIf(program !== undefined)('6,000 random words come through', () => {
    const special = fc.constantFrom(
      "'",
      '\\',
      '!',
      '"',
      '$',
      '`',
      '^',
      '#',
      '*',
      '{',
      '}',
      '~',
      ' ',
      '\t',
      'a',
    );
    const unit = fc.oneof(special, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }));
    const sample = fc.sample(fc.string({ unit, minLength: 1, maxLength: 25 }), { numRuns: 6000, seed: 11 });
    const words = sample.filter(canPassLogin);
    expect(words.length).toBeGreaterThan(5000);
    for (let at = 0; at < words.length; at += 500) {
      const some = words.slice(at, at + 500);
      expect(through(shell, some, at % 1000 === 0 ? 'C' : 'C.UTF-8')).toEqual(some);
    }
  });

  test.runIf(program !== undefined)('a word of 28,000 bytes comes through', () => {
    const long = AWKWARD.join('').repeat(200).slice(0, 14_000);
    expect(through(shell, [long], 'C.UTF-8')).toEqual([long]);
  });
});

describe('a command with its script inside', () => {
  const line = 'kill -KILL $i; echo \'a!b\' \\ "$n" &\n';

  test('is the launcher with the script in the place of the wait, without the idle timer', () => {
    for (const launcher of [LAUNCHER, SETSID_LAUNCHER]) {
      const command = inlineCommand(launcher, line) ?? '';
      const start = launcher.slice(0, launcher.indexOf(' -c ') + 4);
      expect(command.startsWith(start)).toBe(true);
      const word = command.slice(start.length);
      const script = execFileSync('/bin/sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' });
      expect(script).toMatch(
        /^m\(\) \{ .*; ulimit -f 0; +echo 'a!b' \\ "\$n" & read -r _; kill -KILL 0; \}; m$/,
      );
      expect(script).not.toMatch(/sleep|kill -KILL \$i|eval|RP-/);
    }
  });

  test('is one line of characters that every login shell keeps', () => {
    expect(inlineCommand(LAUNCHER, "echo 'a\tb' &\n")).toContain('\t');
    for (const code of [1, 7, 8, 10, 11, 13, 27, 31, 127])
      expect(inlineCommand(LAUNCHER, `echo '${String.fromCharCode(code)}' &\n`)).toBeUndefined();
  });

  test('is not made for what is too long for a packet, nor for another launcher', () => {
    expect(inlineCommand(LAUNCHER, `echo ${'x'.repeat(25_000)} &\n`)).toBeDefined();
    expect(inlineCommand(LAUNCHER, `echo ${'x'.repeat(31_000)} &\n`)).toBeUndefined();
    expect(inlineCommand(LAUNCHER, `echo ${'ä'.repeat(15_000)} &\n`)).toBeUndefined();
    expect(inlineCommand('exec /bin/cat', line)).toBeUndefined();
  });
});

test('what cannot pass is a bug', () => {
  expect(() => quoteForLogin('a\nb')).toThrow();
  expect(canPassLogin('a\nb')).toBe(false);
});
