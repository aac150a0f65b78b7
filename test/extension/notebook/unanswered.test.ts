import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unanswered } from '../../../src/extension/notebook/unanswered.ts';
import { runInvestigation } from '../../../src/investigation/index.ts';
import { openLocal } from '../../investigation/local.ts';
import { parseText } from '../../investigation/sample.ts';
import { answering, contextOf } from '../../investigation/target.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sonde-unanswered-'));
  writeFileSync(join(root, 'a.py'), 'class State:\n    NEW = 1\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const probe = (on: string, line: string): string => `\`\`\`probe on=${on}\n${line}\n\`\`\`\n`;
const pin = (on: string): string =>
  `\`\`\`pins\n- id: k\n  on: ${on}\n  file: a.py\n  symbol: State\n\`\`\`\n`;
const lifecycle = (on: string): string => `\`\`\`lifecycle on=${on}\nstates: State\n\`\`\`\n`;

/** Names of the targets that gave no answer to a notebook, where `gone` has lost its connection. */
async function silent(...parts: readonly string[]): Promise<readonly string[]> {
  const here = await openLocal(root);
  const gone = await openLocal(root);
  await gone.dispose();
  try {
    const run = await runInvestigation(
      parseText(parts.join('\n')),
      contextOf({ here: here.target, gone: gone.target }),
    );
    return [...unanswered(run)];
  } finally {
    await here.dispose();
  }
}

it('is a target whose connection is gone, for probes, pins and lifecycles', async () => {
  expect(await silent(probe('gone', 'cat a.py'))).toEqual(['gone']);
  expect(await silent(probe('here,gone', 'cat a.py'))).toEqual(['gone']);
  // Files of this machine outlive a connection, so a table answers as a host would that cannot be read any more.
  const lost = answering({ pins: { State: { kind: 'unreachable', code: 'disconnected', path: '/a.py' } } });
  for (const part of [pin('gone'), lifecycle('gone')])
    expect([...unanswered(await runInvestigation(parseText(part), contextOf({ gone: lost })))]).toEqual([
      'gone',
    ]);
});

it('is none that answered, refused, or has no name here', async () => {
  expect(await silent(probe('here', 'cat a.py'), pin('here'), lifecycle('here'))).toEqual([]);
  expect(await silent(probe('gone', 'rm a.py'), probe('nobody', 'cat a.py'))).toEqual([]);
});
