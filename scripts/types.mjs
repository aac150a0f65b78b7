// Checks the types of every part: core and tests, web views, editor tests.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './setup.mjs';

let status = 0;
for (const project of ['.', 'src/webview', 'test/editor']) {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [tsc, '-p', project], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status !== 0) status = 1;
}
process.exit(status);
