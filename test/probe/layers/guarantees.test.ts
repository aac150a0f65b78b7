import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layeredLauncher, type LayerForm } from '../../../src/probe/emission/layers.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { newSetpriv } from '../../support/setpriv.ts';
import { makeFolder, type Bench } from '../bench.ts';
import { isRoot, testHosts, type TestHost } from './host.ts';

const setpriv = await newSetpriv();
const LARGE =
  Array.from({ length: 20_000 }, (_, index) => `${index}: ${'data '.repeat(7)}`).join('\n') + '\n';
const forms: readonly (readonly [LayerForm, boolean])[] = [
  ['bwrap', false],
  ['bwrap-root', true],
  ...(setpriv === undefined
    ? []
    : ([
        ['landlock', false],
        ['landlock', true],
      ] as const)),
];

/** A repository with a change, of `user` where one is given, and files of several sizes. */
function project(user: string | undefined): string {
  const root = makeFolder({ 'large.txt': LARGE, 'a.txt': 'alpha\nbeta\n', 'empty.txt': '' });
  // Takes minutes to read, and no room.
  writeFileSync(join(root, 'endless'), '');
  truncateSync(join(root, 'endless'), 2 ** 40);
  const git = (...args: readonly string[]): void => {
    const config = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
    execFileSync('git', ['-C', root, ...config, ...args], { stdio: 'pipe' });
  };
  git('init', '-q');
  git('add', 'a.txt');
  git('commit', '-q', '-m', 'One');
  writeFileSync(join(root, 'a.txt'), 'alpha\ngamma\n');
  mkdirSync(join(root, 'pkg'));
  execFileSync('chmod', ['-R', 'a+rX', root]);
  chmodSync(root, 0o755);
  if (user !== undefined) execFileSync('chown', ['-R', user, root]);
  return root;
}

