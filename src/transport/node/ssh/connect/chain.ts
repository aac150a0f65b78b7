import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import { err, mapResult, ok, type Result } from '../../../../base/index.ts';
import type { TransportError } from '../../../errors.ts';
import { parseTarget } from '../../../parse-target.ts';
import { resolveHost, type HostQuery, type ResolveOptions } from '../config/resolve.ts';
import type { HostSettings } from '../config/settings.ts';
import { connectHop, type HopContext, type StreamOpener } from './hop.ts';
import { openForwarded, openProxyCommand, openSocket } from './socket.ts';

export interface ChainContext extends HopContext {
  readonly resolve: ResolveOptions;
}

/** A connection with what it goes through; the last client is the target's. */
export interface Chain {
  readonly settings: HostSettings;
  readonly client: Client;
  /** When the last byte came from the target (see `Hop`). */
  readonly heard: () => number;
  /** Ends all clients, the target's first. */
  readonly end: () => void;
}

/** Jump hosts of jump hosts that are followed: a configuration may name itself. */
const depthLimit = 8;

/**
 * Connects to a host as the ssh configuration says: directly, through a ProxyCommand, or through jump
 * hosts, of which each is resolved and verified by itself.
 */
export async function openChain(
  query: HostQuery,
  context: ChainContext,
  depth = 0,
): Promise<Result<Chain, TransportError>> {
  const resolved = await resolveHost(query, context.resolve);
  if (!resolved.ok) return resolved;
  const settings = resolved.value;
  if (depth > depthLimit) return err(configError(context, `more than ${depthLimit} jumps`));
  if (settings.proxyJump.length === 0) return login(() => openDirect(settings, context), settings, context);
  const jumps = await openJumps(settings.proxyJump, context, depth);
  if (!jumps.ok) return jumps;
  const open: StreamOpener = () => openForwarded(jumps.value.client, settings, context.signal);
  return through(jumps.value, await login(open, settings, context));
}

/** The first jump is reached by its own configuration, each further one through the one before. */
async function openJumps(
  jumps: readonly string[],
  context: ChainContext,
  depth: number,
): Promise<Result<Chain, TransportError>> {
  let last: Chain | undefined;
  for (const jump of jumps) {
    const next = await openJump(jump, last, context, depth);
    if (!next.ok) {
      last?.end();
      return next;
    }
    last = next.value;
  }
  return last === undefined ? err(configError(context, 'empty ProxyJump')) : ok(last);
}

async function openJump(
  jump: string,
  via: Chain | undefined,
  context: ChainContext,
  depth: number,
): Promise<Result<Chain, TransportError>> {
  // `ssh -G` puts brackets around every host, not only around IPv6 addresses.
  const plain = jump.replace(/^ssh:\/\//, '').replace(/\[([^\]:]+)\]/, '$1');
  const query = parseTarget(`ssh://${plain}/`);
  if (!query.ok || query.value.kind !== 'ssh') return err(configError(context, `ProxyJump ${jump}`));
  if (via === undefined) return openChain(query.value, context, depth + 1);
  const settings = await resolveHost(query.value, context.resolve);
  if (!settings.ok) return settings;
  const open: StreamOpener = () => openForwarded(via.client, settings.value, context.signal);
  return through(via, await login(open, settings.value, context));
}

function openDirect(settings: HostSettings, context: ChainContext): Promise<Result<Duplex, TransportError>> {
  if (settings.proxyCommand === undefined) return openSocket(settings, context.signal);
  return Promise.resolve(openProxyCommand(settings.proxyCommand, settings, context.resolve.environment));
}

async function login(
  open: StreamOpener,
  settings: HostSettings,
  context: ChainContext,
): Promise<Result<Chain, TransportError>> {
  const hop = await connectHop(open, settings, context);
  return mapResult(hop, (found) => ({ settings, ...found }));
}

/** Lets the end of the further connection end what it goes through, a failed one too. */
function through(via: Chain, further: Result<Chain, TransportError>): Result<Chain, TransportError> {
  if (!further.ok) {
    via.end();
    return further;
  }
  const { end } = further.value;
  return ok({
    ...further.value,
    end: () => {
      end();
      via.end();
    },
  });
}

function configError(context: ChainContext, detail: string): TransportError {
  return { code: 'ssh-config', file: context.resolve.configFile ?? '~/.ssh/config', detail };
}
