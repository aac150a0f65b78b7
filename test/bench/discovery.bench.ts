import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discoverLifecycles } from '../../src/lifecycle/index.ts';
import { createProgram, createSourceTree } from '../../src/source/index.ts';
import { openCorpus } from '../support/corpus.ts';
import { loadPythonParser } from '../support/python.ts';
import { startBenchHost, type BenchHost, type Open } from './host.ts';
import { note } from './measure.ts';

let host: BenchHost;
let open: Open;
let root: string;

beforeAll(async () => {
  host = await startBenchHost(0);
  root = join(host.folder, 'sglang');
  cpSync(join(await openCorpus('sglang'), 'sglang'), root, { recursive: true });
  open = await host.open();
}, 300_000);

afterAll(async () => {
  open.close();
  await host.stop();
});

/** Python files below the root and their bytes. */
function size(): { readonly files: number; readonly bytes: number } {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.py'),
  );
  return {
    files: files.length,
    bytes: files.reduce((sum, each) => sum + statSync(join(root, each)).size, 0),
  };
}

it('lifecycles of a whole tree: seconds, files and bytes over SSH', async () => {
  const whole = size();
  const parser = await loadPythonParser();
  const start = performance.now();
  await host.ssh(`grep -rE --include='*.py' 'class |def ' ${root}`);
  const grep = performance.now() - start;
  const tree = createSourceTree({ transport: open.transport, prober: open.prober, root: host.folder });
  const begun = performance.now();
  const found = await discoverLifecycles({}, { tree, program: createProgram({ tree, parser }) });
  const took = performance.now() - begun;
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  const { listings, cost, unread } = found.value;
  expect(listings.map((each) => each.states)).toContain('KVPoll');
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  note({
    what: `lifecycles of sglang's tree (${String(listings.length)} found, ${String(unread.length)} left out)`,
    figure: seconds(took),
    reference: `grep -rE over ssh ${seconds(grep)}`,
    aim: 'seconds',
  });
  note({
    what: 'read over SSH for that, searches included',
    figure: `${String(cost.files)} files, ${megabytes(tree.cost.bytes)} in ${String(cost.reads)} reads`,
    reference: `the tree has ${String(whole.files)} files, ${megabytes(whole.bytes)}`,
  });
}, 600_000);
