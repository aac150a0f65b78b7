import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { FILE_CANARIES, GIT_CANARIES, type Canary } from './canaries.ts';
import { HANGS } from './repositories.ts';
import { makeHostileTree, SECRET, snapshot, type HostileTree } from './tree.ts';

const isRoot = process.getuid?.() === 0;
const ALL = [...GIT_CANARIES, ...FILE_CANARIES];

let user: TestUser;
let outside: string;
let tree: HostileTree;

/** Runs a line as the user in the tree; `hung` if it had to be ended. */
function run(line: string, seconds: number): Promise<{ readonly hung: boolean; readonly text: string }> {
  const identity = [`--reuid=${user.name}`, '--regid', user.name, '--init-groups'];
  const command = ['timeout', '-s', 'KILL', String(seconds), 'sh', '-c', line];
  const child = spawn('setpriv', [...identity, ...command], {
    cwd: tree.root,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: user.home, TERM: 'dumb' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer): void => {
    size += chunk.length;
    if (size < 1_000_000) said.push(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ hung: code === 137 || signal === 'SIGKILL', text: Buffer.concat(said).toString('latin1') });
    });
  });
}

describe.runIf(isRoot)('what the hostile tree does to commands that nobody hardened', () => {
  let saved: string;
  let isTouched = false;

  beforeAll(() => {
    user = makeTestUser();
    outside = mkdtempSync(join(tmpdir(), 'sonde-canaries-'));
    chmodSync(outside, 0o755);
    tree = makeHostileTree(user, join(outside, 'vault'));
    // Long files take no part in it and need not be put back each time.
    rmSync(join(tree.root, 'huge/sparse.bin'));
    rmSync(join(tree.root, 'huge/line.txt'));
    saved = join(outside, 'saved');
    execFileSync('cp', ['-a', join(user.home, 'base'), saved]);
    if (tree.devices.length === 0) console.log('no device can be made here: links to devices have to do');
  });
  beforeEach(() => {
    if (isTouched) {
      rmSync(join(user.home, 'base'), { recursive: true, force: true });
      execFileSync('cp', ['-a', saved, join(user.home, 'base')]);
      isTouched = false;
    }
    for (const name of readdirSync(tree.tools)) if (name.startsWith('ran-')) rmSync(join(tree.tools, name));
  });
  afterAll(() => {
    user.remove();
    rmSync(outside, { recursive: true, force: true });
  });

  const others = ALL.filter(({ harm }) => !('hangs' in harm));

  test.each(others)('$name: $line', async ({ line, harm, touches }: Canary) => {
    isTouched = touches;
    const before = 'changes' in harm ? snapshot([tree.root]) : '';
    const { text } = await run(line, 20);
    if ('runs' in harm) {
      for (const name of harm.runs)
        expect([text, existsSync(join(tree.tools, `ran-${name}`))]).toEqual([text, true]);
    } else if ('prints' in harm) {
      expect(text).toContain(SECRET);
    } else if ('changes' in harm) {
      const rows = (all: string): readonly string[] =>
        all.split('\n').filter((row) => row.startsWith(join(tree.root, harm.changes)));
      expect([text, rows(snapshot([tree.root]))]).not.toEqual([text, rows(before)]);
    }
  });

  test('what hangs, all at once', async () => {
    const lines = ALL.filter(({ harm }) => 'hangs' in harm);
    const ended = await Promise.all(lines.map(async (one) => ({ ...one, ...(await run(one.line, 4)) })));
    expect(ended.filter(({ hung }) => !hung).map(({ name, line, text }) => [name, line, text])).toEqual([]);
    expect(lines.length).toBeGreaterThan(20);
  });

  test('every program, setting and repository of the tree has a canary', () => {
    const programs = readdirSync(tree.tools).filter((name) => !/^(?:hooks|attributes|ran-.*)$/.test(name));
    const bitten = new Set(ALL.flatMap(({ harm }) => ('runs' in harm ? harm.runs : [])));
    expect(programs.filter((name) => !bitten.has(name))).toEqual([]);
    const hanging = Object.keys(HANGS).filter(
      (name) => !ALL.some(({ line }) => line.includes(`hangs/${name} `)),
    );
    expect(hanging).toEqual([]);
  });
});
