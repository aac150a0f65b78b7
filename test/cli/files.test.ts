import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { replaceFile } from '../../src/cli/files.ts';
import { say, type Io } from '../../src/cli/io.ts';
import { liveReport } from '../../src/cli/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonde-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function testIo(): Io & { readonly stderr: PassThrough; readonly stdout: PassThrough } {
  return {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    stdin: new PassThrough(),
    environment: {},
    workingFolder: folder,
    homeFolder: folder,
    signal: new AbortController().signal,
  };
}

test('a file takes the place of a link and does not go through it', async () => {
  writeFileSync(join(folder, 'victim'), 'precious\n');
  symlinkSync('victim', join(folder, 'report.html'));
  expect(await replaceFile(testIo(), 'report.html', Buffer.from('report\n'))).toEqual({
    ok: true,
    value: undefined,
  });
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('precious\n');
  expect(lstatSync(join(folder, 'report.html')).isFile()).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['report.html', 'victim']);
});

test('what is said to a person holds no escape, whoever wrote it', () => {
  const io = testIo();
  say(io, 'name\u001b]0;title\u0007 \u009b31m \u202eabc \u2028 \u00ad \u061c\n\tnext');
  expect(String(io.stderr.read())).toBe(
    'name\\x1b]0;title\\x07 \\x9b31m \\u{202e}abc \\u{2028} \\xad \\u{61c}\n\tnext\n',
  );
});

test('no line of a report holds one either', () => {
  const io = testIo();
  liveReport(io)({
    kind: 'probe',
    block: 0,
    done: 1,
    total: 1,
    run: {
      id: 'p\u001b[2J',
      on: 'host\u001b[2J',
      place: 1,
      sha256: '',
      line: 'ls',
      outcome: { kind: 'error', line: 'ls', error: { code: 'not-a-posix-shell', said: '\u001b[2J' } },
    },
  });
  expect(String(io.stdout.read())).not.toContain('\u001b');
});
