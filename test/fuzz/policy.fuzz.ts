import { expect, test } from 'vitest';
import { missingOptions } from '../probe/coverage.ts';
import { runPolicy } from './policy-run.ts';
import { describePolicy, UNREACHABLE_RULES, RULES } from './policy-report.ts';
import { setting } from './settings.ts';
import { compareWithShell, SHELLS } from './shells.ts';

/** Which part of the lines this process judges, of how many; each part has seeds of its own. */
const part = setting('SONDE_FUZZ_PART', 0);
const parts = setting('SONDE_FUZZ_PARTS', 1);
const lines = Math.ceil(setting('SONDE_FUZZ_LINES', 1_000_000) / parts);
const seed = setting('SONDE_FUZZ_SEED', 1) * 1_000_003 + part * 100_000;

test('every line gets a verdict, and the words of every accepted one are the same to another parser', () => {
  const report = runPolicy({
    lines,
    seed,
    progress: (done, accepted) => {
      if (done % 50_000 === 0)
        console.log(`part ${part}: ${done} lines judged, ${accepted} accepted and compared`);
    },
  });
  console.log(`part ${part}, seed ${seed}: ${describePolicy(report)}`);
  // What few lines cannot reach is no defect.
  if (lines >= 200_000) {
    expect(missingOptions(report.options)).toEqual([]);
    expect(RULES.filter((rule) => !report.rules.has(rule) && !UNREACHABLE_RULES.includes(rule))).toEqual([]);
  }
  for (const shell of SHELLS) {
    const some = shell[0] === 'mksh' ? report.sample.slice(0, 500) : report.sample;
    const { stages, differences } = compareWithShell(shell, some, 'C');
    console.log(
      `part ${part}: ${shell.join(' ')} read ${some.length} accepted lines, ${stages} stages, as we do`,
    );
    expect(differences).toEqual([]);
  }
});
