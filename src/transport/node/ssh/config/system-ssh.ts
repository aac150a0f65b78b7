import { spawn, type ChildProcess } from 'node:child_process';
import { err, ok, onAbort, type Result } from '../../../../base/index.ts';
import type { TransportError } from '../../../errors.ts';
import type { Environment } from '../../shell.ts';
import type { RawSettings } from './settings.ts';

export interface ConfigQuery {
  /** Checked before: a plain name or an address. */
  readonly alias: string;
  readonly user?: string | undefined;
  readonly port?: number | undefined;
  /** Another configuration than the user's. */
  readonly configFile?: string | undefined;
  readonly environment: Environment;
  /** Default the one on PATH. */
  readonly sshProgram?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes and milliseconds that `ssh -G` may take; `Match exec` commands of the user's own run in it. */
const outputLimit = 1_000_000;
const timeLimit = 30_000;

/**
 * Asks the system's own `ssh -G`, so that Match, Include, tokens and defaults come out as in `ssh`.
 * `undefined` where no `ssh` is installed.
 */
export async function askSystemSsh(
  query: ConfigQuery,
): Promise<Result<RawSettings, TransportError> | undefined> {
  const answer = await run(query.sshProgram ?? 'ssh', queryArguments(query), query);
  if (answer === undefined) return undefined;
  if (query.signal?.aborted === true) return err({ code: 'cancelled' });
  if (answer.status === 0) return ok(parseSettings(answer.stdout));
  return err(configError(answer.stderr, query.configFile ?? '~/.ssh/config'));
}

/** The arguments of `ssh`: nothing that a user typed stands before `--` but behind an option's own word. */
export function queryArguments(query: ConfigQuery): readonly string[] {
  return [
    '-G',
    ...(query.configFile === undefined ? [] : ['-F', query.configFile]),
    ...(query.user === undefined ? [] : ['-l', query.user]),
    ...(query.port === undefined ? [] : ['-p', String(query.port)]),
    '--',
    query.alias,
  ];
}

/** Reads the lines `keyword value` that `ssh -G` prints. */
export function parseSettings(text: string): RawSettings {
  const settings = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const space = line.indexOf(' ');
    if (space <= 0) continue;
    const keyword = line.slice(0, space).toLowerCase();
    settings.set(keyword, [...(settings.get(keyword) ?? []), line.slice(space + 1).trim()]);
  }
  return settings;
}

/** What `ssh` complains of, such as `/home/u/.ssh/config: line 3: Bad configuration option: hots`. */
export function configError(stderr: string, file: string): TransportError {
  const placed = /^(.+?):? line (\d+): (.*)$/m.exec(stderr);
  const detail = stderr.trim().split(/\r?\n/)[0] ?? '';
  if (placed === null) return { code: 'ssh-config', file, detail };
  const [, named = file, line = '1', complaint = detail] = placed;
  return { code: 'ssh-config', file: named, line: Number(line), detail: complaint.replace(/\r$/, '') };
}

interface Output {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds that complaints may be on their way for when `ssh` has ended. */
const complaintLimit = 1000;

function run(program: string, words: readonly string[], query: ConfigQuery): Promise<Output | undefined> {
  return new Promise((resolve) => {
    // A group of its own, so that the programs of Match exec can be ended with it.
    const child = spawn(program, words, {
      env: query.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let bytes = 0;
    const settle = (output: Output | undefined): void => {
      clearTimeout(timer);
      withdrawal.dispose();
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      resolve(output);
    };
    const stop = (complaint: string): void => {
      killAll(child);
      settle({ status: null, stdout: '', stderr: complaint });
    };
    const timer = setTimeout(() => stop(`ssh -G: no end within ${timeLimit / 1000} s`), timeLimit);
    const withdrawal = onAbort(query.signal, () => queueMicrotask(() => stop('cancelled')));
    const keep = (list: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > outputLimit) stop('ssh -G: too much output');
      else list.push(chunk);
    };
    child.stdout.on('data', keep(stdout));
    child.stderr.on('data', keep(stderr));
    child.on('error', (error) => {
      const missing = 'code' in error && error.code === 'ENOENT';
      settle(missing ? undefined : { status: null, stdout: '', stderr: error.message });
    });
    const answered = new Promise((end) => child.stdout.on('close', end));
    const finish = (status: number | null): void => {
      const text = (list: readonly Buffer[]): string => Buffer.concat(list).toString('utf8');
      settle({ status, stdout: text(stdout), stderr: text(stderr) });
    };
    child.on('close', finish);
    // What a Match exec has left in the background may keep standard error open, for hours.
    child.on('exit', (status) => {
      void answered.then(() => setTimeout(() => finish(status), status === 0 ? 0 : complaintLimit));
    });
  });
}

/** Ends the process and whatever it has started. */
function killAll(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
