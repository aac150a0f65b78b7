import { expect, test } from 'vitest';
import { ledgerHosts, ledgerJson, ledgerMarkdown, ledgerText } from '../../src/messages/index.ts';
import type { LedgerEntry } from '../../src/probe/index.ts';

const first: LedgerEntry = {
  number: 1,
  kind: 'handshake',
  time: 0,
  asked: 5,
  target: 'u@box:22',
  launcher: 'exec sh',
  script: 'echo hello\n',
  exit: 0,
  bytes: 120,
  ms: 40,
  over: true,
};
const second: LedgerEntry = {
  ...first,
  number: 2,
  kind: 'probe',
  time: 10,
  asked: 1000,
  line: 'grep -c "a|`b" f\u202E',
  script: 'grep\n',
  exit: null,
  bytes: 7,
};
const third: LedgerEntry = {
  number: 3,
  kind: 'waiting',
  time: 20,
  target: 'local',
  launcher: 'exec other',
  script: '',
  exit: null,
  bytes: 0,
  ms: 0,
  over: false,
};
const all = { entries: [first, second, third], count: 3, released: 0 };

test('the document is a table, then every byte, launchers that are the same once', () => {
  expect(ledgerText(all)).toBe(
    [
      'Everything that was sent to hosts for execution in this session.',
      '',
      '#  time (UTC)               target    exit  bytes  ms  line',
      '1  1970-01-01 00:00:00.005  u@box:22     0    120  40  (handshake)',
      '2  1970-01-01 00:00:01.000  u@box:22     –      7  40  grep -c "a|`b" f\\u{202E}',
      '3  1970-01-01 00:00:00.020  local        –      0   0  (started in advance, waits)',
      '',
      'What each login shell was given',
      '',
      'L1',
      '    exec sh',
      '',
      'L2',
      '    exec other',
      '',
      'What was written to the standard input of each',
      '',
      '#1  L1  (handshake)',
      '    echo hello',
      '',
      '#2  L1  grep -c "a|`b" f\\u{202E}',
      '    grep',
      '',
      '#3  L2  (started in advance, waits)',
      '    (nothing)',
      '',
    ].join('\n'),
  );
});

test('a large ledger is shown in part, and the document says so', () => {
  const entries = Array.from({ length: 6000 }, (_, index) => ({ ...second, number: index + 5 }));
  const text = ledgerText({ entries, count: 6004, released: 4 });
  expect(text).toContain('The first 4 entries are no longer held');
  expect(text).toContain('The last 5000 of 6004 are shown');
  expect(text).toContain('of the last 300;');
  expect(text.match(/^#\d+ {2}L1/gm)).toHaveLength(300);
  expect(text).toMatch(/^#6004 {2}L1/m);
});

test('Markdown in which nothing of a line is markup', () => {
  const text = [...ledgerMarkdown(all)].join('');
  expect(text).toContain(
    '| 2 | 1970-01-01T00:00:01.000Z | u@box:22 | – | 7 | 40 | `` grep -c "a\\|`b" f\\u{202E} `` |',
  );
  expect(text).toContain('It names hosts, users and files');
  expect(text).toContain('#1, L1\n\n```sh\necho hello\n```\n');
  expect(text).not.toContain('#3, L2');
});

test('JSON that has every byte and the times as text', () => {
  expect(JSON.parse(ledgerJson(second))).toEqual({
    number: 2,
    kind: 'probe',
    time: '1970-01-01T00:00:00.010Z',
    asked: '1970-01-01T00:00:01.000Z',
    target: 'u@box:22',
    line: 'grep -c "a|`b" f\u202E',
    launcher: 'exec sh',
    script: 'grep\n',
    exit: null,
    bytes: 7,
    ms: 40,
  });
  expect(ledgerJson({ ...second, script: 'a\nb\u2028\n' })).not.toContain('\n');
});

test('the hosts and users that are named, each once', () => {
  expect(ledgerHosts(all.entries)).toEqual(['u@box:22', 'local']);
});
