import { argvOf } from './plan/argv.ts';
import { LINE_LIMIT } from './lines/lexer.ts';
import type { PolicyFacts } from './plan/context.ts';
import type { LinePlan } from './plan/line-plan.ts';
import { isSensitive } from './plan/sensitive.ts';
import { planLine } from './plan/plan-line.ts';
import { leftOut } from './fixes/left-out.ts';
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
    ...(facts.sensitive !== true && asksSensitive(plan.value) ? { asks: ['sensitive'] as const } : {}),
    ...traits(plan.value),
  };
}

/** The refusal with what may be typed instead, each line of it approved; of several lines in a row, all. */
export function withInstead(line: string, refusal: Refusal, facts: PolicyFacts): Refusal {
  // Nothing is looked for in what is too long to be a line.
  if (line.length > LINE_LIMIT) return refusal;
  const search = new Search(facts);
  for (const last of [false, true]) {
    for (let depth = 0; depth <= DEPTH_LIMIT; depth += 1) {
      const [instead, ...then] = search.fix(line, refusal, depth, last);
      if (instead !== undefined) {
        const data = { ...refusal.data, ...leftOut(line, [instead, ...then]) };
        return { ...refusal, data, instead, ...(then.length === 0 ? {} : { then }) };
      }
      if (!search.wasCut) break;
    }
  }
  return refusal;
}

/** How often a suggestion may itself need one. */
const DEPTH_LIMIT = 3;
/** How many lines, and characters of lines, are judged at most while looking for suggestions to one. */
const JUDGED_LIMIT = 60;
const CHARACTERS_LIMIT = 30_000;

/** The way from a refused line to approved ones. Each line is judged once, however often it comes up. */
class Search {
  readonly #facts: PolicyFacts;
  readonly #refusals = new Map<string, Refusal | 'approved'>();
  #characters = 0;
  /** True if the last `fix` left candidates whose own suggestions were not looked at. */
  wasCut = false;

  constructor(facts: PolicyFacts) {
    this.#facts = facts;
  }

  /** The approved lines of the first candidate that leads to any, in at most `depth` more steps. */
  fix(line: string, refusal: Refusal, depth: number, last: boolean): readonly string[] {
    this.wasCut = false;
    return this.#from(line, refusal, depth, last);
  }

  #from(line: string, refusal: Refusal, depth: number, last: boolean): readonly string[] {
    for (const candidate of suggest(line, refusal, last)) {
      const lines = candidate.filter((one) => one !== line);
      // Of several lines each is looked at in depth: one that is refused would only be lost.
      const further = lines.length > 1 ? Math.max(depth, DEPTH_LIMIT - 1) : depth;
      const approved = [...new Set(lines.flatMap((one) => this.#approved(one, further, last)))];
      if (approved.length > 0) return approved;
    }
    return [];
  }

  #approved(line: string, depth: number, last: boolean): readonly string[] {
    const known = this.#judge(line);
    if (known === undefined) return [];
    if (known === 'approved') return [line];
    if (depth > 0) return this.#from(line, known, depth - 1, last);
    this.wasCut = true;
    return [];
  }

  #judge(line: string): Refusal | 'approved' | undefined {
    const known = this.#refusals.get(line);
    if (known !== undefined) return known;
    this.#characters += line.length;
    if (this.#refusals.size >= JUDGED_LIMIT || this.#characters > CHARACTERS_LIMIT) return undefined;
    const plan = planLine(line, this.#facts);
    const result = plan.ok ? 'approved' : plan.error;
    this.#refusals.set(line, result);
    return result;
  }
}

/** True if the guard on the host would ask: by the names in the line, without what links lead to. */
function asksSensitive({ cwd, stages }: LinePlan): boolean {
  const folder = cwd === undefined ? '' : `${cwd.text}/`;
  const isAsked = (text: string): boolean => isSensitive(text) || isSensitive(`${folder}${text}`);
  return stages.some(({ args }) =>
    args.some((arg) => {
      if (arg.kind === 'path') return arg.path.guard !== 'none' && isAsked(arg.path.text);
      return arg.kind === 'text' && arg.names !== undefined && isAsked(arg.names.text);
    }),
  );
}

/** How two runs of the line may be compared. */
function traits(plan: LinePlan): { readonly volatile?: true; readonly unordered?: true } {
  const isVolatile = plan.stages.some((stage) => stage.row.volatile === true);
  const sorted = plan.stages.some((stage) => stage.row.name === 'sort' || stage.row.name === 'wc');
  const unordered = !sorted && plan.stages.some((stage) => stage.unordered);
  return { ...(isVolatile ? { volatile: true } : {}), ...(unordered ? { unordered: true } : {}) };
}
