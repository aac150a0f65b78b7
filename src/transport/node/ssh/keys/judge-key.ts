import type { KnownHost } from './known-hosts.ts';
import { coversHost, knownName } from './match-host.ts';
import { keyTypeOf } from './public-key.ts';

/** Whose key is judged. */
export interface HostName {
  readonly host: string;
  readonly port: number;
  /** Files the keys under this name, without port. */
  readonly alias?: string | undefined;
}

export type KeyVerdict =
  | { readonly kind: 'known' }
  /** `authority`: a certificate authority is trusted for this host, and ssh2 takes no host certificates. */
  | { readonly kind: 'unknown'; readonly knownTypes: readonly string[]; readonly authority: boolean }
  | { readonly kind: 'changed' | 'revoked'; readonly file: string; readonly line: number };

/**
 * What known_hosts says of a host's key, as OpenSSH decides it: revoked before all, known if one entry has
 * this very key, changed if entries have others of its type, else unknown. With a port of its own, an entry
 * of the bare name makes a key known, but no other one changed.
 */
export function judgeKey(name: HostName, key: Buffer, entries: readonly KnownHost[]): KeyVerdict {
  const own = entriesFor(name, entries);
  const bare = name.alias === undefined && name.port !== 22 ? entriesFor({ ...name, port: 22 }, entries) : [];
  const revoked = [...own, ...bare].find((entry) => entry.marker === 'revoked' && entry.key.equals(key));
  if (revoked !== undefined) return { kind: 'revoked', file: revoked.file, line: revoked.line };
  const plain = own.filter((entry) => entry.marker === 'none');
  const same = (entry: KnownHost): boolean => entry.marker === 'none' && entry.key.equals(key);
  if (own.some(same)) return { kind: 'known' };
  const keyType = keyTypeOf(key);
  const other = plain.find((entry) => entry.keyType === keyType);
  if (other !== undefined) return { kind: 'changed', file: other.file, line: other.line };
  if (bare.some(same)) return { kind: 'known' };
  return {
    kind: 'unknown',
    knownTypes: typesOf(plain),
    authority: own.some((entry) => entry.marker === 'cert-authority'),
  };
}

/** The types of the keys that are known for a host: to be offered first, as OpenSSH does. */
export function knownTypes(name: HostName, entries: readonly KnownHost[]): readonly string[] {
  return typesOf(entriesFor(name, entries).filter((entry) => entry.marker === 'none'));
}

/** Whether known_hosts trusts this certificate authority for a host; with a port of its own, also by the bare name. */
export function isAuthority(name: HostName, key: Buffer, entries: readonly KnownHost[]): boolean {
  const bare = name.alias === undefined && name.port !== 22 ? entriesFor({ ...name, port: 22 }, entries) : [];
  const own = [...entriesFor(name, entries), ...bare];
  return own.some((entry) => entry.marker === 'cert-authority' && entry.key.equals(key));
}

function entriesFor(name: HostName, entries: readonly KnownHost[]): readonly KnownHost[] {
  const filed = name.alias?.toLowerCase() ?? knownName(name.host, name.port);
  return entries.filter((entry) => coversHost(entry.names, filed));
}

function typesOf(entries: readonly KnownHost[]): readonly string[] {
  return [...new Set(entries.map((entry) => entry.keyType))];
}
