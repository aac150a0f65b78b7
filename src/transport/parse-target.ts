import { err, ok, type Result } from '../base/index.ts';
import type { SshTarget, Target, TargetError } from './target.ts';

const name = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const ipv6 = /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/;
const drive = /^[A-Za-z]:/;
const container = /^[^/:]+\/(?:docker|podman)=[^/:]*:/;

/**
 * Whether a host name, alias or user may reach a command line, a known_hosts look-up or a proxy command:
 * a letter, digit or underscore, then these, dots and dashes. No word that passes is an option.
 */
export function isPlainName(text: string): boolean {
  return name.test(text);
}

/** Whether `text` is a host: a plain name, or an IPv6 address without brackets. */
export function isHost(text: string): boolean {
  return name.test(text) || ipv6.test(text);
}

/**
 * Reads `alias:/abs/root`, `user@alias:/abs/root`, `ssh://[user@]host[:port]/abs/root` (IPv6 in brackets in
 * all of them) or a local folder. One letter before the colon is a Windows drive. A local folder is kept as
 * given, relative ones included: whoever opens it resolves it. `alias/docker=NAME:/root` is recognised, and
 * refused until containers are supported. Never throws.
 */
export function parseTarget(text: string): Result<Target, TargetError> {
  if (text.trim() === '') return fail(text, 0, 'empty');
  if (text.startsWith('ssh://')) return parseUrl(text);
  if (container.test(text)) return fail(text, text.indexOf('/') + 1, 'container-unsupported');
  if (drive.test(text)) return ok({ kind: 'local', root: text });
  const colon = text.startsWith('[') ? bracketEnd(text, 0) : text.indexOf(':');
  const slash = text.search(/[/\\]/);
  if (colon < 0 || (slash >= 0 && slash < colon)) return ok({ kind: 'local', root: text });
  return withRoot(text, parseHost(text, 0, colon, false), colon + 1);
}

/** The text of a target, such that `parseTarget` reads the same target from it. */
export function formatTarget(target: Target): string {
  if (target.kind === 'local') {
    const again = parseTarget(target.root);
    return again.ok && again.value.kind === 'local' ? target.root : `./${target.root}`;
  }
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  if (target.user === undefined && target.port === undefined && target.host.length > 1)
    return `${host}:${target.root}`;
  const user = target.user === undefined ? '' : `${target.user}@`;
  const port = target.port === undefined ? '' : `:${target.port}`;
  return `ssh://${user}${host}${port}${target.root}`;
}

type HostPart = Omit<SshTarget, 'root'>;

function parseUrl(text: string): Result<Target, TargetError> {
  const start = 'ssh://'.length;
  const slash = text.indexOf('/', start);
  const end = slash < 0 ? text.length : slash;
  return withRoot(text, parseHost(text, start, end, true), end);
}

/** Where the authority that starts with a bracket ends: the colon after `]`, or -1. */
function bracketEnd(text: string, start: number): number {
  const close = text.indexOf(']', start);
  return close < 0 || text[close + 1] !== ':' ? -1 : close + 1;
}

/** Reads `[user@]host[:port]` between two offsets; a port only where a URL allows one. */
function parseHost(text: string, start: number, end: number, url: boolean): Result<HostPart, TargetError> {
  const authority = text.slice(start, end);
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? undefined : authority.slice(0, at);
  if (user !== undefined && !name.test(user)) return fail(text, start, 'bad-user');
  const hostStart = start + at + 1;
  const bracketed = text[hostStart] === '[';
  const close = bracketed ? text.indexOf(']', hostStart) : -1;
  const rest = text.slice(hostStart, end);
  const colon = bracketed ? close - hostStart + 1 : rest.indexOf(':');
  const hasPort = url && colon >= 0 && rest[colon] === ':';
  const hostText = hasPort ? rest.slice(0, colon) : rest;
  const host = bracketed ? hostText.slice(1, -1) : hostText;
  const good = bracketed ? hostText.endsWith(']') && ipv6.test(host) : name.test(host);
  if (!good) return fail(text, hostStart, 'bad-host');
  const named = { kind: 'ssh', host, ...(user === undefined ? {} : { user }) } as const;
  if (!hasPort) return ok(named);
  const digits = rest.slice(colon + 1);
  const port = Number(digits);
  if (!/^[0-9]{1,5}$/.test(digits) || port < 1 || port > 65_535)
    return fail(text, hostStart + colon + 1, 'bad-port');
  return ok({ ...named, port });
}

function withRoot(
  text: string,
  host: Result<HostPart, TargetError>,
  start: number,
): Result<Target, TargetError> {
  if (!host.ok) return host;
  const root = text.slice(start);
  if (root === '') return fail(text, start, 'no-root');
  if (!root.startsWith('/')) return fail(text, start, 'root-not-absolute');
  return ok({ ...host.value, root });
}

function fail(text: string, at: number, reason: TargetError['reason']): Result<never, TargetError> {
  return err({ code: 'target-syntax', text, at, reason });
}
