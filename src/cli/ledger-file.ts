import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import { cliError, ledgerJson, type CliError } from '../messages/index.ts';
import type { Ledger, LedgerEntry } from '../probe/index.ts';
import { say, type Io } from './io.ts';

/** A file of `--ledger`: what is sent is appended to it, a line of JSON for each shell that was started. */
export interface LedgerFile {
  /** Writes each entry when its shell has ended, and the rest when `close` is called. */
  follow(ledger: Ledger): void;
  close(): void;
}

/** Bytes of a file that are looked at to see whether it is a ledger. */
const HEAD = 65_536;

/**
 * Opens or makes the file, before anything is sent. A new one is readable for its owner alone. What is no ledger, a
 * link or no regular file is refused, so that nothing else is written into by accident.
 */
export function openLedgerFile(io: Io, file: string): Result<LedgerFile, CliError> {
  const place = path.resolve(io.workingFolder, file);
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  let descriptor: number;
  try {
    descriptor = openSync(place, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (thrown) {
    const detail =
      thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
        ? thrown.code
        : 'unknown';
    return detail === 'ELOOP'
      ? err({ code: 'not-a-ledger', file })
      : err({ code: 'file-unwritable', file, detail });
  }
  if (!isLedger(descriptor)) {
    closeSync(descriptor);
    return err({ code: 'not-a-ledger', file });
  }
  return ok(new OpenLedgerFile(io, file, descriptor));
}

class OpenLedgerFile implements LedgerFile {
  readonly #io: Io;
  readonly #file: string;
  readonly #descriptor: number;
  readonly #ends: (() => void)[] = [];
  #failed = false;

  constructor(io: Io, file: string, descriptor: number) {
    this.#io = io;
    this.#file = file;
    this.#descriptor = descriptor;
  }

  follow(ledger: Ledger): void {
    const written = new Set<number>();
    const write = (entry: LedgerEntry): void => {
      if (written.has(entry.number)) return;
      written.add(entry.number);
      this.#write(`${ledgerJson(entry)}\n`);
    };
    const subscription = ledger.onDidChange((entry) => {
      if (entry.over) write(entry);
    });
    this.#ends.push(() => {
      subscription.dispose();
      for (const entry of ledger.sent()) write(entry);
    });
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
    closeSync(this.#descriptor);
  }

  #write(text: string): void {
    if (this.#failed) return;
    try {
      writeSync(this.#descriptor, text);
    } catch (thrown) {
      this.#failed = true;
      const detail = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
      say(this.#io, `sonde: ${cliError({ code: 'ledger-lost', file: this.#file, detail })}`);
    }
  }
}

/** An empty regular file, or one whose first line is an entry. */
function isLedger(descriptor: number): boolean {
  if (!fstatSync(descriptor).isFile()) return false;
  const head = Buffer.alloc(HEAD);
  const length = readSync(descriptor, head, 0, HEAD, 0);
  if (length === 0) return true;
  const [first = ''] = head.toString('utf8', 0, length).split('\n');
  try {
    const value: unknown = JSON.parse(first);
    return (
      typeof value === 'object' &&
      value !== null &&
      'launcher' in value &&
      'script' in value &&
      'number' in value
    );
  } catch {
    return false;
  }
}
