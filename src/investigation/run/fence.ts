import type { ProbeOutcome, RunOptions } from '../../probe/index.ts';
import type { FenceAnswers, FenceQuestion, RunTarget } from './context.ts';

/**
 * Runs probe lines of a notebook behind its fence: outside the root, and for keys and passwords, a person
 * is asked once for each target; where nobody can be asked the answer is no.
 */
export class FencedProber {
  readonly #on: string;
  readonly #target: RunTarget;
  readonly #answers: FenceAnswers;
  readonly #given = new Map<FenceQuestion['kind'], Promise<boolean>>();

  constructor(on: string, target: RunTarget, answers: FenceAnswers) {
    this.#on = on;
    this.#target = target;
    this.#answers = answers;
    if (answers.allowOutside === true) this.#given.set('outside', Promise.resolve(true));
    if (answers.allowSensitive === true) this.#given.set('sensitive', Promise.resolve(true));
  }

  async run(line: string, options: Pick<RunOptions, 'signal' | 'blanks'>): Promise<ProbeOutcome> {
    let outside = this.#answers.allowOutside === true;
    let sensitive = this.#answers.allowSensitive === true;
    for (;;) {
      const outcome = await this.#target.prober.run(line, { ...options, fence: !outside, sensitive });
      const question = questionOf(outcome);
      if (question === undefined) return outcome;
      if (question.kind === 'outside' ? outside : sensitive) return outcome;
      if (!(await this.#ask({ ...question, on: this.#on, line }))) return outcome;
      if (question.kind === 'outside') outside = true;
      else sensitive = true;
    }
  }

  #ask(question: FenceQuestion): Promise<boolean> {
    const known = this.#given.get(question.kind);
    if (known !== undefined) return known;
    const answer = this.#answers.ask?.(question) ?? Promise.resolve(false);
    this.#given.set(question.kind, answer);
    return answer;
  }
}

/** What an outcome would have to be asked about; undefined for all others. */
function questionOf(outcome: ProbeOutcome): Pick<FenceQuestion, 'kind' | 'file'> | undefined {
  if (outcome.kind === 'error') {
    if (outcome.error.code === 'operand-outside') return { kind: 'outside', file: outcome.error.file };
    if (outcome.error.code === 'operand-sensitive') return { kind: 'sensitive', file: outcome.error.file };
  }
  if (outcome.kind === 'refusal') {
    if (outcome.refusal.rule === 'outside-root') return { kind: 'outside', file: outcome.refusal.word };
    if (outcome.refusal.rule === 'sensitive-path') return { kind: 'sensitive', file: outcome.refusal.word };
  }
  return undefined;
}
