import { expect, test } from 'vitest';
import { setting } from './settings.ts';
import { runTraced, type TracedReport } from './traced-run.ts';

const seed = setting('SONDE_FUZZ_SEED', 1);
const wanted = setting('SONDE_FUZZ_MUTANTS', 5000);
const userland = process.env['SONDE_FUZZ_USERLAND'] === 'busybox' ? 'busybox' : 'gnu';
/** Mutants of one seed; each traced run has a server, a user and a tree of its own. */
const BATCH = 1000;

test.runIf(process.getuid?.() === 0)(`${userland}: approved mutants only read`, async () => {
  const reports: TracedReport[] = [];
  const sum = (of: (report: TracedReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const ended = (): number => sum((report) => report.outcomes['evidence'] ?? 0);
  for (let batch = 0; ended() < wanted; batch += 1) {
    const batchSeed = seed * 1_000_003 + batch * BATCH;
    const report = await runTraced({ count: BATCH, seed: batchSeed, userland });
    console.log(
      `${userland}, seed ${batchSeed}: ${JSON.stringify({ ...report, holes: report.holes.length })}`,
    );
    for (const [line, hole] of report.holes) console.log(`HOLE ${JSON.stringify(line)} ${hole}`);
    reports.push(report);
  }
  console.log(
    [
      `${userland}: ${sum((report) => report.approved)} approved mutants of ${sum((report) => report.tried)} drawn`,
      `${ended()} ran to their end`,
      `${sum((report) => report.traces)} shells traced`,
      `${sum((report) => report.programs)} programs started`,
      `${sum((report) => report.opened)} files opened`,
      `${sum((report) => report.lookups)} calls to the name service`,
      `${sum((report) => report.holes.length)} holes`,
    ].join(', '),
  );
  expect(reports.flatMap(({ holes, changed, untraced }) => [...holes, ...changed, ...untraced])).toEqual([]);
});
