import { NAME_FUNCTION } from './guard.ts';
import { canPassLogin, quoteForLogin } from './quote.ts';

/** Where tools are looked for, in this order. */
export const TOOL_FOLDERS: readonly string[] = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Seconds after which a shell that was started in advance ends itself. */
export const IDLE_LIMIT = 600;

/** Seconds of processor time for each process of a probe. */
const CPU_LIMIT = 60;

/** What the guarded shell says when it does not lead its process group, and the status with which it then ends. */
export const NO_GROUP = 'NOGROUP';
export const NO_GROUP_STATUS = 96;

/** How every guarded shell begins: it leads its process group, and has a small environment. */
const PRELUDE: readonly string[] = [
  '{ read -r a b c d g e </proc/$$/stat; } 2>/dev/null || g=$(ps -o pgid= -p $$)',
  `[ $((g)) = $$ ] || { echo ${NO_GROUP}; exit ${NO_GROUP_STATUS}; }`,
  'trap "kill -KILL 0" PIPE HUP TERM',
  `PATH=${TOOL_FOLDERS.join(':')}`,
  'LC_ALL=C',
  'export PATH LC_ALL',
  'set -f',
  'umask 077',
];

/** A newline as `$n`, and the limits; these come last, since some shells need a temporary file for `$(...)`. */
const LIMITS: readonly string[] = [
  'n=$(echo; echo x)',
  'n=${n%x}',
  'trap "" XFSZ',
  'ulimit -c 0',
  `ulimit -t ${CPU_LIMIT}`,
  'ulimit -f 0',
];

/** The watchdog: when standard input ends, the whole group does. */
const WATCHDOG = 'read -r _; kill -KILL 0; }';

/**
 * The guarded shell that is started in advance. It makes sure that it leads its process group, sets a small
 * environment and limits, starts a timer for the case that it is never used, says so (`RP-42-OK`: only a POSIX
 * shell computes that), reads one line and runs it. When its standard input ends, or nobody reads its output,
 * it kills its group. The timer is a grandchild, so that no shell reports its end.
 */
const GUARDED_SHELL = [
  `w() { ${PRELUDE.join('; ')}`,
  'echo RP-$((40+2))-OK',
  `i=$( ( sleep ${IDLE_LIMIT}; kill -KILL 0 ) </dev/null >/dev/null 2>&1 & echo $! )`,
  ...LIMITS,
  'IFS= read -r l || kill -KILL 0',
  'eval "$l"',
  WATCHDOG,
  'w',
].join('; ');

/** The guarded shell as one word for a login shell; every launcher ends with it. */
export const GUARDED_SHELL_WORD = quoteForLogin(GUARDED_SHELL);

/** What the login shell is given: a constant, the same for every host and every probe. */
export const LAUNCHER = `exec /usr/bin/env -i /bin/sh -c ${GUARDED_SHELL_WORD}`;

/**
 * The same where nobody makes a process group for each command: Dropbear, and podman with crun. Images of busybox have
 * setsid in /bin, so env looks for it.
 */
export const SETSID_LAUNCHER = `exec /usr/bin/env -i PATH=/usr/bin:/bin setsid /bin/sh -c ${GUARDED_SHELL_WORD}`;

/** How every line for a guarded shell begins: the idle timer of the waiting shell ends. */
export const SCRIPT_START = 'kill -KILL $i;';

/**
 * Bytes of a command for the login shell, at most: every server takes packets of this size (RFC 4253, section
 * 6.1), and no system's limit for one argument is lower.
 */
const INLINE_LIMIT = 30_000;

/**
 * The line that every guarded shell for a probe is given first, a constant: it defines what all probes need, then reads
 * the next line and runs it. The longer a line, the longer a shell takes to read it, byte by byte.
 */
export const PREPARATION = `${NAME_FUNCTION}; IFS= read -r l || kill -KILL 0; eval "$l"\n`;

/**
 * A launcher and a line for it, with what the preparation would define, in one command, for a login shell that has passed the self-test: the same guarded
 * shell, which does not wait for its line. Undefined where the line holds a control character other than TAB, or
 * is too long, or the launcher is none of ours: then the line goes by standard input.
 */
export function inlineCommand(launcher: string, line: string, definitions = ''): string | undefined {
  const script = line.slice(line.startsWith(SCRIPT_START) ? SCRIPT_START.length : 0).replace(/\n$/, '');
  if (!launcher.endsWith(GUARDED_SHELL_WORD) || !canPassLogin(script)) return undefined;
  const defined = definitions === '' ? [] : [definitions];
  const shell = [`m() { ${PRELUDE.join('; ')}`, ...LIMITS, ...defined, `${script} ${WATCHDOG}`, 'm'].join(
    '; ',
  );
  const command = launcher.slice(0, -GUARDED_SHELL_WORD.length) + quoteForLogin(shell);
  return new TextEncoder().encode(command).length > INLINE_LIMIT ? undefined : command;
}

/**
 * What the self-test hands through the login shell as one word: what has a meaning to some shell, next to each
 * other in many ways. Nothing in it starts a command, a substitution or a redirection, so that a shell that
 * reads it otherwise does no harm.
 */
const AWKWARD =
  `!"#$%'*+,-./09:=?@AZ[\\]^_az{}~ '\\'' '' "" \\ \\\\ \\' \\! '!' '\\!' !! !x x! ^a^b $ $$ $HOME "$HOME" ` +
  `\${x} {a,b} ~ ~root * ?[a-z] # %s \\n \\0 -n -- =x a=b \t ä 日本 🙂 '`;

/** A launcher that hands the self-test's word to the guarded shell, as its `$0`. */
export function testedLauncher(launcher: string): string {
  return `${launcher} ${quoteForLogin(AWKWARD)}`;
}

/** True if the login shell has read the self-test's word as it was meant. */
export function passesSelfTest(word: string | undefined): boolean {
  return word === AWKWARD;
}

/** The line with which the guarded shell proves that it is one. */
export const PROOF = 'RP-42-OK';
