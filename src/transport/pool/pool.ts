import {
  Emitter,
  err,
  ok,
  onAbort,
  systemClock,
  type Clock,
  type Event,
  type Result,
} from '../../base/index.ts';
import type { ApprovedCommand } from '../command.ts';
import type { Channel, ExecForm, ExecOptions, PrepareOptions } from '../contract.ts';
import type { TransportError } from '../errors.ts';
import type { Sent } from '../sent.ts';
import { SessionGate } from './gate.ts';
import { PooledChannel } from './pooled-channel.ts';
import type { ChannelOpener } from './port.ts';
import { recordedOpener } from './recorded.ts';
import { Slots } from './slots.ts';
import { SpareShelf, type Fitting } from './spares.ts';

export interface PoolOptions {
  /** Commands that run at once; further ones wait. Default 4. */
  readonly running?: number;
  /** Sessions of all kinds that are open at once, spares included. Default 8; OpenSSH allows 10. */
  readonly sessions?: number;
  readonly clock?: Clock;
  /** The host's name, for errors. Default `local`. */
  readonly host?: string;
  /** Ends something idle that holds a session, such as the file subsystem; false if there is nothing. */
  readonly yieldSession?: () => boolean;
}

/** What is run; see `ApprovedCommand`. */
export type PooledCommand = Pick<ApprovedCommand, 'launcher' | 'preparation' | 'script' | 'inline'>;

/** Milliseconds before the end of a waiting shell from which on it is not used: the line has to get there in time. */
const SPARE_MARGIN = 30_000;

/**
 * Milliseconds that a command is ahead of the start of the next shell where another one waits: a login shell and its
 * start files would take the processor that the answer is computed with.
 */
const HEAD_START = 10;

/** Milliseconds for the start of a shell from which on a host is far: the answer is there before the shell starts. */
const FAR = 20;

const EVERY_FORM: readonly ExecForm[] = ['spare', 'inline', 'launcher'];

/**
 * Queues commands on one connection, keeps shells started in advance, and gets along with a host that
 * grants few sessions. A session is held by a running command, a spare, or who opened one by `hold`.
 */
export class ChannelPool {
  readonly #opener: ChannelOpener;
  readonly #clock: Clock;
  readonly #gate: SessionGate;
  readonly #slots: Slots;
  readonly #shelf = new SpareShelf();
  readonly #starting = new Map<string, number>();
  readonly #live = new Set<PooledChannel>();
  readonly #sent = new Emitter<Sent>();
  #ended: TransportError | undefined;
  #commands = 0;
  /** Milliseconds that the last shell took from the request to the grant. */
  #lastStart = 0;

  /** Everything that is sent for execution, as it is sent. */
  readonly onDidSend: Event<Sent> = this.#sent.event;

