import { utils } from 'ssh2';

/** A key pair that lives in memory only. */
export interface MemoryKey {
  /** In OpenSSH's format, without passphrase. */
  readonly privateText: string;
  /** In wire format. */
  readonly publicKey: Buffer;
}

/** Makes an ed25519 key pair for one run. */
export function makeMemoryKey(): MemoryKey {
  const pair = utils.generateKeyPairSync('ed25519');
  const key = utils.parseKey(pair.private);
  if (key instanceof Error) throw key;
  return { privateText: pair.private, publicKey: key.getPublicSSH() };
}
