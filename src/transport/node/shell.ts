import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import type { TransportError } from '../errors.ts';

/** There is no POSIX shell on this machine; `detail` names where it was looked for. */
export type NoShell = Extract<TransportError, { code: 'no-shell' }>;

/** The variables of the process that decide where things are. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The machine's own POSIX shell: `/bin/sh`, on Windows that of Git for Windows; `no-shell` where there is
 * none.
 */
export function findShell(
  environment: Environment,
  platform: NodeJS.Platform,
  exists: (file: string) => boolean = existsSync,
): Result<string, NoShell> {
  const candidates = platform === 'win32' ? gitForWindows(environment) : ['/bin/sh'];
  const found = candidates.find((file) => exists(file));
  return found === undefined ? err({ code: 'no-shell', detail: candidates.join(', ') }) : ok(found);
}

function gitForWindows(environment: Environment): readonly string[] {
  const programs = [
    environment['ProgramFiles'],
    environment['ProgramW6432'],
    environment['ProgramFiles(x86)'],
    environment['LOCALAPPDATA'] === undefined ? undefined : join(environment['LOCALAPPDATA'], 'Programs'),
  ];
  return programs
    .flatMap((folder) => (folder === undefined || folder === '' ? [] : [folder]))
    .flatMap((folder) => [join(folder, 'Git', 'bin', 'sh.exe'), join(folder, 'Git', 'usr', 'bin', 'sh.exe')]);
}
