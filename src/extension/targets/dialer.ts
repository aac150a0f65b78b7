import { err, ok, toDisposable, type Logger, type Result } from '../../base/index.ts';
import { layersLine, systemSshLine } from '../../messages/index.ts';
import {
  confirmed,
  openProber,
  type ConfirmQuestion,
  type Ledger,
  type ProbeError,
  type Sandbox,
} from '../../probe/index.ts';
import { createProgram, createSourceTree, type ReadQuestion } from '../../source/index.ts';
import type { PythonParser } from '../../syntax/index.ts';
import type { ConnectPrompts, Target, Transport, TransportError } from '../../transport/index.ts';
import { isReadable } from '../files/rules.ts';
import type { ConfirmPlace } from '../ledger/confirm.ts';
import type { Dialer, DialRequest, LiveTarget } from './live.ts';

/** What opens connections; the transport layer's connector is one. */
export interface Connects {
  connect(
    target: Target,
    options: { readonly signal?: AbortSignal; readonly prompts: ConnectPrompts },
  ): Promise<Result<Transport, TransportError>>;
  listHosts(): Promise<readonly string[]>;
}

export interface DialerOptions {
  /** Chosen at every use, as settings may have changed and the demo has a connector of its own. */
  readonly connectorFor: (name: string) => Connects;
  readonly ledger: Ledger;
  /** Asks before a file outside the root, or one that holds secrets, is read. */
  readonly allow: (name: string, question: ReadQuestion) => Promise<boolean>;
  /** Asks before a line that Sonde sends by itself, such as a search of an analysis. */
  readonly confirm: (question: ConfirmQuestion, place: ConfirmPlace) => Promise<boolean>;
  /** Whether a kernel sandbox of the host is put around probes; read at every use. */
  readonly sandbox: () => Sandbox;
  /** Is told which layers a target has. */
  readonly logger: Pick<Logger, 'info'>;
  /** Loaded at the first use. */
  readonly parser: () => Promise<PythonParser>;
}

/** Connects, does the handshake, and puts everything that reads on top. */
export function createDialer(options: DialerOptions): Dialer {
  return {
    listHosts: () => options.connectorFor('').listHosts(),
    dial: (request) => dial(request, options),
  };
}

async function dial(request: DialRequest, options: DialerOptions): Promise<Result<LiveTarget, ProbeError>> {
  const { name, target, prompts, signal } = request;
  const parser = await options.parser();
  const connected = await options.connectorFor(name).connect(target, { prompts, signal });
  if (!connected.ok) return connected;
  const transport = connected.value;
  const opened = await openProber(transport, {
    ledger: options.ledger,
    signal,
    sandbox: options.sandbox(),
  });
  if (!opened.ok) {
    transport.dispose();
    return err(opened.error);
  }
  const prober = opened.value;
  if (transport.because !== undefined) options.logger.info(systemSshLine(name, transport.because));
  options.logger.info(layersLine(name, prober.layers));
  const place: ConfirmPlace = { name, label: transport.label, scope: `target ${name}`, kind: 'search' };
  const openSource = (): Pick<LiveTarget, 'tree' | 'program'> => {
    const tree = createSourceTree({
      transport: prober,
      prober: confirmed(prober, (question) => options.confirm(question, place)),
      root: target.root,
      allow: (question) => options.allow(name, question),
      isSensitive: (path) => !isReadable(path),
    });
    return { tree, program: createProgram({ tree, parser }) };
  };
  let source = openSource();
  const release = toDisposable(() => {
    prober.dispose();
    transport.dispose();
  });
  return ok({
    name,
    target,
    transport,
    prober,
    get tree() {
      return source.tree;
    },
    get program() {
      return source.program;
    },
    parser,
    reread: () => {
      source = openSource();
    },
    dispose: () => release.dispose(),
  });
}
