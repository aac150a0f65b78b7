import { Emitter, systemClock, type Clock, type Event } from '../../base/index.ts';
import type { ApprovedCommand, Sent, Transport } from '../../transport/index.ts';
import { PREPARATION } from '../emission/launcher.ts';
import { nonceOf, ScriptStore, type StoredText } from './script-store.ts';

/** One shell that was started on a host, and all that was sent to it for execution. */
export interface LedgerEntry {
  /** From 1, in the order in which the shells were started, those of all targets counted together. */
  readonly number: number;
  /** `waiting`: started in advance, and given nothing to run. */
  readonly kind: 'handshake' | 'probe' | 'waiting';
  /** Milliseconds since the Unix epoch, when the login shell was given `launcher`. */
  readonly time: number;
  /** The same for `script`; it is later where the shell was started in advance. */
  readonly asked?: number;
  /** As the transport names it: `user@host:port`, or `local`. */
  readonly target: string;
  /** The probe line as typed; undefined for the handshake and for a shell that waits. */
  readonly line?: string;
  /** What the login shell was given. */
  readonly launcher: string;
  /** What was written to its standard input; empty where nothing was. */
  readonly script: string;
  /** null while it runs, and when it was stopped. */
  readonly exit: number | null;
  /** Bytes of standard output that were kept. */
  readonly bytes: number;
  /** From sending the script to the complete answer; 0 before. */
  readonly ms: number;
  /** The shell has ended: nothing more is sent to it. */
  readonly over: boolean;
}

/** What is known when an entry's command has ended. */
export interface LedgerOutcome {
  readonly exit: number | null;
  readonly bytes: number;
}

/** Says what a command is for, before it is sent; the function that it returns notes its end. */
export type LedgerWriter = (
  command: ApprovedCommand,
  line: string | undefined,
) => (outcome: LedgerOutcome) => void;

/** What a ledger is told of a transport. */
export type Followed = Pick<Transport, 'label' | 'onDidSend'>;

/** The record of every byte that was sent to hosts for execution, in memory. It holds nothing that was answered. */
export interface Ledger {
  /** Every shell that was given something to run, in the order in which that was sent. */
  readonly entries: readonly LedgerEntry[];
  /** How many shells were started, all kinds, the released ones included. */
  readonly count: number;
  /** The oldest entries that are no longer held, because the ledger is bounded. */
  readonly released: number;
  /** Characters that are held. */
  readonly held: number;
  /** A shell was started, got something to run, or has ended. */
  readonly onDidChange: Event<LedgerEntry>;
  /** The entries `from` (a number) and later that are held, at most `most`: all that was sent, as a wire would show it. */
  sent(from?: number, most?: number): readonly LedgerEntry[];
  /** Notes from now on all that this transport sends; to be called before anything is sent. */
  follow(transport: Followed): LedgerWriter;
}

export interface LedgerOptions {
  readonly clock?: Clock;
  /** Characters that are held; beyond it the oldest entries that have ended are released. Default 64 million. */
  readonly limit?: number;
}

/** Makes an empty ledger. */
export function createLedger(options: LedgerOptions = {}): Ledger {
  return new MemoryLedger(options);
}

/** What one entry takes besides its texts, in characters; a rough measure. */
const OVERHEAD = 150;

interface Row {
  readonly number: number;
  readonly time: number;
  readonly target: string;
  launcher: StoredText;
  script: StoredText | undefined;
  kind: LedgerEntry['kind'];
  line: string | undefined;
  asked: number | undefined;
  exit: number | null;
  bytes: number;
  ms: number;
  over: boolean;
  held: number;
}

class MemoryLedger implements Ledger {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #store = new ScriptStore();
  readonly #changed = new Emitter<LedgerEntry>();
  /** In the order of their numbers. */
  #rows: Row[] = [];
  #asked: Row[] = [];
  #held = 0;
  #count = 0;
  readonly onDidChange = this.#changed.event;

  constructor({ clock = systemClock, limit = 64_000_000 }: LedgerOptions) {
    this.#clock = clock;
    this.#limit = limit;
  }

  get entries(): readonly LedgerEntry[] {
    return this.#asked.map((row) => this.#entry(row));
  }

  get count(): number {
    return this.#count;
  }

  get released(): number {
    return this.#count - this.#rows.length;
  }

  get held(): number {
    return this.#held;
  }

  sent(from = 1, most = Number.POSITIVE_INFINITY): readonly LedgerEntry[] {
    const first = Math.max(0, from - 1 - this.released);
    return this.#rows.slice(first, first + most).map((row) => this.#entry(row));
  }

  follow(transport: Followed): LedgerWriter {
    return new Follower(this, transport).writer;
  }

