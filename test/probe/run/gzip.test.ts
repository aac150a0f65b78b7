import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, openLocal, type Bench } from '../bench.ts';

let bench: Bench;
let root: string;

beforeAll(async () => {
  root = makeFolder({ 'plain.log': 'error plain\n' });
  writeFileSync(join(root, 'old.log.gz'), gzipSync('one\nerror old\n'));
  bench = await openLocal(root);
});
afterAll(() => bench.close());

test.each([
  ['gzip -dc old.log.gz', 'one\nerror old\n'],
  ['gzip -dc -- old.log.gz | grep -n error', '2:error old\n'],
  ['gzip -dcf *.log *.gz | grep -c error', '2\n'],
  ['cat old.log.gz | gzip -dc | tail -n 1', 'error old\n'],
])('%s reads and leaves the folder as it is', async (line, expected) => {
  const before = snapshot();
  const outcome = await bench.prober.run(line);
  if (outcome.kind !== 'evidence') throw new Error(JSON.stringify(outcome));
  expect(new TextDecoder().decode(outcome.evidence.stdout)).toBe(expected);
  expect(snapshot()).toEqual(before);
});

function snapshot(): readonly (readonly [string, number, string])[] {
  return readdirSync(root)
    .sort()
    .map((name) => {
      const file = join(root, name);
      return [name, statSync(file).mtimeMs, readFileSync(file).toString('base64')] as const;
    });
}
