/** What a host certificate holds, each in wire format (OpenSSH's PROTOCOL.certkeys). */
export interface HostCertificate {
  /** The key that was certified, as it would be shown without a certificate. */
  readonly plain: Buffer;
  /** The key that signed it. */
  readonly authority: Buffer;
}

/** How many strings make up the public key of each type, behind the nonce. */
const parts: Readonly<Record<string, number>> = {
  'ssh-rsa': 2,
  'ssh-dss': 4,
  'ssh-ed25519': 1,
  'ecdsa-sha2-nistp256': 2,
  'ecdsa-sha2-nistp384': 2,
  'ecdsa-sha2-nistp521': 2,
};

/** Reads a certificate in wire format; undefined if it is none of a known type. Its signature is not checked. */
export function readCertificate(bytes: Buffer): HostCertificate | undefined {
  const reader = new Reader(bytes);
  const type =
    reader
      .string()
      ?.toString('latin1')
      .replace(/-cert-v0[01]@openssh\.com$/, '') ?? '';
  const count = Object.hasOwn(parts, type) ? parts[type] : undefined;
  if (count === undefined || reader.string() === undefined) return undefined;
  const key = Array.from({ length: count }, () => reader.string());
  // Serial number, kind, then key id and principals, the times, three lists of options.
  reader.skip(12);
  reader.string();
  reader.string();
  reader.skip(16);
  for (let list = 0; list < 3; list += 1) reader.string();
  const authority = reader.string();
  const known = key.filter((part) => part !== undefined);
  if (authority === undefined || known.length < count) return undefined;
  return { plain: Buffer.concat([Buffer.from(type), ...known].map(field)), authority };
}

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([length, bytes]);
}

/** Reads one string after the other; undefined from where the bytes do not reach. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  skip(count: number): void {
    this.#at += count;
  }

  string(): Buffer | undefined {
    if (this.#at + 4 > this.#bytes.byteLength) return undefined;
    const start = this.#at + 4;
    const end = start + this.#bytes.readUInt32BE(this.#at);
    this.#at = end;
    return end > this.#bytes.byteLength ? undefined : this.#bytes.subarray(start, end);
  }
}
