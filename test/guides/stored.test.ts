import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { launchers, openProber } from '../../src/probe/index.ts';
import { createProgram, createSourceTree } from '../../src/source/index.ts';
import { startDemoHost, type DemoHost } from '../../src/transport/node/index.ts';
import { loadPythonParser } from '../support/python.ts';

const folder = resolve(import.meta.dirname, '../../guides/demo');
const bytes = readFileSync(resolve(folder, 'demo.sonde.md'));

let host: DemoHost;
let notebook: Notebook;
let run: RunResult;

beforeAll(async () => {
  const started = await startDemoHost({
    projectFolder: resolve(folder, 'project'),
    historyFile: resolve(folder, 'history.fi'),
    launchers,
  });
  if (!started.ok) throw new Error(started.error.code);
  host = started.value;
  const transport = await host.connect();
  if (!transport.ok) throw new Error(transport.error.code);
  const prober = await openProber(transport.value);
  if (!prober.ok) throw new Error(prober.error.code);
  const parsed = parseNotebook(bytes);
  if (!parsed.ok) throw new Error(parsed.error.code);
  notebook = parsed.value;
  const parser = await loadPythonParser();
  const tree = createSourceTree({ transport: transport.value, prober: prober.value, root: host.target.root });
  const target = await createRunTarget({
    prober: prober.value,
    tree,
    program: createProgram({ tree, parser }),
    parser,
  });
  run = await runInvestigation(notebook, {
    targets: new Map([['prefill', target]]),
    words: lifecycleWords,
    clock: { now: () => Date.UTC(2020, 0, 1) },
  });
  transport.value.dispose();
});

afterAll(() => {
  host.dispose();
});

describe('what the demo stores for readers without a host', () => {
  it('is what a run brings', () => {
    const verified = verifyRun(notebook, run);
    expect(verified.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
    const kinds = (kind: string): number => verified.filter((each) => each.kind === kind).length;
    expect(kinds('probe')).toBe(run.probes.length);
    expect(kinds('pin')).toBe(run.pins.length);
    expect(kinds('lifecycle')).toBe(1);
  });

  it('is left byte for byte by a run with the same answers', () => {
    expect(Buffer.from(printNotebook(writeResults(notebook, run))).equals(bytes)).toBe(true);
  });
});
