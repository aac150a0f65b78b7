import type { Duplex } from 'node:stream';
import { Client } from 'ssh2';
import { err, mapResult, ok, onAbort, type Logger, type Result } from '../../../../base/index.ts';
import type { ConnectPrompts } from '../../../contract.ts';
import type { TransportError } from '../../../errors.ts';
import { gatherIdentities, type Identities } from '../auth/attempts.ts';
import { Authentication } from '../auth/authentication.ts';
import type { KeyProblem } from '../auth/key-files.ts';
import type { HostSettings } from '../config/settings.ts';
import { offeredAlgorithms } from '../keys/algorithms.ts';
import { knownTypes, type HostName } from '../keys/judge-key.ts';
import type { KnownHost } from '../keys/known-hosts.ts';
import { readRevokedKeys } from '../keys/revoked.ts';
import { readKnownHosts } from '../keys/store.ts';
import { verifyHostKey } from '../keys/verify.ts';
import { Deadline } from './deadline.ts';
import { socketError } from './socket.ts';

/** What all hops of a connection share. */
export interface HopContext {
  readonly trustStoreFile: string;
  readonly acceptHostKey: string | undefined;
  readonly prompts: ConnectPrompts;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
  /** Host keys that are known without files: then no file is read. */
  readonly known?: readonly KnownHost[];
  /** The identities to try: then no key file and no agent is asked. */
  readonly identities?: Identities;
}

/** A client that is logged in. */
export interface Hop {
  readonly client: Client;
  /** When the last byte came over its stream, in milliseconds as `performance.now` has them. */
  readonly heard: () => number;
  /** Says goodbye; a host that does not answer is hung up on. */
  readonly end: () => void;
}

/** Opens the stream to a host; called when everything is ready to listen to it. */
export type StreamOpener = () => Promise<Result<Duplex, TransportError>>;

/**
 * Opens a stream and logs in over it: the host key is verified before anything else is sent. The client
 * that comes back has an error handler; the stream is destroyed on failure.
 */
export async function connectHop(
  openStream: StreamOpener,
  settings: HostSettings,
  context: HopContext,
): Promise<Result<Hop, TransportError>> {
  const { host, port } = settings;
  const name: HostName = { host, port, alias: settings.hostKeyAlias };
  const revoked = await readRevokedKeys(settings);
  if (!revoked.ok) return revoked;
  const known =
    context.known ??
    (await readKnownHosts([...settings.knownHostsFiles, context.trustStoreFile], context.logger));
  const entries = [...revoked.value, ...known];
  const algorithms = offeredAlgorithms(settings.hostKeyAlgorithms, knownTypes(name, entries));
  if (algorithms.length === 0) return err({ code: 'unsupported', what: 'host-key-algorithm', host });
  const stream = await openStream();
  if (!stream.ok) return stream;
  const client = new Client();
  const login = new Login(client, settings, stream.value);
  const prompts: ConnectPrompts = {
    trustHostKey: (question) => login.deadline.outside(() => context.prompts.trustHostKey(question)),
    secret: (question) => login.deadline.outside(() => context.prompts.secret(question)),
  };
  const withdrawal = onAbort(context.signal, () => login.fail({ code: 'cancelled' }));
  const verify = { name, entries, strict: settings.strictHostKeys, ...context, prompts };
  let accepted: Buffer | undefined;
  client.connect({
    sock: stream.value,
    username: settings.user,
    algorithms: { serverHostKey: algorithms },
    readyTimeout: 0,
    // Whoever uses the connection watches over it (see LinkWatch).
    keepaliveInterval: 0,
    hostVerifier: (key: Buffer, answer: (isAccepted: boolean) => void) => {
      // Asked again whenever keys are exchanged anew: then it has to be the key of the start.
      if (accepted !== undefined) {
        answer(accepted.equals(key));
        return;
      }
      void verifyHostKey(key, verify).then((refusal) => {
        if (refusal === undefined) accepted = Buffer.from(key);
        else login.fail(refusal);
        answer(refusal === undefined);
      });
    },
    authHandler: (methods, _partial, next) => {
      void login
        .authentication(() => startAuthentication(settings, context, prompts, login))
        .then((authentication) => authentication.next(methods))
        .then((attempt) => {
          login.deadline.restart();
          // ssh2 takes false for "no more", which its types leave out of this callback.
          if (attempt === false) login.refuse();
          else next(attempt);
        });
    },
  });
  const result = await login.result;
  withdrawal.dispose();
  const end = (): void => {
    client.end();
    // ssh2 does not destroy a stream that it has ended.
    setTimeout(() => stream.value.destroy(), 1000).unref();
  };
  return mapResult(result, () => ({ client, heard: listen(stream.value), end }));
}

function listen(stream: Duplex): () => number {
  let last = performance.now();
  stream.on('data', () => {
    last = performance.now();
  });
  return () => last;
}

async function startAuthentication(
  settings: HostSettings,
  context: HopContext,
  prompts: ConnectPrompts,
  login: Login,
): Promise<Authentication> {
  const problems: KeyProblem[] = [];
  const report = (problem: KeyProblem): unknown => problems.push(problem);
  const { deadline } = login;
  const gather = (): Promise<Identities> => gatherIdentities(settings, prompts, context.logger, report);
  const found = context.identities ?? (await deadline.outside(gather));
  // An agent may ask its owner before it signs: the host is not late meanwhile.
  const usable = found.usable.map((identity) => ({
    ...identity,
    sign: (data: Buffer, hash: string | undefined) => deadline.outside(() => identity.sign(data, hash)),
  }));
  const identities = { ...found, usable };
  return new Authentication({ settings, identities, problems, prompts, giveUp: () => login.refuse() });
}

/** One login under way: settles once, and knows why it failed. */
class Login {
  readonly result: Promise<Result<Client, TransportError>>;
  readonly deadline: Deadline;
  readonly #client: Client;
  readonly #stream: Duplex;
  #settle: (result: Result<Client, TransportError>) => void = () => undefined;
  #authentication: Promise<Authentication> | undefined;
  #known: Authentication | undefined;
  #settled = false;

  constructor(client: Client, settings: HostSettings, stream: Duplex) {
    const { host, port, connectSeconds: seconds } = settings;
    this.#client = client;
    this.#stream = stream;
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.deadline = new Deadline(seconds, () => this.fail({ code: 'connect-timeout', host, port, seconds }));
    client.on('ready', () => this.#finish(ok(client)));
    client.on('error', (error) => {
      // An identity that could not sign: the next one is tried.
      if (error.level === 'agent') return;
      this.fail(this.#known?.failure() ?? socketError(host, port, error));
    });
    const hungUp = (): void => {
      const detail = 'closed by the host';
      this.fail(this.#known?.failure() ?? { code: 'unreachable', host, port, detail });
    };
    client.on('end', hungUp);
    client.on('close', hungUp);
  }

  /** Makes the authentication once; later calls get the same. */
  authentication(make: () => Promise<Authentication>): Promise<Authentication> {
    this.#authentication ??= make().then((made) => (this.#known = made));
    return this.#authentication;
  }

  /** No method is left, or a question was given up. */
  refuse(): void {
    if (this.#known !== undefined) this.fail(this.#known.failure());
  }

  fail(error: TransportError): void {
    if (this.#settled) return;
    this.#finish(err(error));
    this.#client.end();
    this.#stream.destroy();
  }

  #finish(result: Result<Client, TransportError>): void {
    if (this.#settled) return;
    this.#settled = true;
    this.deadline.end();
    this.#settle(result);
  }
}
