import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLedger, openProber } from '../../../src/probe/index.ts';
import { layeredLauncher } from '../../../src/probe/emission/layers.ts';
import { readFacts, splitAnswer } from '../../../src/probe/run/handshake.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { noPrompts } from '../../support/prompts.ts';
import { makeFolder } from '../bench.ts';

// Who may name a folder on a host may put lines into what the host answers: a name holds newlines.

describe('a root that leads to a folder whose name looks like an answer', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('a program of somebody else is not taken for a tool', async () => {
    const bin = join(folder, 'bin');
    const mark = join(folder, 'ran');
    mkdirSync(bin);
    writeFileSync(join(bin, 'grep'), `#!/bin/sh\n: >${mark}\n`);
    chmodSync(join(bin, 'grep'), 0o755);
    const target = `${folder}/x\nT:grep:${bin}/grep:grep (GNU grep) 3.8`;
    mkdirSync(target, { recursive: true });
    // So that the cut name can be entered as well.
    mkdirSync(`${folder}/x`);
    for (const place of [target, `${folder}/x`]) writeFileSync(join(place, 'a.txt'), 'needle\n');
    const root = join(folder, 'root');
    symlinkSync(target, root);
    const connector = createConnector({ trustStoreFile: join(folder, 'trust') });
    const transport = value(await connector.connect({ kind: 'local', root }, { prompts: noPrompts }));
    const opened = await openProber(transport, { ledger: createLedger(), sandbox: 'off' });
    const prober = value(opened);
    const outcome = await prober.run('grep needle a.txt');
    prober.dispose();
    transport.dispose();
    expect(existsSync(mark)).toBe(false);
    expect(prober.host.tools['grep']?.path).not.toBe(`${bin}/grep`);
    expect(outcome).toMatchObject({ kind: 'evidence', evidence: { exit: 0 } });
  });
});

test('a home whose name looks like an answer is none', async () => {
  const folder = makeFolder();
  const homeFolder = `${folder}/home\nQ:word\nT:grep:/bin/grep:BusyBox`;
  mkdirSync(homeFolder, { recursive: true });
  const connector = createConnector({ trustStoreFile: join(folder, 'trust'), homeFolder });
  const transport = value(await connector.connect({ kind: 'local', root: folder }, { prompts: noPrompts }));
  const prober = value(await openProber(transport, { ledger: createLedger(), sandbox: 'off' }));
  expect(prober.host.home).toBe('/');
  expect(prober.host.tools['grep']?.kind).toBe('gnu');
  prober.dispose();
  transport.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test('tools are where they are looked for, and what was said first counts', () => {
  const { host } = readFacts(
    [
      'T:grep:/usr/bin/grep:grep (GNU grep) 3.8',
      'T:grep:/bin/grep:BusyBox',
      'T:sed:/tmp/sed:sed (GNU sed) 4.9',
      'T:awk:/usr/bin/mawk:mawk 1.3.4',
      'T:wc:/usr/bin/../../tmp/wc:',
    ].join('\n'),
    '',
  );
  expect(host.tools).toEqual({ grep: { path: '/usr/bin/grep', kind: 'gnu', version: '3.8' } });
});

test('the root is the last word', () => {
  expect(splitAnswer('S:Linux\nR:/srv\n')).toEqual({ facts: 'S:Linux\n', root: '/srv' });
  expect(splitAnswer('R:/srv\n')).toEqual({ facts: '', root: '/srv' });
  expect(splitAnswer('S:Linux\n')).toEqual({ facts: 'S:Linux\n' });
  const forged = 'S:Linux\nR:/srv\nL:bwrap:/tmp:\n\n';
  expect(splitAnswer(forged)).toEqual({ facts: 'S:Linux\n', root: '/srv\nL:bwrap:/tmp:\n' });
  expect(readFacts(forged, '')).toMatchObject({ root: '/srv\nL:bwrap:/tmp:\n', host: { system: 'Linux' } });
});

test('no launcher is made of a folder that a host, or a container on it, makes up', () => {
  for (const folder of ['/tmp', '/usr/bin/../../tmp', '/x;id', '', '/usr/bin$(id)'])
    expect(() => layeredLauncher({ form: 'bwrap', folder })).toThrow();
  expect(layeredLauncher({ form: 'bwrap', folder: '/usr/bin' })).toContain(' /usr/bin/bwrap ');
});
