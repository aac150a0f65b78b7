import { pathText } from '../plan/argv.ts';
import type { LinePlan } from '../plan/line-plan.ts';
import type { PathOperand } from '../plan/plan.ts';
import { HARMLESS_PATTERNS, HOLDER_PATTERNS, SENSITIVE_PATTERNS, SYSTEM_FOLDERS } from '../plan/sensitive.ts';
import { quote } from './quote.ts';

/** What the guard on the host is told. */
export interface GuardOptions {
  readonly nonce: string;
  readonly home: string;
  /** Absolute path of a readlink that knows -f; undefined if the host has none. */
  readonly readlink?: string;
  /** Resolved paths outside the root are refused. */
  readonly fence: boolean;
  /** Sensitive paths are read without being refused. */
  readonly sensitive: boolean;
}

/** Every path operand of a line in the order in which the guard numbers them: the folder of `cd` first. */
export function operandsOf(plan: LinePlan): readonly PathOperand[] {
  return [...(plan.cwd === undefined ? [] : [plan.cwd]), ...plan.stages.flatMap(stageOperands)];
}

function stageOperands(stage: LinePlan['stages'][number]): readonly PathOperand[] {
  return stage.args.flatMap((argument) => {
    if (argument.kind === 'path') return [argument.path];
    return argument.kind === 'text' && argument.names !== undefined ? [argument.names] : [];
  });
}

/** A path operand as a word of the script; wildcards stay outside the quotes. */
export function printPath(path: PathOperand, home: string): string {
  if (!path.glob) return quote(pathText(path, home));
  const front = path.home ? quote(`${home}/`) : path.prefix;
  const parts = path.home ? dropHome(path.parts) : path.parts;
  return front + parts.map((part) => (part.quoted ? quoteText(part.text) : printPattern(part.text))).join('');
}

function dropHome(parts: PathOperand['parts']): PathOperand['parts'] {
  const [first, ...rest] = parts;
  return first === undefined ? [] : [{ ...first, text: first.text.slice(2) }, ...rest];
}

/** Unquoted text with wildcards: what a pattern is made of stays bare, everything else is quoted. */
function printPattern(text: string): string {
  return text.replaceAll(/[^*?[\]!^A-Za-z0-9_./-]+/g, (other) => quoteText(other));
}

function quoteText(text: string): string {
  return text === '' ? "''" : quote(text);
}

/**
 * `N path` is true if its name is sensitive. It is most of what the guard is made of and the same for every probe, so
 * that a shell which waits is given it in advance. Only its 1 lets a path pass: where it is not there, none does.
 */
export const NAME_FUNCTION = `N() { case $1/ in ${HARMLESS_PATTERNS.join('|')}) return 1;; ${SENSITIVE_PATTERNS.join('|')}) return 0;; esac; return 1; }`;

/**
 * The guard's functions beside `N`. `R` sets r to where a path really is: as it stands if no part of it is a link, which
 * costs no process, else through readlink. `G number mode path` lets a regular file or folder pass and ends
 * the probe otherwise, with a frame that names the number and the reason. Modes: c content is read, r its
 * tree is walked, f it must be a file, k of the same kind as the one before. `M number path` ends the probe if the
 * name is sensitive, for what git looks up in its own store.
 */
