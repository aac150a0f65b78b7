import { sha256Hex } from '../../base/index.ts';
import type { PythonParser } from '../../syntax/index.ts';
import type { FileError } from '../../transport/index.ts';
import { isAbsent } from '../errors.ts';
import { languageOf } from '../language.ts';
import type { SourceTree } from '../tree.ts';
import { bestByContext, betweenContext, contextScore, isAlike, type Context } from './context.ts';
import { TextLines } from './lines.ts';
import type { LineRange, PinFinding, PinQuery, PinRegion, Place } from './model.ts';
import { regionAt } from './region.ts';
import { placesOfSymbol } from './symbols.ts';

export interface PinContext {
  readonly tree: SourceTree;
  readonly parser: PythonParser;
  readonly signal?: AbortSignal;
}

/**
 * Finds a pin's region again and says how it stands to what the pin kept: by the symbol path, the excerpt at
 * the old place, the excerpt anywhere in the file, the lines around it. Several places that fit equally are
 * ambiguous; nothing is guessed.
 */
export async function resolvePin(pin: PinQuery, context: PinContext): Promise<PinFinding> {
  const source = await context.tree.read(pin.file, context.signal);
  if (!source.ok) return failure(source.error, pin.file);
  const isPython = languageOf(source.value.path) === 'python';
  const module = isPython ? context.parser.parse(source.value.text) : null;
  const search = new PinSearch(
    pin,
    new TextLines(source.value.bytes),
    module === null ? [] : placesOf(pin, module),
  );
  const answer = await search.run();
  if (answer === null) return { kind: 'gone' };
  if (answer.kind === 'ambiguous') return answer;
  const file = { path: source.value.path, lines: search.lines, module };
  const { place, ...known } = answer;
  return regionAt(place, file, known);
}

function placesOf(pin: PinQuery, module: Parameters<typeof placesOfSymbol>[0]): readonly Place[] {
  return pin.symbol === undefined ? [] : placesOfSymbol(module, pin.symbol);
}

function failure(error: FileError, path: string): PinFinding {
  if (isAbsent(error)) return { kind: 'gone' };
  if (error.code === 'file-refused') return { kind: 'refused', rule: error.rule };
  return { kind: 'unreachable', code: error.code, path };
}

type Known = Pick<PinRegion, 'verdict' | 'by' | 'found'> & { readonly symbol?: string };
type Answer =
  | (Known & { readonly kind: 'place'; readonly place: Place })
  | { readonly kind: 'ambiguous'; readonly candidates: readonly LineRange[] }
  | null;

/** One search for a region in the lines of a file. */
class PinSearch {
  readonly lines: TextLines;
  readonly #pin: PinQuery;
  /** Definitions that have the pin's symbol path. */
  readonly #symbols: readonly Place[];
  readonly #excerpt: readonly string[] | null;
  readonly #context: Context;
  /** The pin names a symbol that the file does not have. */
  readonly #isLost: boolean;

  /** `symbols` is null where the file's language has none that are known here. */
  constructor(pin: PinQuery, lines: TextLines, symbols: readonly Place[] | null) {
    this.#pin = pin;
    this.lines = lines;
    this.#symbols = symbols ?? [];
    this.#isLost = symbols !== null && symbols.length === 0 && pin.symbol !== undefined;
    this.#excerpt = pin.excerpt === undefined ? null : new TextLines(pin.excerpt).lines;
    this.#context = { before: pin.before ?? [], after: pin.after ?? [] };
  }

