import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/probe/catalogue/index.ts';
import type { Ledger, ProbeOutcome, Prober } from '../../../src/probe/index.ts';
import { startUserlands, userlandsRun, type Userlands } from '../../support/userlands.ts';
import { readAccepted } from '../corpora.ts';
import { around, spellings, UNKNOWN } from '../options.ts';

// Every accepted line on hosts of other makers: it answers what GNU answers, or it is refused by name before anything
// is sent.

const ACCEPTED = readAccepted();

const FILES: Readonly<Record<string, string>> = {
  'src.py': 'import a\nx = 1\n',
  f: 'a\nb\n',
  g: 'a\n',
  a: 'x\n',
  b: 'y\n',
  log: 'l\n',
  'A.md': '# A\n',
  'python/a.py': 'import b\n\ndef update_status():\n    return 1\n\ndef update(x):\n    return x\n',
  'python/sglang/srt/disaggregation/nixl/conn.py': 'self.request_status = {}\n',
  'old/f': 'a\n',
};

function fill(folder: string): void {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync('.', join(folder, 'self'));
  execFileSync('find', [folder, '-exec', 'touch', '-h', '-d', '2024-03-05 10:00:00Z', '{}', '+']);
  chmodSync(folder, 0o755);
}

interface Answer {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

describe.runIf(userlandsRun)('every accepted line', () => {
  let userlands: Userlands;
  let gnu: Prober;
  beforeAll(async () => {
    userlands = await startUserlands(fill);
    gnu = (await userlands.open('gnu')).prober;
  });
  afterAll(() => userlands.stop());

  test.each(['uutils', 'toybox'] as const)(
    'on a host with %s: as GNU, or refused by name',
    async (kind) => {
      const { prober, ledger } = await userlands.open(kind);
      const wrong: unknown[] = [];
      const counts = await all(async (line) => {
        const theirs = await prober.run(line, { time: 60 });
        if (isRefusal(theirs, ledger)) return 'refused';
        const ours = await gnu.run(line, { time: 60 });
        const [there, here] = [answer(theirs, '/srv'), answer(ours, userlands.folder)];
        if (there === undefined || here === undefined || !same(line, there, here))
          wrong.push({ line, there: there ?? theirs, here });
        return 'answered';
      });
      expect(wrong).toEqual([]);
      // What a person types most is there on both: cat, head, ls, wc -l and the like.
      expect(counts.answered).toBeGreaterThanOrEqual(kind === 'uutils' ? 200 : 40);
    },
    300_000,
  );

  test('on a host with busybox: without a word of an option that is not there, or refused by name', async () => {
    const { prober, ledger } = await userlands.open('busybox');
    const wrong: unknown[] = [];
    const counts = await all(async (line) => {
      const theirs = await prober.run(line, { time: 60 });
      if (isRefusal(theirs, ledger)) return 'refused';
      const there = answer(theirs, '/srv');
      // A container has no mounts that df could name.
      if (there === undefined || (there.err !== '' && !/^df: .*mount point/.test(there.err)))
        wrong.push({ line, there: there ?? theirs });
      return 'answered';
    });
    expect(wrong).toEqual([]);
    expect(counts.answered).toBeGreaterThanOrEqual(200);
  }, 300_000);

  test('every option of every command on a host with busybox', async () => {
    const { prober, ledger } = await userlands.open('busybox');
    const wrong: unknown[] = [];
    const lines = CATALOGUE.filter((row) => row.ownWords !== true).flatMap((row) =>
      row.options.flatMap((option) => {
        const [before, after] = around(row.name, option);
        return spellings(row.name, option).map((spelled) =>
          `${before}${row.name} ${spelled} ${after}`.replaceAll('f.txt', 'f').replaceAll('g.txt', 'g').trim(),
        );
      }),
    );
    await all(async (line) => {
      const outcome = await prober.run(line, { time: 60 });
      if (isRefusal(outcome, ledger)) return 'refused';
      const said = answer(outcome, '/srv');
      if (said === undefined || UNKNOWN.test(said.err)) wrong.push({ line, said: said ?? outcome });
      return 'answered';
    }, lines);
    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThan(200);
  }, 300_000);
});

type Count = 'answered' | 'refused';

/** Runs lines, eight at a time. */
async function all(
  run: (line: string) => Promise<Count>,
  lines: readonly string[] = ACCEPTED.map(({ line }) => line),
): Promise<Readonly<Record<Count, number>>> {
  const counts = { answered: 0, refused: 0 };
  for (let at = 0; at < lines.length; at += 8)
    for (const count of await Promise.all(lines.slice(at, at + 8).map(run))) counts[count] += 1;
  return counts;
}

const REFUSALS: readonly string[] = ['tool-missing', 'tool-unknown', 'option-unsupported', 'option-needed'];

/** Refused because of the host's tools, and nothing of it was sent. */
function isRefusal(outcome: ProbeOutcome, ledger: Ledger): boolean {
  if (outcome.kind !== 'error' || !REFUSALS.includes(outcome.error.code)) return false;
  return ledger.entries.every((entry) => entry.line !== outcome.line);
}

function answer(outcome: ProbeOutcome, root: string): Answer | undefined {
  if (outcome.kind !== 'evidence') return undefined;
  const { exit, stdout, stderr } = outcome.evidence;
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').replaceAll(root, '/srv');
  return { exit, out: text(stdout), err: text(stderr) };
}

/** The same, but for what tells of the folder above, or of the inode. */
function same(line: string, there: Answer, here: Answer): boolean {
  const out = ({ out }: Answer): string =>
    line.startsWith('ls ')
      ? out
          .replace(/^.* [.][.]\n/gm, '')
          .replace(/ +/g, ' ')
          .replace(/^ /gm, '')
      : out;
  return there.exit === here.exit && out(there) === out(here) && there.err === here.err;
}
