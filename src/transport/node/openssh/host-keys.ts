import type { Logger } from '../../../base/index.ts';
import type { ConnectPrompts } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { HostSettings } from '../ssh/config/settings.ts';
import { readKnownHosts } from '../ssh/keys/store.ts';
import { verifyHostKey } from '../ssh/keys/verify.ts';

export interface HostKeyOptions {
  readonly hops: readonly HostSettings[];
  readonly trustStoreFile: string;
  readonly acceptHostKey: string | undefined;
  readonly prompts: ConnectPrompts;
  readonly logger: Logger;
}

/** What `ssh` asks before it trusts a key: the lines that it may take, or why there are none. */
export interface HostKeyAnswer {
  readonly lines: string;
  readonly refusal?: TransportError;
}

/**
 * Answers `ssh`, which has seen a host's key and not yet used it. The key is judged as in our own connections, with
 * the same question; a key that was accepted is handed back to `ssh`, which compares it itself. A certificate is
 * for `ssh` alone to check.
 */
export async function answerHostKey(
  words: readonly string[],
  options: HostKeyOptions,
): Promise<HostKeyAnswer> {
  const [reason, alias, filed, keyType, encoded] = words;
  if (reason !== 'HOSTNAME' || filed === undefined || keyType === undefined || encoded === undefined)
    return { lines: '' };
  if (keyType.includes('-cert-')) return { lines: '' };
  const hop = options.hops.find((settings) => settings.alias === alias);
  if (hop === undefined) return { lines: '' };
  const { host, port, hostKeyAlias, strictHostKeys: strict } = hop;
  const entries = await readKnownHosts([...hop.knownHostsFiles, options.trustStoreFile], options.logger);
  const name = { host, port, alias: hostKeyAlias };
  const refusal = await verifyHostKey(Buffer.from(encoded, 'base64'), { name, entries, strict, ...options });
  if (refusal !== undefined) return { lines: '', refusal };
  return { lines: `${filed} ${keyType} ${encoded}\n` };
}
