import {
  BaseAgent,
  type IdentityCallback,
  type ParsedKey,
  type SignCallback,
  type SigningRequestOptions,
} from 'ssh2';

/** A key pair that may log in; its private half may be in an agent, or still encrypted. */
export interface Identity {
  /** For `authentication-failed`: `agent`, or `publickey:` and the file. */
  readonly label: string;
  readonly publicKey: ParsedKey;
  /**
   * Signs, which may ask for a passphrase: called only when the host has said that it takes the key.
   * `undefined` when that was given up or failed.
   */
  readonly sign: (data: Buffer, hash: string | undefined) => Promise<Buffer | undefined>;
}

/**
 * Lets ssh2 try one identity. It is an agent with one key, because ssh2 asks only agents to sign later and
 * asynchronously.
 */
export class IdentityAgent extends BaseAgent<ParsedKey> {
  readonly #identity: Identity;
  #signed = false;

  constructor(identity: Identity) {
    super();
    this.#identity = identity;
  }

  /** The host took the key and got a signature: if it goes on asking, that was a partial success. */
  get signed(): boolean {
    return this.#signed;
  }

  override getIdentities(callback: IdentityCallback<ParsedKey>): void {
    callback(null, [this.#identity.publicKey]);
  }

  override sign(
    _publicKey: ParsedKey,
    data: Buffer,
    options: SigningRequestOptions | SignCallback,
    callback?: SignCallback,
  ): void {
    const answer = typeof options === 'function' ? options : callback;
    const hash = typeof options === 'function' ? undefined : options.hash;
    void this.#identity.sign(data, hash).then((signature) => {
      this.#signed = signature !== undefined;
      if (signature === undefined) answer?.(new Error('not signed'));
      else answer?.(null, signature);
    });
  }
}