describe.runIf(isRoot).each(forms)('inside %s, as root: %s', (form, asRoot) => {
  const host = testHosts();
  const isBwrap = form.startsWith('bwrap');
  let where: TestHost;
  let bench: Bench;

  beforeAll(async () => {
    where = await host(isBwrap ? { bwrap: true } : { bwrap: false, setpriv }, { asRoot });
    bench = await where.bench('required', project(where.user?.name));
  });
  afterAll(() => expect(processesOf(where)).toEqual([]));

  /** What runs on the host for whoever logs in, besides shells that wait. */
  function processesOf({ sshd }: TestHost): readonly string[] {
    const own = sshd.processes();
    return ['sha256sum', 'head -c', 'sleep 4242', 'sleep 1)'].filter((text) =>
      processesWith(text).some((id) => own.includes(id)),
    );
  }

  // Logins of root may be slow.
  const runs = asRoot ? 8 : 50;
  test(`no output is lost: ${String(runs)} runs each of an empty, a small and an 800 KB answer`, async () => {
    for (const [file, content] of [
      ['empty.txt', ''],
      ['a.txt', 'alpha\ngamma\n'],
      ['large.txt', LARGE],
    ] as const)
      for (let run = 0; run < runs; run += 1) {
        const { out, exit } = await bench.evidence(`cat ${file}`);
        expect([exit, out === content]).toEqual([0, true]);
      }
  });

  test('the status of every stage, standard error and the limits of bytes', async () => {
    expect((await bench.evidence('grep nothing a.txt')).exit).toBe(1);
    expect((await bench.evidence('grep alpha a.txt | grep -c beta')).exit).toBe(1);
    expect(await bench.evidence('cat a.txt large.txt | head -1')).toMatchObject({ exit: 0, out: 'alpha\n' });
    expect(await bench.error('cat missing.txt')).toMatchObject({ code: 'operand-missing' });
    expect((await bench.evidence('grep -l alpha a.txt 2>/dev/null')).out).toBe('a.txt\n');
    expect(await bench.evidence('cat large.txt', { limit: 1000 })).toMatchObject({
      truncated: 'bytes',
      out: LARGE.slice(0, 1000),
    });
  });

  test('git works, and rewrites nothing', async () => {
    const index = join(bench.root, '.git/index');
    const before = [createHash('sha256').update(readFileSync(index)).digest('hex'), statSync(index).mtimeMs];
    expect((await bench.evidence('git log --oneline')).out).toMatch(/^[0-9a-f]{7,} One\n$/);
    expect((await bench.evidence('git diff')).out).toContain('-beta\n+gamma\n');
    expect((await bench.evidence('git status --short')).out).toContain(' M a.txt\n');
    expect([createHash('sha256').update(readFileSync(index)).digest('hex'), statSync(index).mtimeMs]).toEqual(
      before,
    );
  });

  test.runIf(!asRoot)('memory is limited', async () => {
    const { exit, err, truncated } = await bench.evidence("grep -E '((a{1,255}){1,255}){1,255}' a.txt");
    expect([exit, truncated]).toEqual([2, null]);
    expect(err).toMatch(/memory exhausted/i);
  });

  test('a probe is stopped when its time is over, and leaves nothing', async () => {
    expect(await bench.evidence('sha256sum endless', { time: 1 })).toMatchObject({
      truncated: 'time',
      exit: null,
    });
    await eventually(() => expect(processesOf(where)).toEqual([]));
  });

  test('a cancelled probe leaves nothing', async () => {
    const controller = new AbortController();
    const outcome = bench.prober.run('sha256sum endless', { signal: controller.signal });
    await eventually(() => expect(processesOf(where)).toContain('sha256sum'));
    controller.abort();
    expect(await outcome).toMatchObject({ kind: 'error', error: { code: 'cancelled' } });
    await eventually(() => expect(processesOf(where)).toEqual([]));
  });

  /** The shell behind the launcher, through a client that can be ended. */
  function shell(line: string): { readonly end: (signal: 'SIGKILL' | 'input') => void } {
    const launcher = layeredLauncher({ form, folder: isBwrap ? '/usr/bin' : '/usr/local/bin' });
    const { sshConfigFile, alias, user } = where.sshd;
    const child = spawn('ssh', ['-F', sshConfigFile, '-l', user, alias, launcher], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(`kill -KILL $i; ${line}\n`);
    return { end: (signal) => (signal === 'input' ? child.stdin.end() : child.kill(signal)) };
  }

  test.each(['SIGKILL', 'input'] as const)('the client goes by %s: what runs ends', async (how) => {
    const mark = `4242.${String(Math.floor(Math.random() * 1e9))}`;
    const { end } = shell(`sleep ${mark} | sleep ${mark} &`);
    await eventually(() => expect(processesWith(`sleep ${mark}`)).toHaveLength(2));
    end(how);
    await eventually(() => expect(processesWith(`sleep ${mark}`)).toEqual([]));
  });

  test.runIf(isBwrap)('what leaves the process group ends with the namespace', async () => {
    const mark = `4242.${String(Math.floor(Math.random() * 1e9))}`;
    const { end } = shell(`setsid sleep ${mark} </dev/null >/dev/null 2>&1 &`);
    await eventually(() => expect(processesWith(`sleep ${mark}`)).not.toEqual([]));
    end('input');
    await eventually(() => expect(processesWith(`sleep ${mark}`)).toEqual([]));
  });

  test('shells that wait are inside already, and end with the connection', async () => {
    const tool = isBwrap ? '/usr/bin/bwrap --ro-bind / /' : '--landlock-access fs';
    const waiting = (): number => {
      const ours = where.sshd.processes();
      return processesWith(isBwrap ? tool : 'RP-$((40+2))-OK').filter((id) => ours.includes(id)).length;
    };
    await eventually(() => expect(waiting()).toBeGreaterThanOrEqual(2));
    const own = await where.bench('required');
    expect((await own.evidence('cat a.txt')).out).toBe('alpha\n');
    // The shell that answered was started inside, before it was asked.
    const entry = own.ledger.entries.find(({ line }) => line === 'cat a.txt');
    expect(entry?.launcher).toContain(tool);
    expect(entry?.asked).toBeGreaterThanOrEqual(entry?.time ?? Number.NaN);
    own.close();
    bench.close();
    await eventually(() => expect(waiting()).toBe(0));
  });
});
