import {
  Emitter,
  err,
  ok,
  systemClock,
  type Clock,
  type Disposable,
  type Event,
  type Result,
} from '../../base/index.ts';
import type { HostFacts, Layer, ProbeError } from '../../probe/index.ts';
import {
  formatTarget,
  parseTarget,
  type ConnectPrompts,
  type Target,
  type TargetError,
  type TransportError,
} from '../../transport/index.ts';
import type { Dialer, LiveTarget } from './live.ts';

/** A logical target as it is known here. */
export interface TargetEntry {
  readonly name: string;
  /** What the setting says; the error's place is in this text. */
  readonly text: string;
  readonly target: Result<Target, TargetError>;
  /** `lost`: the connection ended by itself. */
  readonly state: 'disconnected' | 'connecting' | 'connected' | 'lost';
  /** Where it is connected: `user@host:port`. */
  readonly label?: string;
  /** What the host has, where it is connected. */
  readonly host?: HostFacts;
  /** What stands between a probe and a change on the host, where it is connected. */
  readonly layers?: readonly Layer[];
  /** Why and when the connection ended by itself; milliseconds since the Unix epoch. */
  readonly lost?: { readonly error: TransportError; readonly at: number };
}

/** Why no connection was made. */
export type ConnectError =
  | ProbeError
  | TargetError
  | { readonly code: 'target-unknown'; readonly name: string }
  | { readonly code: 'no-connections' };

export interface RegistryOptions {
  /** The mapping of the settings, read at every use. */
  readonly targets: () => ReadonlyMap<string, string>;
  /** Null in a window that cannot open connections. */
  readonly dialer: Dialer | null;
  readonly prompts: (name: string, target: Target) => ConnectPrompts;
  readonly clock?: Clock;
}

/** A connection that ended, and why. */
export interface LostConnection {
  readonly name: string;
  readonly error: TransportError;
}

interface Dialing {
  readonly target: Target;
  readonly promise: Promise<Result<LiveTarget, ConnectError>>;
  readonly controller: AbortController;
}

/** The logical targets of this window, and their connections. Connects only when it is told to. */
export class TargetRegistry implements Disposable {
  readonly #options: RegistryOptions;
  readonly #clock: Clock;
  readonly #changed = new Emitter<string>();
  readonly #live = new Map<string, LiveTarget>();
  readonly #dialing = new Map<string, Dialing>();
  /** Targets of this session that stand in no setting, such as the demo. */
  readonly #session = new Map<string, Target>();
  /** Connections that ended by themselves and were not made again. */
  readonly #ended = new Map<string, NonNullable<TargetEntry['lost']>>();

  readonly #lost = new Emitter<LostConnection>();

  /** A connection that ended by itself. */
  readonly onDidLose: Event<LostConnection> = this.#lost.event;

  /** The name of the target whose state changed; empty where the list did. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** True where connections can be opened at all. */
  get canConnect(): boolean {
    return this.#options.dialer !== null;
  }

