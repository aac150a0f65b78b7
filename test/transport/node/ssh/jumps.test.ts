import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transport, TransportError } from '../../../../src/transport/index.ts';
import type { Result } from '../../../../src/base/index.ts';
import { createConnector } from '../../../../src/transport/node/index.ts';
import { collect, error, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { eventually, processesWith } from '../../../support/processes.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { startSshd, type Sshd } from '../../../support/sshd.ts';

let jump: Sshd;
let box: Sshd;
let configFile: string;
let transport: Transport | undefined;

beforeEach(async () => {
  jump = await startSshd({ alias: 'jump' });
  box = await startSshd({ alias: 'box' });
  configFile = join(box.folder, 'both');
});
afterEach(async () => {
  transport?.dispose();
  transport = undefined;
  await box.stop();
  await jump.stop();
});

/** Both hosts in one configuration, the target with further lines. */
async function connect(...lines: readonly string[]): Promise<Result<Transport, TransportError>> {
  const texts = [box, jump].map((server) => readFileSync(server.sshConfigFile, 'utf8'));
  const [target = '', other = ''] = texts;
  const added = lines.map((line) => `  ${line}\n`).join('');
  writeFileSync(configFile, `${target.replace('Host box\n', `Host box\n${added}`)}${other}`);
  const connector = createConnector({ sshConfigFile: configFile, trustStoreFile: join(box.folder, 'trust') });
  const result = await connector.connect({ kind: 'ssh', host: 'box', root: '/' }, { prompts: noPrompts });
  if (result.ok) transport = result.value;
  return result;
}

async function answer(through: Transport): Promise<string> {
  return (await collect(value(await through.exec(testCommand('echo there'))))).stdout.toString();
}

describe('a jump host', () => {
  test('leads to the target, both verified and logged in', async () => {
    const through = value(await connect('ProxyJump jump'));
    expect(await answer(through)).toBe('there\n');
    expect(through.label).toBe(`${box.user}@127.0.0.1:${box.port}`);
    expect(jump.log()).toContain('Accepted publickey');
    expect(box.log()).toContain('Accepted publickey');
    expect(jump.commandsStarted()).toBe(0);
  });

  test('may be a chain, also of hosts that are named by address', async () => {
    const through = value(await connect('ProxyJump jump,jump'));
    expect(await answer(through)).toBe('there\n');
    expect(jump.log().split('Accepted publickey')).toHaveLength(3);
    // The address has no entry in the configuration, so its key is unknown there.
    const byAddress = await connect(`ProxyJump jump,${jump.user}@127.0.0.1:${jump.port}`);
    expect(error(byAddress)).toMatchObject({ code: 'host-key-unknown', port: jump.port });
  });

  test('that is not known is refused like any host', async () => {
    writeFileSync(jump.knownHostsFile, '');
    expect(error(await connect('ProxyJump jump'))).toMatchObject({
      code: 'host-key-unknown',
      port: jump.port,
    });
    expect(box.log()).not.toContain('Accepted');
  });

  test('that cannot reach the target says so', async () => {
    const { port } = box;
    const config = ['ProxyJump jump'];
    await box.stop();
    box = await startSshd({ alias: 'box' });
    configFile = join(box.folder, 'both');
    expect(port).not.toBe(box.port);
    const refused = await connect(...config, `Port ${port}`);
    expect(error(refused)).toMatchObject({ code: 'unreachable', port });
  });

  test('that goes away ends the connection', async () => {
    const through = value(await connect('ProxyJump jump'));
    const noticed = new Promise((resolve) => through.onDidDisconnect(resolve));
    for (const id of jump.processes().slice(1)) process.kill(id, 'SIGKILL');
    expect(await noticed).toMatchObject({ code: 'disconnected' });
  });

  test('of "none" is no jump, and one that names itself is an error', async () => {
    expect((await connect('ProxyJump none')).ok).toBe(true);
    expect(error(await connect('ProxyJump box'))).toMatchObject({ code: 'ssh-config' });
  });
});

describe('a proxy command', () => {
  test('carries the connection, with its tokens replaced, and ends with it', async () => {
    const script = join(box.folder, 'proxy.mjs');
    writeFileSync(
      script,
      "import { connect } from 'node:net';\nconst s = connect(Number(process.argv[3]), process.argv[2]);\nprocess.stdin.pipe(s).pipe(process.stdout);\n",
    );
    const through = value(await connect(`ProxyCommand ${process.execPath} ${script} %h %p`));
    expect(await answer(through)).toBe('there\n');
    expect(processesWith(`${script} 127.0.0.1 ${box.port}`)).not.toEqual([]);
    through.dispose();
    await eventually(() => expect(processesWith(script)).toEqual([]));
  });

  test('that does not want to end is ended', async () => {
    const script = join(box.folder, 'stubborn.mjs');
    writeFileSync(
      script,
      "import { connect } from 'node:net';\nprocess.on('SIGTERM', () => undefined);\nsetInterval(() => undefined, 1000);\nconst s = connect(Number(process.argv[3]), process.argv[2]);\nprocess.stdin.pipe(s).pipe(process.stdout);\n",
    );
    const through = value(await connect(`ProxyCommand ${process.execPath} ${script} %h %p`));
    expect(processesWith(script)).not.toEqual([]);
    through.dispose();
    await eventually(() => expect(processesWith(script)).toEqual([]));
  });

  test('that fails is an error', async () => {
    expect(error(await connect('ProxyCommand false'))).toMatchObject({
      code: 'unreachable',
      host: '127.0.0.1',
    });
    expect((await connect('ProxyCommand none')).ok).toBe(true);
  });
});
