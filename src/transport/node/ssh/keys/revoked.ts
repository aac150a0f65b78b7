import { readFile } from 'node:fs/promises';
import { err, ok, type Result } from '../../../../base/index.ts';
import type { TransportError } from '../../../errors.ts';
import type { HostSettings } from '../config/settings.ts';
import type { KnownHost } from './known-hosts.ts';
import { keyTypeOf } from './public-key.ts';

const binary = Buffer.from('SSHKRL\n\0', 'latin1');

/**
 * The keys of RevokedHostKeys, one a line, as entries that revoke them for every host. A file that cannot be read
 * refuses all hosts, as in `ssh`; a list in OpenSSH's binary format is for the system's `ssh`.
 */
export async function readRevokedKeys(
  settings: Pick<HostSettings, 'revokedHostKeysFile' | 'host'>,
): Promise<Result<readonly KnownHost[], TransportError>> {
  const { revokedHostKeysFile: file, host } = settings;
  if (file === undefined) return ok([]);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const detail = `RevokedHostKeys: ${error instanceof Error && 'code' in error ? String(error.code) : String(error)}`;
    return err({ code: 'ssh-config', file, detail });
  }
  if (bytes.subarray(0, binary.byteLength).equals(binary))
    return err({ code: 'unsupported', what: 'revoked-host-keys', host });
  return ok(parseRevokedKeys(bytes.toString('utf8'), file));
}

/** Reads public keys, one a line, each with its type before it and perhaps options before that. */
export function parseRevokedKeys(text: string, file: string): readonly KnownHost[] {
  return text.split(/\r?\n/).flatMap((content, index) => {
    const line = content.trim();
    if (line === '' || line.startsWith('#')) return [];
    for (const [, type = '', encoded = ''] of line.matchAll(
      /(?:^|\s)([a-z][a-z0-9@.-]+)\s+([A-Za-z0-9+/]+=*)/g,
    )) {
      const key = Buffer.from(encoded, 'base64');
      if (keyTypeOf(key) === type)
        return [{ file, line: index + 1, marker: 'revoked' as const, names: ['*'], keyType: type, key }];
    }
    return [];
  });
}
