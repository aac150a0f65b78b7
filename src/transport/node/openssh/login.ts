import { writeFile } from 'node:fs/promises';
import { err, ok, onAbort, type Disposable, type Logger, type Result } from '../../../base/index.ts';
import type { ConnectPrompts } from '../../contract.ts';
import type { TransportError } from '../../errors.ts';
import type { SshTarget } from '../../target.ts';
import type { ResolveOptions } from '../ssh/config/resolve.ts';
import type { HostSettings } from '../ssh/config/settings.ts';
import { Deadline } from '../ssh/connect/deadline.ts';
import { existsSync } from 'node:fs';
import { privateConfig, quotable, type PrivateConfigOptions } from './config.ts';
import { readFailure } from './failure.ts';
import { makePrivateFolder, type PrivateFolder } from './helper.ts';
import { resolveHops } from './hops.ts';
import { answerHostKey, revokedBySsh } from './host-keys.ts';
import { startMaster, type Master } from './master.ts';
import { findSsh, type SshVersion } from './program.ts';
import { readPrompt } from './prompts.ts';
import { listenForQuestions, type HelperCall } from './questions.ts';

export interface OpenSshContext {
  readonly trustStoreFile: string;
  readonly acceptHostKey: string | undefined;
  readonly prompts: ConnectPrompts;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
  /** `sshProgram` is the `ssh` that is run. */
  readonly resolve: ResolveOptions;
}

/** A login that sessions can be opened through. */
export interface OpenSshLogin {
  readonly settings: HostSettings;
  readonly master: Master;
  readonly files: PrivateFolder;
  /** Ends the login and removes its files. */
  end(): void;
}

/**
 * Seconds for what comes behind a host's key, at least, as a server has it (LoginGraceTime): an agent may ask its owner
 * before it signs, and `ssh` does not tell.
 */
const authenticationSeconds = 120;

/** Milliseconds between looks for the master's socket, which appears once the host has let it in. */
const interval = 15;

/** Logs in with the system's `ssh`: host keys verified before any authentication, secrets asked through `prompts`. */
export async function logIn(
  target: SshTarget,
  context: OpenSshContext,
): Promise<Result<OpenSshLogin, TransportError>> {
  const { resolve, trustStoreFile } = context;
  const program = resolve.sshProgram ?? 'ssh';
  if (process.platform === 'win32')
    return err({ code: 'unsupported', what: 'ssh-windows', host: target.host });
  const version = await findSsh(program, target.host, resolve.environment);
  if (!version.ok) return version;
  const hops = await resolveHops(target, resolve);
  if (!hops.ok) return hops;
  if (!quotable(trustStoreFile))
    return err({ code: 'ssh-config', file: trustStoreFile, detail: 'file name' });
  const { configFile, homeFolder } = resolve;
  const options = { hops: hops.value, trustStoreFile, configFile, homeFolder, version: version.value };
  const files = await makeFiles(options);
  if (files instanceof Error) {
    const [{ host, port }] = hops.value;
    return err({ code: 'unreachable', host, port, detail: files.message });
  }
  const login = new Login(target, { context, hops: hops.value, files, version: version.value, program });
  return login.run();
}

