import { bytesOfRaw, hasRawBytes, unreachable } from '../../base/index.ts';
import { quote } from '../emission/quote.ts';
import { frame } from '../emission/script.ts';
import type { HostFacts } from '../prober.ts';

/** One question about a file. */
export type FileQuestion =
  | { readonly kind: 'stat' | 'lstat' | 'readdir' | 'realpath'; readonly path: string }
  /** `at` and `length` are multiples of `blockBytes`; `whole` is the most that a file of unknown size may have. */
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly at: number;
      readonly length: number;
      readonly whole: number;
    }
  /** The same, of a file of any size. */
  | { readonly kind: 'slice'; readonly path: string; readonly at: number; readonly length: number };

/** Bytes that `dd` reads at once. */
export const blockBytes = 65_536;

/** Bytes of an answer beside what is read: the line with kind, size and time before, and the one behind. */
export const headBytes = 256;

/** Entries of a folder that are listed; one more is printed where there are more. */
export const entryLimit = 100_000;

export interface FileScriptOptions {
  readonly nonce: string;
  readonly host: HostFacts;
  /** Bytes of standard output. */
  readonly limit: number;
  /** Seconds. */
  readonly time: number;
}

/**
 * The line for one question. Its answer begins with `K:kind:size:time` (f file, d folder, l link, p FIFO, s socket,
 * c device, u something else) or `X:reason` (m missing, p no permission), then what was asked for: bytes, a path, or
 * the entries of a folder, each with its kind before it and NUL behind. Behind bytes stands the first line again, as
 * the file is then, between newlines. Nothing but a regular file is opened. The line holds only UTF-8, whatever the
 * path does.
 */
export function fileScript(question: FileQuestion, options: FileScriptOptions): string {
  const { nonce, host } = options;
  const body = [
    kindFunction,
    failFunction(nonce),
    ...setPath(question.path),
    ...steps(question, host),
    `echo ${nonce}:E`,
    `echo ${nonce}:E >&2`,
  ];
  return frame(body, options);
}

