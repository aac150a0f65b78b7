import { createPrivateKey, type KeyObject } from 'node:crypto';

/**
 * A private key in PKCS#8 (`BEGIN PRIVATE KEY`, `BEGIN ENCRYPTED PRIVATE KEY`) in a format that ssh2 reads: RSA as
 * PKCS#1, elliptic curves as SEC 1, Ed25519 in OpenSSH's own. `undefined` if the passphrase is wrong or missing,
 * or the key is of another kind.
 */
export function convertPkcs8(text: string, passphrase?: string): string | undefined {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: text, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) });
  } catch {
    return undefined;
  }
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return pem(key, 'pkcs1');
    case 'ec':
      return pem(key, 'sec1');
    case 'ed25519':
      return openSshKey(key);
    default:
      return undefined;
  }
}

/** Whether the text is a private key in PKCS#8. */
export function isPkcs8(text: string): boolean {
  return /-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(text);
}

function pem(key: KeyObject, type: 'pkcs1' | 'sec1'): string {
  return key.export({ type, format: 'pem' }).toString();
}

/** OpenSSH's PROTOCOL.key without encryption: the public key, then twice the same number, both halves, a comment. */
function openSshKey(key: KeyObject): string | undefined {
  const { d, x } = key.export({ format: 'jwk' });
  if (d === undefined || x === undefined) return undefined;
  const type = Buffer.from('ssh-ed25519');
  const publicHalf = Buffer.from(x, 'base64url');
  const secret = Buffer.concat([Buffer.from(d, 'base64url'), publicHalf]);
  const wire = Buffer.concat([field(type), field(publicHalf)]);
  const none = field(Buffer.from('none'));
  const check = Buffer.alloc(8);
  const inner = Buffer.concat([check, wire, field(secret), field(Buffer.alloc(0))]);
  const padding = Buffer.from(
    Array.from({ length: (8 - (inner.byteLength % 8)) % 8 }, (_, index) => index + 1),
  );
  const one = Buffer.from([0, 0, 0, 1]);
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0', 'latin1'),
    none,
    none,
    field(Buffer.alloc(0)),
    one,
    field(wire),
    field(Buffer.concat([inner, padding])),
  ]);
  const lines = body.toString('base64').replaceAll(/.{70}/g, '$&\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([length, bytes]);
}
