import { expect, test } from 'vitest';
import { Emitter } from '../../../src/base/index.ts';
import { createLedger, type Ledger, type LedgerEntry } from '../../../src/probe/index.ts';
import type { Sent } from '../../../src/transport/index.ts';
import { testCommand } from '../../support/commands.ts';

const idOf = (index: number): string => index.toString(16).padStart(32, '0');

interface Set {
  readonly ledger: Ledger;
  readonly wire: Emitter<Sent>;
  readonly write: ReturnType<Ledger['follow']>;
  readonly at: (time: number) => void;
}

function set(limit?: number): Set {
  let now = 1000;
  const wire = new Emitter<Sent>();
  const ledger = createLedger({ clock: { now: () => now }, ...(limit === undefined ? {} : { limit }) });
  const write = ledger.follow({ label: 'u@box:22', onDidSend: wire.event });
  return { ledger, wire, write, at: (time) => (now = time) };
}

const launcher = (shell: number, text: string, time: number): Sent => ({
  kind: 'launcher',
  shell,
  text,
  time,
});
const input = (shell: number, text: string, time: number): Sent => ({ kind: 'input', shell, text, time });

test('shells in the order of their start, with what each was given and how it ended', () => {
  const { ledger, wire, write, at } = set();
  const seen: LedgerEntry[] = [];
  const subscription = ledger.onDidChange((entry) => seen.push(entry));
  const first = write(testCommand('launch', 'one\n'), undefined);
  wire.fire(launcher(1, 'launch', 1000));
  wire.fire(input(1, 'one\n', 1001));
  at(1010);
  first({ exit: 0, bytes: 3 });
  // Two shells are started in advance; a probe takes the first of them.
  wire.fire(launcher(2, 'launch', 1011));
  wire.fire(launcher(3, 'launch', 1012));
  const second = write(testCommand('launch', 'two\n'), 'cat f');
  wire.fire(input(2, 'two\n', 1020));
  at(1060);
  second({ exit: null, bytes: 7 });
  wire.fire({ kind: 'closed', shell: 2 });
  expect(ledger.sent()).toEqual([
    {
      number: 1,
      kind: 'handshake',
      time: 1000,
      asked: 1001,
      target: 'u@box:22',
      launcher: 'launch',
      script: 'one\n',
      exit: 0,
      bytes: 3,
      ms: 9,
      over: false,
    },
    {
      number: 2,
      kind: 'probe',
      time: 1011,
      asked: 1020,
      target: 'u@box:22',
      line: 'cat f',
      launcher: 'launch',
      script: 'two\n',
      exit: null,
      bytes: 7,
      ms: 40,
      over: true,
    },
    {
      number: 3,
      kind: 'waiting',
      time: 1012,
      target: 'u@box:22',
      launcher: 'launch',
      script: '',
      exit: null,
      bytes: 0,
      ms: 0,
      over: false,
    },
  ]);
  expect(ledger.entries.map(({ number }) => number)).toEqual([1, 2]);
  expect(seen.map(({ number, kind, exit }) => [number, kind, exit])).toEqual([
    [1, 'waiting', null],
    [1, 'handshake', null],
    [1, 'handshake', 0],
    [2, 'waiting', null],
    [3, 'waiting', null],
    [2, 'probe', null],
    [2, 'probe', null],
    [2, 'probe', null],
  ]);
  subscription.dispose();
  wire.fire(launcher(4, 'launch', 1070));
  expect(seen).toHaveLength(8);
});

test('what was announced and never sent is not in the record', () => {
  const { ledger, write } = set();
  write(testCommand('launch', 'one\n'), 'cat f')({ exit: null, bytes: 0 });
  expect(ledger.sent()).toEqual([]);
});

test('a script that was sent once more is there twice, each time with its line', () => {
  const { ledger, wire, write } = set();
  const script = `echo ${idOf(5)}:B\n`;
  const done = write(testCommand('launch', script), 'cat f');
  wire.fire(launcher(1, 'launch', 1));
  wire.fire(input(1, script, 2));
  wire.fire({ kind: 'closed', shell: 1 });
  wire.fire(launcher(2, 'launch', 3));
  wire.fire(input(2, script, 4));
  done({ exit: 0, bytes: 1 });
  expect(ledger.sent().map(({ line, script: text, exit }) => [line, text, exit])).toEqual([
    ['cat f', script, null],
    ['cat f', script, 0],
  ]);
});

