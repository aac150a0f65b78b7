// `npm run fuzz [-- --seed N --lines N --runs N]`: a million mutated lines through the policy, and approved ones
// over a real server in a hostile tree, under strace, until 5,000 ran to their end with GNU's tools and as many
// with busybox. Prints seeds and counts.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensurePackages, ensurePrograms, root } from './setup.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '5000' },
  },
});
for (const [name, text] of Object.entries(values)) {
  if (/^[0-9]{1,9}$/.test(text)) continue;
  console.error(`--${name} takes a number, not ${text}: npm run fuzz -- --${name} 1000`);
  process.exit(2);
}
ensurePackages();
ensurePrograms();
if (process.getuid?.() !== 0) {
  console.error('The traced part makes a user of its own, which needs root: only the policy is tried.');
}
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
console.log(`seed ${values.seed}, ${values.lines} lines, ${values.runs} traced runs`);
const result = spawnSync(npx, ['vitest', 'run', '--config', 'test/fuzz/vitest.config.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    SONDE_FUZZ_SEED: values.seed,
    SONDE_FUZZ_LINES: values.lines,
    SONDE_FUZZ_RUNS: values.runs,
  },
});
process.exit(result.status ?? 1);
