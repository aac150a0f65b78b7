import type { Logger } from '../../../base/index.ts';
import type { ConnectPrompts } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { HostSettings } from '../ssh/config/settings.ts';
import { readCertificate } from '../ssh/keys/certificate.ts';
import { isAuthority } from '../ssh/keys/judge-key.ts';
import { knownName } from '../ssh/keys/match-host.ts';
import { fingerprint, keyTypeOf } from '../ssh/keys/public-key.ts';
import { readRevokedKeys } from '../ssh/keys/revoked.ts';
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
 * the same question; a key that was accepted is handed back to `ssh`, which compares it itself. The certificate of
 * an authority that is known for the host is for `ssh` alone to check.
 */
export async function answerHostKey(
  words: readonly string[],
  options: HostKeyOptions,
): Promise<HostKeyAnswer> {
  const [reason, alias, filed, keyType, encoded] = words;
  if (reason !== 'HOSTNAME' || filed === undefined || keyType === undefined || encoded === undefined)
    return { lines: '' };
  const hop = hopOf(options.hops, alias, filed.toLowerCase());
  if (hop === undefined) return { lines: '' };
  const { host, port, hostKeyAlias, strictHostKeys: strict } = hop;
  const known = await readKnownHosts([...hop.knownHostsFiles, options.trustStoreFile], options.logger);
  const revoked = await readRevokedKeys(hop);
  // A list in the binary format is read by `ssh` itself, which refuses what it holds.
  const entries = [...(revoked.ok ? revoked.value : []), ...known];
  const name = { host, port, alias: hostKeyAlias };
  const shown = Buffer.from(encoded, 'base64');
  const certificate = keyType.includes('-cert-') ? readCertificate(shown) : undefined;
  if (certificate !== undefined && isAuthority(name, certificate.authority, entries)) return { lines: '' };
  // Where no authority is known, `ssh` goes on with the key that was certified.
  const key = certificate?.plain ?? shown;
  const refusal = await verifyHostKey(key, { name, entries, strict, ...options });
  if (refusal !== undefined) return { lines: '', refusal };
  return { lines: `${filed} ${keyTypeOf(key)} ${key.toString('base64')}\n` };
}

/** Whose key it is: one name may lead to several hosts of a chain, which are filed by their ports. */
function hopOf(
  hops: readonly HostSettings[],
  alias: string | undefined,
  filed: string,
): HostSettings | undefined {
  const named = hops.filter((settings) => settings.alias === alias);
  const names = named.map(
    ({ host, port, hostKeyAlias }) => hostKeyAlias?.toLowerCase() ?? knownName(host, port),
  );
  const at = names.indexOf(filed);
  if (at >= 0) return named[at];
  // `ssh` asks for the bare name as well.
  return new Set(names).size === 1 ? named[0] : undefined;
}

/**
 * `ssh` looks at RevokedHostKeys by itself, before it asks: what it said of a key, with the line of the list, 1 for a
 * list in the binary format. Undefined if it said no such thing.
 */
export async function revokedBySsh(
  said: string,
  hops: readonly [HostSettings, ...HostSettings[]],
): Promise<TransportError | undefined> {
  const [, type = '', shown, file] =
    /^Host key (\S+) (SHA256:\S+) revoked by file (.*?)\r?$/m.exec(said) ?? [];
  if (shown === undefined || file === undefined) return undefined;
  const hop = hops.find((settings) => settings.revokedHostKeysFile === file) ?? hops[0];
  const listed = await readRevokedKeys({ revokedHostKeysFile: file, host: hop.host });
  const entry = listed.ok ? listed.value.find(({ key }) => fingerprint(key) === shown) : undefined;
  const { host, port } = hop;
  const keyType = entry?.keyType ?? type;
  return { code: 'host-key-revoked', host, port, keyType, fingerprint: shown, file, line: entry?.line ?? 1 };
}
