import { err, ok, type Result } from '../../base/index.ts';
import type { Container, Transport } from '../../transport/index.ts';
import { ENGINE_LIMIT, ENGINE_TIME, isEnginePath, type ContainerEntry } from '../emission/container.ts';
import { passesSelfTest } from '../emission/launcher.ts';
import type { ProbeError } from '../evidence.ts';
import { approveEngineQuestion } from '../policy.ts';
import { greet, tryWays, type ContactWay } from './greeting.ts';
import type { LedgerWriter } from './ledger.ts';
import { newNonce } from './nonce.ts';

export interface EngineOptions {
  readonly record: LedgerWriter;
  readonly signal?: AbortSignal | undefined;
}

/** The way into a container, with what the host itself said of its login shell. */
export interface HostEntry extends ContainerEntry {
  /** The host's login shell reads our quoting as it is meant; what the container says of that counts besides. */
  readonly inline: boolean;
}

/**
 * Finds the program that leads into the target's container, on the host itself, whose login must lead to a POSIX
 * shell too. One round trip; a second one where the server makes no process group, or the login shell does not
 * understand the self-test. Undefined where the target is no container. Errors: `not-a-posix-shell`, `container`
 * with `no-program`, and what the transport says.
 */
export async function findEntry(
  transport: Transport,
  options: EngineOptions,
): Promise<Result<HostEntry | undefined, ProbeError>> {
  const { container } = transport.target;
  if (container === undefined) return ok(undefined);
  return tryWays((way) => ask(transport, container, way, options), { code: 'not-a-posix-shell', said: '' });
}

async function ask(
  transport: Transport,
  container: Container,
  { kind, selfTest }: ContactWay,
  { record, signal }: EngineOptions,
): Promise<Result<HostEntry, ProbeError> | 'no-group'> {
  const nonce = newNonce();
  // A shell of this machine reads no start files, and starts in the home that the transport was given.
  const home = transport.target.kind === 'local' ? 'start' : 'account';
  const command = approveEngineQuestion(kind, nonce, container.engine, selfTest, home);
  const greeting = await greet(transport, command, {
    nonce,
    limit: ENGINE_LIMIT,
    time: ENGINE_TIME,
    signal,
    record,
  });
  if (!greeting.ok) {
    if (greeting.error.kind === 'error') return err(greeting.error.error);
    if (greeting.error.kind === 'no-group') return 'no-group';
    const { said, end } = greeting.error;
    if (end?.kind === 'signal' && end.signal === 'TIME')
      return err({ code: 'login-waits', host: transport.label, seconds: ENGINE_TIME, said });
    return err({ code: 'not-a-posix-shell', said });
  }
  const said = (key: string): string | undefined =>
    new RegExp(`^${key}:(.*)$`, 'm').exec(greeting.value.said)?.[1];
  const program = said('D') ?? '';
  const inline = kind === 'plain' && selfTest && passesSelfTest(said('Q'));
  if (isEnginePath(program)) return ok({ container, program, inline });
  return err({ code: 'container', reason: 'no-program', host: transport.label, ...container, said: '' });
}
