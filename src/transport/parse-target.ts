import { err, ok, type Result } from '../base/index.ts';
import type { Container, SshTarget, Target, TargetError } from './target.ts';

const name = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const ipv6 = /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/;
const drive = /^[A-Za-z]:/;
const containerName = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/** A host of any spelling without port, then a container of it; without a host, one of this machine. */
const inContainer =
  /^(?:((?!\.\.?\/)(?:[^/\\:@]+@)?(?:[^/\\:[\]]+|\[[^\]/\\]*\]))\/)?(docker|podman)=([^/\\:]*)(?=:|$)/;

/** What stands for a container at the start of a URL's path. */
const pathContainer = /^\/(docker|podman)=([^/:]*)(?=:)/;

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

/** Whether `text` may name a container on a command line. */
export function isContainerName(text: string): boolean {
  return containerName.test(text);
}

/**
 * Reads `alias:/abs/root`, `user@alias:/abs/root`, `ssh://[user@]host[:port]/abs/root` (IPv6 in brackets in
 * all of them) or a local folder. One letter before the colon is a Windows drive. A local folder is kept as
 * given, relative ones included: whoever opens it resolves it.
 *
 * A container stands behind the host, with a slash: `alias/docker=NAME:/root`, `user@alias/podman=NAME:/root`,
 * `ssh://user@host:port/docker=NAME:/root`. Without a host it is one of this machine: `docker=NAME:/root`. A folder
 * of such a name is written with `./` or `/./` before it. Never throws.
 */
export function parseTarget(text: string): Result<Target, TargetError> {
  if (text.trim() === '') return fail(text, 0, 'empty');
  if (text.startsWith('ssh://')) return parseUrl(text);
  const contained = inContainer.exec(text);
  if (contained !== null) return parseContained(text, contained);
  if (drive.test(text)) return ok({ kind: 'local', root: text });
  const colon = text.startsWith('[') ? bracketEnd(text, 0) : text.indexOf(':');
  const slash = text.search(/[/\\]/);
  if (colon < 0 || (slash >= 0 && slash < colon)) return ok({ kind: 'local', root: text });
  return withRoot(text, parseHost(text, 0, colon, false), colon + 1);
}

/** The text of a target, such that `parseTarget` reads the same target from it. */
export function formatTarget(target: Target): string {
  const inside = target.container === undefined ? '' : `${target.container.engine}=${target.container.name}:`;
  if (target.kind === 'local') {
    if (inside !== '') return `${inside}${target.root}`;
    const again = parseTarget(target.root);
    return again.ok && again.value.kind === 'local' && again.value.container === undefined
      ? target.root
      : `./${target.root}`;
  }
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const user = target.user === undefined ? '' : `${target.user}@`;
  if (target.port === undefined && inside !== '') return `${user}${host}/${inside}${target.root}`;
  if (user === '' && target.port === undefined && target.host.length > 1) return `${host}:${target.root}`;
  const port = target.port === undefined ? '' : `:${target.port}`;
  const path = pathContainer.test(target.root) ? `/.${target.root}` : target.root;
  return `ssh://${user}${host}${port}${inside === '' ? path : `/${inside}${target.root}`}`;
}

/** Reads what `inContainer` has found: a host or none, and a container; the root is to come. */
function parseContained(text: string, found: RegExpExecArray): Result<Target, TargetError> {
  const [all, host, engine = '', name = ''] = found;
  const container = readContainer(text, all.length - name.length, engine, name);
  if (!container.ok) return container;
  if (host === undefined) {
    const root = readRoot(text, all.length + 1);
    return root.ok ? ok({ kind: 'local', root: root.value, container: container.value }) : root;
  }
  return withRoot(text, parseHost(text, 0, host.length, false), all.length + 1, container.value);
}

function readContainer(
  text: string,
  at: number,
  engine: string,
  containerText: string,
): Result<Container, TargetError> {
  if (!isContainerName(containerText)) return fail(text, at, 'bad-container');
  return ok({ engine: engine === 'docker' ? 'docker' : 'podman', name: containerText });
}

type HostPart = Omit<SshTarget, 'root'>;

function parseUrl(text: string): Result<Target, TargetError> {
  const start = 'ssh://'.length;
  const slash = text.indexOf('/', start);
  const end = slash < 0 ? text.length : slash;
  const host = parseHost(text, start, end, true);
  const [all, engine = '', name = ''] = pathContainer.exec(text.slice(end)) ?? [];
  if (all === undefined || !host.ok) return withRoot(text, host, end);
  const container = readContainer(text, end + all.length - name.length, engine, name);
  return container.ok ? withRoot(text, host, end + all.length + 1, container.value) : container;
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
  container?: Container,
): Result<Target, TargetError> {
  if (!host.ok) return host;
  const root = readRoot(text, start);
  if (!root.ok) return root;
  return ok({ ...host.value, root: root.value, ...(container === undefined ? {} : { container }) });
}

function readRoot(text: string, start: number): Result<string, TargetError> {
  const root = text.slice(start);
  if (root === '') return fail(text, Math.min(start, text.length), 'no-root');
  return root.startsWith('/') ? ok(root) : fail(text, start, 'root-not-absolute');
}

function fail(text: string, at: number, reason: TargetError['reason']): Result<never, TargetError> {
  return err({ code: 'target-syntax', text, at, reason });
}
