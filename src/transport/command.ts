import type { Brand } from '../base/index.ts';

/**
 * What may be executed on a target. Only `probe/policy` makes one (a test finds every other cast), so
 * that "read-only" is a type and one reviewed folder.
 */
export type ApprovedCommand = Brand<
  {
    /** Handed to the login shell as it is: a constant of our own. */
    readonly launcher: string;
    /**
     * Written first to the standard input of what the launcher starts: a constant of our own, a line that reads the
     * next one. A shell that is started in advance gets it while it waits. Absent where there is none.
     */
    readonly preparation?: string;
    /** Written to the standard input of what the launcher starts; empty, or ends with a newline. */
    readonly script: string;
    /**
     * Launcher and script in one, for the login shell, where nothing is written to standard input: what takes
     * the place of both when no shell waits. The script is one word of it, quoted so that every login shell
     * reads it alike. Absent where it must not be used.
     */
    readonly inline?: string;
  },
  'ApprovedCommand'
>;
