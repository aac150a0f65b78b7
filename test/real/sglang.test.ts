import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseNotebook } from '../../src/investigation/index.ts';
import type { Lifecycle } from '../../src/lifecycle/index.ts';
import { runSonde } from '../cli/run-cli.ts';
import { openCorpus } from '../support/corpus.ts';
import { measure, printMeasure } from '../support/measure.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../support/users.ts';
import { story, truth } from './sglang-truth.ts';

/** What `sonde run --json` prints; only what is looked at here. */
interface RunJson {
  readonly probes: readonly {
    readonly id: string;
    readonly line: string;
    readonly exit: number;
    readonly hits?: readonly { readonly file: string; readonly line: number }[];
  }[];
  readonly pins: readonly {
    readonly id: string;
    readonly file: string;
    readonly lines: readonly [number, number];
    readonly symbol: string;
    readonly verdict: string;
  }[];
  readonly lifecycles: readonly (Lifecycle & { readonly id: string })[];
}

const notebook = resolve(import.meta.dirname, 'sglang.sonde.md');

describe('the reference story on a real release, over a real sshd', () => {
  let user: TestUser | undefined;
  let sshd: Sshd;
  let folder: string;
  let copy: string;
  let run: RunJson;
  let status: number | null;

  beforeAll(async () => {
    const root = await openCorpus('sglang');
    user = plainUser();
    sshd = await startSshd(asUser(user));
    folder = mkdtempSync(join(tmpdir(), 'sonde-real-'));
    copy = join(folder, 'sglang.sonde.md');
    writeFileSync(copy, readFileSync(notebook));
    const target = `prefill=${sshd.alias}:${root}`;
    const environment = { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, SSH_AUTH_SOCK: '' };
    const done = await runSonde(
      ['run', copy, '--write', '--json', '-F', sshd.sshConfigFile, '--target', target],
      { environment },
    );
    status = done.status;
    if (done.stdout === '') throw new Error(done.stderr);
    run = JSON.parse(done.stdout) as RunJson;
  }, 600_000);

  afterAll(async () => {
    await sshd.stop();
    user?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const hitsOf = (word: string): readonly number[] => {
    const probe = run.probes.find(
      ({ line }) => line.startsWith('grep -n') && line.includes(word) && line.endsWith(story.file),
    );
    return (probe?.hits ?? []).map(({ line }) => line);
  };

  it('runs every probe', () => {
    expect(status).toBe(0);
    expect(run.probes.length).toBeGreaterThan(8);
    expect(run.probes.filter(({ exit }) => exit !== 0).map(({ line }) => line)).toEqual([]);
  });

  it('finds what the story says', () => {
    expect(hitsOf('self\\.request_status')).toEqual(story.hits.request_status);
    expect(hitsOf('self\\.transfer_infos')).toEqual(story.hits.transfer_infos);
    expect(hitsOf('self\\.req_to_decode_prefix_len')).toEqual(story.hits.req_to_decode_prefix_len);
    const calls = new Set(hitsOf('update_status'));
    expect(story.hits.update_status.filter((line) => !calls.has(line))).toEqual([]);
  });

  it('pins the regions by symbol', () => {
    const found = run.pins.map(({ symbol, file, lines }) => ({ symbol, file, lines }));
    for (const region of story.regions) expect(found).toContainEqual(region);
  });

  it('finds the lifecycle of the release', () => {
    const [lifecycle] = run.lifecycles;
    if (lifecycle === undefined) throw new Error('no lifecycle');
    const result = measure(lifecycle, truth, new Set(['H1', 'H2', 'H4', 'H6', 'H7']));
    console.log(`sglang 0.5.13.post1\n${printMeasure(result)}`);
    expect(result.core.faults).toEqual([]);
    expect(result.cells.faults).toEqual([]);
    expect(result.writes.faults).toEqual([]);
    expect(result.removals.faults).toEqual([]);
    expect(result.roles.faults).toEqual([]);
    expect(result.hazards.faults).toEqual([]);
    expect(result.falseHigh).toEqual([]);
  });

  it('writes evidence into the copy alone, and a second run changes nothing', async () => {
    expect(readFileSync(notebook, 'utf8')).not.toContain('```evidence');
    const written = readFileSync(copy);
    expect(written.toString()).toContain('```evidence');
    expect(parseNotebook(written).ok).toBe(true);
    const root = await openCorpus('sglang');
    await runSonde(
      [
        'run',
        copy,
        '--write',
        '--json',
        '-F',
        sshd.sshConfigFile,
        '--target',
        `prefill=${sshd.alias}:${root}`,
      ],
      {
        environment: { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, SSH_AUTH_SOCK: '' },
      },
    );
    expect(readFileSync(copy).equals(written)).toBe(true);
  });
});
