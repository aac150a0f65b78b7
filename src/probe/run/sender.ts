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

/** Milliseconds before a session that was refused is asked for again. */
const REFUSED_PAUSE = 150;

/**
 * Sends probes to one host in the cheapest form that works there. Probes change nothing, so that one whose shell
 * died may be sent again on the same connection: a shell that was started in advance may have ended meanwhile; a
 * server or login shell may not take whole scripts though it passed the self-test (it is then not given any more);
 * and once where the host refused a new shell or ended it before the answer was whole. A lost connection is not
 * dialled again.
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
    let hasTried = false;
    for (let forms: readonly ExecForm[] = ['spare', ...this.#fresh()]; ;) {
      const answer = await this.#once(sending, forms);
      const next = this.#next(answer, forms);
      if (next === undefined || sending.signal?.aborted === true) return answer;
      if (next === 'once' && hasTried) return answer;
      hasTried ||= next === 'once';
      // A server may refuse a session while the one before still ends.
      if (!answer.ok) await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE));
      forms = this.#fresh();
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

  /** Whether to send it again, in a new shell; undefined if the answer stands. */
  #next(answer: Result<Answer, ProbeError>, forms: readonly ExecForm[]): 'again' | 'once' | undefined {
    if (!answer.ok) {
      // The session was granted and the command was not.
      if (answer.error.code !== 'no-shell' || !this.#transport.connected) return undefined;
      if (forms.includes('inline')) this.#takesScripts = false;
      return 'once';
    }
    const { frames, end, form } = answer.value;
    if (end === undefined || end.kind === 'lost' || !this.#transport.connected) return undefined;
    if (end.kind === 'signal' && end.signal === 'TIME') return undefined;
    if (frames.begun || form === 'launcher') return 'once';
    if (form === 'inline') this.#takesScripts = false;
    return 'again';
  }

  /** The forms with a new shell. */
  #fresh(): readonly ExecForm[] {
    return this.#takesScripts ? ['inline', 'launcher'] : ['launcher'];
  }
}
