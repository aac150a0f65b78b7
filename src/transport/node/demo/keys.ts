import { utils } from 'ssh2';

/** A key pair that lives in memory only. */
export interface MemoryKey {
  /** In OpenSSH's format, without passphrase. */
  readonly privateText: string;
  /** In wire format. */
  readonly publicKey: Buffer;
}

const ed25519 = (): string => utils.generateKeyPairSync('ed25519').private;

/** More keys in a row than chance makes unreadable: 256^-8 of all runs. */
const MOST = 8;

/**
 * Makes an ed25519 key pair for one run.
 *
 * One key in 256 of ssh2's generator cannot be read back: it drops a leading zero byte of the public
 * half, which RFC 8709 has at 32 bytes. Such a key is made again.
 *
 * @param generate gives a private key in OpenSSH's format, without passphrase
 * @throws {Error} ssh2's own, when no key of several can be read
 */
export function makeMemoryKey(generate: () => string = ed25519): MemoryKey {
  for (let made = 1; ; made++) {
    const privateText = generate();
    const key = utils.parseKey(privateText);
    if (!(key instanceof Error)) return { privateText, publicKey: key.getPublicSSH() };
    if (made === MOST) throw key;
  }
}
