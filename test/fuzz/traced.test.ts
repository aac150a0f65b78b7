import { expect, test } from 'vitest';
import { runTraced } from './traced-run.ts';

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)('300 approved mutants, traced in a hostile tree, only read', async () => {
  const report = await runTraced({ count: 300, seed: 3 });
  console.log(JSON.stringify({ ...report, holes: report.holes.length }));
  expect(report.holes).toEqual([]);
  expect(report.changed).toEqual([]);
  expect(report.untraced).toEqual([]);
  // Enough lines have to get past the guard, whatever the corpus holds; 'untraced' says that none escaped.
  expect(report.outcomes['evidence'] ?? 0).toBeGreaterThan(75);
  expect(report.traces).toBeGreaterThan(150);
});

test.runIf(isRoot)('100 of them on a host with nothing but busybox', async () => {
  const report = await runTraced({ count: 100, seed: 4, userland: 'busybox' });
  console.log(JSON.stringify({ ...report, holes: report.holes.length }));
  expect(report.holes).toEqual([]);
  expect(report.changed).toEqual([]);
  expect(report.untraced).toEqual([]);
  expect(report.outcomes['evidence'] ?? 0).toBeGreaterThan(15);
});
