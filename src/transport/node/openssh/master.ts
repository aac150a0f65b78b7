import { spawn } from 'node:child_process';
import type { Environment } from '../shell.ts';

/** One login on the host, kept by the system's `ssh`, that sessions are opened through. */
export interface Master {
  /** What `ssh` has said so far, at most its last 16 KB. */
  said(): string;
  /** Settles when the process has ended. */
  readonly ended: Promise<void>;
  /** Ends the connection: by the end of its standard input, and by force after a second. */
  end(): void;
}

export interface MasterOptions {
  readonly program: string;
  readonly words: readonly string[];
  /** The private folder of the connection, removed with its end. */
  readonly folder: string;
  readonly environment: Environment;
}

/**
 * Runs `ssh` until it ends, our end of its standard input is closed, or we ourselves are gone, however suddenly:
 * `ssh` alone would outlive us, and so would a session's that waits for somebody to read its log. Then the folder
 * of the connection goes too, whoever was the first.
 */
const watched = [
  'd=$1; shift; exec 3<&0',
  'c() { for f in "$d"/log*; do [ -p "$f" ] && : <>"$f"; done; rm -rf -- "$d"; }',
  '"$@" </dev/null 3<&- & p=$!',
  '{ read -r _ <&3; c; kill "$p"; } >/dev/null 2>&1 & w=$!',
  'exec 3<&-',
  'wait "$p"; s=$?',
  '{ kill "$w"; c; } >/dev/null 2>&1',
  'exit "$s"',
].join('\n');

const saidLimit = 16_384;

/** Starts the process; a program that cannot be started ends at once, and `said` has the reason. */
export function startMaster({ program, words, folder, environment }: MasterOptions): Master {
  const child = spawn('/bin/sh', ['-c', watched, 'sh', folder, program, ...words], {
    env: environment,
    // A group of its own, without a terminal that `ssh` could ask on.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-saidLimit);
  });
  for (const stream of [child.stdin, child.stderr]) stream.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      said += `${error.message}\n`;
      resolve();
    });
    // A ProxyCommand that stays behind may hold standard error open.
    child.on('exit', () => setTimeout(resolve, 200).unref());
    child.on('close', () => resolve());
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  return {
    said: () => said,
    ended,
    end: () => {
      child.stdin.end();
      setTimeout(() => {
        if (!over && child.pid !== undefined) killGroup(child.pid);
      }, 1000).unref();
    },
  };
}

function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
