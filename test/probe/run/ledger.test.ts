import { expect, test } from 'vitest';
import { createLedger, type LedgerEntry } from '../../../src/probe/index.ts';
import { testCommand } from '../../support/commands.ts';

test('entries in order, with their outcome when it is known', () => {
  let now = 1000;
  const ledger = createLedger({ now: () => now });
  const seen: LedgerEntry[] = [];
  const subscription = ledger.onDidChange((entry) => seen.push(entry));
  const write = ledger.writer('u@box:22');
  const first = write(testCommand('launch', 'one\n'), undefined);
  now = 1010;
  const second = write(testCommand('launch', 'two\n'), 'cat f');
  now = 1050;
  second({ exit: 0, bytes: 7 });
  now = 1100;
  first({ exit: null, bytes: 0 });
  expect(ledger.entries).toEqual([
    { time: 1000, target: 'u@box:22', launcher: 'launch', script: 'one\n', exit: null, bytes: 0, ms: 100 },
    {
      time: 1010,
      target: 'u@box:22',
      line: 'cat f',
      launcher: 'launch',
      script: 'two\n',
      exit: 0,
      bytes: 7,
      ms: 40,
    },
  ]);
  expect(seen.map((entry) => [entry.script, entry.exit, entry.ms])).toEqual([
    ['one\n', null, 0],
    ['two\n', null, 0],
    ['two\n', 0, 40],
    ['one\n', null, 100],
  ]);
  subscription.dispose();
  write(testCommand('launch', 'three\n'), 'ls');
  expect(seen).toHaveLength(4);
});
