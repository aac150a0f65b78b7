import { err, ok, type Result } from '../../../base/index.ts';
import type { TransportError } from '../../errors.ts';
import { parseTarget } from '../../parse-target.ts';
import { resolveHost, type HostQuery, type ResolveOptions } from '../ssh/config/resolve.ts';
import type { HostSettings } from '../ssh/config/settings.ts';

/** Jumps of jumps that are followed: a configuration may name itself. */
const depthLimit = 8;

/**
 * The settings of a host and of every jump on the way to it, the host first; each is resolved by itself, as `ssh`
 * does when it starts one of its own for each jump.
 */
export async function resolveHops(
  query: HostQuery,
  options: ResolveOptions,
  depth = 0,
): Promise<Result<readonly [HostSettings, ...HostSettings[]], TransportError>> {
  const file = options.configFile ?? '~/.ssh/config';
  if (depth > depthLimit) return err({ code: 'ssh-config', file, detail: `more than ${depthLimit} jumps` });
  const own = await resolveHost(query, options);
  if (!own.ok) return own;
  const hops: HostSettings[] = [];
  for (const [index, jump] of own.value.proxyJump.entries()) {
    const plain = jump.replace(/^ssh:\/\//, '').replace(/\[([^\]:]+)\]/, '$1');
    const target = parseTarget(`ssh://${plain}/`);
    if (!target.ok || target.value.kind !== 'ssh')
      return err({ code: 'ssh-config', file, detail: `ProxyJump ${jump}` });
    // Only the first jump is reached by its own configuration, each further one through the one before.
    if (index === 0) {
      const below = await resolveHops(target.value, options, depth + 1);
      if (!below.ok) return below;
      hops.push(...below.value);
      continue;
    }
    const settings = await resolveHost(target.value, options);
    if (!settings.ok) return settings;
    hops.push(settings.value);
  }
  return ok([own.value, ...hops]);
}
