import type { AnyAuthMethod, AuthenticationType, KeyboardInteractiveCallback, Prompt } from 'ssh2';
import type { ConnectPrompts } from '../../../contract.ts';
import type { TransportError } from '../../../errors.ts';
import type { HostSettings } from '../config/settings.ts';
import type { Identities } from './attempts.ts';
import { IdentityAgent, type Identity } from './identity.ts';
import type { KeyProblem } from './key-files.ts';

/** The methods that there are here, in OpenSSH's own order. */
const ownMethods = ['publickey', 'keyboard-interactive', 'password'] as const;
type Method = (typeof ownMethods)[number];

/** What ssh2 is told to try next; false gives up. */
export type NextAttempt = AnyAuthMethod | false;

export interface AuthenticationOptions {
  readonly settings: HostSettings;
  readonly identities: Identities;
  /** Keys that turn out to be unusable while they are tried; grows. */
  readonly problems: readonly KeyProblem[];
  readonly prompts: ConnectPrompts;
  /** Called when a person does not answer a question of the host. */
  readonly giveUp: () => void;
}

/**
 * Chooses what to try: `none` first, which tells the methods that the host takes; then every identity, the
 * keyboard, the password, or what PreferredAuthentications says in its order. After a partial success (a second factor) it goes on with what the host still
 * wants. A question that a person gives up ends it.
 */
export class Authentication {
  readonly #settings: HostSettings;
  readonly #prompts: ConnectPrompts;
  readonly #giveUp: () => void;
  readonly #identities: Identity[];
  readonly #problems: readonly KeyProblem[];
  readonly #unreadable: readonly KeyProblem[];
  readonly #unsupported: readonly string[];
  readonly #order: readonly Method[];
  readonly #tried = new Set<string>();
  #offered: readonly AuthenticationType[] = [];
  #agent: IdentityAgent | undefined;
  #keyboardTries: number;
  #passwordTries: number;

  constructor(options: AuthenticationOptions) {
    const { settings, identities } = options;
    this.#settings = settings;
    this.#prompts = options.prompts;
    this.#giveUp = options.giveUp;
    this.#identities = [...identities.usable];
    this.#problems = options.problems;
    this.#unreadable = identities.problems;
    this.#unsupported = identities.unsupported;
    const { preferredAuthentications: preferred } = settings;
    this.#order =
      preferred.length === 0
        ? ownMethods
        : preferred.flatMap((name) => ownMethods.filter((method) => method === name));
    this.#keyboardTries = settings.keyboardAllowed ? settings.passwordPrompts : 0;
    this.#passwordTries = settings.passwordAllowed ? settings.passwordPrompts : 0;
  }

  /** `methods` are those that can continue, as the host said last; none before the first attempt. */
  async next(methods: readonly AuthenticationType[] | null): Promise<NextAttempt> {
    const username = this.#settings.user;
    // ssh2 does not tell what the host answered to a key of an agent: ask again what it wants now.
    const unsure = this.#agent?.signed === true;
    this.#agent = undefined;
    if (methods === null || unsure) return { type: 'none', username };
    this.#offered = methods;
    for (const method of this.#order) {
      const attempt = methods.includes(method) ? await this.#attempt(method, username) : undefined;
      if (attempt !== undefined) return attempt;
    }
    return false;
  }

  /** The next try of one method; undefined if it has none left. */
  async #attempt(method: Method, username: string): Promise<NextAttempt | undefined> {
    switch (method) {
      case 'publickey': {
        const identity = this.#identities.shift();
        if (identity === undefined) return undefined;
        this.#tried.add(identity.label);
        this.#agent = new IdentityAgent(identity);
        return { type: 'agent', username, agent: this.#agent };
      }
      case 'keyboard-interactive':
        if (this.#keyboardTries <= 0) return undefined;
        this.#keyboardTries -= 1;
        this.#tried.add('keyboard-interactive');
        return { type: 'keyboard-interactive', username, prompt: this.#askAll };
      case 'password':
        return this.#passwordTries > 0 ? this.#askPassword() : undefined;
    }
  }

  /** Why nobody was let in: the cause that can be mended, where there is one. */
  failure(): TransportError {
    const { host, user } = this.#settings;
    const answered = this.#tried.has('password') || this.#tried.has('keyboard-interactive');
    const [problem] = answered ? [] : [...this.#problems, ...this.#unreadable];
    const [unsupported] = [...this.#unsupported, ...this.#otherMethods()];
    if (problem !== undefined) return problem;
    if (unsupported !== undefined) return { code: 'unsupported', what: unsupported, host };
    return { code: 'authentication-failed', host, user, tried: [...this.#tried] };
  }

  /** Methods that the host takes and the configuration allows, and that only the system's `ssh` has. */
  #otherMethods(): readonly string[] {
    const { gssapiAllowed, preferredAuthentications: wanted } = this.#settings;
    const offered: readonly string[] = this.#offered;
    const isWanted = wanted.length === 0 || wanted.includes('gssapi-with-mic');
    return gssapiAllowed && isWanted && offered.includes('gssapi-with-mic') ? ['gssapi'] : [];
  }

  async #askPassword(): Promise<NextAttempt> {
    const { host, user } = this.#settings;
    this.#passwordTries -= 1;
    const password = await this.#prompts.secret({ kind: 'password', user, host });
    if (password === undefined) return false;
    this.#tried.add('password');
    return { type: 'password', username: user, password };
  }

  readonly #askAll = (
    name: string,
    instructions: string,
    _language: string,
    prompts: Prompt[],
    finish: KeyboardInteractiveCallback,
  ): void => {
    void this.#answers(name, instructions, prompts).then((answers) => {
      if (answers === undefined) this.#giveUp();
      else finish([...answers]);
    });
  };

  /** One question after another; the first carries what the host said before them. */
  async #answers(
    name: string,
    instructions: string,
    prompts: readonly Prompt[],
  ): Promise<readonly string[] | undefined> {
    const { host, user } = this.#settings;
    const answers: string[] = [];
    let before = [name, instructions].filter((text) => text !== '').map((text) => `${text}\n`);
    for (const { prompt, echo = false } of prompts) {
      const text = `${before.join('')}${prompt}`;
      const answer = await this.#prompts.secret({ kind: 'keyboard', user, host, prompt: text, echo });
      if (answer === undefined) return undefined;
      answers.push(answer);
      before = [];
    }
    return answers;
  }
}
