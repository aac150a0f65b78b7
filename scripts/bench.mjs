// `npm run bench`: ratios against a reference that runs beside, in the same minute; nothing here asserts a time.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensurePackages, ensurePrograms, root, run } from './setup.mjs';

ensurePackages();
ensurePrograms();
run(process.execPath, ['scripts/package.mjs']);
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
const args = ['vitest', 'run', '--config', 'test/bench/vitest.config.ts', ...process.argv.slice(2)];
const scratch = mkdtempSync(path.join(os.tmpdir(), 'sonde-bench-'));
const table = path.join(scratch, 'table');
const result = spawnSync(npx, args, {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, SONDE_BENCH_TABLE: table },
});
if (existsSync(table)) print(readFileSync(table, 'utf8'));
rmSync(scratch, { recursive: true, force: true });
process.exit(result.status ?? 1);

/** What was measured, one line each, in columns. */
function print(lines) {
  const head = ['measure', 'figure', 'reference', 'ratio', 'aim'];
  const rows = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map((row) => [row.what, row.figure, row.reference ?? '', row.ratio?.toFixed(2) ?? '', row.aim ?? '']);
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at].length)));
  const text = (row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]))
      .join('  ')
      .trimEnd();
  console.log(`\n${text(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(text(row));
}
