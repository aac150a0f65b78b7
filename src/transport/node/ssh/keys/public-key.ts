import { createHash } from 'node:crypto';

/** `SHA256:` and unpadded base64, as OpenSSH prints the fingerprint of a public key in wire format. */
export function fingerprint(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** The type that a public key in wire format names itself, such as `ssh-ed25519`; empty if it is none. */
export function keyTypeOf(key: Buffer): string {
  if (key.byteLength < 4) return '';
  const length = key.readUInt32BE(0);
  return length > 64 || key.byteLength < 4 + length ? '' : key.toString('latin1', 4, 4 + length);
}
