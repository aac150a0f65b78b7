import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/processes.ts';
import { checkTrace, nonceOf, readTrace, type Checked } from './trace.ts';
import { writeTracer } from './traced-run.ts';
import { makeViolators, VIOLATIONS } from './violations.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let tracer: ReturnType<typeof writeTracer>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-trace-'));
  chmodSync(folder, 0o777);
  tracer = writeTracer(folder);
  writeFileSync(join(folder, 'f'), 'b\na\n');
  execFileSync('mkfifo', ['-m', '666', join(folder, 'pipe')]);
  if (isRoot) chownSync(join(folder, 'f'), NOBODY, NOBODY);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the trace of a script holds that really runs, as nobody; and what it printed. */
async function traceOf(
  script: string,
  programs: readonly string[],
): Promise<Checked & { readonly output: string }> {
  for (const name of readdirSync(tracer.traces)) rmSync(join(tracer.traces, name));
  const command = [tracer.program, `cd ${folder}; ${script}\nexit 0`];
  // Violations that would succeed are nothing to try as root.
  const nobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const [program = '', ...args] = isRoot ? [...nobody, ...command] : command;
  let output = '';
  try {
    output = execFileSync(program, args, { stdio: 'pipe', encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
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
  const allowed = {
    programs: new Set(programs.map((one) => (one.startsWith('/') ? one : `/usr/bin/${one}`))),
    isClosed: (path: string) => path.endsWith('/pipe'),
  };
  return { ...checkTrace(readTrace(before), allowed), output };
}

describe('what programs do in a shell', () => {
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
    [
      'a program behind another',
      'find f -exec /usr/bin/wc {} +',
      ['find'],
      /^find: execve\("\/usr\/bin\/wc"/,
    ],
    ['a named program behind another', 'find f -exec /usr/bin/wc {} +', ['find', 'wc'], /^find: execve\(/],
    ['one of ours behind another', 'find f -exec /usr/bin/cat {} +', ['find'], /^find: execve\(/],
    ['a shell behind awk', `awk 'BEGIN { system("true") }'`, ['awk'], /^awk: execve\("\/bin\/sh"/],
    ['a signal to others', 'kill -TERM 1073741', [], /kill\(1073741, SIGTERM\)/],
    ['a FIFO', 'timeout 1 head -c 1 <> pipe', ['timeout'], /openat\(.*"pipe", O_RDWR/],
    [
      'a FIFO read',
      'timeout 1 cat pipe & sleep 0.2; : > pipe; wait',
      ['timeout'],
      /cat: openat\(.*"pipe", O_RDONLY/,
    ],
    ['a name server', 'getent hosts nowhere.invalid', ['getent'], /^getent: socket\(/],
    ['what leaves its group', 'setsid -f true', ['true'], /^setsid: setsid\(/],
  ])('%s is seen in a trace', async (_name, script, programs, hole) => {
    const { holes } = await traceOf(script, programs);
    expect(holes.filter((one) => hole.test(one))).not.toEqual([]);
  });

  test('what only reads is clean, with /dev/null, pipes and an end by force', async () => {
    const script =
      'ls -l f 2>/dev/null | sort | head -1; cat f | wc -l; sleep 9 & kill -KILL $!; kill -KILL 0';
    // The group of the script is that of the tests, so it gets one of its own.
    const { holes } = await traceOf(`exec setsid sh -c '${script}'`, ['ls', 'sort', 'wc']);
    expect(holes).toEqual([]);
  });
});

test('every planted violation is seen, by the program that commits it', async () => {
  const { script, programs } = makeViolators(folder);
  const { holes, output } = await traceOf(script, programs);
  const absent = output.split('\n').flatMap((row) => /^absent: (.+)$/.exec(row)?.[1] ?? []);
  const blamed = new Set(holes.map((hole) => hole.slice(0, hole.indexOf(':'))));
  console.log(
    `${VIOLATIONS.length - absent.length} violations seen; not on this machine: ${absent.join(' ') || '-'}`,
  );
  expect(VIOLATIONS.length).toBeGreaterThan(115);
  expect(VIOLATIONS.filter((name) => !blamed.has(name) && !absent.includes(name))).toEqual([]);
  expect(absent.length).toBeLessThan(20);
});

test('calls that a trace shows in two parts, and calls that never ended, are whole', () => {
  const calls = readTrace(
    [
      '7 openat(AT_FDCWD, "a", O_RDONLY <unfinished ...>',
      '8 write(1<pipe:[5]>, "0123456789abcdef0123456789abcdef:B\\n", 35) = 35',
      '7 <... openat resumed>) = 3</x/a>',
      '9 unlink("b" <unfinished ...>',
      '9 +++ killed by SIGKILL +++',
    ].join('\n'),
  );
  expect(calls).toEqual([
    { pid: 8, name: 'write', args: '1<pipe:[5]>, "0123456789abcdef0123456789abcdef:B\\n", 35', result: '35' },
    { pid: 7, name: 'openat', args: 'AT_FDCWD, "a", O_RDONLY', result: '3</x/a>' },
    { pid: 9, name: 'unlink', args: '"b"', result: '' },
    { pid: 9, name: '+++', args: '', result: '' },
  ]);
  expect(nonceOf(calls)).toBe('0123456789abcdef0123456789abcdef');
  const killed = readTrace('7 ???( <unfinished ...>\n7 +++ killed by SIGKILL +++\n8 something else');
  const nothing = { programs: new Set<string>(), isClosed: () => false };
  expect(checkTrace(calls, nothing).holes).toEqual(['sh: unlink("b") = ']);
  expect(checkTrace(killed, nothing).holes).toEqual(['sh: (something else) = ']);
  const closed = { ...nothing, isClosed: (path: string) => path === '/x/a' };
  expect(checkTrace(calls, closed).holes[0]).toBe('sh: openat(AT_FDCWD, "a", O_RDONLY) = 3</x/a>');
});

test('a child is what its parent was when it was made, whichever line comes first', () => {
  const calls = readTrace(
    [
      '7 execve("/usr/bin/git", ["git"], 0x1) = 0',
      '8 kill(0, SIGKILL) = 0',
      '7 clone(child_stack=NULL) = 8',
      '7 execve("/usr/bin/other", ["other"], 0x1) = 0',
      '8 setpgid(0, 0) = 0',
    ].join('\n'),
  );
  const allowed = { programs: new Set(['/usr/bin/git']), isClosed: () => false };
  expect(checkTrace(calls, allowed).holes).toEqual([
    'git: kill(0, SIGKILL) = 0',
    'git: execve("/usr/bin/other", ["other"], 0x1) = 0',
    'git: setpgid(0, 0) = 0',
  ]);
});

test('the number of a process that ended is another one when it comes back', () => {
  const rows = [
    '8 clone(child_stack=NULL) = 9',
    '9 execve("/usr/bin/head", ["head"], 0x1) = 0',
    '9 +++ exited with 0 +++',
    '8 clone(child_stack=NULL) = 9',
    '9 kill(0, SIGKILL) = ?',
  ];
  const allowed = { programs: new Set<string>(), isClosed: () => false };
  expect(checkTrace(readTrace(rows.join('\n')), allowed).holes).toEqual([]);
  const living = rows.filter((row) => !row.includes('+++')).join('\n');
  expect(checkTrace(readTrace(living), allowed).holes).toEqual(['head: kill(0, SIGKILL) = ?']);
});

test('the name service is asked by the shell in the handshake alone', () => {
  const rows = [
    '7 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK, 0) = 3<socket:[1]>',
    '7 connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)',
  ];
  const allowed = { programs: new Set<string>(), isClosed: () => false };
  expect(checkTrace(readTrace(rows.join('\n')), allowed).holes).toHaveLength(2);
  expect(checkTrace(readTrace(rows.join('\n')), { ...allowed, asksForHome: true }).holes).toEqual([]);
  const elsewhere = '7 connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0';
  expect(checkTrace(readTrace(elsewhere), { ...allowed, asksForHome: true }).holes).toHaveLength(1);
});