  /** Targets of the session first, then those of the settings. */
  entries(): readonly TargetEntry[] {
    const session = [...this.#session].map(([name, target]) => this.#entry(name, '', ok(target)));
    const settings = [...this.#options.targets()]
      .filter(([name]) => !this.#session.has(name))
      .map(([name, text]) => this.#entry(name, text, parseTarget(text)));
    return [...session, ...settings];
  }

  /** The target of a name; undefined where nothing maps it. */
  entry(name: string): TargetEntry | undefined {
    return this.entries().find((entry) => entry.name === name);
  }

  /** The open connection of a name. */
  live(name: string): LiveTarget | undefined {
    const live = this.#live.get(name);
    return live?.transport.connected === true ? live : undefined;
  }

  /** All open connections. */
  allLive(): readonly LiveTarget[] {
    return [...this.#live.values()].filter((live) => live.transport.connected);
  }

  /** Plain host names of the SSH configuration; empty where there are no connections. */
  async hosts(): Promise<readonly string[]> {
    return (await this.#options.dialer?.listHosts()) ?? [];
  }

  /** Adds or changes a target of this session. */
  addSession(name: string, target: Target): void {
    this.disconnect(name);
    this.#session.set(name, target);
    this.#changed.fire('');
  }

  /** Takes a target of this session away and closes its connection. */
  removeSession(name: string): void {
    this.disconnect(name);
    if (this.#session.delete(name)) this.#changed.fire('');
  }

  /** To be called when the settings changed: what they do not name any more is left. */
  refresh(): void {
    const inUse = [...this.#live, ...this.#dialing];
    for (const [name, { target }] of inUse) if (!this.#leadsTo(name, target)) this.disconnect(name);
    this.#changed.fire('');
  }

  /** The open connection of a name, made now if need be; callers at the same time share one attempt. */
  async connect(name: string, signal?: AbortSignal): Promise<Result<LiveTarget, ConnectError>> {
    const live = this.live(name);
    if (live !== undefined) return ok(live);
    const dialer = this.#options.dialer;
    if (dialer === null) return err({ code: 'no-connections' });
    const entry = this.entry(name);
    if (entry === undefined) return err({ code: 'target-unknown', name });
    if (!entry.target.ok) return entry.target;
    const known = this.#dialing.get(name);
    if (known?.controller.signal.aborted === true) {
      // It was given up, which does not count for who asks now.
      await known.promise;
      return this.connect(name, signal);
    }
    const dialing = known ?? this.#dial(dialer, name, entry.target.value);
    const abort = (): void => dialing.controller.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await dialing.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Closes a connection, or gives up an attempt. */
  disconnect(name: string): void {
    this.#dialing.get(name)?.controller.abort();
    const live = this.#live.get(name);
    const wasLost = this.#ended.delete(name);
    if (live === undefined) {
      if (wasLost) this.#changed.fire(name);
      return;
    }
    this.#live.delete(name);
    live.dispose();
    this.#changed.fire(name);
  }

  dispose(): void {
    for (const { controller } of this.#dialing.values()) controller.abort();
    for (const live of this.#live.values()) live.dispose();
    this.#live.clear();
    this.#changed.dispose();
    this.#lost.dispose();
  }

  /** True while the name stands for this target. */
  #leadsTo(name: string, target: Target): boolean {
    const now = this.entry(name)?.target;
    return now?.ok === true && formatTarget(now.value) === formatTarget(target);
  }

  #entry(name: string, text: string, target: Result<Target, TargetError>): TargetEntry {
    const live = this.live(name);
    if (live !== undefined) {
      const { transport, prober } = live;
      const { host, layers } = prober;
      return { name, text, target, state: 'connected', label: transport.label, host, layers };
    }
    if (this.#dialing.has(name)) return { name, text, target, state: 'connecting' };
    const lost = this.#ended.get(name);
    return lost === undefined
      ? { name, text, target, state: 'disconnected' }
      : { name, text, target, state: 'lost', lost };
  }

  #dial(dialer: Dialer, name: string, target: Target): Dialing {
    const controller = new AbortController();
    const prompts = this.#options.prompts(name, target);
    const attempt = async (): Promise<Result<LiveTarget, ConnectError>> => {
      try {
        const made = await dialer.dial({ name, target, prompts, signal: controller.signal });
        if (!made.ok) return made;
        if (controller.signal.aborted) {
          made.value.dispose();
          return err({ code: 'cancelled' });
        }
        this.#live.get(name)?.dispose();
        this.#live.set(name, made.value);
        this.#ended.delete(name);
        made.value.transport.onDidDisconnect((error) => {
          // A connection that was closed on purpose is no longer listed.
          if (this.#live.get(name) === made.value) {
            this.#ended.set(name, { error, at: this.#clock.now() });
            this.#lost.fire({ name, error });
          }
          this.#changed.fire(name);
        });
        return made;
      } finally {
        this.#dialing.delete(name);
        this.#changed.fire(name);
      }
    };
    // Listed before it starts, so that the first change already shows it.
    const dialing: Dialing = { target, controller, promise: Promise.resolve().then(attempt) };
    this.#dialing.set(name, dialing);
    this.#changed.fire(name);
    return dialing;
  }
}
