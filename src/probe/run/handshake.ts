import { err, ok, type Result } from '../../base/index.ts';
import type { Transport } from '../../transport/index.ts';
import type { ContainerEntry } from '../emission/container.ts';
import { ASKED, HANDSHAKE_LIMIT, HANDSHAKE_TIME, type LayerAsk } from '../emission/handshake.ts';
import { NO_GROUP, passesSelfTest, TOOL_FOLDERS } from '../emission/launcher.ts';
import type { ProbeError } from '../evidence.ts';
import { approveHandshake, inside } from '../policy.ts';
import type { HostFacts, ToolFacts } from '../prober.ts';
import type { Userland } from '../userland.ts';
import { containerFailure } from './container-failure.ts';
import { greet, tryWays, type ContactWay } from './greeting.ts';
import type { LedgerWriter } from './ledger.ts';
import { newNonce } from './nonce.ts';

/** What a handshake found, and how to start shells from now on. */
export interface Handshake {
  readonly host: HostFacts;
  /** The root with its links followed. */
  readonly root: string;
  readonly launcher: 'plain' | 'setsid';
  /** The login shell reads our quoting as it is meant: it may be given whole scripts. */
  readonly inline: boolean;
  /** The whole answer, with what was asked about layers. */
  readonly said: string;
}

export interface HandshakeOptions {
  readonly root: string;
  readonly record: LedgerWriter;
  readonly signal?: AbortSignal | undefined;
  /** The way into the target's container, if it is one. */
  readonly entry?: ContainerEntry | undefined;
  /** What is asked besides; default nothing. */
  readonly ask?: LayerAsk;
}

/**
 * Proves that the login, or the way into a container, leads to a POSIX shell, and asks what is there. One round
 * trip; a second one where the server makes no process group, or the login shell does not understand the self-test.
 */
export async function shakeHands(
  transport: Transport,
  options: HandshakeOptions,
): Promise<Result<Handshake, ProbeError>> {
  const { container } = transport.target;
  const noGroup: ProbeError =
    container === undefined
      ? { code: 'not-a-posix-shell', said: NO_GROUP }
      : { code: 'container', reason: 'no-group', host: transport.label, ...container, said: NO_GROUP };
  return tryWays((way) => attempt(transport, way, options), noGroup);
}

async function attempt(
  transport: Transport,
  { kind: launcher, selfTest }: ContactWay,
  options: HandshakeOptions,
): Promise<Result<Handshake, ProbeError> | 'no-group'> {
  const nonce = newNonce();
  const kind = inside(options.entry, launcher);
  const command = approveHandshake(kind, nonce, options.root, selfTest, options.ask);
  const greeting = await greet(transport, command, {
    nonce,
    limit: HANDSHAKE_LIMIT,
    time: HANDSHAKE_TIME,
    signal: options.signal,
    record: options.record,
  });
  if (!greeting.ok) {
    if (greeting.error.kind === 'error') return err(greeting.error.error);
    if (greeting.error.kind === 'no-group') return 'no-group';
    const { said, end } = greeting.error;
    if (end?.kind === 'signal' && end.signal === 'TIME')
      return err({ code: 'login-waits', host: transport.label, seconds: HANDSHAKE_TIME, said });
    const { entry } = options;
    return err(
      entry === undefined
        ? { code: 'not-a-posix-shell', said }
        : containerFailure(entry.container, transport.label, said),
    );
  }
  const { said, noise } = greeting.value;
  const facts = readFacts(said, noise, accountOf(transport));
  if (facts.root === undefined) return err({ code: 'root-missing', root: options.root });
  const inline = selfTest && facts.inline;
  return ok({ host: facts.host, root: facts.root, launcher, inline, said: splitAnswer(said).facts });
}

/**
 * What a shell said of its host, and the root, which it says last: its name may hold newlines and look like
 * anything, so nothing behind its first line is taken for an answer.
 */
