import { expect, test } from 'vitest';
import { CATALOGUE } from '../../src/probe/catalogue/index.ts';
import { missingOptions } from '../probe/coverage.ts';
import { describePolicy, RULES } from './policy-report.ts';
import { defectOf, runPolicy } from './policy-run.ts';

test('20,000 lines get a verdict, and the words of every accepted one are the same to another parser', () => {
  const report = runPolicy({ lines: 20_000, seed: 7 });
  console.log(describePolicy(report));
  expect(report.accepted).toBeGreaterThan(2500);
  expect(report.compared).toBe(report.accepted);
  expect([...report.commands.keys()].sort()).toEqual(CATALOGUE.map((row) => row.name).sort());
  expect(missingOptions(report.options).length).toBeLessThan(60);
  expect(RULES.filter((rule) => !report.rules.has(rule)).length).toBeLessThan(6);
});

test('a defect is seen: a refusal that points beside the line', () => {
  const beside = { rule: 'option', word: '-x', at: 2, data: {} } as const;
  expect(defectOf('ls -x', { ok: false, error: beside })).toContain('points at');
  expect(defectOf('ls -x', { ok: false, error: { ...beside, at: 3 } })).toBeUndefined();
});

test('a defect is seen: words that another parser reads otherwise', () => {
  // A word of the shell's own language, which only the catalogue keeps out.
  expect(defectOf('fi -l', { ok: true, value: { line: 'fi -l', stages: [] } })).toContain('words');
  expect(defectOf('ls -l', { ok: true, value: { line: 'ls -l', stages: [] } })).toBeUndefined();
});
