import { unreachable } from '../../base/index.ts';
import { GIT_ENVIRONMENT } from '../catalogue/git/hardening.ts';
import { CATALOGUE } from '../catalogue/index.ts';
import { LAYER_TOOLS, layerProof, layerQuestions, type LayerForm } from './layers.ts';
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

/** Prints `A:` the account's name and its home, `a`, as the system has it: a start file may have changed the folder. */
export const ACCOUNT =
  'u=$(id -un 2>/dev/null); case $u in ""|-*|*[!A-Za-z0-9_.-]*) ;; ' +
  '*) a=$(eval "cd -P -- ~$u" 2>/dev/null && pwd -P) && printf "%s\\n" "A:$u:$a";; esac';

/** Seconds for the handshake. */
export const HANDSHAKE_TIME = 30;

/** Bytes of its answer: a host may have thousands of mounts. */
export const HANDSHAKE_LIMIT = 1_000_000;

/** Seconds for the same inside a layer, which hangs where a mounted file system does. */
export const LAYER_TIME = 10;

/** What a handshake asks besides: in the plain shell what a layer is compared with, in a layer its proof. */
export type LayerAsk =
  { readonly kind: 'nothing' | 'questions' } | { readonly kind: 'proof'; readonly form: LayerForm };

/**
 * The first line of a connection. It prints `S:` the system, `H:` the folder where the shell started, `A:` the account
 * and its home, `Q:` the word of the self-test as the login shell read it, `R:` the root if it can be entered, and for each tool of the
 * catalogue that is there `T:name:path:version line`, where a link to busybox, or another name of it, counts as that.
 */
export function handshakeScript(nonce: string, root: string, ask: LayerAsk = { kind: 'nothing' }): string {
  // xargs runs only what we print ourselves: see TreeWalk.
  const tools = [...new Set([...CATALOGUE.map((row) => row.tool), 'xargs'])];
  const asked = ASKED.join('|');
  const body = [
    // git is asked for its version: no configuration of the host may make it write a trace.
    `export ${GIT_ENVIRONMENT.map(([name, value]) => `${name}=${quote(value)}`).join(' ')}`,
    // A newline would make lines of its own of the rest.
    'h=$(pwd -P); case $h in *"$n"*) h=/;; esac',
    'printf "%s\\n" "S:$(uname -s)" "H:$h" "Q:$0"',
    ACCOUNT,
    `for t in ${tools.join(' ')}; do p=; for d in ${TOOL_FOLDERS.join(' ')}; do [ -f "$d/$t" ] && [ -x "$d/$t" ] && { p=$d/$t; break; }; done`,
    '[ -n "$p" ] || continue',
    // Where nothing follows links, a list shows the first of them.
    'f=$p; [ -h "$p" ] && { f=$(readlink -f -- "$p" 2>/dev/null) || f=$(ls -ld -- "$p" 2>/dev/null); }',
    // One with hard links says so in its usage, and its sed what it is not; that of toybox says so with a 9.
    `case $f in */busybox|*" busybox") v=BusyBox;; *) case $t in ${asked}) v=$("$p" --version 2>&1); case $v in *"BusyBox v"*|"This is not GNU sed version 4.0"*) v=BusyBox;; *) v=\${v%%"$n"*};; esac;; *) v=;; esac;; esac`,
    'printf "%s\\n" "T:$t:$p:$v"',
    'done',
    ...layerCommands(ask, root, nonce),
    `cd -P -- ${quote(root)} 2>/dev/null && printf "%s\\n" "R:$PWD"`,
    `echo ${nonce}:E`,
    `echo ${nonce}:E >&2`,
  ];
  return frame(body, {
    nonce,
    limit: HANDSHAKE_LIMIT,
    time: ask.kind === 'proof' ? LAYER_TIME : HANDSHAKE_TIME,
  });
}

function layerCommands(ask: LayerAsk, root: string, nonce: string): readonly string[] {
  switch (ask.kind) {
    case 'nothing':
      return [LAYER_TOOLS];
    case 'questions':
      return layerQuestions(root);
    case 'proof':
      return layerProof(ask.form, root, nonce);
    default:
      return unreachable(ask);
  }
}