export function guardFunctions(options: GuardOptions): string {
  const { nonce, readlink } = options;
  const follow =
    readlink === undefined
      ? '{ [ -d "$1" ] && cd -P -- "$1" && pwd -P && echo x; }'
      : `{ ${quote(readlink)} -f -- "$1" && echo x; }`;
  const resolve = [
    'R() { case $1 in .) r=$PWD;; /*) r=$1;; *) r=$PWD/$1;; esac',
    's=',
    'case $r/ in *//*|*/./*|*/../*) s=1;; esac',
    'q=$r',
    'while [ -n "$q" ] && [ -z "$s" ]; do [ -h "$q" ] && s=1; q=${q%/*}; done',
    `[ -z "$s" ] || { r=$(${follow} 2>/dev/null) || r=; r=\${r%x}; r=\${r%"$n"}; }`,
    '}',
  ].join('; ');
  const system = SYSTEM_FOLDERS.map((folder) => `/${folder}/*`).join('|');
  const checks = [
    'case $r/ in ' + system + ') x=system;; esac',
    ...(options.fence ? ['case $r/ in "$W"/*) ;; *) x=${x:-outside};; esac'] : []),
    ...(options.sensitive ? [] : ['N "$r"; [ $? = 1 ] || x=${x:-sensitive}']),
    'case $2:$r in *r*:/) x=top;; esac',
    '[ -n "$r" ] || x=unreadable',
    'case $2 in *c*) [ -r "$3" ] || x=${x:-unreadable};; esac',
    'if [ -d "$3" ]; then y=d; else y=f; fi',
    ...(options.fence && !options.sensitive
      ? [
          `case $2$y:$r/ in ${HOLDER_PATTERNS.map((one) => `cr*d:${one}`).join('|')}) x=\${x:-sensitive};; esac`,
        ]
      : []),
    'case $2$y in *fd) x=${x:-folder};; *k*) [ "${k:-$y}" = $y ] || x=${x:-folder}; k=$y;; esac',
  ].join('; ');
  const kinds = [
    'if [ -p "$3" ]; then x=fifo',
    'elif [ -S "$3" ]; then x=socket',
    'elif [ -b "$3" ] || [ -c "$3" ]; then x=device',
    'elif [ -e "$3" ]; then x=unknown',
    'else x=missing',
    'fi',
  ].join('; ');
  const guard = [
    `G() { x=; if [ -f "$3" ] || [ -d "$3" ]; then R "$3"; ${checks}`,
    `else ${kinds}`,
    'fi',
    `[ -z "$x" ] || { printf "%s\\n" "${nonce}:G:$1:$x:$3" >&2; exit 97; }`,
    '}',
  ].join('; ');
  const named = options.sensitive
    ? 'M() { :; }'
    : `M() { N "/$2"; [ $? = 1 ] || { printf "%s\\n" "${nonce}:G:$1:sensitive:$2" >&2; exit 97; }; }`;
  return [resolve, guard, named].join('; ');
}

/** The guard's calls for the operands numbered from `first` on; the paths are relative to where they stand. */
export function guardCalls(operands: readonly PathOperand[], first: number, home: string): string {
  return operands
    .map((path, index) => guardCall(path, first + index, home))
    .filter((call) => call !== '')
    .join('; ');
}

function guardCall(path: PathOperand, number: number, home: string): string {
  if (path.guard === 'none') return '';
  const kind = path.kind === undefined ? '' : { file: 'f', same: 'k' }[path.kind];
  const mode = `${path.guard === 'content' ? 'c' : 'm'}${path.recursive ? 'r' : ''}${kind}`;
  if (path.glob) return `set +f; for f in ${printPath(path, home)}; do G ${number} ${mode} "\${f#./}"; done`;
  const place = quote(guardedPlace(path, home));
  const named = `M ${number} ${quote(guardedPlace(withoutMagic(path), home))}`;
  if (path.guard === 'name') return named;
  return path.guard === 'present'
    ? `if [ -e ${place} ]; then G ${number} ${mode} ${place}; else ${named}; fi`
    : `G ${number} ${mode} ${place}`;
}

/** The name behind the magic of a pathspec; one that leaves out names nothing. */
function withoutMagic(path: PathOperand): PathOperand {
  const [magic] = /^:(?:\([a-z,]*\)|[!^/]+)/.exec(path.text) ?? [''];
  const text = /[!^]|exclude/.test(magic) ? '' : path.text.slice(magic.length);
  return magic === '' ? path : { ...path, text };
}

/** Without the prefix, which only guards against being taken for an option, and which tests do not need. */
function guardedPlace(path: PathOperand, home: string): string {
  const bare = path.text === '' && !path.home ? '.' : pathText({ ...path, prefix: '' }, home);
  const isOwn = path.below === undefined || bare.startsWith('/');
  const full = isOwn ? bare : `${guardedPlace(path.below, home)}/${bare}`;
  return full.replace(/^(?:\.\/+)+(?=.)/, '').replace(/(?<=.)\/+$/, '');
}
