import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/processes.ts';
import { checkTrace, nonceOf, readTrace } from './trace.ts';
import { writeTracer } from './traced-run.ts';

let folder: string;
let tracer: ReturnType<typeof writeTracer>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-trace-'));
  tracer = writeTracer(folder);
  writeFileSync(join(folder, 'f'), 'b\na\n');
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The holes in the trace of a script that really runs. */
async function holesOf(script: string, programs: readonly string[]): Promise<readonly string[]> {
  for (const name of readdirSync(tracer.traces)) rmSync(join(tracer.traces, name));
  try {
    execFileSync(tracer.program, [`cd ${folder}; ${script}; exit 0`], {
      stdio: 'pipe',
      env: { PATH: '/usr/bin:/bin' },
    });
  } catch {
    // Some of them end by a signal.
  }
  await eventually(() => expect(readdirSync(tracer.traces)).toHaveLength(1));
  const [name = ''] = readdirSync(tracer.traces);
  const read = (): string => readFileSync(join(tracer.traces, name), 'latin1');
  // The tracer ends after what it traces.
  let before = '';
  await eventually(() => {
    const now = read();
    const isSame = now === before && now !== '';
    before = now;
    expect(isSame).toBe(true);
  });
  const allowed = { programs: new Set(programs.map((one) => `/usr/bin/${one}`)), closed: ['pipe'] };
  return checkTrace(readTrace(before), allowed).holes;
}

test.each([
  ['a redirection', ': > new', [], /openat\(.*"new"/],
  ['an appending one that fails', ': >> /proc/version', [], /openat\(.*"\/proc\/version"/],
  ['sort -o', 'sort -o f f', ['sort'], /^sort: openat\(.*"f", O_WRONLY/],
  ['sed -i', 'sed -i s/a/c/ f', ['sed'], /^sed: rename(?:at2?)?\(/],
  ['a removal', 'rm f2', ['rm'], /^rm: unlink/],
  ['a touch', 'touch -d 2001-01-01 f', ['touch'], /^touch: utimensat\(/],
  ['a chmod', 'chmod 600 f', ['chmod'], /^chmod: fchmodat\(/],
  ['a folder', 'mkdir d', ['mkdir'], /^mkdir: mkdir/],
  ['a link', 'ln -s f l', ['ln'], /^ln: symlink/],
  ['a program that is not named', '/usr/bin/wc f', [], /execve\("\/usr\/bin\/wc"/],
  ['a program behind another', 'find f -exec /usr/bin/wc {} +', ['find'], /execve\("\/usr\/bin\/wc"/],
  ['a signal to others', 'kill -TERM 1073741', [], /kill\(1073741, SIGTERM\)/],
  ['a FIFO', 'timeout 1 head -c 1 <> pipe', ['timeout'], /openat\(.*"pipe", O_RDWR/],
  ['a name server', 'getent hosts nowhere.invalid', ['getent'], /^getent: socket\(/],
])('%s is seen in a trace', async (_name, script, programs, hole) => {
  expect((await holesOf(script, programs)).filter((one) => hole.test(one))).not.toEqual([]);
});

test('what only reads is clean, with /dev/null, pipes and an end by force', async () => {
  const script = 'ls -l f 2>/dev/null | sort | head -1; sleep 9 & kill -KILL $!; kill -KILL 0';
  // The group of the script is that of the tests, so it gets one of its own.
  const own = `exec setsid sh -c '${script}'`;
  expect(await holesOf(own, ['ls', 'sort'])).toEqual([]);
});

test('calls that a trace shows in two parts, and calls that never ended, are whole', () => {
  const calls = readTrace(
    [
      '7 openat(AT_FDCWD, "a", O_RDONLY <unfinished ...>',
      '8 write(1, "0123456789abcdef0123456789abcdef:B\\n", 35) = 35',
      '7 <... openat resumed>) = 3',
      '9 unlink("b" <unfinished ...>',
      '9 +++ killed by SIGKILL +++',
    ].join('\n'),
  );
  expect(calls).toEqual([
    { pid: 8, name: 'write', args: '1, "0123456789abcdef0123456789abcdef:B\\n", 35', result: '35' },
    { pid: 7, name: 'openat', args: 'AT_FDCWD, "a", O_RDONLY', result: '3' },
    { pid: 9, name: 'unlink', args: '"b"', result: '' },
  ]);
  expect(nonceOf(calls)).toBe('0123456789abcdef0123456789abcdef');
  const killed = readTrace('7 ???( <unfinished ...>\n7 +++ killed by SIGKILL +++\n8 something else');
  const nothing = { programs: new Set<string>(), closed: [] };
  expect(checkTrace(calls, nothing).holes).toEqual(['sh: unlink("b") = ']);
  expect(checkTrace(killed, nothing).holes).toEqual(['sh: (something else) = ']);
});
