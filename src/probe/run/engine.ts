import { err, ok, type Result } from '../../base/index.ts';
import type { Container, Transport } from '../../transport/index.ts';
import { ENGINE_LIMIT, ENGINE_TIME, isEnginePath, type ContainerEntry } from '../emission/container.ts';
import type { ProbeError } from '../evidence.ts';
import { approveEngineQuestion } from '../policy.ts';
import { greet } from './greeting.ts';
import type { LedgerWriter } from './ledger.ts';
import { newNonce } from './nonce.ts';

export interface EngineOptions {
  readonly record: LedgerWriter;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds the program that leads into the target's container, on the host itself, whose login must lead to a POSIX
 * shell too. One round trip. Undefined where the target is no container. Errors: `not-a-posix-shell`, `container`
 * with `no-program`, and what the transport says.
 */
export async function findEntry(
  transport: Transport,
  options: EngineOptions,
): Promise<Result<ContainerEntry | undefined, ProbeError>> {
  const { container } = transport.target;
  if (container === undefined) return ok(undefined);
  const first = await ask(transport, container, 'plain', options);
  return first === 'no-group' ? finish(await ask(transport, container, 'setsid', options)) : finish(first);
}

type Asked = Result<ContainerEntry, ProbeError> | 'no-group';

function finish(asked: Asked): Result<ContainerEntry, ProbeError> {
  return asked === 'no-group' ? err({ code: 'not-a-posix-shell', said: '' }) : asked;
}

async function ask(
  transport: Transport,
  container: Container,
  kind: 'plain' | 'setsid',
  { record, signal }: EngineOptions,
): Promise<Asked> {
  const nonce = newNonce();
  const command = approveEngineQuestion(kind, nonce, container.engine);
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
  const program = /^D:(.*)$/m.exec(greeting.value.said)?.[1] ?? '';
  if (isEnginePath(program)) return ok({ container, program });
  return err({ code: 'container', reason: 'no-program', host: transport.label, ...container, said: '' });
}
