/** What a marked piece of text looks like. */
export type SecretKind =
  /** A private key in PEM, OpenSSH, PGP, PuTTY or age form, whole or a part of one. */
  | 'private-key'
  /** A token in the published format of a service (AWS, GitHub, GitLab, Slack, npm, PyPI, Google, Stripe ...). */
  | 'service-token'
  /** A JSON web token (RFC 7519). */
  | 'web-token'
  /** The credentials of an `Authorization` header (RFC 9110 §11.6.2). */
  | 'authorization'
  /** The password in a URL (`scheme://user:password@host`). */
  | 'url-credentials'
  /** A password behind a name that says so, or in a .netrc entry. */
  | 'password'
  /** A random value behind a name such as token, secret or api_key. */
  | 'secret-value'
  /** A salted hash of a password, as in /etc/shadow and .htpasswd. */
  | 'password-hash';

/** Where something that looks like a secret stands. The secret itself is never kept. */
export interface SecretMark {
  readonly kind: SecretKind;
  /** 1-based line of its first character; lines end with a line feed. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** In UTF-16 units, line feeds counted: a key's mark spans its lines. */
  readonly length: number;
  /** 0-based offset of its first character in the text, in UTF-16 units. */
  readonly at: number;
}

/** A part of a text, before it has a line and a column. */
export interface Span {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}
