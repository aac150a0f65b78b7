import { systemClock, type Clock } from '../../base/index.ts';
import { judge } from '../../probe/index.ts';
import type { ReadQuestion } from '../../source/index.ts';
import type { Target } from '../../transport/index.ts';
import { relativePath } from './paths.ts';

/** What the rules need to know of a target. */
export interface RuledTarget {
  readonly name: string;
  readonly target: Target;
}

/** Puts a question to the reader. */
export type AskToRead = (name: string, question: ReadQuestion) => Promise<boolean>;

/** What is consented to, once a target and session. */
export type ConsentKind = ReadQuestion['kind'];

/** Milliseconds for which a no stands for all of its kind, so that one gesture does not ask for each file. */
const NO_COUNTS = 60_000;

/**
 * Which paths of a target may be read in the editor: those that a probe may read; outside the root, and of keys,
 * passwords and histories, only what the reader agreed to or typed. A yes holds for the target and session, and for
 * the place that the target's name stands for: where the name is given to another host or folder, it is asked again.
 */
export class PathRules {
  readonly #given = new Set<string>();
  readonly #open = new Map<string, Promise<boolean>>();
  /** When a question was answered no. */
  readonly #refused = new Map<string, number>();
  readonly #question: AskToRead;
  readonly #clock: Clock;
  readonly #placeOf: (name: string) => string;

  /** `placeOf`: what a target's name stands for now. */
  constructor(question: AskToRead, clock: Clock = systemClock, placeOf: (name: string) => string = () => '') {
    this.#question = question;
    this.#clock = clock;
    this.#placeOf = placeOf;
  }

  /** The reader agrees to paths outside the root of this target, for this session. */
  allowOutside(name: string): void {
    this.#given.add(this.#keyOf(name, 'outside-root'));
  }

  /** Asks, once a target, kind and session, whether files like this one may be read. */
  ask(name: string, question: ReadQuestion): Promise<boolean> {
    return this.consent(name, question.kind, () => this.#question(name, question));
  }

  /** The same with a question of the caller's. Who asks while a question stands waits for its answer. */
  async consent(name: string, kind: ConsentKind, ask: () => Promise<boolean>): Promise<boolean> {
    const key = this.#keyOf(name, kind);
    if (this.#given.has(key)) return true;
    const open = this.#open.get(key);
    if (open !== undefined) return await open;
    const no = this.#refused.get(key);
    if (no !== undefined && this.#clock.now() - no < NO_COUNTS) return false;
    const asked = ask();
    this.#open.set(key, asked);
    try {
      const yes = await asked;
      if (yes) this.#given.add(key);
      else this.#refused.set(key, this.#clock.now());
      return yes;
    } finally {
      this.#open.delete(key);
    }
  }

  /** True where a path lies outside the root and nobody agreed to it yet. */
  mustAsk(target: RuledTarget, path: string): boolean {
    return (
      relativePath(target.target.root, path) === null &&
      !this.#given.has(this.#keyOf(target.name, 'outside-root'))
    );
  }

  /** True where `path`, absolute and normal, may be looked at now; its content may need `mayRead`. */
  allows(target: RuledTarget, path: string): boolean {
    return !this.mustAsk(target, path) && kindOf(path) !== 'refused';
  }

  /** The same for its content: keys, passwords and histories are asked for. */
  async mayRead(target: RuledTarget, path: string): Promise<boolean> {
    if (!this.allows(target, path)) return false;
    return kindOf(path) === 'plain' || (await this.ask(target.name, { kind: 'sensitive-path', path }));
  }

  #keyOf(name: string, kind: ConsentKind): string {
    return JSON.stringify([kind, name, this.#placeOf(name)]);
  }
}

/** True where the policy lets a probe read this absolute path without a question. */
export function isReadable(path: string): boolean {
  return kindOf(path) === 'plain';
}

/** The policy itself answers, so that files follow the same rules as probes. */
function kindOf(path: string): 'plain' | 'sensitive' | 'refused' {
  // Bytes that are no UTF-8 can stand in no line; they are of no name that has a rule.
  const named = path.replaceAll(/[\u{DC80}-\u{DCFF}]/gu, '_');
  const verdict = judge(`cat -- ${quoted(named)}`, { root: '/', fence: true });
  if (verdict.approved) return 'plain';
  return verdict.refusal.rule === 'sensitive-path' ? 'sensitive' : 'refused';
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
