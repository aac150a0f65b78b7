import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/index.ts';
import { analyse, type Lifecycle } from '../../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../../src/source/index.ts';
import { demoRoot, spots, truth } from '../../fixtures/demo/truth.ts';
import { measure, printMeasure } from '../../support/measure.ts';
import { loadPythonParser } from '../../support/python.ts';

let lifecycle: Lifecycle;

beforeAll(async () => {
  const files: Record<string, string> = {};
  for (const name of readdirSync(demoRoot, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.py'))
      files[name.split(path.sep).join('/')] = readFileSync(path.join(demoRoot, name), 'utf8');
  const tree = createMemoryTree(files);
  const program = createProgram({ tree, parser: await loadPythonParser() });
  const result = await analyse(
    { states: 'KVPoll', files: ['disagg/nixl/conn.py'] },
    { tree, program, clock: systemClock },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  lifecycle = result.value;
});

describe('the hazards of the demo project', () => {
  it('are all found, each with its witness, and no high one is wrong', () => {
    const result = measure(lifecycle, truth);
    console.log(`demo\n${printMeasure(result)}`);
    expect(result.hazards.faults).toEqual([]);
    expect(result.hazards.right).toBe(result.hazards.of);
    expect(result.falseHigh).toEqual([]);
  });

  it('tell the story of the bug from end to end', () => {
    const skip = lifecycle.hazards.find(
      (hazard) => hazard.rule === 'H7' && hazard.line === spots.workerSkip.line,
    );
    expect(skip?.severity).toBe('high');
    expect(
      skip?.witness.map(
        (step) =>
          `${String(step.step)} ${step.action} ${step.role} ${String(step.line)} ${step.state ?? '-'}`,
      ),
    ).toEqual([
      `1 writes-through-setter transfer_worker ${String(spots.workerStarts.line)} Transferring`,
      `2 removes-companion bootstrap_thread ${String(spots.abortPops.line)} Transferring`,
      `3 writes-through-setter bootstrap_thread ${String(spots.abortFails.line)} Failed`,
      `4 writes-through-setter transfer_worker ${String(spots.workerGoesOn.line)} Transferring`,
      `5 does-not-write transfer_worker ${String(spots.workerSkip.line)} Transferring`,
      `6 nothing-else-writes transfer_worker ${String(spots.workerStarts.line)} Transferring`,
      `7 waits caller ${String(spots.nixlPoll.line + 3)} Transferring`,
    ]);
  });

  it('tell what happens when the abort comes before the entry', () => {
    const early = lifecycle.hazards.find(
      (hazard) => hazard.rule === 'H6' && hazard.data['kind'] === 'left-behind',
    );
    expect(early?.line).toBe(spots.abortPops.line);
    expect(early?.witness.map((step) => `${step.action} ${String(step.line)} ${step.state ?? '-'}`)).toEqual([
      `removes-companion ${String(spots.abortPops.line)} absent`,
      `skips ${String(spots.abortGuard.line)} absent`,
      `writes-through-setter ${String(spots.senderBoots.line)} Bootstrapping`,
      `nothing-else-writes ${String(spots.workerStarts.line)} Bootstrapping`,
      `waits ${String(spots.nixlPoll.line + 3)} Bootstrapping`,
    ]);
  });

  it('number their steps from 1 and stand in files that were read', () => {
    for (const hazard of lifecycle.hazards) {
      expect(hazard.witness.map((step) => step.step)).toEqual(
        hazard.witness.map((_step, index) => index + 1),
      );
      for (const step of [hazard, ...hazard.witness]) {
        expect(step.file).toMatch(/^disagg\/.*\.py$/);
        expect(step.line).toBeGreaterThan(0);
      }
    }
  });
});
