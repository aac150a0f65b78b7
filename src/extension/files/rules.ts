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

/**
 * Which paths of a target may be read in the editor: those that a probe may read, and outside the root only what the
 * reader agreed to or typed, once per target and session.
 */
export class PathRules {
  readonly #outside = new Set<string>();
  readonly #asked = new Map<string, Promise<boolean>>();
  readonly #question: AskToRead;

  constructor(question: AskToRead) {
    this.#question = question;
  }

  /** The reader agrees to paths outside the root of this target, for this session. */
  allowOutside(name: string): void {
    this.#outside.add(name);
  }

  /** Asks once a target, kind and session whether files like this one may be read. */
  ask(name: string, question: ReadQuestion): Promise<boolean> {
    if (question.kind === 'outside-root' && this.#outside.has(name)) return Promise.resolve(true);
    const key = `${question.kind} ${name}`;
    const known = this.#asked.get(key) ?? this.#question(name, question);
    this.#asked.set(key, known);
    return known;
  }

  /** True where a path lies outside the root and nobody agreed to it yet. */
  mustAsk(target: RuledTarget, path: string): boolean {
    return relativePath(target.target.root, path) === null && !this.#outside.has(target.name);
  }

  /** True where `path`, absolute and normal, may be read now. */
  allows(target: RuledTarget, path: string): boolean {
    return !this.mustAsk(target, path) && isReadable(path);
  }
}

/** True where the policy lets a probe read this absolute path. */
export function isReadable(path: string): boolean {
  // The policy itself answers, so that files follow the same rules as probes.
  return judge(`cat -- ${quoted(path)}`, { root: '/', fence: true }).approved;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
