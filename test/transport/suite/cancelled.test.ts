import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openProber } from '../../../src/probe/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { eventually } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';
import { startSshd } from '../../support/sshd.ts';
import { makeTestUser } from '../../support/users.ts';
import { remoteKinds } from './kinds.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What the user's processes run, those of the server left out. */
function commandsOf(user: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'user:64=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, owner = '', state = '', command = ''] = /^(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return owner === user && !state.startsWith('Z') && !command.startsWith('sshd:') ? [command] : [];
  });
}

describe.runIf(process.getuid?.() === 0).each([
  ['ssh2', 10],
  ['openssh', 10],
  ['openssh', 1],
] as const)('by %s, with %i sessions', (kind, maxSessions) => {
  expect(remoteKinds).toContain(kind);

  test('two hundred cancelled probes leave no process on the host', async () => {
    const user = makeTestUser();
    cleanups.push(() => user.remove());
    const sshd = await startSshd({ user: user.name, maxSessions });
    cleanups.push(() => sshd.stop());
    const connector = createConnector({
      sshConfigFile: sshd.sshConfigFile,
      trustStoreFile: join(sshd.folder, 'trust'),
      transport: kind,
    });
    const target = { kind: 'ssh', host: sshd.alias, root: '/usr' } as const;
    const transport = value(await connector.connect(target, { prompts: noPrompts }));
    const prober = value(await openProber(transport));
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const abort = new AbortController();
        const running = prober.run('grep -rn sonde-is-nowhere-here share lib', { signal: abort.signal });
        // Some wait still, some have a shell, some run.
        setTimeout(() => abort.abort(), index * 11);
        return running;
      }),
    );
    for (const outcome of outcomes)
      if (outcome.kind === 'error') expect(outcome.error.code).toBe('cancelled');
    expect(outcomes.some((outcome) => outcome.kind === 'error')).toBe(true);
    await eventually(() => expect(commandsOf(user.name).filter((text) => text.includes('grep'))).toEqual([]));
    const last = await prober.run('head -n 1 share/common-licenses/GPL-3');
    expect(last.kind).toBe('evidence');
    prober.dispose();
    transport.dispose();
    await eventually(() => expect(commandsOf(user.name)).toEqual([]));
  });
});
