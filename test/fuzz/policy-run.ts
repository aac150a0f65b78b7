import fc from 'fast-check';
import type { OptionRow } from '../../src/probe/catalogue/options.ts';
import type { Result } from '../../src/base/index.ts';
import { judge, type PolicyFacts, type Refusal } from '../../src/probe/index.ts';
import type { LinePlan } from '../../src/probe/plan/line-plan.ts';
import { planLine } from '../../src/probe/plan/plan-line.ts';
import { acceptedOptions, commandsOf } from '../probe/coverage.ts';
import { anyLines } from './lines/mutants.ts';
import { oracleCommands, ourCommands } from './oracle.ts';

export interface PolicyOptions {
  readonly lines: number;
  readonly seed: number;
  /** Told now and then how many lines have been judged. */
  readonly progress?: (done: number, accepted: number) => void;
}

/** What a run of lines through the policy found. */
export interface PolicyReport {
  readonly lines: number;
  readonly accepted: number;
  /** Accepted lines whose words another parser read as well: all of them. */
  readonly compared: number;
  /** How often each rule refused. */
  readonly rules: ReadonlyMap<string, number>;
  /** How many accepted lines name each command. */
  readonly commands: ReadonlyMap<string, number>;
  /** Options that stood in accepted lines. */
  readonly options: ReadonlySet<OptionRow>;
  readonly slowest: { readonly ms: number; readonly line: string };
  /** Some of the accepted lines, for real shells. */
  readonly sample: readonly string[];
}

/** What is known of the target, in turn: nothing, everything, and that the line comes from others. */
const FACTS: readonly PolicyFacts[] = [
  {},
  { root: '/home/u/base/tree', home: '/home/u' },
  { root: '/home/u/base/tree', home: '/home/u', fence: true },
  {
    root: '/home/u/base/tree',
    home: '/home/u',
    fence: true,
    sensitive: true,
    blanks: { name: 'a b', x: '-f' },
  },
];

/** Lines at a time; a failure is searched for again within its round, and shrunk. */
const ROUND = 10_000;

/** Of how many lines one is judged with all that is offered instead, which costs many verdicts. */
const OFFERED = 20;

/** How many of the accepted lines are kept for real shells. */
const SAMPLED = 50;

type Planned = Result<LinePlan, Refusal>;

/** Why a line shows a defect of the policy, or undefined. */
export function defectOf(line: string, plan: Planned): string | undefined {
  if (!plan.ok) {
    const { word, at } = plan.error;
    return line.slice(at, at + word.length) === word ? undefined : `points at ${JSON.stringify(plan.error)}`;
  }
  const [ours, oracle] = [ourCommands(line), oracleCommands(line)];
  if (JSON.stringify(ours) === JSON.stringify(oracle)) return undefined;
  return `words ${JSON.stringify(ours)}, the oracle's ${JSON.stringify(oracle)}`;
}

/** The same for what is offered instead of it: all of that must be approved itself. */
function offerDefect(line: string, facts: PolicyFacts, plan: Planned): string | undefined {
  const verdict = judge(line, facts);
  if (verdict.approved !== plan.ok) return 'judge says otherwise';
  if (verdict.approved) return undefined;
  const { instead, then = [] } = verdict.refusal;
  for (const offered of [instead, ...then])
    if (offered !== undefined && !planLine(offered, facts).ok) return `offers ${JSON.stringify(offered)}`;
  return undefined;
}

/**
 * Judges lines of a seed; for every accepted one the words are compared with another parser's. Throws with the
 * shrunk line, its seed and the reason at the first defect: a crash, other words, a refusal that points at nothing.
 */
export function runPolicy({ lines, seed, progress }: PolicyOptions): PolicyReport {
  const rules = new Map<string, number>();
  const commands = new Map<string, number>();
  const options = new Set<OptionRow>();
  const sample: string[] = [];
  let accepted = 0;
  let slowest = { ms: 0, line: '' };
  const count = (map: Map<string, number>, key: string): number => {
    const next = (map.get(key) ?? 0) + 1;
    map.set(key, next);
    return next;
  };
  let done = 0;
  let index = 0;
  for (let round = 0; done < lines; round += 1) {
    const facts = FACTS[round % FACTS.length] ?? {};
    const numRuns = Math.min(ROUND, lines - done);
    const roundSeed = seed + round;
    const result = fc.check(
      fc.property(anyLines, (line) => {
        index += 1;
        const started = performance.now();
        const plan = planLine(line, facts);
        const ms = performance.now() - started;
        if (ms > slowest.ms) slowest = { ms, line };
        const defect =
          defectOf(line, plan) ?? (index % OFFERED === 0 ? offerDefect(line, facts, plan) : undefined);
        if (defect !== undefined) throw new Error(defect);
        if (!plan.ok) {
          count(rules, plan.error.rule);
          return;
        }
        accepted += 1;
        if (accepted % SAMPLED === 0) sample.push(line);
        // Only lines with something new are looked at closely: that costs more than the verdict.
        const names = commandsOf(line);
        if (names.some((name) => count(commands, name) <= 1000))
          for (const option of acceptedOptions([line])) options.add(option);
      }),
      { numRuns, seed: roundSeed, endOnFailure: false },
    );
    if (result.failed) {
      const [line] = result.counterexample ?? [];
      throw new Error(
        `seed ${roundSeed} (${JSON.stringify(facts)}), line ${JSON.stringify(line)}: ${String(result.errorInstance)}`,
      );
    }
    done += numRuns;
    progress?.(done, accepted);
  }
  return { lines: done, accepted, compared: accepted, rules, commands, options, slowest, sample };
}
