import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SshdOptions } from './sshd.ts';

/** What a host was given to execute, as it recorded it itself. */
export interface Recorded {
  /** What the client asked the login shell to run. */
  readonly command: string;
  /** Every byte of the command's standard input. */
  readonly input: string;
}

/** A forced command that records what it is given, and then runs it. */
export interface Recorder {
  /** For `startSshd`. */
  readonly options: SshdOptions;
  /** In the order in which the commands began; of those that begin at the same time each may come first. */
  read(): readonly Recorded[];
}

const SFTP = '/usr/lib/openssh/sftp-server';

/**
 * Makes a recorder in a new folder below `folder`, which others may enter. Standard input goes to the record
 * before the command gets it; the command keeps the process group that the server made. File transfers start no
 * command, and are let through. Each command takes the next number by making a folder of that name, which only one
 * can: process ids wrap.
 */
export function makeRecorder(folder: string): Recorder {
  const records = join(folder, 'records');
  mkdirSync(records);
  chmodSync(records, 0o777);
  const script = join(folder, 'record.sh');
  writeFileSync(
    script,
    [
      '#!/bin/sh',
      `[ "$SSH_ORIGINAL_COMMAND" = ${SFTP} ] && exec ${SFTP}`,
      `cd ${records} || exit 1`,
      'n=1; IFS= read -r n 2>/dev/null <last || n=1',
      'until mkdir "$n" 2>/dev/null; do n=$((n+1)); done',
      'echo "$n" >last',
      `r=${records}/$n`,
      // The client's first byte may be there before the command is written: the record counts when both are.
      ': >"$r/input"',
      'printf %s "$SSH_ORIGINAL_COMMAND" >"$r/writing"',
      'mv "$r/writing" "$r/command"',
      'exec 3<&0',
      'mkfifo "$r/fifo"',
      'cd /',
      // The group of the command is killed when it ends; tee has written by then what it passed on.
      'tee "$r/fifo" <&3 >>"$r/input" 3<&- &',
      'exec /bin/sh -c "$SSH_ORIGINAL_COMMAND" <"$r/fifo" 3<&-',
      '',
    ].join('\n'),
    { mode: 0o755 },
  );
  chmodSync(script, 0o755);
  return {
    options: { forceCommand: `exec ${script}`, sftp: false, config: [`Subsystem sftp ${SFTP}`] },
    read: () =>
      readdirSync(records)
        .filter((name) => /^[0-9]+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b)
        .flatMap((number) => {
          const command = read(join(records, String(number), 'command'));
          if (command === undefined) return [];
          return [{ command, input: read(join(records, String(number), 'input')) ?? '' }];
        }),
  };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
