import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProber, type Prober, type Sandbox } from '../../src/probe/index.ts';
import { createConnector } from '../../src/transport/node/index.ts';
import type { Transport } from '../../src/transport/index.ts';
import { value } from '../support/channels.ts';
import { startLayeredSshd } from '../support/layered-host.ts';
import { openLink } from '../support/link.ts';
import { noPrompts } from '../support/prompts.ts';
import { newSetpriv } from '../support/setpriv.ts';
import type { Sshd } from '../support/sshd.ts';
import { makeTestUser, type TestUser } from '../support/users.ts';
import { makeFolder } from '../probe/bench.ts';
import { interleave, report } from './measure.ts';

/** What a layer costs: warm probes one by one and at once, and the connection. */
const setpriv = await newSetpriv();

interface Contender {
  readonly transport: Transport;
  readonly prober: Prober;
}

describe.each([0, 20])('at %i ms of round trip', (roundTrip) => {
  let user: TestUser;
  const servers: Sshd[] = [];
  const links: (() => Promise<void>)[] = [];
  const transports: Transport[] = [];
  let plain: Contender;
  let bwrap: Contender;
  let landlock: Contender | undefined;
  const root = makeFolder({
    'sample.py': Array.from(
      { length: 2000 },
      (_, index) => `line_${String(index)} = ${String(index % 42)}\n`,
    ).join(''),
  });
  chmodSync(root, 0o755);

  async function dial(sshd: Sshd): Promise<Transport> {
    const config = join(sshd.folder, 'bench_config');
    const link = roundTrip === 0 ? undefined : await openLink(sshd.port);
    if (link !== undefined) {
      link.delay = roundTrip / 2;
      links.push(() => link.close());
    }
    const lines = readFileSync(sshd.sshConfigFile, 'utf8').replace(
      `Port ${String(sshd.port)}`,
      `Port ${String(link?.port ?? sshd.port)}\n  HostKeyAlias [127.0.0.1]:${String(sshd.port)}`,
    );
    writeFileSync(config, lines);
    const connector = createConnector({ sshConfigFile: config, trustStoreFile: join(sshd.folder, 'trust') });
    const transport = value(
      await connector.connect({ kind: 'ssh', host: sshd.alias, root }, { prompts: noPrompts }),
    );
    transports.push(transport);
    return transport;
  }

  async function open(sshd: Sshd, sandbox: Sandbox): Promise<Contender> {
    const transport = await dial(sshd);
    return { transport, prober: value(await openProber(transport, { sandbox })) };
  }

  async function serve(hasBwrap: boolean): Promise<Sshd> {
    const sshd = await startLayeredSshd(hasBwrap ? { bwrap: true } : { bwrap: false, setpriv }, {
      user: user.name,
    });
    servers.push(sshd);
    return sshd;
  }

  beforeAll(async () => {
    user = makeTestUser('/bin/bash');
    const host = await serve(true);
    plain = await open(host, 'off');
    bwrap = await open(host, 'required');
    landlock = setpriv === undefined ? undefined : await open(await serve(false), 'required');
  });

  afterAll(async () => {
    for (const transport of transports) transport.dispose();
    for (const close of links) await close();
    for (const sshd of servers) await sshd.stop();
    user.remove();
  });

  const grep = async ({ prober }: Contender): Promise<void> => {
    const outcome = await prober.run('grep -n "= 7$" sample.py');
    expect(outcome).toMatchObject({ kind: 'evidence', evidence: { exit: 0, truncated: null } });
  };

  it.each([
    ['one by one, with a pause', 40],
    ['one after another', 0],
  ] as const)('%s', { timeout: 120_000 }, async (what, pause) => {
    const others = { bwrap, ...(landlock === undefined ? {} : { landlock }) };
    for (const [name, contender] of Object.entries(others)) {
      const times = await interleave(60, { plain: () => grep(plain), layered: () => grep(contender) }, pause);
      report(
        `${name}, ${what}, round trip ${String(roundTrip)} ms`,
        times('layered'),
        times('plain'),
        'plain',
      );
    }
  });

  it('the handshake', { timeout: 120_000 }, async () => {
    const shake = async ({ transport }: Contender, sandbox: Sandbox): Promise<void> => {
      value(await openProber(transport, { sandbox })).dispose();
    };
    const times = await interleave(20, {
      plain: () => shake(plain, 'off'),
      bwrap: () => shake(bwrap, 'required'),
    });
    report(
      `handshake with the proof of bwrap, round trip ${String(roundTrip)} ms`,
      times('bwrap'),
      times('plain'),
      'plain',
    );
  });
});
