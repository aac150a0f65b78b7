import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import type { CliError } from '../messages/index.ts';
import type { Io } from './io.ts';

/** The bytes of a file of the user's, or why they cannot be had. */
export async function readBytes(io: Io, file: string): Promise<Result<Uint8Array, CliError>> {
  try {
    return ok(await readFile(path.resolve(io.workingFolder, file)));
  } catch (thrown) {
    return err({ code: 'file-unreadable', file, reason: reasonOf(thrown) });
  }
}

/** Replaces a file in one step, so that it is never half written; its permissions stay. */
export async function replaceFile(io: Io, file: string, bytes: Uint8Array): Promise<Result<void, CliError>> {
  const place = path.resolve(io.workingFolder, file);
  const beside = `${place}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const mode = await stat(place).then(
      (found) => found.mode & 0o777,
      () => 0o666,
    );
    await writeFile(beside, bytes, { mode, flag: 'wx' });
    await rename(beside, place);
    return ok(undefined);
  } catch (thrown) {
    await rm(beside, { force: true });
    return err({ code: 'file-unwritable', file, detail: codeOf(thrown) });
  }
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unknown';

function reasonOf(thrown: unknown): 'missing' | 'permission' | 'folder' | 'other' {
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return 'missing';
    case 'EACCES':
    case 'EPERM':
      return 'permission';
    case 'EISDIR':
      return 'folder';
    default:
      return 'other';
  }
}
