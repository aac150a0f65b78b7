import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '../../../../base/index.ts';
import type { HostName } from './judge-key.ts';
import { parseKnownHosts, type KnownHost } from './known-hosts.ts';
import { knownName } from './match-host.ts';
import { keyTypeOf } from './public-key.ts';

/** The entries of all files, in their order; a missing file has none, an unreadable one is logged. */
export async function readKnownHosts(
  files: readonly string[],
  logger: Logger,
): Promise<readonly KnownHost[]> {
  const entries: KnownHost[] = [];
  for (const file of files) {
    try {
      entries.push(...parseKnownHosts(await readFile(file, 'utf8'), file));
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!missing) logger.warn(`known hosts: ${file}: ${String(error)}`);
    }
  }
  return entries;
}

/**
 * Adds a key that a person accepted to our own store, a file in known_hosts format that is made with its
 * folder when it is missing, readable for its owner only.
 */
export async function trustKey(storeFile: string, name: HostName, key: Buffer): Promise<void> {
  const filed = name.alias?.toLowerCase() ?? knownName(name.host, name.port);
  await mkdir(dirname(storeFile), { recursive: true, mode: 0o700 });
  const line = `${filed} ${keyTypeOf(key)} ${key.toString('base64')}\n`;
  await appendFile(storeFile, `${await missingEnd(storeFile)}${line}`, { mode: 0o600 });
}

/** The end of the last line, where a person's editor has left it without one. */
async function missingEnd(file: string): Promise<string> {
  try {
    const text = await readFile(file);
    return text.byteLength === 0 || text.at(-1) === 10 ? '' : '\n';
  } catch {
    return '';
  }
}
