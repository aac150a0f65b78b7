import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Target } from '../../../src/transport/index.ts';
import { openLink, type Link } from '../../support/link.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench, type Bench } from '../bench.ts';

// No byte of an answer is lost, whatever its size: many runs, several at once, each compared byte for byte.

/** Bytes without any pattern, the same each time: xorshift, with newlines and zeros among them. */
function noise(length: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    }),
  );
}

const FILES: Readonly<Record<string, Buffer>> = {
  empty: Buffer.alloc(0),
  small: Buffer.from('alpha\nbeta\n'),
  four: noise(4096, 4),
  large: noise(800_000, 800),
};
const SIZES = Object.keys(FILES);

/** Connections at once, each with one probe after the other. */
const LANES = 4;

function project(): string {
  const root = makeFolder();
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(root, name), content);
  return root;
}

interface Tally {
  /** Whole answers for each size. */
  readonly whole: Record<string, number>;
  readonly lossy: string[];
  /** Of the fastest answer, in milliseconds. */
  fastest: number;
}

/**
 * Runs `cat` of each size until so many answers of each came by the form that is asked for; probes that came by
 * another are compared too, but not counted.
 */
async function runMany(open: () => Promise<Bench>, runs: number, inline: boolean): Promise<Tally> {
  const tally: Tally = { whole: {}, lossy: [], fastest: Number.POSITIVE_INFINITY };
  const wanted = SIZES.flatMap((size) => Array.from({ length: runs }, (_, run) => ({ size, run }))).sort(
    (a, b) => a.run - b.run,
  );
  let attempts = 0;
  const lane = async (): Promise<void> => {
    const bench = await open();
    for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
      attempts += 1;
      if (attempts > 20 * runs * SIZES.length) throw new Error('the form is never used');
      const { size } = next;
      const started = performance.now();
      const seen = await bench.evidence(`cat ${size}`);
      tally.fastest = Math.min(tally.fastest, performance.now() - started);
      const expected = FILES[size] ?? Buffer.alloc(0);
      if (!expected.equals(seen.stdout) || seen.exit !== 0 || seen.truncated !== null)
        tally.lossy.push(
          `${size}: ${seen.stdout.length} of ${expected.length} bytes, exit ${String(seen.exit)}`,
        );
      if ((bench.ledger.entries.at(-1)?.script === '') === inline)
        tally.whole[size] = (tally.whole[size] ?? 0) + 1;
      else wanted.push(next);
    }
    bench.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return tally;
}

const FORMS = [
  { form: 'a shell that waits', spares: 2, runs: 200 },
  { form: 'a command with its script inside', spares: 0, runs: 40 },
] as const;

describe('answers over ssh', () => {
  let user: TestUser | undefined;
  let sshd: Sshd;
  let link: Link;

  beforeAll(async () => {
    user = plainUser();
    sshd = await startSshd(asUser(user));
    link = await openLink(sshd.port);
    const known = readFileSync(sshd.knownHostsFile, 'utf8');
    writeFileSync(sshd.knownHostsFile, known + known.replaceAll(`:${sshd.port}`, `:${link.port}`));
  });
  afterAll(async () => {
    await link.close();
    await sshd.stop();
    user?.remove();
  });

  test.each(
    FORMS.flatMap((form) => [0, 20].map((roundTrip) => ({ ...form, roundTrip, link: `${roundTrip} ms` }))),
  )(
    'through $form, round trip $link: $runs of each size, none cut',
    { timeout: 300_000 },
    async ({ spares, runs, roundTrip }) => {
      link.delay = roundTrip / 2;
      const port = roundTrip === 0 ? sshd.port : link.port;
      const open = (): Promise<Bench> =>
        openBench({ kind: 'ssh', host: sshd.alias, port, root: project() } satisfies Target, {
          sshConfigFile: sshd.sshConfigFile,
          spares,
        });
      const tally = await runMany(open, runs, spares === 0);
      expect(tally.lossy).toEqual([]);
      expect(tally.whole).toEqual(Object.fromEntries(SIZES.map((size) => [size, runs])));
      // The link really holds every answer back; a timer may be a millisecond early each way.
      expect(tally.fastest).toBeGreaterThan(roundTrip === 0 ? 0 : (roundTrip - 2) * (spares === 0 ? 2 : 1));
    },
  );
});

describe('answers of this machine', () => {
  test.each(FORMS)(
    'through $form: $runs of each size, none cut',
    { timeout: 300_000 },
    async ({ spares, runs }) => {
      const homeFolder = mkdtempSync(join(tmpdir(), 'sonde-home-'));
      const open = (): Promise<Bench> =>
        openBench({ kind: 'local', root: project() }, { homeFolder, spares });
      const tally = await runMany(open, runs, spares === 0);
      expect(tally.lossy).toEqual([]);
      expect(tally.whole).toEqual(Object.fromEntries(SIZES.map((size) => [size, runs])));
    },
  );
});
