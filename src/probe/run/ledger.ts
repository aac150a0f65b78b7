import { Emitter, systemClock, type Clock, type Event } from '../../base/index.ts';
import type { ApprovedCommand } from '../../transport/index.ts';

/** One thing that was sent to a host for execution. */
export interface LedgerEntry {
  /** Milliseconds since the Unix epoch, when it was sent. */
  readonly time: number;
  /** As the transport names it: `user@host:port`, or `local`. */
  readonly target: string;
  /** The probe line as typed; undefined for the handshake. */
  readonly line?: string;
  /** What the login shell was given. */
  readonly launcher: string;
  /** What was written to its standard input. */
  readonly script: string;
  /** null while it runs, and when it was stopped. */
  readonly exit: number | null;
  /** Bytes of standard output that were kept. */
  readonly bytes: number;
  /** From sending to the complete answer. */
  readonly ms: number;
}

/** What is known when an entry's command has ended. */
export interface LedgerOutcome {
  readonly exit: number | null;
  readonly bytes: number;
}

/** Notes a command as sent; the function that it returns notes its end. */
export type LedgerWriter = (
  command: ApprovedCommand,
  line: string | undefined,
) => (outcome: LedgerOutcome) => void;

/** The record of every byte that was sent to hosts for execution, in memory. It holds nothing that was answered. */
export interface Ledger {
  /** In the order in which they were sent. */
  readonly entries: readonly LedgerEntry[];
  /** A command was sent, or an entry got its outcome. */
  readonly onDidChange: Event<LedgerEntry>;
  /** The writer for one target. */
  writer(target: string): LedgerWriter;
}

/** Makes an empty ledger. */
export function createLedger(clock: Clock = systemClock): Ledger {
  const entries: LedgerEntry[] = [];
  const changed = new Emitter<LedgerEntry>();
  return {
    entries,
    onDidChange: changed.event,
    writer: (target) => (command, line) => {
      const { launcher, script } = command;
      const time = clock.now();
      const index = entries.length;
      const sent: LedgerEntry = {
        time,
        target,
        launcher,
        script,
        exit: null,
        bytes: 0,
        ms: 0,
        ...(line === undefined ? {} : { line }),
      };
      entries.push(sent);
      changed.fire(sent);
      return (outcome) => {
        const ended = { ...sent, ...outcome, ms: clock.now() - time };
        entries[index] = ended;
        changed.fire(ended);
      };
    },
  };
}
