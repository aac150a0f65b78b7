import { expect, test } from 'vitest';
import { runTraced } from './traced-run.ts';

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  '200 approved mutants, traced in a hostile tree, only read',
  async () => {
    const report = await runTraced({ count: 200, seed: 3 });
    console.log(JSON.stringify({ ...report, holes: report.holes.length }));
    expect(report.holes).toEqual([]);
    expect(report.changed).toEqual([]);
    expect(report.untraced).toEqual([]);
    // Enough lines have to get past the guard, whatever the corpus holds; 'untraced' says that none escaped.
    expect(report.outcomes['evidence'] ?? 0).toBeGreaterThan(90);
    expect(report.traces).toBeGreaterThan(90);
  },
  300_000,
);

test.runIf(isRoot)(
  '80 of them on a host with nothing but busybox',
  async () => {
    const report = await runTraced({ count: 80, seed: 4, userland: 'busybox' });
    console.log(JSON.stringify({ ...report, holes: report.holes.length }));
    expect(report.holes).toEqual([]);
    expect(report.changed).toEqual([]);
    expect(report.untraced).toEqual([]);
    expect(report.outcomes['evidence'] ?? 0).toBeGreaterThan(20);
  },
  300_000,
);
