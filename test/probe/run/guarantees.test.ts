import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planLine } from '../../../src/probe/plan/plan-line.ts';
import { approvePlan } from '../../../src/probe/policy.ts';
import { newNonce } from '../../../src/probe/run/nonce.ts';
import type { RunOptions } from '../../../src/probe/index.ts';
import { untilOutput, value } from '../../support/channels.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench, type Bench, type Seen } from '../bench.ts';

// Each thing that the guarded shell promises, in both of its forms, on both kinds of target.

const TEXT = 'one\ntwo\nthree\n';
/** Walks long enough to be looked at, and prints nothing. */
const WALK = `find ${'/usr '.repeat(20)}-name`;
const MARKERS = `${'0'.repeat(32)}:B\nx\n${'0'.repeat(32)}:E\n${'0'.repeat(32)}:T\n`;

function project(isWhole = true): string {
  const root = makeFolder({ 'a.txt': TEXT, 'markers.txt': MARKERS, 'page.txt': 'x'.repeat(4096) });
  if (!isWhole) return root;
  mkdirSync(join(root, 'many'));
  for (let index = 0; index < 2500; index += 1) mkdirSync(join(root, 'many', `folder-${index}`));
  execFileSync('mkfifo', ['-m', '666', join(root, 'pipe')]);
  writeFileSync(join(root, 'big.txt'), `${'y'.repeat(99)}\n`.repeat(50_000));
  return root;
}

let user: TestUser | undefined;
let sshd: Sshd;
beforeAll(async () => {
  user = plainUser();
  sshd = await startSshd(asUser(user));
});
afterAll(async () => {
  await sshd.stop();
  user?.remove();
});

const PLACES = [
  { name: 'ssh, a shell that waits', kind: 'ssh', spares: 2 },
  { name: 'ssh, script inside', kind: 'ssh', spares: 0 },
  { name: 'local, a shell that waits', kind: 'local', spares: 2 },
  { name: 'local, script inside', kind: 'local', spares: 0 },
] as const;

