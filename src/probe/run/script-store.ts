/** A text in the form in which it is kept: what it has in common with an earlier one is kept once. */
export interface StoredText {
  /** Number of the text that it was compared with; -1 for one that is kept whole. */
  readonly base: number;
  readonly nonce: string;
  /** Characters in common with the base at the start and at the end. */
  readonly start: number;
  readonly end: number;
  /** What stands between. */
  readonly middle: string;
}

/** How many texts are kept for others to be compared with. */
const BASES = 32;

/** Stands for the nonce; no script holds one. */
const HOLE = '\0';

/**
 * Keeps scripts exactly and small: those of one host differ in the nonce, a few operands and the commands, so that
 * of two texts mostly the difference is kept.
 */
export class ScriptStore {
  readonly #bases: string[] = [];

  /** The text in the form in which it is kept; `held` is what it takes in characters, the rest shared. */
  put(text: string): { readonly stored: StoredText; readonly held: number } {
    const nonce = text.includes(HOLE) ? '' : (nonceOf(text) ?? '');
    const template = nonce === '' ? text : text.replaceAll(nonce, HOLE);
    const best = this.#bases.reduce(
      (found: Likeness, base, index) => {
        const start = commonStart(base, template);
        const end = commonEnd(base, template, Math.min(base.length, template.length) - start);
        return start + end > found.start + found.end ? { base: index, start, end } : found;
      },
      { base: -1, start: 0, end: 0 },
    );
    if (2 * (best.start + best.end) < template.length && this.#bases.length < BASES) {
      this.#bases.push(template);
      return {
        stored: { base: this.#bases.length - 1, nonce, start: template.length, end: 0, middle: '' },
        held: template.length,
      };
    }
    const middle = detached(template.slice(best.start, template.length - best.end));
    return { stored: { ...best, nonce, middle }, held: middle.length };
  }

  /** Exactly the text that was put. */
  get({ base, nonce, start, end, middle }: StoredText): string {
    const other = this.#bases[base] ?? '';
    const template = other.slice(0, start) + middle + other.slice(other.length - end);
    return nonce === '' ? template : template.replaceAll(HOLE, nonce);
  }
}

interface Likeness {
  readonly base: number;
  readonly start: number;
  readonly end: number;
}

/** The nonce of a script: its first 32 hexadecimal digits in a row. */
export function nonceOf(script: string): string | undefined {
  return /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/.exec(script)?.[0];
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** At most `most` characters. */
function commonEnd(a: string, b: string, most: number): number {
  let at = 0;
  while (at < most && a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)) at += 1;
  return at;
}

/** A copy: engines let a piece of a text keep the whole in memory. */
function detached(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : text;
}
