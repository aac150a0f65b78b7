import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/index.ts';
import {
  createRunTarget,
  parseNotebook,
  printNotebook,
  runInvestigation,
  verifyRun,
  writeResults,
  type Notebook,
  type RunResult,
} from '../../src/investigation/index.ts';
import { lifecycleWords } from '../../src/messages/index.ts';
import { createProgram, createSourceTree } from '../../src/source/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { startBenchHost, type BenchHost, type Open } from './host.ts';
import { interleave, report } from './measure.ts';

const files = 50;
const each = 20;

/** Twenty functions. */
function module(at: number): string {
  const functions = Array.from(
    { length: each },
    (_, index) =>
      `def step_${String(index)}(room):\n    return room.next(${String(at)}, ${String(index)})\n\n\n`,
  );
  return functions.join('');
}

describe.each([0, 20])('a thousand pins at %i ms of round trip', (roundTrip) => {
  let host: BenchHost;
  let open: Open;
  let notebook: Notebook;

  /** A run that has read nothing yet. */
  async function run(of: Notebook): Promise<RunResult> {
    const { prober } = open;
    const parser = await loadPythonParser();
    const tree = createSourceTree({ transport: prober, prober, root: host.folder });
    const target = await createRunTarget({ prober, tree, program: createProgram({ tree, parser }), parser });
    return runInvestigation(of, {
      targets: new Map([['target', target]]),
      words: lifecycleWords,
      clock: systemClock,
    });
  }

  beforeAll(async () => {
    host = await startBenchHost(roundTrip);
    mkdirSync(join(host.folder, 'pkg'));
    for (let at = 0; at < files; at += 1)
      writeFileSync(join(host.folder, `pkg/m${String(at)}.py`), module(at));
    open = await host.open();
    const pins = Array.from({ length: files * each }, (_, at) => {
      const file = String(at % files);
      const step = String(Math.floor(at / files));
      return `- {id: p${String(at)}, file: pkg/m${file}.py, symbol: step_${step}}`;
    });
    const text = `\`\`\`pins\n${pins.join('\n')}\n\`\`\`\n`;
    const parsed = parseNotebook(new TextEncoder().encode(text));
    if (!parsed.ok) throw new Error(parsed.error.code);
    const stored = parseNotebook(printNotebook(writeResults(parsed.value, await run(parsed.value))));
    if (!stored.ok) throw new Error(stored.error.code);
    notebook = stored.value;
  });

  afterAll(async () => {
    open.close();
    await host.stop();
  });

  it('verified, beside as many greps in one command', async () => {
    // A shell that knows each place asks for it by one grep of one file.
    const greps = Array.from(
      { length: files * each },
      (_, at) => `grep -n 'def step_${String(Math.floor(at / files))}(' pkg/m${String(at % files)}.py`,
    );
    const times = await interleave(5, {
      sonde: async () => {
        const verdicts = verifyRun(notebook, await run(notebook)).map(({ verdict }) => verdict);
        expect(verdicts).toEqual(Array.from({ length: files * each }, () => 'same'));
      },
      ssh: async () => {
        const out = await host.ssh(`cd ${host.folder}; ${greps.join('; ')}`);
        expect(out.toString().trimEnd().split('\n')).toHaveLength(files * each);
      },
    });
    report(
      `verify of 1,000 pins in ${String(files)} files, round trip ${String(roundTrip)} ms`,
      times('sonde'),
      times('ssh'),
      '1,000 greps in one ssh -S',
    );
  });
});