export function splitAnswer(said: string): { readonly facts: string; readonly root?: string } {
  const at = said.startsWith('R:') ? 0 : said.indexOf('\nR:') + 1;
  if (at === 0 && !said.startsWith('R:')) return { facts: said };
  return { facts: said.slice(0, at), root: said.slice(at + 2).replace(/\n$/, '') };
}

interface Facts {
  readonly host: HostFacts;
  readonly root?: string;
  readonly inline: boolean;
}

/** Whose home is asked of the system: in a container everybody's, over ssh that of who logged in. */
function accountOf({ target, label }: Transport): Account {
  if (target.container !== undefined) return 'any';
  return target.kind === 'ssh' ? { name: label.slice(0, label.lastIndexOf('@')) } : 'none';
}

/** Whose home counts; otherwise the folder counts in which the shell started. */
export type Account = 'any' | 'none' | { readonly name: string };

/** Reads the handshake's answer. */
export function readFacts(text: string, noise: string, account: Account = 'none'): Facts {
  const { facts, root } = splitAnswer(text);
  const lines = facts.split('\n');
  const value = (key: string): string | undefined =>
    lines.find((line) => line.startsWith(key))?.slice(key.length);
  const system = value('S:') ?? '';
  const seen = lines.flatMap((line) => {
    const [, name, path, version] = /^T:([^:]*):([^:]*):(.*)$/.exec(line) ?? [];
    if (name === undefined || path === undefined) return [];
    const isPlace = TOOL_FOLDERS.some((folder) => path === `${folder}/${name}`);
    return isPlace ? [{ name, path, version: version ?? '' }] : [];
  });
  const core = seen.find((tool) => tool.name === 'ls')?.version ?? '';
  const tools: Record<string, ToolFacts> = {};
  for (const { name, path, version } of seen) {
    if (Object.hasOwn(tools, name)) continue;
    const isAsked = ASKED.includes(name) || version === 'BusyBox';
    const kind = kindOf(name, isAsked ? version : core, system);
    tools[name] = { path, kind, version: /[0-9]+(?:\.[0-9]+)+/.exec(isAsked ? version : core)?.[0] ?? '' };
  }
  return {
    host: { system, home: homeOf(value('A:'), account) ?? value('H:') ?? '/', tools, noise },
    inline: passesSelfTest(value('Q:')),
    ...(root === undefined ? {} : { root }),
  };
}

function homeOf(said: string | undefined, account: Account): string | undefined {
  const [, name, home] = /^([^:]*):(\/.*)$/.exec(said ?? '') ?? [];
  if (account === 'none' || home === undefined) return undefined;
  return account === 'any' || account.name === name ? home : undefined;
}

/** Whose a tool is, by what it says of itself. */
export function kindOf(name: string, version: string, system: string): Userland {
  if (/busybox/i.test(version)) return 'busybox';
  if (name === 'git') return version.startsWith('git version') ? 'git' : 'unknown';
  if (name === 'rg') return version.startsWith('ripgrep') ? 'ripgrep' : 'unknown';
  if (/^toybox [0-9]|^This is not GNU sed version 9/.test(version)) return 'toybox';
  if (/\(uutils coreutils\)|^(?:\S*\/)?ls 0\.[0-9]+\.[0-9]+$/.test(version)) return 'uutils';
  if (/uutils|toybox/i.test(version)) return 'unknown';
  // The -i of the file of macOS asks for something else than that of its own maker.
  if (name === 'file' && system === 'Darwin') return 'bsd';
  if (/\(GNU [a-z]+\)|^GNU (?:Awk|strings)|^mawk|util-linux|procps|^file-[0-9]/.test(version)) return 'gnu';
  if (system === 'OpenBSD') return 'openbsd';
  if (/Darwin|BSD|DragonFly/.test(system) || version.includes('BSD')) return 'bsd';
  return 'unknown';
}
