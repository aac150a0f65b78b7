import { analyse, type LifecycleListing, type LifecycleQuery } from '../../lifecycle/index.ts';
import { discoveryWords, lifecycleErrorMessage } from '../../messages/index.ts';
import type { FailOn } from '../command.ts';
import { say, type Io } from '../io.ts';
import type { OpenSource } from '../session.ts';
import { hasHazard } from './find-lifecycle.ts';

/**
 * Analyses every lifecycle of a list for `--fail-on` and says, on standard error, which have a hazard of that severity
 * and which could not be analysed. The exit status: 1 where one has, else 2 where one could not be analysed, else 0.
 */
export async function failingLifecycles(
  io: Io,
  listings: readonly LifecycleListing[],
  source: OpenSource,
  level: FailOn,
): Promise<number> {
  let failing = false;
  let unknown = false;
  for (const listing of listings) {
    const found = await analyseListed(io, listing, source);
    if (!found.ok) {
      unknown = true;
      say(io, `sonde: ${discoveryWords.name(listing)}: ${lifecycleErrorMessage(found.error)}`);
    } else if (hasHazard(found.value, level)) {
      failing = true;
      const { hazards } = found.value;
      const count = hazards.filter((hazard) => hasHazard({ hazards: [hazard] }, level)).length;
      say(io, discoveryWords.hazards(listing, count, level));
    }
  }
  if (failing) return 1;
  return unknown ? 2 : 0;
}

/** As `sonde lifecycle` finds it by the names of a row; where they fit several, by its class and its file as well. */
async function analyseListed(
  { signal }: Io,
  { states, owner, store, file }: LifecycleListing,
  source: OpenSource,
): ReturnType<typeof analyse> {
  const names: LifecycleQuery = { ...(states === null ? {} : { states }), store };
  const owned = owner === null ? names : { ...names, class: owner };
  const context = { ...source, signal };
  const found = await analyse(names, context);
  if (found.ok || found.error.code !== 'lifecycle-ambiguous') return found;
  const narrowed = await analyse(owned, context);
  if (narrowed.ok || narrowed.error.code !== 'lifecycle-ambiguous') return narrowed;
  return analyse({ ...owned, files: [file] }, context);
}
