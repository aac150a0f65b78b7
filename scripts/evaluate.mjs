// `npm run evaluate [-- --out FILE] [--only WORDS]`: the lifecycle engine on real releases, compared with truths that
// were written by hand. Prints the tables in Markdown and writes them to FILE (default `.cache/evaluation.md`).
// Releases are downloaded once with pip, pinned by digest, and kept below `.cache/corpora`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages, root } from './setup.mjs';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(root, '.cache', 'evaluation.md') },
    only: { type: 'string' },
  },
});
ensurePackages();
const out = path.resolve(values.out);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const result = spawnSync(process.execPath, [vitest, 'run', '--config', 'test/evaluate/vitest.config.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    NO_COLOR: '1',
    SONDE_EVALUATE_OUT: out,
    ...(values.only === undefined ? {} : { SONDE_EVALUATE_ONLY: values.only }),
  },
});
console.log(`Written to ${out}`);
process.exit(result.status ?? 1);
