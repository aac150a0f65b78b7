import { err, ok, toDisposable, type Disposable, type Result } from '../base/index.ts';
import {
  cliError,
  notReconnectedLine,
  probeErrorMessage,
  readQuestion,
  reconnectingLine,
  systemSshLine,
  transportErrorMessage,
} from '../messages/index.ts';
import { createRunTarget, type RunTarget } from '../investigation/index.ts';
import {
  confirmed,
  createLedger,
  isSensitive,
  openProber,
  type Ledger,
  type Prober,
} from '../probe/index.ts';
import {
  createProgram,
  createSourceTree,
  type PythonProgram,
  type ReadQuestion,
  type SourceTree,
} from '../source/index.ts';
import type { PythonParser } from '../syntax/index.ts';
import { createConnector } from '../transport/node/index.ts';
import type { Target, Transport, TransportError } from '../transport/index.ts';
import type { ConnectionOptions } from './command.ts';
import { terminalConfirm } from './confirm.ts';
import { failure, type Failure } from './failure.ts';
import { trustStoreFile } from './folders.ts';
import { confirm, say, type Io } from './io.ts';
import { openLedgerFile } from './ledger-file.ts';
import { terminalPrompts } from './prompts.ts';
import { reconnectingOnce, type Redial } from './reconnect.ts';

/** A connected target with everything that asks it. */
export interface OpenTarget extends Disposable {
  readonly target: Target;
  readonly transport: Transport;
  readonly prober: Prober;
  /** Runs lines, and asks before each where that is wanted. */
  readonly runner: Pick<Prober, 'run'>;
  readonly ledger: Ledger;
}

/** The Python side of an open target. */
export interface OpenSource {
  readonly tree: SourceTree;
  readonly program: PythonProgram;
}

/** Connects, verifies the host, and finds out what it is. Nothing of the user's is sent. */
export async function openTarget(
  io: Io,
  target: Target,
  options: ConnectionOptions,
): Promise<Result<OpenTarget, Failure>> {
  // The record comes first: without it nothing is sent.
  const file = options.ledger === null ? undefined : openLedgerFile(io, options.ledger);
  if (file?.ok === false) return err(failure(file.error.code, cliError(file.error)));
  file?.value.close();
  const connector = createConnector({
    trustStoreFile: trustStoreFile(io),
    homeFolder: io.homeFolder,
    environment: io.environment,
    ...(options.sshConfig === null ? {} : { sshConfigFile: options.sshConfig }),
    transport: options.transport,
    ...(options.hostKey === null ? {} : { acceptHostKey: options.hostKey }),
  });
  const dial = (): Promise<Result<Transport, TransportError>> =>
    connector.connect(target, { prompts: terminalPrompts(io), signal: io.signal });
  const transport = await dial();
  if (!transport.ok) return err(failure(transport.error.code, transportErrorMessage(transport.error)));
  const { because, label } = transport.value;
  if (because !== undefined) say(io, systemSshLine(label, because));
  return openOn(io, transport.value, options, dial);
}

/** What concerns the sending of probes over a connection. */
export type SendOptions = Pick<ConnectionOptions, 'sandbox' | 'confirm' | 'ledger'>;

/** The same on a connection that is there already; `dial` makes another when that is lost. */
export async function openOn(
  io: Io,
  transport: Transport,
  { sandbox, confirm: asks, ledger: record }: SendOptions,
  dial?: () => Promise<Result<Transport, TransportError>>,
): Promise<Result<OpenTarget, Failure>> {
  const file = record === null ? undefined : openLedgerFile(io, record);
  if (file?.ok === false) {
    transport.dispose();
    return err(failure(file.error.code, cliError(file.error)));
  }
  const ledger = createLedger();
  file?.value.follow(ledger);
  const prober = await openProber(transport, { ledger, signal: io.signal, sandbox });
  if (!prober.ok) {
    transport.dispose();
    file?.value.close();
    const { code } = prober.error;
    const local =
      code === 'root-missing' &&
      transport.target.kind === 'local' &&
      transport.target.container === undefined;
    return err(
      failure(
        code,
        local
          ? cliError({ code: 'no-such-folder', folder: transport.target.root })
          : probeErrorMessage(prober.error),
      ),
    );
  }
  const connections = [transport];
  const redial: Redial = async (lost) => {
    const { label } = transport;
    if (dial === undefined || io.signal.aborted) return undefined;
    say(io, reconnectingLine(label, lost));
    const made = await dial();
    if (!made.ok) {
      say(io, notReconnectedLine(label, transportErrorMessage(made.error)));
      return undefined;
    }
    connections.push(made.value);
    const opened = await openProber(made.value, { ledger, signal: io.signal, sandbox });
    if (!opened.ok) say(io, notReconnectedLine(label, probeErrorMessage(opened.error)));
    return opened.ok ? opened.value : undefined;
  };
  const own = dial === undefined ? prober.value : reconnectingOnce(prober.value, redial);
  const release = toDisposable(() => {
    own.dispose();
    for (const connection of connections) connection.dispose();
    file?.value.close();
  });
  return ok({
    target: transport.target,
    transport,
    prober: own,
    runner: asks ? confirmed(own, terminalConfirm(io, transport.label)) : own,
    ledger,
    dispose: () => release.dispose(),
  });
}

/** The Python program below the root of an open target; nothing is read yet. */
export function openSource(open: OpenTarget, parser: PythonParser, allow: AllowRead): OpenSource {
  const { prober: transport, runner: prober } = open;
  const tree = createSourceTree({ transport, prober, root: open.target.root, isSensitive, allow });
  return { tree, program: createProgram({ tree, parser }) };
}

/** The target as a run of an investigation asks it. */
export function openRunTarget(open: OpenTarget, parser: PythonParser, allow: AllowRead): Promise<RunTarget> {
  return createRunTarget({ prober: open.runner, parser, ...openSource(open, parser, allow) });
}

/** Whether a file outside the root, or of keys and passwords, may be read. */
export type AllowRead = (question: ReadQuestion) => Promise<boolean>;

/** By flags, else by the person at the terminal, once for each kind; without one the answer is no. */
export function allowReads(io: Io, options: ConnectionOptions): AllowRead {
  const answers = new Map<ReadQuestion['kind'], Promise<boolean>>();
  return (question) => {
    if (question.kind === 'outside-root' ? options.allowOutside : options.allowSensitive)
      return Promise.resolve(true);
    const answer = answers.get(question.kind) ?? confirm(io, readQuestion(question));
    answers.set(question.kind, answer);
    return answer;
  };
}
