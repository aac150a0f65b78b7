import { ok, type Result } from '../base/index.ts';
import { withinOpen } from './bounds.ts';
import { classOfStates, declaredMachines, linkDeclared } from './declared/index.ts';
import { load, loadPromising, WHOLE_TREE } from './load.ts';
import type { Unresolved } from './model.ts';
import { Types } from './project/types.ts';
import type {
  Discovery,
  LifecycleContext,
  LifecycleError,
  LifecycleListing,
  LifecycleQuery,
} from './query.ts';
import { candidates } from './states/candidates.ts';
import { readKey, survey } from './states/survey.ts';

/** The lifecycles that {@link discoverLifecycles} finds. */
export async function listLifecycles(
  query: Pick<LifecycleQuery, 'files'>,
  context: LifecycleContext,
): Promise<Result<readonly LifecycleListing[], LifecycleError>> {
  const found = await discoverLifecycles(query, context);
  return found.ok ? ok(found.value.listings) : found;
}

/**
 * Every lifecycle in the files that the query leads to, or below the root, most written first, with what was not
 * read. Nothing is run: only declarations, writes and reads are counted.
 */
export async function discoverLifecycles(
  query: Pick<LifecycleQuery, 'files'>,
  context: LifecycleContext,
): Promise<Result<Discovery, LifecycleError>> {
  const before = context.tree.cost.reads;
  const loaded =
    query.files === undefined ? await loadPromising(context) : await load(query, context, WHOLE_TREE);
  if (!loaded.ok) return loaded;
  const { project } = loaded.value;
  const found = survey(project, new Types(project));
  const all = candidates(project, found);
  const linked = linkDeclared(declaredMachines(project), all, project);
  const declared = new Set(linked.map((each) => each.store));
  const stores = all
    .filter((each) => each.isMachine)
    .map((each): LifecycleListing => ({
      states: each.group.name,
      store: each.slot.name,
      file: each.file,
      line: each.line,
      writes: each.writes.length,
      reads: each.reads,
      kind: declared.has(each) ? 'declared' : each.group.kind,
      owner: each.owner?.name ?? null,
      members: each.group.members.map(({ name }) => name),
    }));
  // A table that no store was found for: its transitions are all that is known of it.
  const tables = linked
    .filter((each) => each.store === null)
    .map(({ machine }): LifecycleListing => ({
      states: classOfStates(machine, project),
      store: machine.name,
      file: machine.file,
      line: machine.line,
      writes: machine.moves.length,
      reads: found.reads.get(readKey(machine.name, machine.owner === null)) ?? 0,
      kind: 'declared',
      owner: machine.owner?.name ?? null,
      members: [...new Set(machine.moves.flatMap(({ from, to }) => [from.name, to.name]))],
    }));
  const { files, bytes, unresolved } = loaded.value;
  const cut = [...project.cut].map(({ name, file, node }): Unresolved => ({
    what: name,
    file,
    line: node.nameSpan.line,
    why: 'ancestors',
  }));
  return ok({
    listings: [...stores, ...tables].sort((a, b) => b.writes - a.writes),
    unread: withinOpen([...unresolved, ...cut]),
    cost: { files, bytes, reads: context.tree.cost.reads - before },
  });
}
