import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../src/base/index.ts';
import { makeCopy, sweepCopies } from '../../../../src/transport/node/demo/copy.ts';
import { value } from '../../../support/channels.ts';
import { demoProject } from '../../../support/demo-project.ts';

/** Makes a folder as the copy of a demo is, says its name and waits. */
const owner = `
const fs = require('node:fs'), os = require('node:os'), path = require('node:path');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'sonde-demo-' + process.pid + '-'));
fs.mkdirSync(path.join(home, 'demo'));
fs.writeFileSync(path.join(home, 'demo', 'app.py'), 'status = 1');
for (const name of ['demo/app.py', 'demo', '']) fs.chmodSync(path.join(home, name), 0o555);
console.log(home);
setInterval(() => undefined, 1000);
`;

describe('copies of the demo whose owner was killed', () => {
  let folder: string;
  let before: string | undefined;
  const started: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-copies-'));
    before = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder;
  });
  afterEach(async () => {
    for (const child of started.splice(0)) await end(child);
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  });

  /** A process that has a copy, and the copy's folder. */
  async function start(): Promise<{ readonly child: ChildProcess; readonly copy: string }> {
    const child = spawn(process.execPath, ['-e', owner], { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    const copy = await new Promise<string>((resolve) =>
      child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
    );
    return { child, copy };
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  test('are removed, write-protected as they are; those of a running owner are not', async () => {
    const killed = await start();
    const running = await start();
    sweepCopies(silentLogger);
    expect([killed, running].map(({ copy }) => existsSync(copy))).toEqual([true, true]);
    await end(killed.child);
    expect(existsSync(killed.copy)).toBe(true);
    sweepCopies(silentLogger);
    expect(readdirSync(folder)).toEqual([basename(running.copy)]);
  });

  test('are removed when the next copy is made, which stays', async () => {
    const killed = await start();
    await end(killed.child);
    const project = demoProject();
    const options = { ...project, protect: true, environment: process.env, logger: silentLogger };
    const made = value(await makeCopy(options));
    rmSync(project.folder, { recursive: true });
    sweepCopies(silentLogger);
    expect(readdirSync(folder)).toEqual([basename(made.home)]);
    made.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('are told by their whole name; what a link of such a name leads to stays', async () => {
    const { child } = await start();
    await end(child);
    const gone = child.pid ?? 0;
    const others = [
      `sonde-demo-${gone}`,
      `sonde-demo-${gone}-abc`,
      `sonde-demo-${gone}-abcdef.key`,
      'sonde-demo-x-abcdef',
    ];
    for (const name of others) mkdirSync(join(folder, name));
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', 'notes.txt'), 'mine\n');
    const link = `sonde-demo-${gone}-abcdef`;
    symlinkSync('mine', join(folder, link));
    sweepCopies(silentLogger);
    expect(readdirSync(folder).sort()).toEqual([...others, 'mine', link].sort());
    expect(readdirSync(join(folder, 'mine'))).toEqual(['notes.txt']);
  });
});
