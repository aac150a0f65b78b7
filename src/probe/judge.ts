import { argvOf } from './plan/argv.ts';
import type { PolicyFacts } from './plan/context.ts';
import type { LinePlan } from './plan/plan.ts';
import { planLine } from './plan/plan-line.ts';
import { suggest } from './suggest.ts';
import type { Refusal, Verdict } from './verdict.ts';

/**
 * What the policy says of one probe line, without a host. Never throws. `argv` of an approved line is what a
 * GNU host would get; a refusal carries the place and, where there is one, an approved line that does what was
 * probably meant. Facts about the target (root, home) make the path rules exact; `fence` is for lines that
 * come from others.
 */
export function judge(line: string, facts: PolicyFacts = {}): Verdict {
  const plan = planLine(line, facts);
  if (!plan.ok) return { approved: false, line, refusal: withInstead(line, plan.error, facts) };
  const { cwd } = plan.value;
  return {
    approved: true,
    line,
    ...(cwd === undefined ? {} : { cwd: cwd.home ? `${facts.home ?? '~'}/${cwd.text}` : cwd.text }),
    stages: plan.value.stages.map((stage) => ({ argv: argvOf(stage, facts.home) })),
    ...traits(plan.value),
  };
}

/** The refusal with what may be typed instead, each line of it approved; of several lines in a row, all. */
export function withInstead(line: string, refusal: Refusal, facts: PolicyFacts): Refusal {
  for (const last of [false, true]) {
    const search: Search = { facts, last, left: JUDGED_LIMIT };
    for (let depth = 0; depth <= DEPTH_LIMIT; depth += 1) {
      const [instead, ...then] = fix(line, refusal, depth, search);
      if (instead !== undefined) return { ...refusal, instead, ...(then.length === 0 ? {} : { then }) };
    }
  }
  return refusal;
}

/** How often a suggestion may itself need one. */
const DEPTH_LIMIT = 4;
/** How many lines are judged at most while looking for suggestions to one. */
const JUDGED_LIMIT = 80;

interface Search {
  readonly facts: PolicyFacts;
  /** Nothing better was found. */
  readonly last: boolean;
  left: number;
}

/** The approved lines of the first candidate that leads to any, in at most `depth` more steps. */
function fix(line: string, refusal: Refusal, depth: number, search: Search): readonly string[] {
  for (const candidate of suggest(line, refusal, search.last)) {
    const lines = candidate.filter((one) => one !== line);
    // Of several lines each is looked at in depth: one that is refused would only be lost.
    const further = lines.length > 1 ? Math.max(depth, DEPTH_LIMIT - 1) : depth;
    const approved = [...new Set(lines.flatMap((one) => approvedLines(one, further, search)))];
    if (approved.length > 0) return approved;
  }
  return [];
}

function approvedLines(line: string, depth: number, search: Search): readonly string[] {
  if (search.left <= 0) return [];
  search.left -= 1;
  const plan = planLine(line, search.facts);
  if (plan.ok) return [line];
  return depth === 0 ? [] : fix(line, plan.error, depth - 1, search);
}

/** How two runs of the line may be compared. */
function traits(plan: LinePlan): { readonly volatile?: true; readonly unordered?: true } {
  const isVolatile = plan.stages.some((stage) => stage.row.volatile === true);
  const sorted = plan.stages.some((stage) => stage.row.name === 'sort' || stage.row.name === 'wc');
  const unordered = !sorted && plan.stages.some((stage) => stage.unordered);
  return { ...(isVolatile ? { volatile: true } : {}), ...(unordered ? { unordered: true } : {}) };
}
