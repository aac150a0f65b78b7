/** Why a connection could not be made, or ended. Codes and data only; sentences live in `messages`. */
export type TransportError =
  | { readonly code: 'unknown-host'; readonly host: string }
  | { readonly code: 'connection-refused'; readonly host: string; readonly port: number }
  | { readonly code: 'unreachable'; readonly host: string; readonly port: number; readonly detail: string }
  | {
      readonly code: 'connect-timeout';
      readonly host: string;
      readonly port: number;
      readonly seconds: number;
    }
  | {
      readonly code: 'host-key-unknown';
      readonly host: string;
      readonly port: number;
      readonly keyType: string;
      /** `SHA256:` and unpadded base64, as OpenSSH prints it. */
      readonly fingerprint: string;
      /** Key types that known_hosts holds for this name, when it holds others. */
      readonly knownTypes: readonly string[];
    }
  | {
      readonly code: 'host-key-changed' | 'host-key-revoked';
      readonly host: string;
      readonly port: number;
      readonly keyType: string;
      readonly fingerprint: string;
      /** The known_hosts entry that disagrees; `line` starts at 1. */
      readonly file: string;
      readonly line: number;
    }
  | {
      readonly code: 'authentication-failed';
      readonly host: string;
      readonly user: string;
      /** Methods that were tried, such as `publickey:/home/u/.ssh/id_ed25519` or `agent`. */
      readonly tried: readonly string[];
    }
  | {
      readonly code: 'key-unreadable';
      readonly file: string;
      readonly reason: 'missing' | 'passphrase' | 'format' | 'permission';
    }
  | { readonly code: 'ssh-config'; readonly file: string; readonly line?: number; readonly detail: string }
  /** ssh2 cannot do it: certificates, sk- keys, GSSAPI, ProxyCommand on Windows. */
  | { readonly code: 'unsupported'; readonly what: string; readonly host: string }
  | { readonly code: 'channel-refused'; readonly host: string; readonly detail: string }
  | { readonly code: 'disconnected'; readonly host: string; readonly detail: string }
  | { readonly code: 'no-shell'; readonly detail: string }
  | { readonly code: 'cancelled' };

/** Why a file on the target could not be read. `path` is as asked for. */
export type FileError =
  | { readonly code: 'file-not-found'; readonly path: string }
  | { readonly code: 'file-permission'; readonly path: string }
  /** A FIFO, device or socket is never opened; a folder cannot be read as a file. */
  | { readonly code: 'file-kind'; readonly path: string; readonly kind: FileKind }
  | { readonly code: 'file-too-large'; readonly path: string; readonly size: number; readonly limit: number }
  | { readonly code: 'folder-too-large'; readonly path: string; readonly limit: number }
  /** The name holds bytes that are not UTF-8, which this way to the host cannot pass on: commands can. */
  | { readonly code: 'path-bytes'; readonly path: string }
  | { readonly code: 'file-refused'; readonly path: string; readonly rule: string }
  /** The host did not answer in time: a dead mount, perhaps. */
  | { readonly code: 'file-timeout'; readonly path: string; readonly seconds: number }
  | { readonly code: 'file-failed'; readonly path: string; readonly detail: string }
  | TransportError;

export type FileKind = 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'device' | 'unknown';

/** Why the demo's host did not start. */
export type DemoError =
  /** The bundled project could not be copied. */
  | { readonly code: 'demo-files'; readonly folder: string; readonly detail: string }
  /** No port of loopback could be listened on. */
  | { readonly code: 'demo-port'; readonly detail: string }
  /** There is no POSIX shell here: open the demo's stored evidence instead. */
  | Extract<TransportError, { code: 'no-shell' }>;
