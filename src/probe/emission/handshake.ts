import { CATALOGUE } from '../catalogue/index.ts';
import { TOOL_FOLDERS } from './launcher.ts';
import { quote } from './quote.ts';
import { frame } from './script.ts';

/** Tools that are asked for their version; the others come in one package with `ls`. */
export const ASKED: readonly string[] = [
  'ls',
  'grep',
  'sed',
  'find',
  'awk',
  'git',
  'rg',
  'diff',
  'cmp',
  'file',
  'column',
  'hexdump',
  'strings',
  'ps',
];

/** Seconds for the handshake. */
const HANDSHAKE_TIME = 30;

/**
 * The first line of a connection. It prints `S:` the system, `H:` the folder where the shell started, `R:` the
 * root if it can be entered, and for each tool of the catalogue that is there `T:name:path:version line`,
 * where a link to busybox counts as that.
 */
export function handshakeScript(nonce: string, root: string): string {
  // xargs runs only what we print ourselves: see TreeWalk.
  const tools = [...new Set([...CATALOGUE.map((row) => row.tool), 'xargs'])];
  const asked = ASKED.join('|');
  const body = [
    'h=$(pwd -P)',
    'printf "%s\\n" "S:$(uname -s)" "H:$h"',
    `for t in ${tools.join(' ')}; do p=; for d in ${TOOL_FOLDERS.join(' ')}; do [ -f "$d/$t" ] && [ -x "$d/$t" ] && { p=$d/$t; break; }; done`,
    '[ -n "$p" ] || continue',
    'f=$p; [ -h "$p" ] && f=$(readlink -f -- "$p" 2>/dev/null)',
    `case $f in */busybox) v=BusyBox;; *) case $t in ${asked}) v=$("$p" --version 2>&1); v=\${v%%"$n"*};; *) v=;; esac;; esac`,
    'printf "%s\\n" "T:$t:$p:$v"',
    'done',
    `cd -P -- ${quote(root)} 2>/dev/null && printf "%s\\n" "R:$PWD"`,
    `echo ${nonce}:E`,
    `echo ${nonce}:E >&2`,
  ];
  return frame(body, { nonce, limit: 200_000, time: HANDSHAKE_TIME });
}
