import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  parseNotebook,
  printNotebook,
  runInvestigation,
  secretsOf,
  verifyRun,
  writeResults,
  type Notebook,
  type RunResult,
} from '../../../src/investigation/index.ts';
import { openLocal, type LocalTarget } from '../local.ts';
import { contextOf, decode, encode, sha256 } from '../target.ts';

const TOKEN = 'ghp_' + '4f9Xq2Lm7Rt0Vb3Kc8Zd5Hs1Nw6Pj0YuAe2G';
const MARK = '‹secret: service-token›';
const code = (token: string, more = ''): string =>
  `import os\n${more}\ndef connect():\n    token = "${token}"\n    return token\n\n\ndef other():\n    return 1\n`;

let folder: string;
let local: LocalTarget;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-pin-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (text: string): Notebook => {
  const parsed = parseNotebook(encode(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};

/** Runs on the folder as it is now; a tree keeps what it has read. */
async function run(notebook: Notebook): Promise<RunResult> {
  local = await openLocal(folder);
  try {
    return await runInvestigation(notebook, contextOf({ t: local.target }));
  } finally {
    await local.dispose();
  }
}

const start =
  '```pins\n- id: k1\n  on: t\n  file: app.py\n  symbol: connect\n- id: k2\n  on: t\n  file: app.py\n  symbol: other\n```\n';

test('an excerpt with a secret is stored with its mark, and found again the same', async () => {
  writeFileSync(join(folder, 'app.py'), code(TOKEN));
  const first = read(start);
  const result = await run(first);
  expect(secretsOf(result).map(({ id, found }) => [id, found])).toEqual([
    ['k1', [{ kind: 'service-token', line: 4 }]],
  ]);
  const written = writeResults(first, result);
  const text = decode(printNotebook(written));
  const excerpt = `def connect():\n    token = "${MARK}"\n    return token\n`;
  expect(text).toContain(`\`\`\`python of=k1\n${excerpt}\`\`\`\n`);
  expect(text).toContain(`sha256: ${sha256(encode(excerpt))}\n  redacted: 1\n`);
  expect(text).not.toContain(TOKEN);
  // Again, on the same file: nothing changes, and the verdict is same.
  const again = await run(written);
  expect(verifyRun(written, again).map(({ id, verdict }) => [id, verdict])).toEqual([
    ['k1', 'same'],
    ['k2', 'same'],
  ]);
  expect(decode(printNotebook(writeResults(written, again)))).toBe(text);
  // It moves, and its secret changes: moved, because nobody can tell more.
  writeFileSync(join(folder, 'app.py'), code(TOKEN.replace('4f9X', 'Q7zW'), 'import sys\n'));
  const moved = await run(written);
  expect(verifyRun(written, moved)[0]).toMatchObject({ id: 'k1', verdict: 'moved', detail: '+1' });
  // Something else of it changes.
  writeFileSync(join(folder, 'app.py'), code(TOKEN).replace('return token', 'return token.strip()'));
  expect(verifyRun(written, await run(written))[0]).toMatchObject({ id: 'k1', verdict: 'changed' });
});

test('kept and dropped', async () => {
  writeFileSync(join(folder, 'app.py'), code(TOKEN));
  const first = read(start);
  const result = await run(first);
  const kept = decode(printNotebook(writeResults(first, result, { secrets: 'keep' })));
  expect(kept).toContain(`    token = "${TOKEN}"\n`);
  expect(kept).not.toContain('redacted:');
  const dropped = decode(printNotebook(writeResults(first, result, { secrets: 'drop' })));
  expect(dropped).not.toContain('of=k1');
  // A pin that is kept as it came stays so, until it changes.
  const keptNotebook = read(kept);
  expect(decode(printNotebook(writeResults(keptNotebook, await run(keptNotebook))))).toBe(kept);
});
