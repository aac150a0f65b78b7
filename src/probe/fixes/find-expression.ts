/** The tests of a find as they bind: `!`, then one behind the other, then `-o`. */
export type FindTest =
  | { readonly kind: 'test'; readonly name: string; readonly value: string }
  | { readonly kind: 'not'; readonly of: FindTest }
  | { readonly kind: 'and'; readonly of: readonly FindTest[] }
  | { readonly kind: 'or'; readonly of: readonly FindTest[] };

/** Tests and actions with a value in the next word; all others here have none. */
const VALUED =
  /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|type|xtype|size|[acm]?newer|newer[aBcm][aBcmt]|[acm](?:time|min)|used|user|group|uid|gid|perm|links|inum|samefile|fstype|maxdepth|mindepth|regextype|context)$/;
const BARE =
  /^-(?:print0?|prune|empty|readable|writable|executable|xdev|mount|depth|d|follow|daystart|noleaf|(?:no)?warn|true|false|nouser|nogroup|ls|quit)$/;

/** Reads the words behind the folders; undefined where one is not known or the brackets do not close. */
export function readTests(words: readonly string[]): FindTest | undefined {
  const reader = new Reader(words);
  const test = words.length === 0 ? { kind: 'and' as const, of: [] } : reader.any();
  return reader.isAtEnd ? test : undefined;
}

class Reader {
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#words.length;
  }

  any(): FindTest | undefined {
    const parts = [this.#all()];
    while (this.#take(/^-o(?:r)?$/)) parts.push(this.#all());
    return join('or', parts);
  }

  #all(): FindTest | undefined {
    const parts = [this.#one()];
    while (!this.isAtEnd && !/^(?:-o|-or|\)|,)$/.test(this.#words[this.#at] ?? '')) {
      this.#take(/^-a(?:nd)?$/);
      parts.push(this.#one());
      if (parts.at(-1) === undefined) return undefined;
    }
    return join('and', parts);
  }

  #one(): FindTest | undefined {
    if (this.#take(/^(?:!|-not)$/)) {
      const of = this.#one();
      return of && { kind: 'not', of };
    }
    if (this.#take(/^\($/)) {
      const inner = this.any();
      return this.#take(/^\)$/) ? inner : undefined;
    }
    const name = this.#words[this.#at] ?? '';
    if (BARE.test(name)) {
      this.#at += 1;
      return { kind: 'test', name, value: '' };
    }
    const value = this.#words[this.#at + 1];
    if (!VALUED.test(name) || value === undefined) return undefined;
    this.#at += 2;
    return { kind: 'test', name, value };
  }

  #take(word: RegExp): boolean {
    const taken = word.test(this.#words[this.#at] ?? '');
    if (taken) this.#at += 1;
    return taken;
  }
}

function join(kind: 'and' | 'or', parts: readonly (FindTest | undefined)[]): FindTest | undefined {
  const of = parts.flatMap((part) => (part === undefined ? [] : [part]));
  if (of.length !== parts.length) return undefined;
  const [only] = of;
  return of.length === 1 ? only : { kind, of };
}
