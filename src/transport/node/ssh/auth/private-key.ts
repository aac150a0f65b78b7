/** What can be told of a private key file without its passphrase. */
export interface KeyFileFacts {
  readonly encrypted: boolean;
  /** The public part in wire format, where the file shows it. */
  readonly publicKey?: Buffer;
}

const armour = /-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----/;
const magic = Buffer.from('openssh-key-v1\0', 'latin1');

/**
 * Reads the head of a private key: OpenSSH's own format (its PROTOCOL.key) shows cipher and public key,
 * the PEM formats only whether they are encrypted. `undefined` if the text is no private key.
 */
export function readKeyFile(text: string): KeyFileFacts | undefined {
  const body = armour.exec(text)?.[1];
  if (body !== undefined) return readOpenSsh(Buffer.from(body.replaceAll(/\s/g, ''), 'base64'));
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return undefined;
  return { encrypted: /BEGIN ENCRYPTED PRIVATE KEY|^Proc-Type:.*ENCRYPTED/m.test(text) };
}

function readOpenSsh(bytes: Buffer): KeyFileFacts | undefined {
  if (!bytes.subarray(0, magic.byteLength).equals(magic)) return undefined;
  const cipher = readString(bytes, magic.byteLength);
  const kdf = readString(bytes, cipher?.end);
  const kdfOptions = readString(bytes, kdf?.end);
  if (cipher === undefined || kdfOptions === undefined) return undefined;
  const publicKey = readString(bytes, kdfOptions.end + 4);
  const encrypted = cipher.value.toString('latin1') !== 'none';
  return publicKey === undefined ? { encrypted } : { encrypted, publicKey: publicKey.value };
}

function readString(
  bytes: Buffer,
  at: number | undefined,
): { readonly value: Buffer; readonly end: number } | undefined {
  if (at === undefined || at + 4 > bytes.byteLength) return undefined;
  const end = at + 4 + bytes.readUInt32BE(at);
  return end > bytes.byteLength ? undefined : { value: bytes.subarray(at + 4, end), end };
}
