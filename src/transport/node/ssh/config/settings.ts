/** What the ssh configuration says about one host, with every token and `~` replaced. */
export interface HostSettings {
  /** As asked for: an alias, a name or an address. */
  readonly alias: string;
  /** Where to connect; checked to be a plain name or an address. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly identityFiles: readonly string[];
  /** The files were named by the configuration, not taken from ssh's own list. */
  readonly identitiesNamed: boolean;
  readonly certificateFiles: readonly string[];
  /** Only keys of `identityFiles` are offered, also of those that the agent holds. */
  readonly identitiesOnly: boolean;
  /** Socket of the agent, `pageant`, or none. */
  readonly agent: string | undefined;
  /** The name that host keys are filed under, without port. */
  readonly hostKeyAlias: string | undefined;
  /** Of the user, then of the system, in the order of looking. */
  readonly knownHostsFiles: readonly string[];
  /** In order of preference; empty where the configuration does not say. */
  readonly hostKeyAlgorithms: readonly string[];
  /** Keys, or a list in OpenSSH's binary format, that no host may show. */
  readonly revokedHostKeysFile: string | undefined;
  /** A command of the user's that knows host keys, as written. */
  readonly knownHostsCommand: string | undefined;
  /** An unknown host key is refused without a question. */
  readonly strictHostKeys: boolean;
  /** Hops as written, `[user@]host[:port]` or ssh URLs; the first is connected to first. */
  readonly proxyJump: readonly string[];
  /** The line for `/bin/sh -c`, tokens replaced. */
  readonly proxyCommand: string | undefined;
  /** Methods of authentication in the order of trying, and no others; empty for the usual order. */
  readonly preferredAuthentications: readonly string[];
  readonly gssapiAllowed: boolean;
  readonly publicKeyAllowed: boolean;
  readonly passwordAllowed: boolean;
  readonly keyboardAllowed: boolean;
  readonly passwordPrompts: number;
  /** Until the host key is seen. */
  readonly connectSeconds: number;
  /** 0 for any, else the only IP version. */
  readonly addressFamily: 0 | 4 | 6;
}

/** Keywords in lower case, each with its values in the order of the configuration. */
export type RawSettings = ReadonlyMap<string, readonly string[]>;