/** The private folder with the configuration in it, or why there is none: a full disk, no folder for such files. */
async function makeFiles(
  options: Omit<PrivateConfigOptions, 'hostKeyProgram'>,
): Promise<PrivateFolder | Error> {
  let files: PrivateFolder | undefined;
  try {
    files = await makePrivateFolder(process.execPath);
    const config = privateConfig({ ...options, hostKeyProgram: files.hostKey });
    await writeFile(files.config, config, { mode: 0o600 });
    return files;
  } catch (error) {
    await files?.remove().catch(() => undefined);
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface LoginParts {
  readonly context: OpenSshContext;
  readonly hops: readonly [HostSettings, ...HostSettings[]];
  readonly files: PrivateFolder;
  readonly version: SshVersion;
  readonly program: string;
}

/** The words of the `ssh` that logs in. */
export function masterWords(target: SshTarget, files: PrivateFolder): readonly string[] {
  return [
    ...['-F', files.config, '-T', '-N', '-o', 'ControlMaster=yes', '-o', `ControlPath=${files.control}`],
    ...(target.user === undefined ? [] : ['-l', target.user]),
    ...(target.port === undefined ? [] : ['-p', String(target.port)]),
    ...['--', target.host],
  ];
}

class Login {
  readonly #target: SshTarget;
  readonly #parts: LoginParts;
  #settle: (error: TransportError | undefined) => void = () => undefined;
  #deadline: Deadline | undefined;
  #late: (seconds: number) => void = () => undefined;
  #over = false;

  constructor(target: SshTarget, parts: LoginParts) {
    this.#target = target;
    this.#parts = parts;
  }

  async run(): Promise<Result<OpenSshLogin, TransportError>> {
    const { files, context, program } = this.#parts;
    const [settings] = this.#parts.hops;
    const { host, port, connectSeconds } = settings;
    const questions = await listenForQuestions(files.questions, (call) => this.#answer(call));
    const master = startMaster({
      program,
      words: masterWords(this.#target, files),
      folder: files.folder,
      environment: {
        ...context.resolve.environment,
        SSH_ASKPASS: files.askpass,
        SSH_ASKPASS_REQUIRE: 'force',
      },
    });
    const end = ending(master, questions, files);
    const error = await new Promise<TransportError | undefined>((resolve) => {
      this.#settle = resolve;
      this.#late = (late) => resolve({ code: 'connect-timeout', host, port, seconds: late });
      this.#limit(connectSeconds);
      const withdrawal = onAbort(context.signal, () => resolve({ code: 'cancelled' }));
      const look = setInterval(() => {
        if (existsSync(files.control)) resolve(undefined);
      }, interval);
      void master.ended.then(async () => resolve(await this.#failure(master.said())));
      this.#settle = (result) => {
        withdrawal.dispose();
        clearInterval(look);
        resolve(result);
      };
    });
    this.#over = true;
    this.#deadline?.end();
    this.#settle(error);
    if (error === undefined) return ok({ settings, master, files, end });
    context.logger.debug(`ssh: ${master.said().trim()}`);
    end();
    return err(error);
  }

  async #failure(said: string): Promise<TransportError> {
    const revoked = await revokedBySsh(said, this.#parts.hops);
    if (revoked !== undefined) return revoked;
    const [{ host, port, user, connectSeconds }] = this.#parts.hops;
    const { configFile } = this.#parts.context.resolve;
    const place = { host, port, user, connectSeconds, configFile: configFile ?? '~/.ssh/config' };
    return readFailure(said, place);
  }

  async #answer(call: HelperCall): Promise<string | undefined> {
    const deadline = this.#deadline;
    if (deadline === undefined) return undefined;
    return deadline.outside(() => (call.kind === 'host-key' ? this.#hostKey(call) : this.#secret(call)));
  }

  async #hostKey(call: HelperCall): Promise<string | undefined> {
    const { hops, context } = this.#parts;
    const answer = await answerHostKey(call.words, { hops, ...context });
    if (answer.refusal !== undefined) {
      this.#settle(answer.refusal);
      return undefined;
    }
    if (this.#over) return undefined;
    this.#limit(Math.max(hops[0].connectSeconds, authenticationSeconds));
    return answer.lines;
  }

  /** The host has this long from now on. */
  #limit(seconds: number): void {
    this.#deadline?.end();
    this.#deadline = new Deadline(seconds, () => this.#late(seconds));
  }

  /** A question that a person gives up ends the login: `ssh` would take it for an empty answer. */
  async #secret(call: HelperCall): Promise<string | undefined> {
    const { hops, context, version } = this.#parts;
    const [{ user, host }] = hops;
    const read = readPrompt({ text: call.words.join(' '), hint: call.hint }, { user, host, version });
    switch (read.kind) {
      case 'notice':
        context.logger.info(`ssh: ${read.text}`);
        return '';
      case 'refused':
        context.logger.warn(`ssh: not answered: ${read.text}`);
        return undefined;
      case 'secret': {
        const answer = await context.prompts.secret(read.question);
        if (answer !== undefined) return `${answer}\n`;
        const { question } = read;
        this.#settle(
          question.kind === 'passphrase'
            ? { code: 'key-unreadable', file: question.file, reason: 'passphrase' }
            : {
                code: 'authentication-failed',
                host,
                user,
                tried: [question.kind === 'keyboard' ? 'keyboard-interactive' : question.kind],
              },
        );
        return undefined;
      }
    }
  }
}

function ending(master: Master, questions: Disposable, files: PrivateFolder): () => void {
  let over = false;
  return () => {
    if (over) return;
    over = true;
    questions.dispose();
    master.end();
    void master.ended.then(() => files.remove()).catch(() => undefined);
  };
}
