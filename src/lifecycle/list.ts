import { ok, type Result } from '../base/index.ts';
import { load } from './load.ts';
import { Types } from './project/types.ts';
import type { LifecycleContext, LifecycleError, LifecycleListing, LifecycleQuery } from './query.ts';
import { candidates } from './states/candidates.ts';
import { survey } from './states/survey.ts';

/**
 * Every lifecycle in the files that the query leads to, or below the root, most written first. Nothing is run:
 * only declarations, writes and reads are counted.
 */
export async function listLifecycles(
  query: Pick<LifecycleQuery, 'files'>,
  context: LifecycleContext,
): Promise<Result<readonly LifecycleListing[], LifecycleError>> {
  const loaded = await load(query, context);
  if (!loaded.ok) return loaded;
  const { project } = loaded.value;
  const found = survey(project, new Types(project));
  const listings = candidates(project, found)
    .filter((each) => each.isMachine)
    .map(({ group, slot, file, line, writes, reads }) => ({
      states: group.name,
      store: slot.name,
      file,
      line,
      writes: writes.length,
      reads,
      kind: group.kind,
    }));
  return ok(listings);
}
