import type { NoShell } from '../shell.ts';

/** Why the demo's host did not start. */
export type DemoError =
  /** The bundled project could not be copied. */
  | { readonly code: 'demo-files'; readonly folder: string; readonly detail: string }
  /** No port of loopback could be listened on. */
  | { readonly code: 'demo-port'; readonly detail: string }
  /** There is no POSIX shell here: open the demo's stored evidence instead. */
  | NoShell;
