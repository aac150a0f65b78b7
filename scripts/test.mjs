// `npm test`: does all the set-up on a fresh clone, then lint, types, unit and host tests, and the editor.
// Ends with the plain line `N passed, N failed`; a failed step that counts no tests counts as one failure.
// A test that waits for servers and links gets a second try; what needed it is named at the end, as are failures.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureEngine, ensurePackages, ensurePrograms, root } from './setup.mjs';

const only = process.argv.slice(2);
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
const scratch = mkdtempSync(path.join(os.tmpdir(), 'sonde-test-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

let passed = 0;
let failed = 0;
const remarks = [];

/** Runs one step; without a report it counts as one test. */
function step(name, command, args, report) {
  if (only.length > 0 && !only.includes(name)) return;
  console.log(`\n== ${name}`);
  const started = performance.now();
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CI: 'true' },
  });
  const good = result.status === 0;
  const counts = report === undefined ? { passed: good ? 1 : 0, failed: good ? 0 : 1 } : read(report, good);
  passed += counts.passed;
  failed += counts.failed;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
}

/** The arguments of a run that writes its results to a file as well. */
function vitest(report, ...args) {
  return [
    'vitest',
    'run',
    ...args,
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
}

/** Counts of a JSON report of vitest; a missing report or a bad exit without failures is one failure. */
function read(report, good) {
  let counts = { passed: 0, failed: 0 };
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'));
    remarks.push(...json.testResults.flatMap(remarksOn));
    counts = {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
    };
    if (counts.passed === 0) counts.failed += 1;
  } catch {
    counts.failed += 1;
  }
  if (!good && counts.failed === 0) counts.failed += 1;
  return counts;
}

/** The tests of one file that failed, or that held at the second try only, each with its first complaint. */
function remarksOn(file) {
  const name = path.relative(root, file.name);
  const told = file.assertionResults.flatMap(({ status, fullName, failureMessages }) => {
    const complaint = failureMessages[0]?.split('\n')[0];
    if (complaint === undefined) return [];
    return `${status === 'passed' ? 'held at the second try' : status}: ${name}: ${fullName}: ${complaint}`;
  });
  if (file.status === 'failed' && told.length === 0) return [`failed: ${name}: ${file.message}`];
  return told;
}

ensurePackages();
ensurePrograms();
if (only.length === 0 || only.includes('unit')) ensureEngine();
step('build', process.execPath, ['scripts/build.mjs']);
step('lint', npx, ['eslint', '.', '--max-warnings', '0']);
step('format', npx, ['prettier', '--check', '--log-level', 'warn', '.']);
step('types', process.execPath, ['scripts/types.mjs']);
const unit = path.join(scratch, 'unit.json');
step('unit', npx, vitest(unit), unit);
step('package', process.execPath, ['scripts/package.mjs']);
const editor = path.join(scratch, 'editor.json');
step('editor', npx, vitest(editor, '--config', 'test/editor/vitest.config.ts'), editor);

for (const remark of remarks) console.log(remark);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
