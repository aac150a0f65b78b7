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
  /** In the order in which the server started them. */
  read(): readonly Recorded[];
}

const SFTP = '/usr/lib/openssh/sftp-server';

/**
 * Makes a recorder in a new folder below `folder`, which others may enter. Standard input goes to the record
 * before the command gets it; the command keeps the process group that the server made. File transfers start no
 * command, and are let through.
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
      `r=${records}/$$`,
      'printf %s "$SSH_ORIGINAL_COMMAND" >"$r.command"',
      'exec 3<&0',
      'mkfifo "$r.fifo"',
      ': >"$r.input"',
      // The group of the command is killed when it ends; tee has written by then what it passed on.
      'tee "$r.fifo" <&3 >>"$r.input" 3<&- &',
      'exec /bin/sh -c "$SSH_ORIGINAL_COMMAND" <"$r.fifo" 3<&-',
      '',
    ].join('\n'),
    { mode: 0o755 },
  );
  chmodSync(script, 0o755);
  return {
    options: { forceCommand: `exec ${script}`, sftp: false, config: [`Subsystem sftp ${SFTP}`] },
    read: () =>
      readdirSync(records)
        .filter((name) => name.endsWith('.command'))
        .map((name) => Number.parseInt(name, 10))
        .sort((a, b) => a - b)
        .map((id) => ({
          command: readFileSync(join(records, `${id}.command`), 'utf8'),
          input: readFileSync(join(records, `${id}.input`), 'utf8'),
        })),
  };
}
