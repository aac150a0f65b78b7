import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../src/probe/index.ts';
import { mutants } from './mutants.ts';
import { runTraced, type TracedReport } from './traced-run.ts';

/** A number that `npm run fuzz` passes on. */
function setting(name: string, otherwise: number): number {
  const text = process.env[name];
  return text === undefined ? otherwise : Number(text);
}

const seed = setting('SONDE_FUZZ_SEED', 1);
const lineCount = setting('SONDE_FUZZ_LINES', 1_000_000);
const runCount = setting('SONDE_FUZZ_RUNS', 5000);
/** Mutants of one seed; each traced run has a server, a user and a tree of its own. */
const BATCH = 1000;

/** Lines of any kind: mutants, and text that nobody would type. */
const lines = fc.oneof(
  { weight: 8, arbitrary: mutants },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.tuple(mutants, fc.integer({ min: 2, max: 40 })).map(([a, n]) => a.repeat(n)) },
);

test('every line gets a verdict', () => {
  let done = 0;
  let approved = 0;
  let slowest = { ms: 0, line: '' };
  for (let round = 0; done < lineCount; round += 1) {
    const numRuns = Math.min(20_000, lineCount - done);
    for (const line of fc.sample(lines, { numRuns, seed: seed + round })) {
      const started = performance.now();
      const verdict = judge(line);
      const ms = performance.now() - started;
      if (ms > slowest.ms) slowest = { ms, line };
      if (verdict.approved) approved += 1;
      else {
        const { word, at } = verdict.refusal;
        if (line.slice(at, at + word.length) !== word) throw new Error(JSON.stringify(verdict));
      }
    }
    done += numRuns;
    if (done % 100_000 === 0) console.log(`${done} lines judged, ${approved} approved`);
  }
  console.log(
    `seed ${seed}: ${done} lines judged, ${approved} approved, ${done - approved} refused, no crash`,
  );
  console.log(`slowest: ${Math.round(slowest.ms)} ms for ${JSON.stringify(slowest.line.slice(0, 200))}`);
});

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot).each(['gnu', 'busybox'] as const)('%s: approved mutants only read', async (userland) => {
  const reports: TracedReport[] = [];
  const sum = (of: (report: TracedReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const ended = (): number => sum((report) => report.outcomes['evidence'] ?? 0);
  for (let batch = 0; ended() < runCount; batch += 1) {
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
      `${userland}: ${sum((report) => report.approved)} approved mutants of ${sum((report) => report.tried)} sent`,
      `${ended()} ran to the end`,
      `${sum((report) => report.traces)} shells traced`,
      `${sum((report) => report.programs)} programs started`,
      `${sum((report) => report.opened)} files opened`,
      `${sum((report) => report.lookups)} calls to the name service`,
      `${sum((report) => report.holes.length)} holes`,
    ].join(', '),
  );
  expect(reports.flatMap(({ holes, changed, untraced }) => [...holes, ...changed, ...untraced])).toEqual([]);
});
