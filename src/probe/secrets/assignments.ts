import type { Span } from './marks.ts';
import { isPlaceholder, looksLikePassword, looksRandom } from './random.ts';

/** The last part of a name whose value is a secret; what follows must not go on with the name. */
const NAMES =
  /(passw(?:or)?d|passphrase|passwort|pwd)|(?:api[_-]?key|(?:access|secret|private|signing|encryption|account|master|auth|client|service|storage|shared|license)[_-]?key|secrets?|token|credentials?|[_-]auth)(?:[_-](?:base64|value|key))?/gi;

/** Between a name and its value: the end of a quoted name, a type, then `=`, `:`, `=>` or `:=`. */
const ASSIGN =
  /["']?\]?[ \t]{0,20}(?::[ \t]{0,4}[A-Za-z_][\w.[\]|, ]{0,60}?[ \t]{0,4}=(?!=)|:=|=>|=(?!=)|:(?!:))[ \t]{0,20}/y;
const QUOTED = /[rbuf]{0,2}(["'])((?:(?!\1)[^\\\n]){1,512})(?:\1|(?=\n|$))/y;
/** To the end of the line or a comment, as in .env, .ini and YAML files. */
const BARE = /([^\s"'`,;(){}[\]<>$]{6,512})[ \t]{0,20}(?=\r?(?:\n|$)|#|\\$)/y;

/** Values behind names that say that they are secret. */
export function assignments(text: string): readonly Span[] {
  const spans: Span[] = [];
  const [assign, inQuotes, unquoted] = [ASSIGN, QUOTED, BARE].map((pattern) => new RegExp(pattern, 'y'));
  for (const name of text.matchAll(NAMES)) {
    const isPassword = name[1] !== undefined;
    const from = matchAt(assign, text, name.index + name[0].length)?.end;
    if (from === undefined) continue;
    const quoted = matchAt(inQuotes, text, from);
    if (quoted !== undefined) {
      const value = quoted.groups[1] ?? '';
      const start = text.indexOf(quoted.groups[0] ?? '"', from) + 1;
      if (isSecret(value, isPassword)) spans.push(span(isPassword, start, value));
      continue;
    }
    const bare = matchAt(unquoted, text, from)?.groups[0];
    if (bare !== undefined && isBareSecret(bare, isPassword)) spans.push(span(isPassword, from, bare));
  }
  return spans;
}

function span(isPassword: boolean, start: number, value: string): Span {
  return { kind: isPassword ? 'password' : 'secret-value', start, end: start + value.length };
}

function isSecret(value: string, isPassword: boolean): boolean {
  return isPassword ? looksLikePassword(value) || looksRandom(value) : looksRandom(value);
}

/** Without quotes it may be code: a name, a path of names, a number. */
function isBareSecret(value: string, isPassword: boolean): boolean {
  if (looksRandom(value, true)) return true;
  const isPath = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value);
  const isName = isPath || (/^[\w.-]+$/.test(value) && !/[0-9][^0-9]{1,200}[0-9]/.test(value));
  return isPassword && !isName && value.length >= 8 && looksLikePassword(value);
}

/** `machine HOST login USER password SECRET`, on one line or one word pair a line (the .netrc format of ftp). */
const NETRC = /\bmachine[ \t]+\S{1,255}\s{1,40}(?:login[ \t]+\S{1,255}\s{1,40})?password[ \t]+(\S{1,255})/g;
const NETRC_TAIL = /(?:^|\n)[ \t]*login[ \t]+\S{1,255}\s{1,40}password[ \t]+(\S{1,255})/g;
/** RFC 3986 §3.2.1. */
const URL =
  /(?<![A-Za-z0-9+.-])[a-zA-Z][a-zA-Z0-9+.-]{1,20}:\/\/[^\s:/?#@"'<>]{0,100}:([^\s/?#@"'<>]{1,300})@(?=[A-Za-z0-9[])/g;
/** A token alone stands where the user does: `https://TOKEN@host`. */
const URL_TOKEN =
  /(?<![A-Za-z0-9+.-])[a-zA-Z][a-zA-Z0-9+.-]{1,20}:\/\/([^\s:/?#@"'<>]{20,300})@(?=[A-Za-z0-9[])/g;
const HEADER =
  /\b(?:authorization|x-api-key|x-auth-token|private-token|x-vault-token)(?:["']?[ \t]{0,8}[:,]|["']\]?[ \t]{0,8}=)[ \t]{0,8}["']?(?:(?:bearer|basic|token|apikey|digest)[ \t]{1,4})?([A-Za-z0-9._~+/=-]{12,4000})/gi;
const BEARER = /\bBearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{16,4000})/g;

/** Credentials in the syntax of .netrc, URLs and HTTP headers. */
export function credentials(text: string): readonly Span[] {
  return [
    ...groupSpans(text, NETRC, 'password', (value) => !isPlaceholder(value)),
    ...groupSpans(text, NETRC_TAIL, 'password', (value) => !isPlaceholder(value)),
    ...groupSpans(
      text,
      URL,
      'url-credentials',
      (value) => !isPlaceholder(value) && !/^[a-z]{1,8}$/i.test(value),
    ),
    ...groupSpans(text, URL_TOKEN, 'url-credentials', (value) => looksRandom(value)),
    ...groupSpans(text, HEADER, 'authorization', isCredential),
    ...groupSpans(text, BEARER, 'authorization', isCredential),
  ];
}

function isCredential(value: string): boolean {
  return !isPlaceholder(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 8;
}

function groupSpans(
  text: string,
  pattern: RegExp,
  kind: Span['kind'],
  accept: (value: string) => boolean,
): readonly Span[] {
  return Array.from(text.matchAll(pattern)).flatMap((found) => {
    const value = found[1] ?? '';
    const start =
      found.index + found[0].length - value.length - (pattern === URL || pattern === URL_TOKEN ? 1 : 0);
    return accept(value) ? [{ kind, start, end: start + value.length }] : [];
  });
}

function matchAt(
  sticky: RegExp | undefined,
  text: string,
  at: number,
): { readonly groups: readonly (string | undefined)[]; readonly end: number } | undefined {
  if (sticky === undefined) return undefined;
  sticky.lastIndex = at;
  const found = sticky.exec(text);
  return found === null ? undefined : { groups: found.slice(1), end: at + found[0].length };
}
