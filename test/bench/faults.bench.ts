import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import type { ProbeOutcome } from '../../src/probe/index.ts';
import { hasNetworks, makeNetwork } from '../support/network.ts';
import { eventually } from '../support/processes.ts';
import { startSshd } from '../support/sshd.ts';
import {
  clean,
  commandsOf,
  longLine,
  pause,
  running,
  signalSessions,
  startFaultyHost,
  tally,
  watchMemory,
} from '../transport/faults/support.ts';
import { note } from './measure.ts';

/** What a fault costs: what was lost, how long until it was noticed, memory. The tests hold that nothing is silent. */

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Outcomes by kind, and how many of the evidence are not what they must be. */
function lossOf(outcomes: readonly ProbeOutcome[], expected?: (at: number) => string): string {
  const counts = Object.entries(tally(outcomes)).map(([kind, count]) => `${String(count)} ${kind}`);
  const wrong = outcomes.filter(
    (outcome, at) =>
      outcome.kind === 'evidence' &&
      expected !== undefined &&
      Buffer.from(outcome.evidence.stdout).toString() !== expected(at),
  );
  return `${counts.join(', ')}; lost without a word: ${String(wrong.length)}`;
}

/** Milliseconds until nothing of the user runs on the host; -1 where that does not come within a minute. */
async function cleanAfter(user: Parameters<typeof commandsOf>[0]): Promise<string> {
  const start = performance.now();
  while (performance.now() - start < 60_000) {
    if (commandsOf(user).length === 0) return `host clean after ${seconds(performance.now() - start)}`;
    await pause(100);
  }
  return `left on the host: ${commandsOf(user).join('; ')}`;
}

describe.runIf(process.getuid?.() === 0).each(['ssh2', 'openssh'] as const)('faults, by %s', (transport) => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)('%s of the server in the middle of a probe', async (signal) => {
    const host = await startFaultyHost();
    const { prober, noticed } = await host.connect({ transport });
    const probes = Array.from({ length: 8 }, (_, at) => prober.run(longLine(`nowhere-${String(at)}`)));
    await running(host.user, 'nowhere-');
    const end = noticed();
    signalSessions(host.sshd, signal);
    const { ms } = await end;
    const outcomes = await Promise.all(probes);
    signalSessions(host.sshd, 'SIGCONT');
    const after = await cleanAfter(host.user);
    note({
      what: `${signal} of the server, ${transport}`,
      figure: `noticed after ${seconds(ms)}; ${lossOf(outcomes)}; ${after}`,
    });
    await host.stop();
  });

  it('the server is started anew', async () => {
    const host = await startFaultyHost();
    const { prober, noticed } = await host.connect({ transport, direct: true });
    const probe = prober.run(longLine('nowhere-restart'));
    await running(host.user, 'nowhere-restart');
    const end = noticed();
    await host.sshd.stop();
    const { ms } = await end;
    const start = performance.now();
    const again = await startSshd({ user: host.user.name, port: host.sshd.port });
    note({
      what: `server restart, ${transport}`,
      figure: `noticed after ${seconds(ms)}; ${lossOf([await probe])}; listens again after ${seconds(performance.now() - start)}`,
    });
    await again.stop();
    await clean(host.user);
    await host.link.close();
    host.user.remove();
  });

  it('200 ms of delay, stalls of four seconds, then a cut', async () => {
    const host = await startFaultyHost();
    const { prober, noticed } = await host.connect({ transport });
    host.link.delay = 100;
    const text = (at: number): string => `line ${String(at + 1)}\n`;
    const probes = Array.from({ length: 40 }, (_, at) => prober.run(`sed -n ${String(at + 1)}p numbers.txt`));
    for (let round = 0; round < 2; round += 1) {
      await pause(700);
      host.link.stall();
      await pause(4000);
      host.link.resume();
    }
    note({ what: `200 ms, stalls of 4 s, ${transport}`, figure: lossOf(await Promise.all(probes), text) });
    const cut = Array.from({ length: 40 }, (_, at) => prober.run(`sed -n ${String(at + 1)}p numbers.txt`));
    await pause(1000);
    const end = noticed();
    host.link.cut();
    const { ms } = await end;
    const outcomes = await Promise.all(cut);
    note({
      what: `200 ms, cut, ${transport}`,
      figure: `noticed after ${seconds(ms)}; ${lossOf(outcomes, text)}; ${await cleanAfter(host.user)}`,
    });
    await host.stop();
  });

  it('a gigabyte, and a thousand probes', async () => {
    const host = await startFaultyHost();
    execFileSync('truncate', ['-s', '1000000000', join(host.root, 'large.bin')]);
    const { prober } = await host.connect({ transport });
    await prober.run('ls');
    const memory = watchMemory();
    const start = performance.now();
    const outcome = await prober.run('cat large.bin', { limit: 1_000_000 });
    const bytes = outcome.kind === 'evidence' ? outcome.evidence.stdout.length : -1;
    note({
      what: `a gigabyte of output, ${transport}`,
      figure: `cut at ${String(bytes)} bytes after ${seconds(performance.now() - start)}; ${memory.most().toFixed(0)} MB over idle`,
      aim: '200 MB',
    });
    memory.end();
    const many = watchMemory();
    const begun = performance.now();
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, (_, at) => prober.run(`sed -n ${String(at + 1)}p numbers.txt`)),
    );
    note({
      what: `1,000 queued probes, ${transport}`,
      figure: `${lossOf(outcomes, (at) => `line ${String(at + 1)}\n`)}; ${seconds(performance.now() - begun)}; ${many.most().toFixed(0)} MB over idle`,
      aim: '200 MB',
    });
    many.end();
    await host.stop();
  });

  it.runIf(hasNetworks)('the link is down for sixty seconds', async () => {
    const network = makeNetwork();
    const host = await startFaultyHost({ config: [`ListenAddress ${network.address}`] });
    // Whoever connects is inside the network; the cable is all that leads out.
    const relay = join(host.sshd.folder, 'relay.cjs');
    writeFileSync(
      relay,
      `const s=require('net').connect(${String(host.sshd.port)},'${network.address}');process.stdin.pipe(s);s.pipe(process.stdout);s.on('error',()=>process.exit(1));s.on('close',()=>process.exit(0));\n`,
    );
    const config = join(host.sshd.folder, 'config-down');
    const lines = readFileSync(host.sshd.sshConfigFile, 'utf8').trimEnd();
    writeFileSync(
      config,
      `${lines}\n  ProxyCommand ${[...network.within, process.execPath, relay].join(' ')}\n`,
    );
    chmodSync(config, 0o644);
    const way = { transport, sshConfigFile: config, direct: true } as const;
    const { prober, noticed } = await host.connect(way);
    const probes = Array.from({ length: 8 }, (_, at) => prober.run(longLine(`nowhere-${String(at)}`)));
    await running(host.user, 'nowhere-');
    const end = noticed();
    network.down();
    const start = performance.now();
    const { ms } = await end;
    const outcomes = await Promise.all(probes);
    await pause(60_000 - (performance.now() - start));
    const meanwhile = commandsOf(host.user).length;
    network.up();
    // The kernel has to find the way anew.
    const again = await eventually(() => host.connect(way));
    const answer = await again.prober.run('head -n 1 numbers.txt');
    again.close();
    note({
      what: `link down for 60 s, ${transport}`,
      figure: `noticed after ${seconds(ms)}; ${lossOf(outcomes)}; ${String(meanwhile)} processes left before it came back; then ${answer.kind}, ${await cleanAfter(host.user)}`,
    });
    await host.stop();
    network.remove();
  });
});