/** Sets p. Bytes that are not UTF-8 go through printf, with a letter behind them that keeps a newline at the end. */
function setPath(path: string): readonly string[] {
  if (!hasRawBytes(path)) return [`p=${quote(path)}`];
  const octal = [...bytesOfRaw(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return [`p=$(printf '${octal.join('')}x')`, 'p=${p%x}'];
}

/** `K path` sets k to the kind of what a path leads to, empty if to nothing that can be seen. */
const kindFunction =
  'K() { if [ -f "$1" ]; then k=f; elif [ -d "$1" ]; then k=d; elif [ -p "$1" ]; then k=p; elif [ -S "$1" ]; then k=s; ' +
  'elif [ -b "$1" ] || [ -c "$1" ]; then k=c; elif [ -e "$1" ]; then k=u; else k=; fi; }';

/**
 * `X reason` ends the answer. Without a reason it finds one: a folder on the way that may not be entered, or else
 * that there is nothing.
 */
function failFunction(nonce: string): string {
  const way =
    'q=$p; while q=${q%/*}; [ -n "$q" ] && [ ! -e "$q" ]; do :; done; [ -d "${q:-/}" ] && [ ! -x "${q:-/}" ] && r=p';
  return `X() { r=\${1:-m}; [ -n "$1" ] || { ${way}; }; echo "X:$r"; echo ${nonce}:E; echo ${nonce}:E >&2; exit 0; }`;
}

function steps(question: FileQuestion, host: HostFacts): readonly string[] {
  const found = ['K "$p"', '[ -n "$k" ] || X'];
  switch (question.kind) {
    case 'stat':
      return [...found, head(host, true)];
    case 'lstat':
      return ['if [ -h "$p" ]; then k=l; else K "$p"; fi', '[ -n "$k" ] || X', head(host, false)];
    case 'realpath':
      return [...found, 'echo "K:$k:0:0"', realPath(host)];
    case 'readdir':
      return [
        ...found,
        '[ $k != d ] || { [ -r "$p" ] && [ -x "$p" ] && cd -P -- "$p"; } || X p',
        'echo "K:$k:0:0"',
        `if [ $k = d ]; then ${entries}; fi`,
      ];
    case 'read':
      return [
        ...found,
        '[ $k != f ] || [ -r "$p" ] || X p',
        head(host, true),
        `if [ $k = f ]; then ${content(question, again(host))}; fi`,
      ];
    case 'slice':
      return [
        ...found,
        '[ $k != f ] || [ -r "$p" ] || X p',
        head(host, true),
        `if [ $k = f ]; then ${part(question)}; ${again(host)}; fi`,
      ];
    default:
      return unreachable(question);
  }
}

/** The first line. Where there is no `stat` that is known, `ls` tells the size, and the time is 0. */
function head(host: HostFacts, follow: boolean): string {
  const tool = Object.hasOwn(host.tools, 'stat') ? host.tools['stat'] : undefined;
  const print = 'echo "K:$k:${1:-0}:${2:-0}"';
  const links = follow ? ' -L' : '';
  const byList = `set -- $(ls -ldn${follow ? 'L' : ''} -- "$p" 2>/dev/null); set -- "$5" 0`;
  const command =
    tool === undefined || tool.kind === 'unknown'
      ? byList
      : tool.kind === 'bsd'
        ? `set -- $(${quote(tool.path)}${links} -f '%z %m' -- "$p" 2>/dev/null)`
        : `set -- $(${quote(tool.path)}${links} -c '%s %Y' -- "$p" 2>/dev/null)`;
  // The number of a device is no size.
  return `${command}; case $k in f|d|l) ;; *) set -- 0 "$2";; esac; ${print}; z=\${1:-0}`;
}

function realPath(host: HostFacts): string {
  const tool = Object.hasOwn(host.tools, 'readlink') ? host.tools['readlink'] : undefined;
  const climb =
    'if [ -d "$p" ]; then cd -P -- "$p" && pwd -P; elif [ ! -h "$p" ]; then q=${p%/*}; cd -P -- "${q:-/}" && printf "%s\\\\n" "${PWD%/}/${p##*/}"; fi';
  return tool === undefined ? climb : `${quote(tool.path)} -f -- "$p"`;
}

/** A slice; a file that tells no size, as in /proc, is read from its start to its end. */
function content({ at, length, whole }: Extract<FileQuestion, { kind: 'read' }>, behind: string): string {
  const small = `head -c ${whole + 1} <"$p"`;
  return `if [ "$z" = 0 ]; then ${small}; ${behind}; elif [ "$z" -le ${whole} ]; then ${blocks(at, length)}; ${behind}; fi`;
}

/** The same of a file of any size; one that tells no size is read up to the end of the slice. */
function part({ at, length }: Extract<FileQuestion, { kind: 'slice' }>): string {
  return `if [ "$z" = 0 ]; then head -c ${at + length} <"$p"; else ${blocks(at, length)}; fi`;
}

/** Where there is no dd, which would look like a file without bytes, what stands before is read too. */
function blocks(at: number, length: number): string {
  const dd = `dd if="$p" bs=${blockBytes} skip=${at / blockBytes} count=${length / blockBytes} 2>/dev/null`;
  return `if command -v dd >/dev/null; then ${dd}; else tail -c +${at + 1} <"$p" | head -c ${length}; fi`;
}

/** The first line once more. */
function again(host: HostFacts): string {
  return `echo; K "$p"; k=\${k:-u}; ${head(host, true)}`;
}

const entries =
  'set +f; c=0; for f in * .*; do ' +
  'case $f in .|..) continue;; esac; if [ -h "./$f" ]; then k=l; else K "./$f"; fi; ' +
  `[ -z "$k" ] || { printf "%s\\\\000" "$k$f"; c=$((c+1)); [ $c -le ${entryLimit} ] || break; }; done; set -f`;
