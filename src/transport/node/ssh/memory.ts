import { err, mapResult, type Logger, type Result } from '../../../base/index.ts';
import type { Transport } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { SshTarget } from '../../target.ts';
import { parsedKey } from './auth/key-files.ts';
import type { HostSettings } from './config/settings.ts';
import { connectHop, type HopContext } from './connect/hop.ts';
import { openSocket } from './connect/socket.ts';
import { knownName } from './keys/match-host.ts';
import { keyTypeOf } from './keys/public-key.ts';
import { createTransport } from './transport.ts';

export interface MemoryLogin {
  readonly target: SshTarget & { readonly user: string; readonly port: number };
  /** The only host key that is accepted, in wire format. */
  readonly hostKey: Buffer;
  /** A private key without passphrase. */
  readonly identity: string;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
}

/** Connects to a host whose keys are in memory: no configuration, no key file, no agent, no question. */
export async function connectMemory(login: MemoryLogin): Promise<Result<Transport, TransportError>> {
  const { host, port, user } = login.target;
  const publicKey = parsedKey(login.identity);
  if (publicKey === undefined) return err({ code: 'key-unreadable', file: '', reason: 'format' });
  const settings = plainSettings(host, port, user);
  const sign = (data: Buffer): Promise<Buffer> => Promise.resolve(publicKey.sign(data));
  const known = {
    file: '',
    line: 1,
    marker: 'none',
    names: [knownName(host, port)],
    keyType: keyTypeOf(login.hostKey),
    key: login.hostKey,
  } as const;
  const context: HopContext = {
    trustStoreFile: '',
    acceptHostKey: undefined,
    prompts: { trustHostKey: () => Promise.resolve(false), secret: () => Promise.resolve(undefined) },
    logger: login.logger,
    signal: login.signal,
    known: [known],
    identities: { usable: [{ label: 'publickey', publicKey, sign }], problems: [], unsupported: [] },
  };
  const hop = await connectHop(() => openSocket(settings, login.signal), settings, context);
  return mapResult(hop, (found) => createTransport(login.target, { settings, ...found }));
}

function plainSettings(host: string, port: number, user: string): HostSettings {
  return {
    alias: host,
    host,
    port,
    user,
    identityFiles: [],
    identitiesNamed: false,
    certificateFiles: [],
    identitiesOnly: true,
    agent: undefined,
    hostKeyAlias: undefined,
    knownHostsFiles: [],
    hostKeyAlgorithms: [],
    revokedHostKeysFile: undefined,
    knownHostsCommand: undefined,
    strictHostKeys: true,
    proxyJump: [],
    proxyCommand: undefined,
    preferredAuthentications: [],
    gssapiAllowed: false,
    publicKeyAllowed: true,
    passwordAllowed: false,
    keyboardAllowed: false,
    passwordPrompts: 0,
    connectSeconds: 20,
    addressFamily: 0,
  };
}
