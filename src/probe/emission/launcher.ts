import { quoteForLogin } from './quote.ts';

/** Where tools are looked for, in this order. */
export const TOOL_FOLDERS: readonly string[] = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Seconds after which a shell that was started in advance ends itself. */
export const IDLE_LIMIT = 600;

/**
 * The guarded shell. It makes sure that it leads its process group, sets a small environment and limits,
 * starts a timer for the case that it is never used, says so (`RP-42-OK`: only a POSIX shell computes that),
 * reads one line and runs it. When its standard input ends, or nobody reads its output, it kills its group.
 * The timer is a grandchild, so that no shell reports its end. Limits come last: some shells need a temporary
 * file for `$(...)`.
 */
const GUARDED_SHELL = [
  'w() { { read -r a b c d g e </proc/$$/stat; } 2>/dev/null || g=$(ps -o pgid= -p $$)',
  '[ $((g)) = $$ ] || { echo NOGROUP; exit 96; }',
  'trap "kill -KILL 0" PIPE HUP TERM',
  `PATH=${TOOL_FOLDERS.join(':')}`,
  'LC_ALL=C',
  'export PATH LC_ALL',
  'set -f',
  'umask 077',
  'echo RP-$((40+2))-OK',
  `i=$( ( sleep ${IDLE_LIMIT}; kill -KILL 0 ) </dev/null >/dev/null 2>&1 & echo $! )`,
  'n=$(printf "\\012x")',
  'n=${n%x}',
  'trap "" XFSZ',
  'ulimit -c 0',
  'ulimit -t 60',
  'ulimit -f 0',
  'IFS= read -r l || kill -KILL 0',
  'eval "$l"',
  'read -r _',
  'kill -KILL 0',
  '}',
  'w',
].join('; ');

/** What the login shell is given: a constant, the same for every host and every probe. */
export const LAUNCHER = `exec /usr/bin/env -i /bin/sh -c ${quoteForLogin(GUARDED_SHELL)}`;

/** The same where the server does not make a process group for each command (Dropbear). */
export const SETSID_LAUNCHER = `exec /usr/bin/env -i /usr/bin/setsid /bin/sh -c ${quoteForLogin(GUARDED_SHELL)}`;

/** The line with which the guarded shell proves that it is one. */
export const PROOF = 'RP-42-OK';

/** What the guarded shell says when it does not lead its process group. */
export const NO_GROUP = 'NOGROUP';
