import { argvOf } from './plan/argv.ts';
import type { PolicyFacts } from './plan/context.ts';
import type { LinePlan } from './plan/plan.ts';
import { planLine } from './plan/plan-line.ts';
import { splitSequence } from './rewrite.ts';
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

/** The refusal with the first suggestion that is approved itself; of several lines in a row, one each. */
export function withInstead(line: string, refusal: Refusal, facts: PolicyFacts): Refusal {
  const parts = splitSequence(line);
  if (parts.length > 1) {
    const [instead, ...then] = new Set(parts.flatMap((part) => approvedLine(part, facts)));
    if (instead !== undefined) return { ...refusal, instead, ...(then.length === 0 ? {} : { then }) };
  }
  const instead = suggest(line, refusal).find(
    (candidate) => candidate !== line && planLine(candidate, facts).ok,
  );
  return instead === undefined ? refusal : { ...refusal, instead };
}

/** The line if it is approved, else what is offered instead, if anything. */
function approvedLine(line: string, facts: PolicyFacts): readonly string[] {
  const plan = planLine(line, facts);
  if (plan.ok) return [line];
  const { instead } = withInstead(line, plan.error, facts);
  return instead === undefined ? [] : [instead];
}

/** How two runs of the line may be compared. */
function traits(plan: LinePlan): { readonly volatile?: true; readonly unordered?: true } {
  const isVolatile = plan.stages.some((stage) => stage.row.volatile === true);
  const sorted = plan.stages.some((stage) => stage.row.name === 'sort' || stage.row.name === 'wc');
  const unordered = !sorted && plan.stages.some((stage) => stage.unordered);
  return { ...(isVolatile ? { volatile: true } : {}), ...(unordered ? { unordered: true } : {}) };
}
