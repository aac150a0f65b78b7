// `npm run fuzz [-- --seed N --lines N --mutants N --parts policy,gnu,busybox]`: a million mutated lines through the
// policy, each accepted one compared with another parser and a sample with real shells; and approved ones over a
// real server in a hostile tree, under strace, until 5,000 ran to their end with GNU's tools and as many with
// busybox. Parts run side by side, as many as there are processors. Prints seeds, counts and coverage; a failing
// line is printed shrunk, with the seed of its round.
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages, ensurePrograms, root } from './setup.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '1000000' },
    mutants: { type: 'string', default: '5000' },
    parts: { type: 'string', default: 'policy,gnu,busybox' },
  },
});
for (const name of ['seed', 'lines', 'mutants']) {
  if (/^[0-9]{1,9}$/.test(values[name])) continue;
  console.error(`--${name} takes a number, not ${values[name]}: npm run fuzz -- --${name} 1000`);
  process.exit(2);
}
const wanted = values.parts.split(',');
const unknown = wanted.find((name) => !['policy', 'gnu', 'busybox'].includes(name));
if (unknown !== undefined) {
  console.error(`--parts knows no ${unknown}: npm run fuzz -- --parts policy,gnu,busybox`);
  process.exit(2);
}
ensurePackages();
ensurePrograms();
if (process.getuid?.() !== 0) {
  console.error('The traced parts make users of their own, which needs root: only the policy is tried.');
}
const processors = Math.max(1, os.availableParallelism());
const shares = Math.max(2, processors);
const jobs = [];
for (const userland of ['gnu', 'busybox'].filter((name) => wanted.includes(name)))
  jobs.push({ name: userland, file: 'traced.fuzz.ts', env: { SONDE_FUZZ_USERLAND: userland } });
if (wanted.includes('policy')) {
  for (let part = 0; part < shares; part += 1) {
    const env = { SONDE_FUZZ_PART: String(part), SONDE_FUZZ_PARTS: String(shares) };
    jobs.push({ name: `policy ${part}`, file: 'policy.fuzz.ts', env });
  }
}
console.log(`seed ${values.seed}, ${values.lines} lines, ${values.mutants} traced mutants of each userland`);

/** Runs one part and prefixes what it prints with its name; gives its status. */
function run({ name, file, env }) {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/fuzz/vitest.config.ts', `test/fuzz/${file}`];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      SONDE_FUZZ_SEED: values.seed,
      SONDE_FUZZ_LINES: values.lines,
      SONDE_FUZZ_MUTANTS: values.mutants,
      ...env,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (chunk) => {
      const rows = (rest + chunk).split('\n');
      rest = rows.pop() ?? '';
      for (const row of rows) if (row.trim() !== '') console.log(`[${name}] ${row}`);
    });
    stream.on('end', () => rest.trim() !== '' && console.log(`[${name}] ${rest}`));
  }
  return new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
}

const started = performance.now();
const failed = [];
const worker = async () => {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
    if ((await run(job)) !== 0) failed.push(job.name);
};
await Promise.all(Array.from({ length: processors }, worker));
console.log(
  `${Math.round((performance.now() - started) / 60_000)} minutes; ${failed.length === 0 ? 'no part failed' : `failed: ${failed.join(', ')}`}`,
);
process.exit(failed.length === 0 ? 0 : 1);