describe.each(PLACES)('on $name', ({ kind, spares }) => {
  const isInline = spares === 0;
  let bench: Bench;
  const open = (root: string): Promise<Bench> =>
    kind === 'local'
      ? openBench({ kind, root }, { spares })
      : openBench({ kind, host: sshd.alias, root }, { sshConfigFile: sshd.sshConfigFile, spares });
  beforeAll(async () => {
    bench = await open(project());
  });
  afterAll(() => bench.close());

  /** The evidence of a line in the form that this is about. */
  async function run(line: string, options?: RunOptions): Promise<Seen> {
    for (let tries = 0; tries < 20; tries += 1) {
      const seen = await bench.evidence(line, options);
      if ((bench.ledger.entries.at(-1)?.script === '') === isInline) return seen;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the form is never used');
  }

  test('every process of a pipeline has the limits, the group and the environment', async () => {
    const mark = `limits-${String(Math.random()).slice(2)}`;
    const stop = new AbortController();
    const line = `${WALK} ${mark} | grep ${mark} | sed -n /${mark}/p | awk '/${mark}/{print $1}' | sort -t ${mark[0] ?? ''}`;
    const running = bench.prober.run(line, { signal: stop.signal });
    const programs = ['find', 'grep', 'sed', 'awk'];
    await eventually(() => expect(programsWith(mark)).toEqual(expect.arrayContaining(programs)));
    const ids = processesWith(mark).filter((id) => programs.includes(programOf(id)));
    for (const id of ids) {
      const limits = readFileSync(`/proc/${id}/limits`, 'utf8');
      expect(limits).toMatch(/^Max cpu time +60 +60 /m);
      expect(limits).toMatch(/^Max file size +0 +0 /m);
      expect(limits).toMatch(/^Max core file size +0 +0 /m);
      expect(limits).toMatch(/^Max address space +2147483648 +2147483648 /m);
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      expect(status).toMatch(/^Umask:\t0077$/m);
      // SIGXFSZ is 25: ignored, so that a write fails and nobody is killed in the middle of one.
      const ignored = Number.parseInt(/^SigIgn:\t[0-9a-f]*([0-9a-f]{8})$/m.exec(status)?.[1] ?? '0', 16);
      expect((ignored >>> 24) & 1).toBe(1);
      const environment = readFileSync(`/proc/${id}/environ`, 'utf8')
        .split('\0')
        .filter((entry) => entry !== '');
      const expected = ['HOME', 'LC_ALL', 'PATH', 'PWD', 'OLDPWD', '_', 'SHLVL'];
      expect(
        environment.map((entry) => entry.split('=')[0]).filter((key) => !expected.includes(key ?? '')),
      ).toEqual([]);
      expect(environment).toContain(`HOME=${bench.prober.host.home}`);
      expect(environment).toContain('LC_ALL=C');
      expect(environment).toContain('PATH=/usr/local/bin:/usr/bin:/bin');
    }
    const groups = new Set(
      ids.map(
        (id) =>
          readFileSync(`/proc/${id}/stat`, 'utf8')
            .replace(/^.*\) /, '')
            .split(' ')[2],
      ),
    );
    expect(groups.size).toBe(1);
    const leader = [...groups][0] ?? '';
    expect(readFileSync(`/proc/${leader}/cmdline`, 'utf8')).toContain('/bin/sh\0-c\0');
    stop.abort();
    expect(await running).toMatchObject({ kind: 'error', error: { code: 'cancelled' } });
    await eventually(() => expect(processesWith(mark)).toEqual([]));
  });

  test('a pattern that would eat all memory ends at once', async () => {
    const seen = await run("grep -E '((a{1,255}){1,255}){1,255}' a.txt");
    expect([seen.exit, seen.truncated, seen.out]).toEqual([2, null, '']);
    expect(seen.err).toMatch(/memory exhausted|too big/i);
  });

  test('output is cut at the byte, and only what is longer', async () => {
    for (const [limit, length, truncated] of [
      [4097, 4096, null],
      [4096, 4096, null],
      [4095, 4095, 'bytes'],
      [1, 1, 'bytes'],
    ] as const) {
      const seen = await run('cat page.txt', { limit });
      expect([limit, seen.stdout.length, seen.truncated]).toEqual([limit, length, truncated]);
    }
    const flood = await run('cat big.txt big.txt big.txt', { limit: 1_000_000 });
    expect([flood.stdout.length, flood.truncated, flood.exit]).toEqual([1_000_000, 'bytes', null]);
  });

  test('errors have a limit of their own, and do not stop what comes behind them', async () => {
    const seen = await run('cat many/* a.txt');
    expect([seen.out, seen.exit, seen.stderr.length, seen.notes]).toEqual([TEXT, 1, 65_536, ['errors-cut']]);
  });

  test.each([
    ['cat big.txt | head -n 1', 0],
    ['cat big.txt | head -n 1 | grep z', 1],
    ['grep nothing a.txt | cat | wc -l', 1],
    ['cat a.txt | grep one | cat', 0],
    ['cat many/folder-1 a.txt | cat', 1],
    ['cat many/folder-1 a.txt | grep -q nothing', 1],
  ])(
    '%s: the status is that of the last stage that failed, a closed pipe not counted: %i',
    async (line, exit) => {
      expect((await run(line)).exit).toBe(exit);
    },
  );

  test('a silent pipeline is stopped by the timer on the host', async () => {
    const mark = `timer-${String(Math.random()).slice(2)}`;
    const seen = await run(`${WALK} ${mark} | sort | tail -n 1`, { time: 1 });
    expect([seen.truncated, seen.exit]).toEqual(['time', null]);
    await eventually(() => expect(processesWith(mark)).toEqual([]));
  });

  test('output cannot imitate a frame, not even with the script of the probe itself', async () => {
    expect((await run('cat markers.txt')).out).toBe(MARKERS);
    // The command line of the shell is there to see; the nonces in it end no answer.
    const seen = await run('ps -e -o args');
    expect([seen.exit, seen.truncated, seen.err]).toEqual([0, null, '']);
    expect(seen.out).toMatch(/ps .*args/);
    expect(seen.out.endsWith('\n')).toBe(true);
  });

  test('a FIFO is refused and not opened', async () => {
    expect(await bench.error('cat pipe')).toMatchObject({ code: 'operand-kind', kind: 'fifo' });
    expect(await bench.error('cat a.txt pip?')).toMatchObject({ code: 'operand-kind', kind: 'fifo' });
  });

  test.each(['end', 'close'] as const)('%s of the channel leaves no process', async (way) => {
    for (const line of [
      `${WALK} MARK`,
      `${WALK} MARK | sort | uniq -c`,
      'cat big.txt big.txt | grep -v MARK | sort',
    ]) {
      const mark = `${way}-${String(Math.random()).slice(2)}`;
      const plan = value(planLine(line.replace('MARK', mark), { root: bench.root }));
      const nonce = newNonce();
      const command = value(
        approvePlan('plain', plan, {
          host: bench.prober.host,
          root: bench.root,
          nonce,
          limit: 1_000_000,
          time: 60,
          fence: false,
          sensitive: false,
          filters: 'ask',
        }),
      );
      const forms = isInline ? (['inline'] as const) : (['spare', 'launcher'] as const);
      const channel = value(await bench.transport.exec(command, { forms }));
      // Somebody reads on, else a host with more to say than is kept would be held back, and could not end.
      channel.onStdout(() => undefined);
      await untilOutput(channel, `${nonce}:B`);
      if (way === 'end') channel.end();
      else channel.close();
      await channel.closed;
      await eventually(() => expect([...processesWith(mark), ...processesWith(nonce)]).toEqual([]));
    }
  });

  test('the end of the connection leaves no process', async () => {
    const mark = `lost-${String(Math.random()).slice(2)}`;
    const other = await open(project(false));
    const running = Promise.all(
      [`${WALK} ${mark}`, `${WALK} ${mark} | sort`, `${WALK} ${mark} | cat | sort | tail -n 1`].map((line) =>
        other.prober.run(line),
      ),
    );
    await eventually(() =>
      expect(programsWith(mark).filter((program) => program === 'find')).toHaveLength(3),
    );
    other.transport.dispose();
    for (const outcome of await running) expect(outcome).toMatchObject({ kind: 'error' });
    await eventually(() => expect(processesWith(mark)).toEqual([]));
    other.close();
  });
});

