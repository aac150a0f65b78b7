import { err, ok, type Result } from '../../base/index.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import { codePointName, findForbidden, isForeignLetter } from './characters.ts';
import type { Word, WordPart } from './words.ts';

/** What the lexer hands to the grammar. */
export type Token =
  | { readonly kind: 'word'; readonly word: Word }
  | { readonly kind: 'pipe'; readonly at: number }
  | { readonly kind: 'and'; readonly at: number }
  | { readonly kind: 'stderr'; readonly to: 'discard' | 'merge'; readonly at: number; readonly raw: string };

/** Longer lines are refused, not cut. UTF-16 units. */
export const LINE_LIMIT = 4096;

const STDERR_TOKENS = [
  { raw: '2>/dev/null', to: 'discard' },
  { raw: '2>&1', to: 'merge' },
] as const;

/** Characters behind which the shell keeps an unquoted `$` as it is. */
const AFTER_BARE_DOLLAR = /^[ \t|/]?$/;
/** The same inside double quotes. */
const AFTER_QUOTED_DOLLAR = /^[" |)/]$/;

/**
 * Splits a probe line into words, pipes, `&&` and the two accepted redirections. Nothing is expanded;
 * whatever a shell would expand, run or redirect is a refusal with the place where it stands.
 */
export function tokenize(line: string): Result<readonly Token[], Refusal> {
  if (line.length > LINE_LIMIT) {
    return err(refuse('too-long', line.slice(LINE_LIMIT), LINE_LIMIT, { limit: String(LINE_LIMIT) }));
  }
  const forbidden = findForbidden(line);
  if (forbidden !== undefined) {
    const { rule, character, at } = forbidden;
    return err(refuse(rule, character, at, { character: codePointName(character) }));
  }
  return new Lexer(line).run();
}

function refuse(
  rule: RefusalRule,
  word: string,
  at: number,
  data: Readonly<Record<string, string>> = {},
): Refusal {
  return { rule, word, at, data };
}

class Lexer {
  readonly #line: string;
  #at = 0;
  readonly #tokens: Token[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  run(): Result<readonly Token[], Refusal> {
    while (this.#at < this.#line.length) {
      const refusal = this.#next();
      if (refusal !== undefined) return err(refusal);
    }
    return ok(this.#tokens);
  }

  #peek(offset = 0): string {
    return this.#line.charAt(this.#at + offset);
  }

  #next(): Refusal | undefined {
    const character = this.#peek();
    if (character === ' ' || character === '\t') {
      this.#at += 1;
      return undefined;
    }
    const stderr = STDERR_TOKENS.find(
      ({ raw }) => this.#line.startsWith(raw, this.#at) && /^[ \t|]?$/.test(this.#peek(raw.length)),
    );
    if (stderr !== undefined) {
      this.#tokens.push({ kind: 'stderr', to: stderr.to, raw: stderr.raw, at: this.#at });
      this.#at += stderr.raw.length;
      return undefined;
    }
    if (character === '|' || character === '&') return this.#operator(character);
    if (character === '#') return refuse('comment', this.#line.slice(this.#at), this.#at);
    return this.#word();
  }

  #operator(character: string): Refusal | undefined {
    const two = this.#line.slice(this.#at, this.#at + 2);
    if (two === '||') return refuse('sequence', two, this.#at);
    if (two === '|&') return refuse('redirection', two, this.#at, { kind: 'pipe-both' });
    if (two === '&>')
      return refuse('redirection', this.#redirectionText(this.#at), this.#at, { kind: 'output' });
    if (two === '&&') {
      this.#tokens.push({ kind: 'and', at: this.#at });
      this.#at += 2;
      return undefined;
    }
    if (character === '&') return refuse('background', character, this.#at);
    this.#tokens.push({ kind: 'pipe', at: this.#at });
    this.#at += 1;
    return undefined;
  }

  /** From `at` over the operator and its file name, for the refusal's word. */
  #redirectionText(at: number): string {
    return /^\d*[&<>|]+[ \t]*[^ \t|&;]*/.exec(this.#line.slice(at))?.[0] ?? this.#line.charAt(at);
  }

  #word(): Refusal | undefined {
    const start = this.#at;
    const builder = new WordBuilder();
    while (this.#at < this.#line.length && !/[ \t|&]/.test(this.#peek())) {
      const refusal = this.#piece(start, builder);
      if (refusal !== undefined) return refusal;
    }
    const word = builder.finish(this.#line.slice(start, this.#at), start);
    if (/^[{}]$/.test(word.raw) && this.#atCommand()) return refuse('group', word.raw, start);
    const refusal = refuseExpandingWord(word);
    if (refusal === undefined) this.#tokens.push({ kind: 'word', word });
    return refusal;
  }

  /** True where the shell would look for a command's name. */
  #atCommand(): boolean {
    const last = this.#tokens.at(-1);
    return last === undefined || last.kind === 'pipe' || last.kind === 'and';
  }

  #piece(start: number, builder: WordBuilder): Refusal | undefined {
    const character = this.#peek();
    switch (character) {
      case "'":
        return this.#single(builder);
      case '"':
        return this.#double(builder);
      case '\\':
        return this.#escape(builder);
      case '$':
      case '`':
        return this.#dollar(builder, AFTER_BARE_DOLLAR, false);
      case '<':
      case '>':
        return this.#redirection(start, builder);
      case ';':
        return refuse('sequence', character, this.#at);
      case '(':
      case ')':
        return this.#line.slice(start, this.#at) === '=' && character === '('
          ? refuse('substitution', '=(', start)
          : refuse('group', character, this.#at);
      default:
        return this.#plain(builder);
    }
  }

  #redirection(start: number, builder: WordBuilder): Refusal {
    if (this.#peek(1) === '(')
      return refuse('substitution', this.#line.slice(this.#at, this.#at + 2), this.#at);
    const at = /^\d*$/.test(this.#line.slice(start, this.#at)) && builder.bare ? start : this.#at;
    const text = this.#redirectionText(at);
    return refuse('redirection', text, at, { kind: this.#peek() === '<' ? 'input' : 'output' });
  }

  #single(builder: WordBuilder): Refusal | undefined {
    const end = this.#line.indexOf("'", this.#at + 1);
    if (end < 0) return refuse('unterminated-quote', this.#line.slice(this.#at), this.#at, { quote: "'" });
    builder.add(this.#line.slice(this.#at + 1, end), true);
    this.#at = end + 1;
    return undefined;
  }

  #double(builder: WordBuilder): Refusal | undefined {
    const start = this.#at;
    this.#at += 1;
    builder.add('', true);
    while (this.#at < this.#line.length) {
      const character = this.#peek();
      if (character === '"') {
        this.#at += 1;
        return undefined;
      }
      if (character === '$' || character === '`') {
        const refusal = this.#dollar(builder, AFTER_QUOTED_DOLLAR, true);
        if (refusal !== undefined) return refusal;
      } else if (character === '\\' && /[$`"\\]/.test(this.#peek(1))) {
        builder.add(this.#peek(1), true);
        this.#at += 2;
      } else {
        builder.add(character, true);
        this.#at += 1;
      }
    }
    return refuse('unterminated-quote', this.#line.slice(start), start, { quote: '"' });
  }

  #escape(builder: WordBuilder): Refusal | undefined {
    const code = this.#line.codePointAt(this.#at + 1);
    if (code === undefined) return refuse('unterminated-quote', '\\', this.#at, { quote: '\\' });
    const character = String.fromCodePoint(code);
    builder.add(character, true);
    this.#at += 1 + character.length;
    return undefined;
  }

  #dollar(builder: WordBuilder, literalBefore: RegExp, quoted: boolean): Refusal | undefined {
    const at = this.#at;
    if (this.#peek() === '`') return refuse('substitution', '`', at);
    const next = this.#peek(1);
    if (literalBefore.test(next)) {
      builder.add('$', quoted);
      this.#at += 1;
      return undefined;
    }
    if (next === '(') {
      return this.#peek(2) === '(' ? refuse('expansion', '$((', at) : refuse('substitution', '$(', at);
    }
    const text = /^\$(?:\{[^}]*\}?|\w+|.)?/u.exec(this.#line.slice(at))?.[0] ?? '$';
    return refuse('expansion', text, at, { name: text });
  }

  #plain(builder: WordBuilder): Refusal | undefined {
    const character = String.fromCodePoint(this.#line.codePointAt(this.#at) ?? 0);
    if (character > '\u007f' && !isForeignLetter(character)) {
      return refuse('look-alike', character, this.#at, { character: codePointName(character) });
    }
    builder.add(character, false);
    this.#at += character.length;
    return undefined;
  }
}

class WordBuilder {
  #parts: WordPart[] = [];
  /** True while nothing quoted was added. */
  bare = true;

  add(text: string, quoted: boolean): void {
    if (quoted) this.bare = false;
    const last = this.#parts.at(-1);
    if (last?.quoted === quoted) this.#parts[this.#parts.length - 1] = { text: last.text + text, quoted };
    else this.#parts.push({ text, quoted });
  }

  finish(raw: string, at: number): Word {
    const first = this.#parts[0];
    return {
      text: this.#parts.map((part) => part.text).join(''),
      raw,
      at,
      parts: this.#parts,
      glob: this.#parts.some((part) => !part.quoted && /[*?[]/.test(part.text)),
      home: first !== undefined && !first.quoted && first.text.startsWith('~/'),
    };
  }
}

/** Tilde and brace expansion, which only the whole word can show. */
function refuseExpandingWord(word: Word): Refusal | undefined {
  const first = word.parts[0];
  if (first !== undefined && !first.quoted && first.text.startsWith('~') && !word.home) {
    return refuse('tilde', word.raw, word.at);
  }
  if (first !== undefined && !first.quoted && /^[A-Za-z_]\w*=~/.test(first.text)) {
    return refuse('tilde', word.raw, word.at);
  }
  // Quoted pieces become a letter, so that their commas and braces do not count.
  const bare = word.parts.map((part) => (part.quoted ? 'q' : part.text)).join('');
  for (let open = bare.indexOf('{'); open >= 0; open = bare.indexOf('{', open + 1)) {
    if (expandsFrom(bare, open)) return refuse('brace', word.raw, word.at);
  }
  return undefined;
}

/** True if the brace at `open` is closed and holds a `,` or `..` of its own. */
function expandsFrom(text: string, open: number): boolean {
  let depth = 0;
  let separated = false;
  for (let at = open; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (depth === 1 && (character === ',' || text.startsWith('..', at))) separated = true;
    if (depth === 0) return separated;
  }
  return false;
}
