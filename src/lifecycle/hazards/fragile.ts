import type { FunctionFact, FunctionId, LoopFact, RoleFact } from '../analysis.ts';
import type { Handler, Statement } from '../../syntax/index.ts';
import type { Hazard } from '../model.ts';
import { definitionOf, type Context, type Rule } from './context.ts';
import { levels, statementsBefore } from './paths.ts';
import { holdsAll, raisers, takesAll, type Raiser } from './raising.ts';
import { callsOf } from './takes.ts';
import { numbered, step } from './witness.ts';

/** What one exception ends, and where. */
export interface Fragile {
  readonly role: RoleFact;
  readonly loop: LoopFact;
  readonly raiser: Raiser;
  /** Edges that this role makes. */
  readonly owned: number;
}

/** H9: a thread's loop can be left by an exception that nothing in it handles, and the role owns transitions. */
export const fragile: Rule = (context) => fragileRoles(context).map((each) => finding(context, each));

/** The roles that one exception ends. A loop whose handler ends the process on purpose is none. */
export function fragileRoles(context: Context): readonly Fragile[] {
  return context.analysis.roles.flatMap((role) => {
    if (role.root === null || role.kind === 'caller' || role.kind === 'callback') return [];
    const owned = context.analysis.edges.filter(
      (edge) =>
        edge.class !== 'interleaving' &&
        edge.sites.some(({ by, class: kind }) => kind !== 'interleaving' && by.roles.includes(role.name)),
    ).length;
    if (owned === 0) return [];
    for (const loop of context.analysis.loops) {
      if (loop.role !== role.name || !runsIn(context, loop, role.root) || isHandled(context, loop)) continue;
      const found = raisers(loop.node.body, 'operations');
      const raiser = found.find((each) => each.sure) ?? found[0];
      if (raiser !== undefined) return [{ role, loop, raiser, owned }];
    }
    return [];
  });
}

/** The loop stands in the root; or in a function that a root without a loop calls, and that is not started again. */
function runsIn(context: Context, loop: LoopFact, root: FunctionId): boolean {
  if (loop.function === root) return true;
  const owner = context.analysis.functions.get(root);
  const call = owner?.calls.find((each) => !each.byName && each.targets.includes(loop.function));
  if (owner === undefined || call === undefined) return false;
  if (context.analysis.loops.some((each) => each.function === root)) return false;
  const at = statementsBefore(owner.node.body, Infinity).findLast((each) =>
    callsOf(each).includes(call.node),
  );
  return at !== undefined && !isStartedAgain(owner, at);
}

/** The loop stands in another loop's `try`, which starts it again, or in one whose handler ends the process. */
function isHandled(context: Context, loop: LoopFact): boolean {
  const owner = context.analysis.functions.get(loop.function);
  return owner !== undefined && isStartedAgain(owner, loop.node);
}

function isStartedAgain(owner: FunctionFact, statement: Statement): boolean {
  const way = levels(owner.node.body, statement).map(({ block, index }) => block[index]);
  const attempt = way.findIndex((each) => each?.kind === 'try' && each.handlers.some(holdsAll));
  if (attempt > 0 && way.slice(0, attempt).some((each) => each?.kind === 'while' || each?.kind === 'for'))
    return true;
  return way.some((each) => each?.kind === 'try' && each.handlers.some(isFailFast));
}

/** Takes any exception and ends the process for it, so that nobody waits for what is gone. */
function isFailFast(handler: Handler): boolean {
  return (
    takesAll(handler) &&
    statementsBefore(handler.body, Infinity).some((statement) =>
      callsOf(statement).some(({ callee }) => {
        const name = callee.kind === 'attribute' ? callee.name : callee.kind === 'name' ? callee.id : '';
        return /^_*(?:exit|abort|quit|kill|killpg|kill_\w*process\w*|raise_signal)$/.test(name);
      }),
    )
  );
}

function finding(context: Context, { role, loop, raiser, owned }: Fragile): Hazard {
  const root = role.root === null ? undefined : context.analysis.functions.get(role.root);
  const place = root === undefined ? { file: loop.site.file, line: loop.site.span.line } : definitionOf(root);
  return {
    rule: 'H9',
    severity: 'warning',
    confidence: raiser.sure ? 'high' : 'medium',
    ...place,
    data: { role: role.name, transitions: String(owned) },
    witness: numbered([
      step(role.name, { file: loop.site.file, line: loop.site.span.line }, 'takes-item', {}),
      step(role.name, { file: loop.site.file, line: raiser.line }, 'can-raise', { text: raiser.text }),
      step(role.name, place, 'ends', { role: role.name }),
    ]),
  };
}
