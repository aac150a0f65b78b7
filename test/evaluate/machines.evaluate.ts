import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, it } from 'vitest';
import { report, type NoRow, type Row } from './report.ts';
import { evaluate, evaluateNone } from './run.ts';
import { machines, noMachines } from './truth/index.ts';

const only = process.env['SONDE_EVALUATE_ONLY'];
const rows: Row[] = [];
const none: NoRow[] = [];
const skipped: string[] = [];

for (const machine of machines) {
  it.runIf(only === undefined || machine.title.includes(only))(machine.title, async () => {
    const row = await evaluate(machine);
    if (row === null) skipped.push(machine.title);
    else rows.push(row);
  });
}

for (const each of noMachines) {
  it.runIf(only === undefined)(`no lifecycle: ${each.title}`, async () => {
    const row = await evaluateNone(each);
    if (row === null) skipped.push(each.title);
    else none.push(row);
  });
}

afterAll(() => {
  const text = report(rows, none, skipped);
  const out = process.env['SONDE_EVALUATE_OUT'];
  console.log(text);
  if (out === undefined) return;
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, text);
});
