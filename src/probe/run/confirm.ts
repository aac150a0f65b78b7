import { ok, type Result } from '../../base/index.ts';
import { printPath } from '../emission/guard.ts';
import { printStage } from '../emission/print.ts';
import type { ProbeError, ProbeOutcome } from '../evidence.ts';
import type { PolicyFacts } from '../plan/context.ts';
import { planLine } from '../plan/plan-line.ts';
import type { Prober, RunOptions } from '../prober.ts';

/** What is asked before a line is sent. */
export interface ConfirmQuestion {
  /** The probe line as typed. */
  readonly line: string;
  /** The commands in the form in which this host gets them, without guard and limits. */
  readonly command: string;
  /** Nobody typed the line: it tells as of which commit the answers are. */
  readonly forCommit?: true;
}

/** True sends the line. */
export type Confirm = (question: ConfirmQuestion) => Promise<boolean>;

/**
 * A prober that asks before each line that the policy approves; a no is a refusal with the rule `not-confirmed`, and
 * nothing is sent. A line that was confirmed, and that the host's guard wanted consent for, is not asked about
 * again when it is run with that consent.
 */
export function confirmed(
  prober: Pick<Prober, 'run' | 'host' | 'target'>,
  confirm: Confirm,
): Pick<Prober, 'run'> {
  const { host, target } = prober;
  /** Lines that were confirmed and not answered yet. */
  const open = new Set<string>();
  return {
    async run(line, options = {}) {
      const facts: PolicyFacts = { root: target.root, home: host.home, ...factsOf(options) };
      const command = hostCommand(line, facts, host);
      // What is refused, or cannot be done there, is not sent; the prober says why.
      if (!command.ok || command.value === undefined) return await prober.run(line, options);
      const key = JSON.stringify([line, options.blanks]);
      const question = {
        line,
        command: command.value,
        ...(options.forCommit && { forCommit: true as const }),
      };
      if (!open.delete(key) && !(await confirm(question))) return notConfirmed(line);
      const outcome = await prober.run(line, options);
      if (needsConsent(outcome)) open.add(key);
      return outcome;
    },
  };
}

/** The limit of memory before a command. */
const LIMIT = /^ulimit -[dv] [0-9]+ 2>\/dev\/null; /;

/** The stages of an approved line as this host gets them; undefined for a line that is refused. */
export function hostCommand(
  line: string,
  facts: PolicyFacts,
  host: Prober['host'],
): Result<string | undefined, ProbeError> {
  const plan = planLine(line, facts);
  if (!plan.ok) return ok(undefined);
  const stages: string[] = [];
  for (const stage of plan.value.stages) {
    const printed = printStage(stage, host);
    if (!printed.ok) return printed;
    stages.push(printed.value.replace(LIMIT, ''));
  }
  const { cwd } = plan.value;
  const change = cwd === undefined ? '' : `cd -P -- ${printPath(cwd, host.home)} && `;
  return ok(change + stages.join(' | '));
}

function factsOf({ fence, sensitive, blanks }: RunOptions): PolicyFacts {
  return {
    ...(fence === undefined ? {} : { fence }),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(blanks === undefined ? {} : { blanks }),
  };
}

function needsConsent(outcome: ProbeOutcome): boolean {
  if (outcome.kind !== 'error') return false;
  return outcome.error.code === 'operand-outside' || outcome.error.code === 'operand-sensitive';
}

function notConfirmed(line: string): ProbeOutcome {
  return { kind: 'refusal', line, refusal: { rule: 'not-confirmed', word: line, at: 0, data: {} } };
}
