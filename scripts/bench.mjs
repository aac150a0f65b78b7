// `npm run bench`: ratios against a reference that runs beside, in the same minute; nothing here asserts a time.
import { spawnSync } from 'node:child_process';
import { ensurePackages, ensurePrograms, root, run } from './setup.mjs';

ensurePackages();
ensurePrograms();
run(process.execPath, ['scripts/package.mjs']);
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
const args = ['vitest', 'run', '--config', 'test/bench/vitest.config.ts', ...process.argv.slice(2)];
const result = spawnSync(npx, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
process.exit(result.status ?? 1);
