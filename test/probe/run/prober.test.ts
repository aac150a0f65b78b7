import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PREPARATION } from '../../../src/probe/emission/launcher.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench, openLocal, type Bench } from '../bench.ts';

const SMALL = 'one\ntwo\nthree\n';
const FOUR_KILOBYTES = Array.from({ length: 128 }, (_, index) => `line ${index} ${'x'.repeat(22)}`).join(
  '\n',
);
const LARGE =
  Array.from({ length: 20_000 }, (_, index) => `${index}: ${'data '.repeat(7)}`).join('\n') + '\n';

function project(): string {
  const root = makeFolder({
    'small.txt': SMALL,
    'four.txt': FOUR_KILOBYTES,
    'large.txt': LARGE,
    'empty.txt': '',
  });
  writeFileSync(join(root, 'raw.bin'), Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256)));
  mkdirSync(join(root, 'pkg'));
  writeFileSync(
    join(root, 'pkg/a.py'),
    'def update():\n    return 1\n\n\ndef check():\n    return update()\n',
  );
  writeFileSync(join(root, 'pkg/b:7:c.py'), 'x = 1\nupdate = 2\n');
  execFileSync('chmod', ['-R', 'a+rX', root]);
  chmodSync(root, 0o755);
  return root;
}

let sshd: Sshd;
let user: TestUser | undefined;
const benches = new Map<string, Bench>();

beforeAll(async () => {
  user = process.getuid?.() === 0 ? makeTestUser() : undefined;
  sshd = await startSshd(user === undefined ? {} : { user: user.name });
  benches.set('local', await openLocal(project()));
  benches.set(
    'ssh',
    await openBench(
      { kind: 'ssh', host: sshd.alias, root: project() },
      { sshConfigFile: sshd.sshConfigFile },
    ),
  );
});
afterAll(async () => {
  for (const bench of benches.values()) bench.close();
  await sshd.stop();
  user?.remove();
});