  constructor(opener: ChannelOpener, options: PoolOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#opener = recordedOpener(opener, (sent) => this.#sent.fire(sent), this.#clock);
    this.#slots = new Slots(options.running ?? 4);
    this.#gate = new SessionGate({
      host: options.host ?? 'local',
      limit: options.sessions ?? 8,
      makeRoom: () => this.#endSpare() || (options.yieldSession?.() ?? false),
    });
  }

  /** Sessions that the host is known to grant at once. */
  get sessionLimit(): number {
    return this.#gate.limit;
  }

  /** True while a command runs, or waits to run. */
  get busy(): boolean {
    return this.#commands > 0;
  }

  /** How many shells wait that were started with `launcher`. */
  spares(launcher: string): number {
    return this.#shelf.count(launcher);
  }

  /**
   * Runs a command: in a spare shell if one waits, else inline if it may, else by launcher and script. An abort
   * of `signal` withdraws a waiting command and closes a running one, whose `closed` then says `cancelled`.
   */
  async exec(command: PooledCommand, options: ExecOptions = {}): Promise<Result<Channel, TransportError>> {
    const { signal } = options;
    this.#commands += 1;
    let inTurn = await this.#slots.take(signal);
    const leave = (): void => {
      if (!inTurn) return;
      inTurn = false;
      this.#slots.give();
    };
    const fail = (error: TransportError): Result<never, TransportError> => {
      this.#commands -= 1;
      leave();
      return err(error);
    };
    if (!inTurn) return fail({ code: 'cancelled' });
    const obtaining = this.#obtain(command, options);
    const opened = await orAborted(obtaining, signal);
    if (opened === 'aborted') {
      // The host may be long in granting the session; its turn ends when that is decided.
      void obtaining.then((late) => {
        if (late.ok) this.#withdraw(late.value);
        fail({ code: 'cancelled' });
      });
      return err({ code: 'cancelled' });
    }
    if (!opened.ok) return fail(opened.error);
    const channel = opened.value;
    const watch = onAbort(signal, () => channel.abandon({ kind: 'lost', error: { code: 'cancelled' } }));
    // A process that nothing can end, as on a dead mount, keeps its session, and nobody's turn.
    channel.onDidStick(leave);
    channel.onDidClose(() => {
      watch.dispose();
      this.#commands -= 1;
      leave();
      this.#refill();
    });
    if (channel.form === 'launcher') channel.write(command.preparation ?? '');
    if (channel.form !== 'inline') channel.write(command.script);
    if (this.#lastStart >= FAR || this.#shelf.count(command.launcher) === 0) this.#refill();
    else this.#refillSoon(channel);
    return ok(channel);
  }

  /** Keeps up to `spares` shells waiting, started when something is run or this is called. */
  prepare({ launcher, preparation = '' }: Fitting, spares: number, { idleLimit }: PrepareOptions = {}): void {
    const lifetime = idleLimit === undefined ? Number.POSITIVE_INFINITY : idleLimit * 1000 - SPARE_MARGIN;
    this.#shelf.want(launcher, { spares, preparation, lifetime });
    this.#refill();
  }

  /** Opens a session of another kind, such as the file subsystem, in turn with the commands. */
  hold<T>(
    attempt: () => Promise<Result<T, TransportError>>,
    signal?: AbortSignal,
  ): Promise<Result<T, TransportError>> {
    return this.#gate.open(attempt, signal);
  }

  /** Gives the session of `hold` back. */
  release(): void {
    this.#gate.free();
    this.#refill();
  }

  /** Ends every channel with `error`; later calls get it too. */
  end(error: TransportError): void {
    if (this.#ended !== undefined) return;
    this.#ended = error;
    this.#gate.end(error);
    this.#shelf.clear();
    for (const channel of [...this.#live]) channel.lose({ kind: 'lost', error });
  }

  async #obtain(
    command: PooledCommand,
    { signal, forms = EVERY_FORM }: ExecOptions,
  ): Promise<Result<PooledChannel, TransportError>> {
    const { launcher, inline } = command;
    this.#endExpiredSpares();
    const takeSpare = (): Result<PooledChannel, TransportError> | undefined => {
      const spare = forms.includes('spare') ? this.#shelf.take(command, this.#clock.now()) : undefined;
      return spare === undefined ? undefined : ok(spare);
    };
    const waiting = this.#shelf.count(launcher);
    const opening = this.#gate.open(
      () =>
        inline !== undefined && forms.includes('inline')
          ? this.#start(inline, 'inline')
          : this.#start(launcher, 'launcher'),
      signal,
      takeSpare,
    );
    // Where a spare was taken the script goes first.
    if (this.#shelf.count(launcher) === waiting) this.#refill();
    const result = await opening;
    if (!result.ok || signal?.aborted !== true) return result;
    this.#withdraw(result.value);
    return err({ code: 'cancelled' });
  }

  /** Ends a channel that nothing was sent to; it may have been a waiting shell, which is replaced. */
  #withdraw(channel: PooledChannel): void {
    channel.onDidClose(() => this.#refill());
    channel.close();
  }

  async #start(text: string, form: ExecForm): Promise<Result<PooledChannel, TransportError>> {
    const channel = new PooledChannel(form);
    const raw = await this.#opener.open(text, channel.sink);
    if (!raw.ok) return raw;
    channel.attach(raw.value);
    this.#live.add(channel);
    let stuck = false;
    channel.onDidStick(() => {
      stuck = true;
      this.#gate.stick();
    });
    channel.onDidClose(() => {
      this.#live.delete(channel);
      this.#gate.free(stuck);
    });
    if (this.#ended !== undefined) channel.lose({ kind: 'lost', error: this.#ended });
    return ok(channel);
  }

  /** As `refill`, when the host has had time for the answer, or has given it. */
  #refillSoon(channel: PooledChannel): void {
    const timer = setTimeout(() => this.#refill(), HEAD_START).unref();
    channel.onDidEnd(() => {
      clearTimeout(timer);
      this.#refill();
    });
  }

  #refill(): void {
    if (this.#ended !== undefined) return;
    for (const launcher of this.#shelf.missing(this.#starting)) void this.#startSpare(launcher);
  }

  async #startSpare(launcher: string): Promise<void> {
    this.#starting.set(launcher, (this.#starting.get(launcher) ?? 0) + 1);
    const started = this.#clock.now();
    const result = await this.#gate.tryOpen(() => this.#start(launcher, 'spare'));
    this.#starting.set(launcher, (this.#starting.get(launcher) ?? 1) - 1);
    if (!result.ok) return;
    this.#lastStart = this.#clock.now() - started;
    if (this.#ended !== undefined) result.value.close();
    else this.#shelf.add(result.value, launcher, started);
    this.#gate.wake();
  }

  #endExpiredSpares(): void {
    for (;;) {
      const old = this.#shelf.takeExpired(this.#clock.now());
      if (old === undefined) return;
      old.close();
    }
  }

  #endSpare(): boolean {
    const spare = this.#shelf.takeAny();
    spare?.close();
    return spare !== undefined;
  }
}

/** What a promise comes to, unless `signal` aborts before. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T | 'aborted'> {
  return new Promise((resolve, reject) => {
    const watch = onAbort(signal, () => resolve('aborted'));
    promise.then(resolve, reject).finally(() => watch.dispose());
  });
}
