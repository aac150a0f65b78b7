import type { Logger } from '../../../../base/index.ts';
import type { ConnectPrompts } from '../../../contract.ts';
import type { TransportError } from '../../../errors.ts';
import { judgeKey, type HostName, type KeyVerdict } from './judge-key.ts';
import type { KnownHost } from './known-hosts.ts';
import { fingerprint, keyTypeOf } from './public-key.ts';
import { trustKey } from './store.ts';

export interface VerifyOptions {
  readonly name: HostName;
  /** Of known_hosts and of our own store. */
  readonly entries: readonly KnownHost[];
  readonly trustStoreFile: string;
  /** A fingerprint that is accepted though the key is unknown. */
  readonly acceptHostKey: string | undefined;
  /** Unknown keys are refused without a question. */
  readonly strict: boolean;
  readonly prompts: ConnectPrompts;
  readonly logger: Logger;
}

/** Why the key that a host showed is not accepted; `undefined` when it is. Nothing was sent to it before. */
export async function verifyHostKey(
  key: Buffer,
  options: VerifyOptions,
): Promise<TransportError | undefined> {
  const verdict = judgeKey(options.name, key, options.entries);
  const { host, port } = options.name;
  const seen = { host, port, keyType: keyTypeOf(key), fingerprint: fingerprint(key) };
  switch (verdict.kind) {
    case 'known':
      return undefined;
    case 'changed':
      return { code: 'host-key-changed', ...seen, file: verdict.file, line: verdict.line };
    case 'revoked':
      return { code: 'host-key-revoked', ...seen, file: verdict.file, line: verdict.line };
    case 'unknown':
      return (await accepted(key, seen, verdict, options)) ? undefined : refusal(seen, verdict);
  }
}

type Seen = {
  readonly host: string;
  readonly port: number;
  readonly keyType: string;
  readonly fingerprint: string;
};
type Unknown = Extract<KeyVerdict, { kind: 'unknown' }>;

async function accepted(key: Buffer, seen: Seen, verdict: Unknown, options: VerifyOptions): Promise<boolean> {
  if (options.acceptHostKey !== undefined) return options.acceptHostKey === seen.fingerprint;
  if (options.strict) return false;
  if (!(await options.prompts.trustHostKey({ ...seen, knownTypes: verdict.knownTypes }))) return false;
  try {
    await trustKey(options.trustStoreFile, options.name, key);
  } catch (error) {
    options.logger.warn(`trust store: ${options.trustStoreFile}: ${String(error)}`);
  }
  return true;
}

function refusal(seen: Seen, verdict: Unknown): TransportError {
  if (verdict.authority && verdict.knownTypes.length === 0)
    return { code: 'unsupported', what: 'host-certificate', host: seen.host };
  return { code: 'host-key-unknown', ...seen, knownTypes: verdict.knownTypes };
}