test('git, which maps files, has a limit of data instead of address space', () => {
  const lines = { 'git log -1': 'd', 'grep x a.txt': 'v', 'git log -1 | sort': 'dv' };
  for (const [line, limits] of Object.entries(lines)) {
    const plan = value(planLine(line, { root: '/r' }));
    const tools = { path: '/usr/bin/x', version: '9.9' };
    const host = {
      system: 'Linux',
      home: '/h',
      noise: '',
      tools: {
        git: { ...tools, kind: 'git' as const },
        grep: { ...tools, kind: 'gnu' as const },
        sort: { ...tools, kind: 'gnu' as const },
      },
    };
    const options = { host, root: '/r', nonce: 'n', limit: 1, time: 1, fence: false, sensitive: false };
    const { script } = value(approvePlan('plain', plan, { ...options, filters: 'ask' }));
    const given = [...script.matchAll(/ulimit -([dv]) 2097152/g)].map(([, kind]) => kind);
    expect(given.join('')).toBe(limits);
  }
});

/** Names of the programs that run with `text` in their command line. */
function programsWith(text: string): readonly string[] {
  return processesWith(text).map(programOf);
}

function programOf(id: number): string {
  try {
    const name = readFileSync(`/proc/${id}/comm`, 'utf8').trim();
    return name.endsWith('awk') ? 'awk' : name;
  } catch {
    return '';
  }
}
