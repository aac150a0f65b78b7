import { mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../../../src/base/index.ts';
import type {
  ConnectPrompts,
  HostKeyQuestion,
  SecretQuestion,
  Transport,
  TransportError,
} from '../../../../src/transport/index.ts';
import { createConnector, type ConnectorOptions } from '../../../../src/transport/node/index.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../../support/sshd.ts';

/** A person who answers secrets in turn and host keys with one word, and keeps the questions. */
export interface Person {
  readonly prompts: ConnectPrompts;
  readonly secrets: SecretQuestion[];
  readonly hostKeys: HostKeyQuestion[];
}

export function person(trust: boolean, ...answers: readonly (string | undefined)[]): Person {
  const secrets: SecretQuestion[] = [];
  const hostKeys: HostKeyQuestion[] = [];
  return {
    secrets,
    hostKeys,
    prompts: {
      secret: (question) => {
        secrets.push(question);
        return Promise.resolve(answers[secrets.length - 1]);
      },
      trustHostKey: (question) => {
        hostKeys.push(question);
        return Promise.resolve(trust);
      },
    },
  };
}

/** Servers and transports of one test, which end with it. */
export class Hosts {
  readonly #servers: Sshd[] = [];
  readonly #transports: Transport[] = [];

  async start(options: SshdOptions = {}): Promise<Sshd> {
    const server = await startSshd(options);
    this.#servers.push(server);
    return server;
  }

  async connect(
    server: Sshd,
    prompts: ConnectPrompts = noPrompts,
    options: Partial<ConnectorOptions> = {},
    alias = server.alias,
  ): Promise<Result<Transport, TransportError>> {
    const homeFolder = join(server.folder, 'home');
    mkdirSync(homeFolder, { recursive: true });
    const connector = createConnector({
      sshConfigFile: server.sshConfigFile,
      trustStoreFile: join(server.folder, 'trust'),
      homeFolder,
      transport: 'openssh',
      ...options,
    });
    const result = await connector.connect({ kind: 'ssh', host: alias, root: '/' }, { prompts });
    if (result.ok) this.#transports.push(result.value);
    return result;
  }

  async end(): Promise<void> {
    for (const transport of this.#transports.splice(0)) transport.dispose();
    for (const server of this.#servers.splice(0)) await server.stop();
  }
}

/** Folders of connections that are still there. */
export function privateFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('sonde-ssh-'));
}
