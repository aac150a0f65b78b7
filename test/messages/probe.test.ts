import { describe, expect, test } from 'vitest';
import { evidenceNotes, probeErrorMessage, refusalMessage } from '../../src/messages/index.ts';
import {
  judge,
  type Evidence,
  type ProbeError,
  type Refusal,
  type RefusalRule,
} from '../../src/probe/index.ts';
import { readCorpus } from '../probe/corpora.ts';

function sentence(line: string): string {
  const verdict = judge(line);
  if (verdict.approved) throw new Error(`approved: ${line}`);
  return refusalMessage(verdict.refusal);
}

describe('refusals', () => {
  test.each([
    [
      'sed -i s/a/b/ f',
      'Column 5: “-i” can make sed write or change something, and probes only read. Leave it out. Type instead: sed s/a/b/ f',
    ],
    ['rm x', 'Column 1: “rm” can write or change files, and probes only read. Leave it out.'],
    [
      'grep x',
      'Column 1: grep would wait for input. Name a file or folder, or put it behind a pipe. Type instead: grep -rn x .',
    ],
    [
      'ls; pwd',
      'Column 3: “;” joins several commands. Type each as a probe of its own; only "cd FOLDER &&" may stand in front. Type instead, one probe a line:\n  ls\n  pwd',
    ],
    [
      'cat /proc/x',
      'Column 5: “/proc/x” leads to /proc, which may block, never end or hold the secrets of other programs. Name a file elsewhere; ps -ef shows the processes.',
    ],
    [
      'grep --line-n x f',
      'Column 6: “--line-n” is shortened, and could mean more than one thing. Write it out: --line-number. Type instead: grep --line-number x f',
    ],
    [
      'grep --color=pink x f',
      'Column 6: “pink” is no value of --color of grep. Use one of: auto, always, never. Type instead: grep x f',
    ],
    [
      'ls\u00a0-l',
      'Column 3: the invisible character U+00A0 could hide what the line does. Remove it, or type a plain space. Type instead: ls -l',
    ],
    [
      'echo x',
      'Column 1: echo only prints its own words, and a probe shows what is on the host. Leave it out.',
    ],
    [
      'foo x',
      'Column 1: “foo” is not among the commands that Sonde knows to be read-only. Use grep, sed -n, head, tail, cat, ls, find or git.',
    ],
    [
      'cat f | less',
      'Column 9: less waits at a terminal and could run other programs. Use cat, sed -n or head; the output can be scrolled anyway. Type instead: cat f',
    ],
    [
      "cat f | jq -r '.id'",
      'Column 9: jq is not among the commands of Sonde. Use grep -n \'"key"\' FILE, or cat FILE. Type instead: cat f | grep \'"id"\'',
    ],
    [
      'docker ps',
      'Column 1: docker talks to a service that can change things. Make the container a target of its own: HOST/docker=NAME:/folder.',
    ],
    [
      'ps aux',
      'Column 4: aux is not among the options of ps that Sonde knows: -e, -f, -p and -o. Type instead: ps -ef',
    ],
    ['$ ls', 'Column 1: “$” looks like the prompt of a shell. Type what stands behind it. Type instead: ls'],
    [
      'ls > out',
      'Column 4: “> out” would write a file, and probes only read. Leave it out; what is printed is kept. Type instead: ls',
    ],
    [
      'ls >/dev/null',
      'Column 4: “>/dev/null” redirects. Only 2>/dev/null and 2>&1 are allowed, at the end of a command. Type instead: ls',
    ],
    [
      'wc -l < f',
      'Column 7: “< f” redirects. Name the file behind the command, or put cat FILE | in front. Type instead: wc -l f',
    ],
    [
      'du -sh /*',
      'Column 8: the wildcard in “/*” would reach /dev and /proc. Name the folders that you mean.',
    ],
    [
      'gzip f',
      'Column 1: gzip replaces files unless it is told to print. Type gzip -dc in front of the names.',
    ],
    [
      'grep -rl a . | xargs grep b',
      'Column 16: xargs would run another program for what it is given. Use grep -r --include, or put the names behind the command. Type instead, one probe a line:\n  grep -rl a .\n  grep -rn b .',
    ],
  ])('%s', (line, expected) => {
    expect(sentence(line)).toBe(expected);
  });

  test('every refused line of the corpus has a sentence with a place, and holds no control', () => {
    for (const { line } of readCorpus('refused.txt')) {
      const text = sentence(line);
      expect(text).toMatch(/^Column [0-9]+: .{15,}[.)]/);
      expect(text.split('Type instead')[0]).not.toMatch(/[\p{Cc}\p{Cf}]|undefined|\{[0-9]\}/u);
    }
  });

  test('every rule has a sentence, with or without data', () => {
    const rules: readonly RefusalRule[] = [
      'empty',
      'control-character',
      'invisible-character',
      'look-alike',
      'too-long',
      'too-many-stages',
      'unterminated-quote',
      'expansion',
      'substitution',
      'brace',
      'glob',
      'tilde',
      'redirection',
      'sequence',
      'background',
      'group',
      'history',
      'comment',
      'empty-stage',
      'command-word',
      'assignment',
      'command',
      'wrapper',
      'writes',
      'runs-programs',
      'network',
      'not-a-filter',
      'option',
      'option-value',
      'abbreviated-option',
      'missing-operand',
      'extra-operand',
      'subcommand',
      'revision',
      'format',
      'script',
      'path',
      'outside-root',
      'sensitive-path',
      'follow',
      'recursion-from-root',
      'blank',
    ];
    const sentences = rules.map((rule) => {
      const refusal: Refusal = { rule, word: 'w', at: 4, data: {} };
      return refusalMessage(refusal);
    });
    expect(new Set(sentences).size).toBe(rules.length);
    for (const text of sentences) expect(text).toMatch(/^Column 5: .*\.$/);
  });

  test('a long word is cut', () => {
    const text = refusalMessage({ rule: 'command', word: 'x'.repeat(500), at: 0, data: {} });
    expect(text.length).toBeLessThan(300);
  });
});

