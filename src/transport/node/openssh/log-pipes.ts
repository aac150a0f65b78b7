import { execFile } from 'node:child_process';
import { constants, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';

/** A named pipe that one `ssh` at a time writes its own words to, apart from those of the host. */
export interface LogPipe {
  readonly path: string;
  /** Called with each chunk of text from now on, until the pipe is given back. */
  listen(listener: (text: string) => void): void;
  /** Gives it back once its writer has ended; settles when all that was written has been handed over. */
  release(): Promise<void>;
}

/** Pipes that are made at once: as many as there are sessions, and some. */
const batch = 12;

/**
 * The named pipes of one connection, used again and again. They are read without blocking, and held open for
 * writing as well, so that the end of a writer is not the end of the pipe.
 */
export class LogPipes {
  readonly #folder: string;
  readonly #free: Pipe[] = [];
  readonly #all: Pipe[] = [];
  #making: Promise<boolean> | undefined;
  #made = 0;
  #disposed = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async take(): Promise<LogPipe | undefined> {
    while (this.#free.length === 0 && !this.#disposed) {
      // Whoever comes while pipes are made waits for these.
      this.#making ??= this.#make().finally(() => (this.#making = undefined));
      if (!(await this.#making)) return undefined;
    }
    return this.#disposed ? undefined : this.#free.pop();
  }

  dispose(): void {
    this.#disposed = true;
    for (const pipe of this.#all) pipe.close();
  }

  async #make(): Promise<boolean> {
    const paths = Array.from({ length: batch }, (_, index) => join(this.#folder, `log${this.#made + index}`));
    this.#made += batch;
    const made = await new Promise<boolean>((resolve) => {
      execFile('mkfifo', ['-m', '600', ...paths], (error) => resolve(error === null));
    });
    if (!made || this.#disposed) return false;
    for (const path of paths) {
      const pipe = new Pipe(path, () => this.#free.push(pipe));
      this.#all.push(pipe);
      this.#free.push(pipe);
    }
    return true;
  }
}

class Pipe implements LogPipe {
  readonly path: string;
  readonly #descriptor: number;
  readonly #socket: Socket;
  readonly #freed: () => void;
  #listener: ((text: string) => void) | undefined;
  #end: { readonly mark: string; readonly resolve: () => void } | undefined;
  #uses = 0;
  #tail = '';
  #closed = false;

  constructor(path: string, freed: () => void) {
    this.path = path;
    this.#freed = freed;
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    this.#socket = new Socket({ fd: this.#descriptor, readable: true, writable: false });
    this.#socket.setEncoding('utf8');
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', (text: string) => this.#data(text));
    this.#socket.unref();
  }

  listen(listener: (text: string) => void): void {
    this.#listener = listener;
  }

  release(): Promise<void> {
    this.#uses += 1;
    const mark = `\n--end ${this.#uses}--\n`;
    return new Promise((resolve) => {
      this.#end = { mark, resolve };
      try {
        if (this.#closed) resolve();
        else writeSync(this.#descriptor, mark);
      } catch {
        // Full: it is not used again.
        resolve();
      }
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#end?.resolve();
    this.#socket.destroy();
  }

  #data(text: string): void {
    this.#listener?.(text);
    if (this.#end === undefined) return;
    this.#tail = (this.#tail + text).slice(-256);
    if (!this.#tail.includes(this.#end.mark)) return;
    const { resolve } = this.#end;
    this.#end = undefined;
    this.#listener = undefined;
    this.#tail = '';
    this.#freed();
    resolve();
  }
}