  async run(): Promise<Answer> {
    if (this.#symbols.length > 0) {
      const answer = await (this.#isWholeSymbol() ? this.#wholeSymbol() : this.#inside());
      if (answer !== null) return answer;
    }
    if (this.#excerpt !== null)
      return this.#byExcerpt({ first: 1, last: null }) ?? this.#byContext({ first: 1, last: null });
    return this.#isLost ? null : this.#byPlace();
  }

  /** Whether the pin is the definition itself, not lines inside it. */
  #isWholeSymbol(): boolean {
    const { symbol, lines } = this.#pin;
    if (this.#excerpt === null) {
      if (lines === undefined) return true;
      const range = this.#range(lines);
      return !this.#symbols.some((place) => contains(place, range) && place.first !== range.first);
    }
    const name = symbol?.split('.').at(-1) ?? '';
    const head = this.#excerpt.find((line) => /^\s*(async\s+def|def|class)\b/.test(line));
    const starts = /^\s*(@|async\s+def\b|def\b|class\b)/.test(this.#excerpt[0] ?? '');
    return starts && head !== undefined && new RegExp(`\\b(?:def|class)\\s+${escaped(name)}\\b`).test(head);
  }

  /** Of several definitions the one that reads as before, else the one whose surroundings do. */
  async #wholeSymbol(): Promise<Answer> {
    const same: Place[] = [];
    for (const place of this.#symbols) if (await this.#isSame(place)) same.push(place);
    const candidates = same.length > 0 ? same : this.#symbols;
    const [only, ...more] = candidates;
    const place =
      more.length === 0
        ? only
        : (this.#atOldPlace(candidates) ?? bestByContext(this.lines, candidates, this.#context));
    if (place === null || place === undefined) return ambiguous(candidates);
    return this.#answer(place, same.includes(place) || this.#keptNothing(), 'symbol');
  }

  /** Lines inside the symbol: their text or their neighbours there, then their text in the whole file. */
  #inside(): Promise<Answer> | Answer {
    if (this.#excerpt === null) return this.#byPlace();
    for (const place of this.#symbols) {
      const answer = this.#byExcerpt(place);
      if (answer !== null) return answer.kind === 'place' ? { ...answer, found: 'symbol' } : answer;
    }
    const [only, ...more] = this.#symbols;
    const between = only !== undefined && more.length === 0 ? this.#byContext(only) : null;
    return between ?? this.#byExcerpt({ first: 1, last: null });
  }

  #byExcerpt(within: LineRange): Answer {
    const excerpt = this.#excerpt ?? [];
    const places = this.lines
      .occurrences(excerpt, within)
      .map((first) => ({ first, last: first + excerpt.length - 1 }));
    const old = this.#atOldPlace(places);
    const [only, ...more] = places;
    if (only === undefined) return null;
    if (old !== null && (more.length === 0 || this.#fits(old, places)))
      return this.#answer(old, true, 'place');
    if (more.length === 0) return this.#answer(only, true, 'excerpt');
    const best = bestByContext(this.lines, places, this.#context);
    return best === null ? ambiguous(places) : this.#answer(best, true, 'excerpt');
  }

  /** Whether no other place has surroundings that are more like the kept ones. */
  #fits(old: Place, places: readonly Place[]): boolean {
    const score = contextScore(this.lines, old, this.#context);
    return places.every((place) => contextScore(this.lines, place, this.#context) <= score);
  }

  /** Between its neighbours; one neighbour alone, or those of a lost symbol, must have text like its own. */
  #byContext(within: LineRange): Answer {
    const excerpt = this.#excerpt ?? [];
    const places = betweenContext(this.lines, Math.max(excerpt.length, 1), this.#context, within).filter(
      (gap) =>
        gap.last >= gap.first && ((gap.sides === 2 && !this.#isLost) || isAlike(this.lines, gap, excerpt)),
    );
    const [only, ...more] = places;
    if (only === undefined) return null;
    if (more.length === 0) return this.#answer(only, false, 'context');
    const best = bestByContext(this.lines, places, this.#context);
    return best === null ? ambiguous(places) : this.#answer(best, false, 'context');
  }

  /** Lines without a kept text are what stands there now. */
  async #byPlace(): Promise<Answer> {
    if (this.#pin.lines === undefined) return null;
    const place = this.#range(this.#pin.lines);
    if (place.first > this.lines.count) return null;
    return this.#answer(place, this.#keptNothing() || (await this.#isSame(place)), 'place');
  }

  #keptNothing(): boolean {
    return this.#excerpt === null && this.#pin.sha256 === undefined;
  }

  async #isSame(place: Place): Promise<boolean> {
    if (this.#excerpt !== null) {
      const height = place.last - place.first + 1;
      if (height === this.#excerpt.length && this.lines.has(this.#excerpt, place.first)) return true;
    }
    if (this.#pin.sha256 === undefined) return false;
    return (await sha256Hex(this.lines.bytes(place.first, place.last))) === this.#pin.sha256;
  }

  #atOldPlace(places: readonly Place[]): Place | null {
    return places.find((place) => place.first === this.#pin.lines?.first) ?? null;
  }

  #range(range: LineRange): Place {
    return { first: range.first, last: Math.min(range.last ?? this.lines.count, this.lines.count) };
  }

  #answer(place: Place, isSame: boolean, found: PinRegion['found']): Answer {
    const by = this.#pin.lines === undefined ? 0 : place.first - this.#pin.lines.first;
    const verdict = !isSame ? 'changed' : by === 0 || this.#keptNothing() ? 'same' : 'moved';
    // The symbol is kept where it still holds the region.
    const symbol = this.#symbols.some((each) => contains(each, place)) ? this.#pin.symbol : undefined;
    return { kind: 'place', place, verdict, by, found, ...(symbol === undefined ? {} : { symbol }) };
  }
}

function ambiguous(candidates: readonly Place[]): Answer {
  return { kind: 'ambiguous', candidates: candidates.map(({ first, last }) => ({ first, last })) };
}

function contains(outer: Place, inner: Place): boolean {
  return outer.first <= inner.first && inner.last <= outer.last;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