describe('errors', () => {
  const file = { file: 'a\u001b.py', at: 4 };
  test.each<[ProbeError, RegExp]>([
    [{ code: 'operand-missing', ...file }, /^Column 5: “a\\u\{001B\}\.py” does not exist/],
    [{ code: 'operand-unreadable', ...file }, /may not be read by your user/],
    [{ code: 'operand-outside', ...file }, /outside the root folder.*--allow-outside/],
    [{ code: 'operand-sensitive', ...file }, /keys, passwords or a history.*--allow-sensitive/],
    [{ code: 'operand-system', ...file }, /\/, \/dev, \/proc or \/sys/],
    [{ code: 'operand-folder', ...file }, /links and named pipes in it .* with diff -r/],
    [{ code: 'operand-kind', ...file, kind: 'fifo' }, /neither a file nor a folder but a named pipe/],
    [{ code: 'operand-kind', ...file, kind: 'socket' }, /a socket/],
    [{ code: 'operand-kind', ...file, kind: 'device' }, /a device/],
    [{ code: 'operand-kind', ...file, kind: 'unknown' }, /something else/],
    [{ code: 'root-missing', root: '/x' }, /root folder “\/x” cannot be entered/],
    [{ code: 'tool-missing', tool: 'rg' }, /^rg is not installed/],
    [{ code: 'tool-unknown', tool: 'ls', kind: 'unknown' }, /kind whose behaviour/],
    [{ code: 'tool-unknown', tool: 'sed', kind: 'toybox' }, /sed of the host comes from toybox, .* not run/],
    [{ code: 'option-needed', tool: 'wc', kind: 'uutils' }, /wc .* uutils, .*sonde policy --help wc names/],
    [
      { code: 'option-unsupported', tool: 'grep', option: '-P', kind: 'busybox' },
      /grep of the host has no -P/,
    ],
    // It has one: to say that it has none would be wrong.
    [
      { code: 'option-unsupported', tool: 'ls', option: '-l', kind: 'toybox' },
      /ls .* toybox, whose -l differs from that of GNU or was not compared/,
    ],
    [{ code: 'git-filter', driver: 'x' }, /filter “x”/],
    [{ code: 'not-a-posix-shell', said: 'go away' }, /it said: “go away”/],
    [
      { code: 'login-waits', host: 'me@box:22', seconds: 30, said: 'banner\nWhich project?' },
      /^me@box:22: no shell was there within 30 seconds; the login printed: “banner \/ Which project\?”/,
    ],
    [
      { code: 'login-waits', host: 'me@box:22', seconds: 30, said: '' },
      /within 30 seconds\. Something in the login waits/,
    ],
    [{ code: 'not-a-posix-shell', said: '' }, /does not lead to a POSIX shell\. Check/],
    [{ code: 'disconnected', host: 'box', detail: 'x' }, /box/],
    [{ code: 'cancelled' }, /./],
  ])('%j', (error, expected) => {
    const text = probeErrorMessage(error);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(/[\p{Cc}]|\{[0-9]\}/u);
  });
});

test('notes of evidence', () => {
  const evidence: Evidence = {
    line: 'x',
    exit: null,
    stdout: new Uint8Array(10),
    stderr: new Uint8Array(),
    truncated: 'bytes',
    ms: 1,
    notes: ['links-not-followed', 'blame-of-head', 'filter-off:lfs:x', 'errors-cut', 'new-one'],
  };
  expect(evidenceNotes(evidence)).toEqual([
    'Symbolic links were not followed.',
    'The repository has filters, so HEAD was blamed instead of the file in the work tree.',
    'The filter “lfs:x” was not applied.',
    'Standard error was cut.',
    'new-one',
    'The output was cut at 10 bytes. Narrow the probe, or add | head.',
  ]);
  expect(evidenceNotes({ ...evidence, notes: [], truncated: 'time' })).toHaveLength(1);
  expect(evidenceNotes({ ...evidence, notes: [], truncated: null })).toEqual([]);
});