function bench(name: string): Bench {
  const found = benches.get(name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe.each(['local', 'ssh'])('a prober on %s', (name) => {
  test('knows the host', () => {
    const { host } = bench(name).prober;
    expect(host.system).toBe('Linux');
    expect(host.tools['grep']).toMatchObject({ path: '/usr/bin/grep', kind: 'gnu' });
    expect(host.tools['git']).toMatchObject({ kind: 'git' });
    expect(host.home).toBe(name === 'ssh' && user !== undefined ? user.home : process.env['HOME']);
    expect(host.noise).toBe('');
  });

  test.each([
    ['cat empty.txt', ''],
    ['cat small.txt', SMALL],
    ['cat four.txt', FOUR_KILOBYTES],
    ['cat large.txt', LARGE],
    ['cat four.txt | cat | cat', FOUR_KILOBYTES],
    ['head -n 2 small.txt', 'one\ntwo\n'],
    ['tail -n +2 small.txt', 'two\nthree\n'],
    ['sed -n 2,3p small.txt', 'two\nthree\n'],
    ["sed -n '$p' small.txt | wc -l", '1\n'],
    ["grep -c '' large.txt", '20000\n'],
    ['cd pkg && cat a.py | head -1', 'def update():\n'],
    ['cat large.txt | head -n 1', `0: ${'data '.repeat(7)}\n`],
    ['ls pkg', 'a.py\nb:7:c.py\n'],
    ["find . -name '*.py' | sort", './pkg/a.py\n./pkg/b:7:c.py\n'],
  ])('%s brings every byte', async (line, expected) => {
    const seen = await bench(name).evidence(line);
    expect(seen.out).toBe(expected);
    expect(seen).toMatchObject({ exit: 0, truncated: null, err: '' });
  });

  test('bytes that are no text come as they are', async () => {
    const { stdout } = await bench(name).evidence('cat raw.bin');
    expect(Buffer.from(stdout)).toEqual(Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256)));
  });

  test('twenty probes at once, each its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => bench(name).evidence(`sed -n ${index + 1}p large.txt`)),
    );
    expect(answers.map((answer) => answer.out)).toEqual(
      LARGE.split('\n')
        .slice(0, 20)
        .map((line) => `${line}\n`),
    );
  });

  test('hits name files relative to the root', async () => {
    const seen = await bench(name).evidence("grep -rn 'update' pkg | sort");
    expect(seen.hits).toEqual([
      { file: 'pkg/a.py', line: 1, text: 'def update():' },
      { file: 'pkg/a.py', line: 6, text: '    return update()' },
      // The name holds `:7:`, which looks like a line number: the shortest split wins, as documented.
      { file: 'pkg/b', line: 7, text: 'c.py:2:update = 2' },
    ]);
    const named = await bench(name).evidence("grep -Hn update 'pkg/b:7:c.py'");
    expect(named.hits).toEqual([{ file: 'pkg/b:7:c.py', line: 2, text: 'update = 2' }]);
    const inside = await bench(name).evidence('cd pkg && sed -n 5,6p a.py');
    expect(inside.hits).toEqual([
      { file: 'pkg/a.py', line: 5, text: 'def check():' },
      { file: 'pkg/a.py', line: 6, text: '    return update()' },
    ]);
  });

  test.each([
    ['grep nothing small.txt', 1],
    ['grep one small.txt | grep two', 1],
    ['grep nothing small.txt | cat', 1],
    ['grep nothing small.txt | wc -l', 1],
    ['cat large.txt | head -n 1', 0],
    ['git log -1', 128],
    ['git log -1 2>&1 | head -c 5', 128],
  ])('%s: the status is that of the last stage that failed: %i', async (line, exit) => {
    expect((await bench(name).evidence(line)).exit).toBe(exit);
  });

  test('standard error: kept, merged or dropped', async () => {
    expect((await bench(name).evidence('git log -1')).err).toContain('not a git repository');
    expect((await bench(name).evidence('git log -1 2>&1')).out).toContain('not a git repository');
    expect((await bench(name).evidence('git log -1 2>/dev/null')).err).toBe('');
  });

  test('output beyond the limit is cut there, and says so', async () => {
    const seen = await bench(name).evidence('cat large.txt', { limit: 10_000 });
    expect(seen).toMatchObject({ truncated: 'bytes', exit: null });
    expect(seen.out).toBe(LARGE.slice(0, 10_000));
    const exact = await bench(name).evidence('cat small.txt', { limit: SMALL.length });
    expect(exact).toMatchObject({ truncated: null, exit: 0, out: SMALL });
    const one = await bench(name).evidence('cat small.txt', { limit: SMALL.length - 1 });
    expect(one).toMatchObject({ truncated: 'bytes', out: SMALL.slice(0, -1) });
  });

  test('a refused line is not sent', async () => {
    const { prober, ledger } = bench(name);
    const before = ledger.entries.length;
    const outcome = await prober.run('rm -rf .');
    expect(outcome).toMatchObject({ kind: 'refusal', refusal: { rule: 'writes', word: 'rm', at: 0 } });
    expect(ledger.entries.length).toBe(before);
  });

  test('the ledger holds what was sent, byte for byte, and how it ended', async () => {
    const { ledger, transport } = bench(name);
    await bench(name).evidence('cat small.txt');
    const entry = ledger.entries.at(-1);
    expect(entry).toMatchObject({
      line: 'cat small.txt',
      target: transport.label,
      exit: 0,
      bytes: SMALL.length,
    });
    expect(entry?.launcher).toMatch(/^exec \/usr\/bin\/env -i \/bin\/sh -c /);
    expect(entry?.script).toContain('/usr/bin/cat -- small.txt');
    // The constant, then one line.
    expect(entry?.script.startsWith(PREPARATION)).toBe(true);
    expect(entry?.script.split('\n')).toHaveLength(3);
    expect(ledger.entries[0]?.line).toBeUndefined();
  });

  test('a probe without an end is stopped by the timer on the host, and nothing is left', async () => {
    const seen = await bench(name).evidence(
      'find /usr /usr /usr /usr /usr /usr /usr -name nonexistent-4711',
      { time: 1 },
    );
    expect(seen).toMatchObject({ truncated: 'time', exit: null });
    await eventually(() => expect(processesWith('nonexistent-4711')).toEqual([]));
  });

  test('cancelling ends the process on the host', async () => {
    const stop = new AbortController();
    const running = bench(name).prober.run('find /usr /usr /usr /usr /usr /usr /usr -name nonexistent-4712', {
      signal: stop.signal,
    });
    await eventually(() => expect(processesWith('nonexistent-4712')).not.toEqual([]));
    stop.abort();
    expect(await running).toMatchObject({ kind: 'error', error: { code: 'cancelled' } });
    await eventually(() => expect(processesWith('nonexistent-4712')).toEqual([]));
    expect(await bench(name).prober.run('cat small.txt', { signal: stop.signal })).toMatchObject({
      kind: 'error',
      error: { code: 'cancelled' },
    });
  });

  test('a root that is not there', async () => {
    const { transport } = bench(name);
    const { openProber } = await import('../../../src/probe/index.ts');
    expect(await openProber(transport, { root: '/nonexistent/root' })).toEqual({
      ok: false,
      error: { code: 'root-missing', root: '/nonexistent/root' },
    });
  });

  test('tools that the host does not have', async () => {
    const { tools } = bench(name).prober.host;
    const lines = {
      rg: 'rg x .',
      hexdump: 'hexdump a',
      column: 'column a',
      file: 'file a',
      strings: 'strings a',
    };
    for (const [tool, line] of Object.entries(lines)) {
      if (tools[tool] !== undefined) continue;
      expect(await bench(name).error(line)).toEqual({ code: 'tool-missing', tool });
    }
  });
});
