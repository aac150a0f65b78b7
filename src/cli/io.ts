import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printable } from './terminal.ts';

/** What a command may touch of the process it runs in. */
export interface Io {
  /** Results. */
  readonly stdout: NodeJS.WritableStream;
  /** Everything else. */
  readonly stderr: NodeJS.WritableStream;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  readonly homeFolder: string;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
}

/** True when a person can be asked: both ends are terminals. */
export function canAsk(io: Io): boolean {
  return io.stdin.isTTY === true && 'isTTY' in io.stderr && io.stderr.isTTY === true;
}

/** Writes one line to standard error; what others put into it cannot steer the terminal. */
export function say(io: Io, line: string): void {
  io.stderr.write(`${printable(line)}\n`);
}

/** Asks for one line on the terminal; `hidden` shows nothing of what is typed. Undefined when given up. */
export async function ask(io: Io, prompt: string, hidden: boolean): Promise<string | undefined> {
  if (!canAsk(io)) return undefined;
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  io.stderr.write(printable(prompt));
  const lines = createInterface({ input: io.stdin, output: hidden ? muted : io.stderr, terminal: true });
  try {
    return await lines.question('', { signal: io.signal });
  } catch {
    return undefined;
  } finally {
    lines.close();
    if (hidden) io.stderr.write('\n');
  }
}

/** Asks a yes-or-no question; everything but `yes` and `y` is no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  const answer = await ask(io, `${question} [y/N] `, false);
  return answer !== undefined && /^y(es)?$/i.test(answer.trim());
}
