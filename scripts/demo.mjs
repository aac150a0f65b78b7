// `npm run demo`: does all the set-up on a fresh clone (packages, build), then the main job.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages, root, run } from './setup.mjs';

/** Time of the newest file below `folder`, in milliseconds. */
function newest(folder) {
  let latest = 0;
  for (const name of readdirSync(folder, { recursive: true }))
    latest = Math.max(latest, statSync(path.join(folder, name)).mtimeMs);
  return latest;
}

ensurePackages();
const cli = path.join(root, 'dist', 'cli.cjs');
const stale =
  !existsSync(cli) ||
  statSync(cli).mtimeMs <
    Math.max(newest(path.join(root, 'src')), statSync(path.join(root, 'package-lock.json')).mtimeMs);
if (stale) {
  console.error('Building …');
  run(process.execPath, ['scripts/build.mjs']);
}
const result = spawnSync(process.execPath, [cli, 'demo', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(result.status ?? 2);
