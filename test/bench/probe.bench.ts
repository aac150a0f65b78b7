import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RoundTrips } from '../support/rounds.ts';
import { startBenchHost, type BenchHost, type Open } from './host.ts';
import { interleave, note, report } from './measure.ts';

const pattern = 'update_state';

/** 2,000 lines, 48 of them hits. */
function sample(): string {
  const lines = Array.from({ length: 2000 }, (_, index) =>
    index % 42 === 7
      ? `        self.${pattern}(room, State.next(${String(index)}))`
      : `        line_${String(index)} = ${String(index)}`,
  );
  return `${lines.join('\n')}\n`;
}

describe.each([0, 20, 200])('probes at %i ms of round trip', (roundTrip) => {
  let host: BenchHost;
  let waiting: Open;
  let fallback: Open;
  let system: Open;
  const rounds = new RoundTrips();

  beforeAll(async () => {
    host = await startBenchHost(roundTrip, rounds);
    writeFileSync(join(host.folder, 'sample.py'), sample());
    waiting = await host.open();
    fallback = await host.open({ spares: 0 });
    system = await host.open({ transport: 'openssh' });
  });

  afterAll(async () => {
    for (const each of [waiting, fallback, system]) each.close();
    await host.stop();
  });

  const grep = `grep -n ${pattern} sample.py`;
  const remote = (): string => `cd ${host.folder} && ${grep}`;

  async function probe({ prober }: Open, reference: Buffer): Promise<void> {
    const outcome = await prober.run(grep);
    expect(outcome.kind === 'evidence' && Buffer.from(outcome.evidence.stdout).equals(reference)).toBe(true);
  }

  it('warm, with a pause: share of ssh with a control master', async () => {
    const reference = await host.ssh(remote());
    expect(reference.toString().split('\n')).toHaveLength(49);
    const times = await interleave(roundTrip === 200 ? 30 : 60, {
      waiting: () => probe(waiting, reference),
      fallback: () => probe(fallback, reference),
      system: () => probe(system, reference),
      ssh: async () => {
        expect((await host.ssh(remote())).equals(reference)).toBe(true);
      },
    });
    const named = 'ssh -S';
    const at = `round trip ${String(roundTrip)} ms`;
    const aim = roundTrip === 200 ? '0.55' : '0.50';
    report(`warm grep, shell that waits, ${at}`, times('waiting'), times('ssh'), named, aim);
    report(`warm grep, fallback, ${at}`, times('fallback'), times('ssh'), named, '1.05');
    report(`warm grep, shell that waits, by the system's ssh, ${at}`, times('system'), times('ssh'), named);
  });

  it.runIf(roundTrip === 200)('round trips, counted on the wire', async () => {
    const reference = await host.ssh(remote());
    for (const [name, contender, aim] of [
      ['shell that waits', waiting, '1'],
      ['fallback', fallback, '2'],
    ] as const) {
      const counts: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        rounds.restart();
        await probe(contender, reference);
        counts.push(rounds.count);
      }
      note({ what: `round trips of a probe, ${name}`, figure: counts.join(' '), aim });
    }
  });

  it('sixty without pauses', async () => {
    const reference = await host.ssh(remote());
    const count = roundTrip === 200 ? 20 : 60;
    const each = async (task: () => Promise<void>): Promise<number> => {
      const start = performance.now();
      for (let run = 0; run < count; run += 1) await task();
      return (performance.now() - start) / count;
    };
    const own = [];
    const second = [];
    const theirs = [];
    for (let round = 0; round < 3; round += 1) {
      theirs.push(
        await each(async () => {
          await host.ssh(remote());
        }),
      );
      own.push(await each(() => probe(waiting, reference)));
      second.push(await each(() => probe(fallback, reference)));
    }
    const at = `each of ${String(count)} without pauses, round trip ${String(roundTrip)} ms`;
    report(`${at}, shells that wait`, own, theirs, 'ssh -S');
    report(`${at}, fallback`, second, theirs, 'ssh -S');
    const start = performance.now();
    await Promise.all(Array.from({ length: count }, () => probe(waiting, reference)));
    report(`${at}, all at once`, [(performance.now() - start) / count], theirs, 'ssh -S');
  });

  it('cold, from the gesture to the first hit', async () => {
    const reference = await host.ssh(remote());
    const times = await interleave(roundTrip === 200 ? 5 : 12, {
      sonde: async () => {
        const fresh = await host.open();
        await probe(fresh, reference);
        fresh.close();
      },
      ssh: async () => {
        expect((await host.ssh(remote(), '-o', 'ControlPath=none')).equals(reference)).toBe(true);
      },
    });
    report(
      `cold start to the first hit, round trip ${String(roundTrip)} ms`,
      times('sonde'),
      times('ssh'),
      'ssh host grep',
    );
  });
});
