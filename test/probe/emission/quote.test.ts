import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quote, quoteForLogin } from '../../../src/probe/emission/quote.ts';
import { LAUNCHER, SETSID_LAUNCHER } from '../../../src/probe/emission/launcher.ts';

const AWKWARD = [
  '',
  ' ',
  "'",
  "''",
  '"',
  '\\',
  '\\\\',
  "'\\''",
  '$HOME',
  '$(id)',
  '`id`',
  '!',
  '!!',
  '*',
  '?',
  '[a-z]',
  '{a,b}',
  '~',
  '~root',
  '#',
  '&',
  '|',
  ';',
  '<',
  '>',
  '(',
  ')',
  '-n',
  '--',
  '=x',
  'a=b',
  'ä',
  '日本',
  '🙂',
  '\t',
  'a\nb',
  '\n',
  "x'\n'y",
  '%s',
  '\\n',
  '^',
  '%',
];

/** What each of these shells makes of quoted words. */
const SHELLS: readonly (readonly [string, readonly string[]])[] = [
  ['dash', ['/bin/dash']],
  ['bash', ['/bin/bash']],
  ['bash as sh', ['/bin/bash', '--posix']],
  ['busybox', ['/bin/busybox', 'sh']],
];

function throughShell(
  [program = '', ...args]: readonly string[],
  words: readonly string[],
  locale: string,
): readonly string[] {
  const script = `n=$(printf '\\012x'); n=\${n%x}; printf '%s\\0' ${words.map(quote).join(' ')}`;
  const out = execFileSync(program, [...args, '-c', script], {
    env: { LC_ALL: locale, PATH: '/usr/bin:/bin' },
    // bash reads its start files when its input is a socket.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return out.toString('utf8').split('\0').slice(0, -1);
}

describe.each(SHELLS)('quoting through %s', (_name, shell) => {
  test.each(['C', 'C.UTF-8'])('awkward words come through in %s', (locale) => {
    expect(throughShell(shell, AWKWARD, locale)).toEqual(AWKWARD);
  });

  test('random words come through', () => {
    const words = fc.sample(fc.string({ unit: 'grapheme', maxLength: 30 }), { numRuns: 3000, seed: 7 });
    const sent = words.map((word) => word.replaceAll('\0', ''));
    expect(throughShell(shell, sent, 'C.UTF-8')).toEqual(sent);
  });
});

test('a quoted word never holds a newline of its own', () => {
  expect(AWKWARD.map(quote).join('')).not.toContain('\n');
});

test('the launchers are one line without control characters, and the same through login shells', () => {
  for (const launcher of [LAUNCHER, SETSID_LAUNCHER]) {
    expect(launcher).toMatch(/^[\u0020-\u007e]+$/);
    const word = launcher.slice(launcher.indexOf(' -c ') + 4);
    const read = ['/bin/dash', '/bin/bash'].map((shell) =>
      execFileSync(shell, ['-c', `printf %s ${word}`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    expect(read[0]).toContain('echo RP-$((40+2))-OK');
    expect(read[1]).toBe(read[0]);
  }
});

test('quoting for login shells keeps text, and refuses what cannot be kept', () => {
  const texts = AWKWARD.filter((text) => !/[\n\t]/.test(text));
  const read = texts.map((text) =>
    execFileSync('/bin/bash', ['-c', `printf %s ${quoteForLogin(text)}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  expect(read).toEqual(texts);
  expect(() => quoteForLogin('a\nb')).toThrow();
});
