import { err, ok, type Result } from '../../base/index.ts';
import type { ApprovedCommand, ChannelEnd, Transport } from '../../transport/index.ts';
import { NO_GROUP, NO_GROUP_STATUS, PROOF } from '../emission/launcher.ts';
import type { ProbeError } from '../evidence.ts';
import { decode, fromBinary } from './bytes.ts';
import { exchange, type ExchangeOptions } from './exchange.ts';
import type { LedgerWriter } from './ledger.ts';

/** What a guarded shell of a first contact said. */
export interface Greeting {
  /** The whole answer. */
  readonly said: string;
  /** What the login printed on standard output before the shell proved itself. */
  readonly noise: string;
}

/** No guarded shell answered. */
export interface NoGreeting {
  readonly kind: 'no-group' | 'no-shell';
  /** The end of what was printed instead, on both streams. */
  readonly said: string;
  readonly end: ChannelEnd | undefined;
}

export type GreetingResult = Result<
  Greeting,
  { readonly kind: 'error'; readonly error: ProbeError } | NoGreeting
>;

/** Characters of what was printed instead that are kept: its end, since the reason comes behind the noise. */
const SAID_LIMIT = 1000;

/**
 * Sends a first command and takes its answer only behind the line with which a guarded shell proves itself. Errors:
 * what the transport says; else that there is no shell, or that it does not lead a process group.
 */
export async function greet(
  transport: Transport,
  command: ApprovedCommand,
  { record, ...options }: ExchangeOptions & { readonly record: LedgerWriter },
): Promise<GreetingResult> {
  const done = record(command, undefined);
  const answer = await exchange(transport, command, options);
  if (!answer.ok) {
    done({ exit: null, bytes: 0 });
    return err({ kind: 'error', error: answer.error });
  }
  const { frames, end } = answer.value;
  const isWhole = frames.done && frames.stop === undefined;
  done({ exit: isWhole ? 0 : null, bytes: frames.stdout().length });
  const noise = decode(fromBinary(frames.noise));
  // What the login printed may have no newline at its end.
  const lines = noise.split('\n');
  // Only the shell itself ends after saying this; the line that it would have run has not begun.
  // Engines sometimes lose what a command printed that ends at once; its status is told all the same.
  const isSilent = noise === '' && end?.kind === 'exit' && end.status === NO_GROUP_STATUS;
  const isGroupless = isSilent || (end?.kind === 'exit' && lines.some((line) => line.endsWith(NO_GROUP)));
  if (!isGroupless && end?.kind === 'lost' && !frames.begun) return err({ kind: 'error', error: end.error });
  const proof = lines.findLastIndex((line) => line.endsWith(PROOF));
  if (proof >= 0 && isWhole) return ok({ said: decode(frames.stdout()), noise: noiseBefore(lines, proof) });
  const complaint = decode(fromBinary(frames.complaint)).trim();
  const said = `${noise.trim()}\n${complaint}`.trim().slice(-SAID_LIMIT).trim();
  return err({ kind: isGroupless ? 'no-group' : 'no-shell', said, end });
}

function noiseBefore(lines: readonly string[], proof: number): string {
  const unended = lines[proof]?.slice(0, -PROOF.length) ?? '';
  return [...lines.slice(0, proof), ...(unended === '' ? [] : [unended])].join('\n');
}

/** How a first contact is tried: with a process group of the server's making or an own one, with the self-test or not. */
export interface ContactWay {
  readonly kind: 'plain' | 'setsid';
  readonly selfTest: boolean;
}

/**
 * Tries a first contact until a shell answers: with the self-test, then without it where no shell answered; each by
 * a group of its own where the server makes none. Errors: that of the last attempt; `noGroup` where there is no group.
 */
export async function tryWays<T>(
  attempt: (way: ContactWay) => Promise<Result<T, ProbeError> | 'no-group'>,
  noGroup: ProbeError,
): Promise<Result<T, ProbeError>> {
  const inGroup = async (selfTest: boolean): Promise<Result<T, ProbeError>> => {
    const first = await attempt({ kind: 'plain', selfTest });
    const last = first === 'no-group' ? await attempt({ kind: 'setsid', selfTest }) : first;
    return last === 'no-group' ? err(noGroup) : last;
  };
  const tested = await inGroup(true);
  return tested.ok || tested.error.code !== 'not-a-posix-shell' ? tested : inGroup(false);
}
