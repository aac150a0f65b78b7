// Builds the VSIX from dist/ and prints its size; it ships bundles only, no node_modules.
import { statSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages, root, run } from './setup.mjs';

ensurePackages();
run(process.execPath, ['scripts/build.mjs']);
const out = path.join(root, 'dist', 'sonde.vsix');
run(path.join(root, 'node_modules', '.bin', 'vsce'), [
  'package',
  '--no-dependencies',
  '--skip-license',
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
  '--out',
  out,
]);
console.log(`dist/sonde.vsix  ${(statSync(out).size / 1e6).toFixed(2)} MB`);
