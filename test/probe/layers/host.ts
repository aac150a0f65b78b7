import { afterAll } from 'vitest';
import { openProber, type OpenProberResult, type Sandbox } from '../../../src/probe/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { startLayeredSshd, type LayeredHost } from '../../support/layered-host.ts';
import { noPrompts } from '../../support/prompts.ts';
import type { Sshd } from '../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench, type Bench } from '../bench.ts';

/** A host with layers, whose users are made and removed with the test file. */
export interface TestHost {
  readonly sshd: Sshd;
  /** Who logs in; undefined for root. */
  readonly user: TestUser | undefined;
  /** A prober below a new folder, or the error. */
  readonly open: (sandbox: Sandbox) => Promise<OpenProberResult>;
  /** A bench below `root`, which it removes. */
  readonly bench: (sandbox: Sandbox, root?: string) => Promise<Bench>;
}

/** Makes hosts that end with the tests of the file that calls this. */
export function testHosts(): (
  host: LayeredHost,
  options?: { readonly asRoot: boolean },
) => Promise<TestHost> {
  const cleanups: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return async (host, options = { asRoot: false }) => {
    const user = options.asRoot ? undefined : makeTestUser();
    if (user !== undefined) cleanups.push(() => user.remove());
    const sshd = await startLayeredSshd(host, user === undefined ? {} : { user: user.name });
    cleanups.push(() => sshd.stop());
    const { sshConfigFile, alias } = sshd;
    return {
      sshd,
      user,
      async open(sandbox) {
        const connector = createConnector({ trustStoreFile: `${sshd.folder}/trust`, sshConfigFile });
        const root = makeFolder({ 'a.txt': 'alpha\n' });
        const transport = value(
          await connector.connect({ kind: 'ssh', host: alias, root }, { prompts: noPrompts }),
        );
        cleanups.push(() => transport.dispose());
        return openProber(transport, { sandbox });
      },
      async bench(sandbox, root = makeFolder({ 'a.txt': 'alpha\n' })) {
        const bench = await openBench({ kind: 'ssh', host: alias, root }, { sshConfigFile, sandbox });
        cleanups.push(() => bench.close());
        return bench;
      },
    };
  };
}

export const isRoot = process.getuid?.() === 0;