test('a launcher that carries the script has its line and no standard input', () => {
  const { ledger, wire, write } = set();
  const script = `echo ${idOf(9)}:B; echo 'a b'\n`;
  const inline = `exec sh -c 'echo ${idOf(9)}:B; echo '\\''a b'\\'''`;
  const done = write(testCommand('launch', script), 'ls');
  wire.fire(launcher(1, inline, 10));
  done({ exit: 0, bytes: 1 });
  expect(ledger.entries).toMatchObject([
    { kind: 'probe', line: 'ls', launcher: inline, script: '', exit: 0, asked: 10 },
  ]);
});

test('lines of commands that run at the same time are told apart', () => {
  const { ledger, wire, write } = set();
  const scripts = [1, 2, 3].map((index) => `echo ${idOf(index)}:B\n`);
  scripts.map((script, index) => write(testCommand('launch', script), `line ${index}`));
  [3, 1, 2].forEach((index, shell) => {
    wire.fire(launcher(shell, 'launch', 1));
    wire.fire(input(shell, scripts[index - 1] ?? '', 2));
  });
  expect(ledger.sent().map(({ line }) => line)).toEqual(['line 2', 'line 0', 'line 1']);
});

test('a hundred thousand probes are held in a fraction of their bytes, each exact', () => {
  const { ledger, wire, write } = set();
  const guard = 'R() { case $1 in .) r=$PWD;; esac; }; '.repeat(80);
  const script = (index: number): string =>
    `kill -KILL $i; echo ${idOf(index)}:B; ${guard}grep -n -e x${index} -- f; echo ${idOf(index)}:E\n`;
  let total = 0;
  for (let index = 1; index <= 100_000; index += 1) {
    const done = write(testCommand('launch', script(index)), `grep -n x${index} f`);
    wire.fire(launcher(index, 'launch', index));
    wire.fire(input(index, script(index), index));
    done({ exit: 0, bytes: 1 });
    wire.fire({ kind: 'closed', shell: index });
    total += script(index).length;
  }
  expect(total).toBeGreaterThan(300_000_000);
  expect(ledger.held).toBeLessThan(20_000_000);
  expect(ledger.released).toBe(0);
  for (const number of [1, 50_000, 100_000])
    expect(ledger.sent(number, 1)).toMatchObject([
      { number, line: `grep -n x${number} f`, script: script(number) },
    ]);
  expect(ledger.sent(99_999)).toHaveLength(2);
});

test('beyond its limit the oldest that have ended are released, and counted', () => {
  const { ledger, wire, write } = set(50_000);
  // Scripts without anything in common.
  const script = (index: number): string =>
    `${idOf(index)} ${String.fromCharCode(97 + index).repeat(10_000)}\n`;
  for (let index = 1; index <= 8; index += 1) {
    write(testCommand('launch', script(index)), `line ${index}`)({ exit: null, bytes: 0 });
    wire.fire(launcher(index, 'launch', index));
    wire.fire(input(index, script(index), index));
    if (index !== 6) wire.fire({ kind: 'closed', shell: index });
  }
  expect(ledger.held).toBeLessThanOrEqual(50_000);
  expect(ledger.released).toBe(4);
  expect(ledger.count).toBe(8);
  expect(ledger.sent().map(({ number }) => number)).toEqual([5, 6, 7, 8]);
  expect(ledger.sent(7).map((entry) => entry.script)).toEqual([script(7), script(8)]);
  expect(ledger.entries).toHaveLength(4);
});

test('probes at once are told apart also where the folder of the account looks like a number of ours', () => {
  const { ledger, wire, write } = set();
  const script = (id: string): string => `HOME='/home/${idOf(7)}'; echo ${id}:B\n`;
  const first = write(testCommand('launch', script(idOf(1))), 'cat one');
  const second = write(testCommand('launch', script(idOf(2))), 'cat two');
  wire.fire(launcher(1, 'launch', 1));
  wire.fire(launcher(2, 'launch', 2));
  wire.fire(input(2, script(idOf(2)), 3));
  wire.fire(input(1, script(idOf(1)), 4));
  first({ exit: 1, bytes: 1 });
  second({ exit: 2, bytes: 2 });
  expect(ledger.sent().map(({ number, line, exit }) => [number, line, exit])).toEqual([
    [1, 'cat one', 1],
    [2, 'cat two', 2],
  ]);
});
