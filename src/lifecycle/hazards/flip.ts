import type { WriteFact } from '../analysis.ts';
import type { Statement, Try } from '../../syntax/index.ts';
import type { Hazard, StateName } from '../model.ts';
import { functionOf, movesTo, roleOf, type Context, type Rule } from './context.ts';
import { levels, within } from './paths.ts';
import { raisers, takesAll, type Raiser } from './raising.ts';
import { writing } from './resurrection.ts';
import { numbered, placeOf, step } from './witness.ts';

/**
 * H12: after an end is written, the rest of the `try` can still raise, and a handler then writes another state without
 * looking at the status again.
 */
export const flip: Rule = (context) => {
  const published = new Set(
    context.analysis.states
      .filter((state) => state.terminal || state.terminalReason.kind === 'left')
      .map((state) => state.name),
  );
  return context.writes.flatMap((write) => {
    const ends = [...write.arguments].filter((state) => published.has(state));
    const [end] = ends;
    if (end === undefined || ends.length !== write.arguments.size || write.path !== 'normal') return [];
    return flipAt(context, write, end) ?? [];
  });
};

function flipAt(context: Context, write: WriteFact, end: StateName): Hazard | null {
  const owner = functionOf(context, write);
  if (owner === undefined) return null;
  for (const { around, rest } of triesAround(owner.node.body, write.statement)) {
    const [raiser] = raisers(rest, 'calls');
    const handled = around.handlers.filter(takesAll).map((handler) => handler.body);
    const second = context.writes.find(
      (other) =>
        other.site.function === owner.id &&
        handled.some((body) => within(body, other.statement)) &&
        movesTo(other, end) !== undefined &&
        !other.conditions.some(
          (each) =>
            each.leaves !== null &&
            !each.leaves.has(end) &&
            handled.some(
              (body) =>
                within(body, other.statement) &&
                body.some(
                  (inner) => inner.span.start <= each.site.span.start && each.site.span.end <= inner.span.end,
                ),
            ),
        ),
    );
    if (raiser !== undefined && second !== undefined) return finding(context, write, end, raiser, second);
  }
  return null;
}

/** Each `try` whose body holds the statement, innermost first, with what follows the statement in it. */
function triesAround(
  body: readonly Statement[],
  target: Statement,
): readonly { readonly around: Try; readonly rest: readonly Statement[] }[] {
  const way = levels(body, target);
  const found: { around: Try; rest: readonly Statement[] }[] = [];
  let rest: readonly Statement[] = [];
  for (let depth = way.length - 1; depth >= 1; depth -= 1) {
    const level = way[depth];
    const outer = way[depth - 1];
    const around = outer?.block[outer.index];
    if (level === undefined || around === undefined) break;
    rest = [...rest, ...level.block.slice(level.index + 1)];
    if (around.kind === 'while' || around.kind === 'for' || leaves(rest)) break;
    if (around.kind === 'try' && around.body === level.block) found.push({ around, rest });
  }
  return found;
}

/** The way leaves the block by itself, so that what stands further out does not follow. */
function leaves(rest: readonly Statement[]): boolean {
  const last = rest.at(-1)?.kind;
  return last === 'return' || last === 'continue' || last === 'break';
}

function finding(
  context: Context,
  write: WriteFact,
  end: StateName,
  raiser: Raiser,
  second: WriteFact,
): Hazard {
  const role = roleOf(write);
  const to = movesTo(second, end) ?? end;
  return {
    rule: 'H12',
    severity: 'warning',
    confidence: raiser.sure ? 'high' : 'medium',
    ...placeOf(write),
    data: { from: end, to },
    witness: numbered([
      writing(context, write, role, end),
      step(
        role,
        { file: write.site.file, line: raiser.line },
        'can-raise',
        { text: raiser.text, handled: 'yes' },
        end,
      ),
      writing(context, second, role, to, end),
    ]),
  };
}
