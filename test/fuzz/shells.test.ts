import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../src/probe/lines/grammar.ts';
import { planLine } from '../../src/probe/plan/plan-line.ts';
import { readCorpus } from '../probe/corpora.ts';
import { mutants } from './lines/mutants.ts';
import { oracleCommands, ourCommands } from './oracle.ts';
import { compareWithShell, marks, SHELLS } from './shells.ts';

const accepted = (lines: readonly string[]): readonly string[] => [
  ...new Set(lines.filter((line) => parseLine(line).ok)),
];

const MUTANTS = fc.sample(mutants, { numRuns: 4000, seed: 31 }).filter((line) => planLine(line, {}).ok);
const MARKS = accepted(fc.sample(marks, { numRuns: 20_000, seed: 32 }));
const LINES = [...accepted(readCorpus('accepted.txt').map(({ line }) => line)), ...MUTANTS, ...MARKS];

describe('the words of a line, to us and to shells that are there', () => {
  test.each(SHELLS.map((shell) => ({ name: shell.join(' '), shell })))('$name', ({ shell }) => {
    if (spawnSync(shell[0], ['-c', ':']).error !== undefined && shell[0] !== 'busybox') return;
    // mksh has no printf of its own: each command of its script starts a program.
    const lines = shell[0] === 'mksh' ? LINES.filter((_line, index) => index % 20 === 0) : LINES;
    for (const locale of ['C', 'C.UTF-8']) {
      const { stages, differences } = compareWithShell(shell, lines, locale);
      expect(differences.slice(0, 5)).toEqual([]);
      expect(stages).toBeGreaterThan(lines.length);
    }
  });
});

test('the words of every such line, to an independent parser', () => {
  console.log(`${LINES.length} lines, ${MARKS.length} of marks that shells give a meaning to`);
  expect(MARKS.length).toBeGreaterThan(1000);
  const different = LINES.map((line) => [line, ourCommands(line), oracleCommands(line)] as const).filter(
    ([, ours, oracle]) => JSON.stringify(ours) !== JSON.stringify(oracle),
  );
  expect(different.slice(0, 5)).toEqual([]);
});
