/** One entry of a known_hosts file, as sshd(8) describes the format. */
export interface KnownHost {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly marker: 'none' | 'revoked' | 'cert-authority';
  /** The patterns as written, or one hashed name. */
  readonly names: readonly string[];
  /** Such as `ssh-ed25519`. */
  readonly keyType: string;
  readonly key: Buffer;
}

/** Reads the entries of a known_hosts text. A line that is none is passed over, as OpenSSH does. */
export function parseKnownHosts(text: string, file: string): readonly KnownHost[] {
  return text.split(/\r?\n/).flatMap((content, index) => {
    const entry = parseLine(content.trim());
    return entry === undefined ? [] : [{ ...entry, file, line: index + 1 }];
  });
}

function parseLine(text: string): Omit<KnownHost, 'file' | 'line'> | undefined {
  if (text === '' || text.startsWith('#')) return undefined;
  const fields = text.split(/[ \t]+/);
  const marker = markerOf(fields[0] ?? '');
  if (marker === undefined) return undefined;
  const [names, keyType, encoded] = marker === 'none' ? fields : fields.slice(1);
  if (names === undefined || keyType === undefined || encoded === undefined) return undefined;
  if (!/^[A-Za-z0-9+/]+=*$/.test(encoded)) return undefined;
  const key = Buffer.from(encoded, 'base64');
  return { marker, names: names.split(','), keyType, key };
}

function markerOf(word: string): KnownHost['marker'] | undefined {
  if (!word.startsWith('@')) return 'none';
  if (word === '@revoked') return 'revoked';
  return word === '@cert-authority' ? 'cert-authority' : undefined;
}
