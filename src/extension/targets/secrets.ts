import type * as vscode from 'vscode';
import type { SecretQuestion } from '../../transport/index.ts';

const INDEX = 'sonde.secrets';

/** Passwords and passphrases that the user asked to keep, in the editor's secret storage. */
export class Secrets {
  readonly #storage: vscode.SecretStorage;
  readonly #state: vscode.Memento;

  constructor(context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {
    this.#storage = context.secrets;
    this.#state = context.globalState;
  }

  /** The kept answer to a question. */
  async find(question: SecretQuestion): Promise<string | undefined> {
    const key = secretKey(question);
    return key === undefined ? undefined : await this.#storage.get(key);
  }

  /** Keeps an answer; one-time codes are never kept. */
  async keep(question: SecretQuestion, answer: string): Promise<void> {
    const key = secretKey(question);
    if (key === undefined) return;
    await this.#storage.store(key, answer);
    await this.#state.update(INDEX, [...new Set([...this.#keys(), key])]);
  }

  /** Forgets the answer to one question, such as one that a host refused. */
  async forget(question: SecretQuestion): Promise<void> {
    const key = secretKey(question);
    if (key === undefined) return;
    await this.#storage.delete(key);
    await this.#state.update(
      INDEX,
      this.#keys().filter((each) => each !== key),
    );
  }

  /** Forgets everything; returns how many answers were kept. */
  async forgetAll(): Promise<number> {
    const keys = this.#keys();
    for (const key of keys) await this.#storage.delete(key);
    await this.#state.update(INDEX, []);
    return keys.length;
  }

  /** Forgets the passwords of accounts on these hosts; returns how many were kept. */
  async forgetHosts(hosts: readonly string[]): Promise<number> {
    const keys = this.#keys();
    const gone = keys.filter((key) =>
      hosts.some((host) => key.startsWith('password:') && key.endsWith(`@${host}`)),
    );
    for (const key of gone) await this.#storage.delete(key);
    await this.#state.update(
      INDEX,
      keys.filter((key) => !gone.includes(key)),
    );
    return gone.length;
  }

  #keys(): readonly string[] {
    const value = this.#state.get<unknown>(INDEX);
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  }
}

/** Under which name an answer is kept; undefined for what must be asked each time. */
export function secretKey(question: SecretQuestion): string | undefined {
  switch (question.kind) {
    case 'passphrase':
      return `passphrase:${question.file}`;
    case 'password':
      return `password:${question.user}@${question.host}`;
    case 'keyboard':
      return undefined;
  }
}
