import { tokenize, type Token } from '../lines/lexer.ts';
import type { Word } from '../lines/words.ts';
import type { Refusal } from '../verdict.ts';

/** A line as far as it can be read, for help while it is being typed. */
export interface Scan {
  /** The pipeline in which the cursor stands; a leading `cd FOLDER &&` is its first stage. */
  readonly stages: readonly ScannedStage[];
  /** A quote that is opened and never closed. */
  readonly open?: { readonly quote: string; readonly at: number };
  /** A redirection that is not accepted, or not finished, at the cursor. */
  readonly redirection?: { readonly start: number; readonly end: number };
  /** Where a comment starts. */
  readonly comment?: number;
}

export interface ScannedStage {
  /** Its name first. */
  readonly words: readonly Word[];
  /** 0-based offsets: behind the pipe in front of it, and where the next one stands. */
  readonly start: number;
  readonly end: number;
  /** `cd`, which takes one folder and ends with `&&`. */
  readonly cd: boolean;
  /** Its input comes through a pipe. */
  readonly piped: boolean;
  /** Offsets of `2>/dev/null` or `2>&1`. */
  readonly stderr?: { readonly at: number; readonly end: number };
}

/** How often a faulty line is mended before help gives up. */
const ATTEMPTS = 200;

/**
 * Reads a line with the lexer of the policy. What the lexer refuses is put out of its way, without moving
 * anything: a character that may not be there becomes a letter, a quote is closed, and of several commands in a
 * row only the one at the cursor counts. Undefined where even that leads to nothing. This is for help alone;
 * nothing that was mended here is ever judged or sent.
 */
export function scan(line: string, offset: number): Scan | undefined {
  let text = line;
  let open: Scan['open'];
  let comment: number | undefined;
  let redirection: Scan['redirection'];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const lexed = tokenize(text);
    if (lexed.ok) {
      const end = comment ?? line.length;
      return {
        stages: pipelineAt(lexed.value, offset, end).map((stage) => originals(stage, line)),
        ...(open === undefined ? {} : { open }),
        ...(comment === undefined ? {} : { comment }),
        ...(redirection === undefined ? {} : { redirection }),
      };
    }
    const { rule, at, word } = lexed.error;
    if (rule === 'too-long') return undefined;
    if (rule === 'unterminated-quote') open = { quote: text.charAt(at), at };
    if (rule === 'comment') comment = at;
    const end = at + Math.max(1, word.length);
    if (rule === 'redirection' && offset > at && offset <= end) redirection = { start: at, end };
    text = mend(text, lexed.error, offset);
  }
  return undefined;
}

function mend(text: string, { rule, at, word }: Refusal, offset: number): string {
  const length = Math.max(1, word.length);
  switch (rule) {
    case 'unterminated-quote':
      return text.charAt(at) === '\\' ? `${text.slice(0, at)}x` : text + text.charAt(at);
    case 'comment':
      return text.slice(0, at);
    case 'sequence':
    case 'background':
      return at < offset ? ' '.repeat(at + length) + text.slice(at + length) : text.slice(0, at);
    case 'redirection':
      return text.slice(0, at) + ' '.repeat(length) + text.slice(at + length);
    default:
      return text.slice(0, at) + 'x'.repeat(length) + text.slice(at + length);
  }
}

/** Words with what was really typed, which mending may have changed. */
function originals(stage: ScannedStage, line: string): ScannedStage {
  return {
    ...stage,
    words: stage.words.map((word) => ({ ...word, raw: line.slice(word.at, word.at + word.raw.length) })),
  };
}

/** The stages around the cursor, up to the `&&` on its either side. */
function pipelineAt(tokens: readonly Token[], offset: number, end: number): readonly ScannedStage[] {
  let stages: ScannedStage[] = [];
  let words: Word[] = [];
  let start = 0;
  let piped = false;
  let stderr: ScannedStage['stderr'];
  const close = (at: number): void => {
    const cd = words[0]?.raw === 'cd' && stages.length === 0;
    stages.push({ words, start, end: at, cd, piped, ...(stderr === undefined ? {} : { stderr }) });
    words = [];
    stderr = undefined;
  };
  for (const token of tokens) {
    if (token.kind === 'word') words.push(token.word);
    else if (token.kind === 'stderr') stderr = { at: token.at, end: token.at + token.raw.length };
    else {
      close(token.at);
      const keeps = token.kind === 'pipe' || stages.at(-1)?.cd === true;
      if (!keeps && offset <= token.at) return stages;
      if (!keeps) stages = [];
      piped = token.kind === 'pipe';
      start = token.at + (token.kind === 'pipe' ? 1 : 2);
    }
  }
  close(end);
  return stages;
}

/** The stage in which an offset lies. */
export function stageAt(stages: readonly ScannedStage[], offset: number): ScannedStage | undefined {
  return stages.find((stage) => offset >= stage.start && offset <= stage.end);
}

/** The word that an offset touches. */
export function wordAt(words: readonly Word[], offset: number): Word | undefined {
  return words.find((word) => offset >= word.at && offset <= word.at + word.raw.length);
}
