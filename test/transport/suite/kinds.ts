import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '../../../src/transport/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { noPrompts } from '../../support/prompts.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../support/sshd.ts';
import { asUser, plainUser, type TestUser } from '../../support/users.ts';

/** The ways to a target, which all keep the same contract. */
export type TransportKind = 'ssh2' | 'openssh' | 'local';

export const kinds: readonly TransportKind[] = ['ssh2', 'openssh', 'local'];

/** The ways that lead over a network. */
export const remoteKinds = ['ssh2', 'openssh'] as const;

/** What the tests of one way need; made anew for each of them. */
export class Bench {
  readonly kind: TransportKind;
  readonly folder: string;
  readonly #user: TestUser | undefined;
  readonly #servers: Sshd[] = [];
  readonly #transports: Transport[] = [];

  constructor(kind: TransportKind) {
    this.kind = kind;
    this.folder = mkdtempSync(join(tmpdir(), 'sonde-suite-'));
    chmodSync(this.folder, 0o755);
    this.#user = kind === 'local' ? undefined : plainUser();
  }

  /** A server of its own; for the local machine there is none. */
  async server(options: SshdOptions = {}): Promise<Sshd> {
    const server = await startSshd({ ...asUser(this.#user), ...options });
    this.#servers.push(server);
    return server;
  }

  /** Connects to `server`, through another port of loopback if one is given. */
  async connect(server: Sshd | undefined, port?: number): Promise<Transport> {
    const connector = createConnector({
      trustStoreFile: join(this.folder, 'trust'),
      ...(server === undefined ? { homeFolder: this.folder } : { sshConfigFile: server.sshConfigFile }),
      ...(this.kind === 'local' ? {} : { transport: this.kind }),
    });
    const target =
      server === undefined
        ? ({ kind: 'local', root: this.folder } as const)
        : ({ kind: 'ssh', host: server.alias, root: '/', ...(port === undefined ? {} : { port }) } as const);
    const transport = value(await connector.connect(target, { prompts: noPrompts }));
    this.#transports.push(transport);
    return transport;
  }

  /** Ends what one test opened. */
  async reset(): Promise<void> {
    for (const transport of this.#transports.splice(0)) transport.dispose();
    for (const server of this.#servers.splice(0)) await server.stop();
  }

  async remove(): Promise<void> {
    await this.reset();
    this.#user?.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