  get now(): number {
    return this.#clock.now();
  }

  start(target: string, launcher: string, time: number): Row {
    this.#count += 1;
    const { stored, held } = this.#store.put(launcher);
    const row: Row = {
      number: this.#count,
      kind: 'waiting',
      time,
      target,
      line: undefined,
      launcher: stored,
      script: undefined,
      asked: undefined,
      exit: null,
      bytes: 0,
      ms: 0,
      over: false,
      held: held + OVERHEAD,
    };
    this.#rows.push(row);
    this.#held += row.held;
    this.changed(row);
    return row;
  }

  input(row: Row, text: string): void {
    const before = row.script === undefined ? '' : this.#store.get(row.script);
    const { stored, held } = this.#store.put(before + text);
    row.script = stored;
    row.held += held;
    this.#held += held;
  }

  /** The row got something to run. */
  ask(row: Row, time: number): void {
    if (row.asked !== undefined) return;
    row.asked = time;
    this.#asked.push(row);
  }

  changed(row: Row): void {
    this.#release();
    this.#changed.fire(this.#entry(row));
  }

  /** A tenth more than needed, so that it is not done for every entry. */
  #release(): void {
    if (this.#held <= this.#limit) return;
    let gone = 0;
    while (this.#held > 0.9 * this.#limit && this.#rows[gone]?.over === true) {
      this.#held -= this.#rows[gone]?.held ?? 0;
      gone += 1;
    }
    if (gone === 0) return;
    const released = new Set(this.#rows.slice(0, gone));
    this.#rows = this.#rows.slice(gone);
    this.#asked = this.#asked.filter((row) => !released.has(row));
  }

  #entry(row: Row): LedgerEntry {
    const { number, kind, time, target, exit, bytes, ms, asked, line, over } = row;
    return {
      number,
      kind,
      time,
      ...(asked === undefined ? {} : { asked }),
      target,
      ...(line === undefined ? {} : { line }),
      launcher: this.#store.get(row.launcher),
      script: row.script === undefined ? '' : this.#store.get(row.script),
      exit,
      bytes,
      ms,
      over,
    };
  }
}

/** A command that was announced: what it is for, and the row of the shell that got it, once it was sent. */
interface Announced {
  readonly script: string;
  readonly inline: string | undefined;
  readonly nonce: string | undefined;
  readonly line: string | undefined;
  row: Row | undefined;
}

/** Ties what one transport sends to the lines that it is sent for. */
class Follower {
  readonly #ledger: MemoryLedger;
  readonly #target: string;
  readonly #open = new Map<number, Row>();
  readonly #announced = new Set<Announced>();

  constructor(ledger: MemoryLedger, transport: Followed) {
    this.#ledger = ledger;
    this.#target = transport.label;
    transport.onDidSend((sent) => this.#note(sent));
  }

  readonly writer: LedgerWriter = ({ script, inline }, line) => {
    const announced: Announced = { script, inline, nonce: nonceOf(script), line, row: undefined };
    this.#announced.add(announced);
    return ({ exit, bytes }) => {
      this.#announced.delete(announced);
      // What was never sent, a probe that was cancelled while it waited for its turn, is not in the record.
      const { row } = announced;
      if (row === undefined) return;
      row.exit = exit;
      row.bytes = bytes;
      row.ms = this.#ledger.now - (row.asked ?? row.time);
      this.#ledger.changed(row);
    };
  };

  #note(sent: Sent): void {
    if (sent.kind === 'launcher') {
      const row = this.#ledger.start(this.#target, sent.text, sent.time);
      this.#open.set(sent.shell, row);
      if (this.#claim(row, sent.text)) this.#ledger.ask(row, sent.time);
      return;
    }
    const row = this.#open.get(sent.shell);
    if (row === undefined) return;
    if (sent.kind === 'input') {
      this.#ledger.input(row, sent.text);
      // What prepares a shell runs nothing yet.
      if (sent.text !== PREPARATION) this.#ledger.ask(row, sent.time);
      this.#claim(row, sent.text);
    } else {
      this.#open.delete(sent.shell);
      row.over = true;
    }
    this.#ledger.changed(row);
  }

  /** The announced command that `text` is, or else holds by its nonce, which may be a part of a folder's name. */
  #claim(row: Row, text: string): boolean {
    const announced = [...this.#announced];
    const found =
      announced.find(({ script, inline }) => text === script || text === inline) ??
      announced.find(({ nonce }) => nonce !== undefined && text.includes(nonce));
    if (found === undefined) return false;
    found.row = row;
    row.line = found.line;
    row.kind = found.line === undefined ? 'handshake' : 'probe';
    return true;
  }
}
