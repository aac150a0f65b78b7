/**
 * Bytes that go to a host for execution, told as they are sent, each once. `shell` counts the shells that a
 * connection started, from 1, those started in advance included.
 */
export type Sent =
  /** What the login shell was given. `time` is when it was handed over, in milliseconds since the Unix epoch. */
  | { readonly kind: 'launcher'; readonly shell: number; readonly text: string; readonly time: number }
  /** What was written to the standard input of what the launcher started. */
  | { readonly kind: 'input'; readonly shell: number; readonly text: string; readonly time: number }
  /** The shell has ended; nothing more is sent to it. */
  | { readonly kind: 'closed'; readonly shell: number };
