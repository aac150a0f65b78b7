import type { Result } from '../../base/index.ts';
import type { ApprovedCommand, ExecForm, Transport } from '../../transport/index.ts';
import type { ProbeError } from '../evidence.ts';
import { exchange, type Answer } from './exchange.ts';
import type { LedgerWriter } from './ledger.ts';
import { newNonce } from './nonce.ts';

/** One probe to send. */
export interface Sending {
  /** The command for a nonce; it is asked for anew each time that the probe is sent. */
  readonly command: (nonce: string) => Result<ApprovedCommand, ProbeError>;
  /** As typed, for the ledger. */
  readonly line: string;
  readonly stages: number;
  /** Bytes of standard output. */
  readonly limit: number;
  /** Seconds. */
  readonly time: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends probes to one host in the cheapest form that works there, and once more where the shell died before it
 * began: one that was started in advance may have ended meanwhile, and a server or login shell may not take whole
 * scripts though it passed the self-test (it is then not given any more). Nothing has run by then, and probes
 * change nothing.
 */
export class Sender {
  readonly #transport: Transport;
  readonly #record: LedgerWriter;
  #takesScripts: boolean;

  /** `inline`: what the self-test said of the login shell. */
  constructor(transport: Transport, record: LedgerWriter, inline: boolean) {
    this.#transport = transport;
    this.#record = record;
    this.#takesScripts = inline;
  }

  async send(sending: Sending): Promise<Result<Answer, ProbeError>> {
    for (let forms: readonly ExecForm[] = ['spare', ...this.#fresh()]; ;) {
      const answer = await this.#once(sending, forms);
      const next = this.#next(answer, forms);
      if (next === undefined) return answer;
      forms = next;
    }
  }

  async #once(sending: Sending, forms: readonly ExecForm[]): Promise<Result<Answer, ProbeError>> {
    const { limit, time, signal, line, stages } = sending;
    const nonce = newNonce();
    const command = sending.command(nonce);
    if (!command.ok) return command;
    const done = this.#record(command.value, line);
    const answer = await exchange(this.#transport, command.value, { nonce, limit, time, signal, forms });
    if (answer.ok) {
      const { frames } = answer.value;
      done({ exit: frames.done ? frames.exit(stages) : null, bytes: frames.stdout().length });
    } else {
      done({ exit: null, bytes: 0 });
    }
    return answer;
  }

  /** The forms to send it again in; undefined if the answer stands. */
  #next(answer: Result<Answer, ProbeError>, forms: readonly ExecForm[]): readonly ExecForm[] | undefined {
    if (!answer.ok) {
      // The session was granted and the command was not.
      if (answer.error.code !== 'no-shell' || !forms.includes('inline')) return undefined;
      this.#takesScripts = false;
      return this.#fresh();
    }
    const { frames, end, form } = answer.value;
    if (frames.begun || end === undefined || end.kind === 'lost') return undefined;
    if (end.kind === 'signal' && end.signal === 'TIME') return undefined;
    switch (form) {
      case 'spare':
        return this.#fresh();
      case 'inline':
        this.#takesScripts = false;
        return this.#fresh();
      case 'launcher':
        return undefined;
    }
  }

  /** The forms with a new shell. */
  #fresh(): readonly ExecForm[] {
    return this.#takesScripts ? ['inline', 'launcher'] : ['launcher'];
  }
}
