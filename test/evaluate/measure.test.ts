import { describe, expect, test } from 'vitest';
import { precision, recall, score } from './measure.ts';
import { table } from './report.ts';
import { machines } from './truth/index.ts';
import { verdicts } from './truth/verdicts.ts';

describe('scores', () => {
  test('what is right beside the truth counts for precision, not for recall', () => {
    const result = score(['a', 'b', 'x'], ['a', 'c'], ['b']);
    expect(result).toEqual({ right: 2, claimed: 3, found: 1, wanted: 2, extra: ['x'], missing: ['c'] });
    expect(precision(result)).toBeCloseTo(2 / 3);
    expect(recall(result)).toBe(0.5);
  });

  test('nothing claimed is nothing wrong, and nothing found', () => {
    const result = score([], ['a']);
    expect([precision(result), recall(result)]).toEqual([1, 0]);
  });
});

test('a table keeps its columns, whatever stands in a cell', () => {
  expect(table(['a', 'b'], [['x|y', '1']])).toBe('| a    | b   |\n| ---- | --- |\n| x\\|y | 1   |');
});

describe('the truths', () => {
  test.each(machines.map((machine) => [machine.title, machine] as const))('%s', (_title, machine) => {
    const core = Object.keys(machine.core);
    const rest = [...Object.keys(machine.possible), ...Object.keys(machine.wrong)];
    expect(core.filter((edge) => rest.includes(edge))).toEqual([]);
    for (const edge of [...core, ...rest]) expect(edge.split('>')).toHaveLength(2);
    for (const lines of Object.values(machine.core)) expect(lines.every((line) => line > 0)).toBe(true);
  });
});

test.each(verdicts.map((each) => [each.at, each] as const))(
  'the verdict on %s is of a machine',
  (_at, each) => {
    expect(machines.map((machine) => machine.title)).toContain(each.title);
    expect(each.at).toMatch(/^[^:]+:\d+$/u);
  },
);
