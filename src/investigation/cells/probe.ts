import { attribute, type Info } from '../notebook/info.ts';
import { splitLines } from '../notebook/lines.ts';
import type { CellText } from './reader.ts';

/** A cell of probe lines. */
export interface ProbeCell {
  readonly id?: string;
  /** Names of targets, each of which every line runs on; empty where the cell does not say. */
  readonly on: readonly string[];
  readonly lines: readonly ProbeLine[];
}

/** One probe. */
export interface ProbeLine {
  /** Without the blanks around it and without a comment; what is run, and what evidence is tied to. */
  readonly text: string;
  /** Line of the file, from 1. */
  readonly line: number;
  /** Column of the text's first character, from 1. */
  readonly column: number;
  /** Names of the blanks `{{name}}` that are still to be filled in. */
  readonly blanks: readonly string[];
}

/** Reads the lines of a probe cell. Every text is a probe cell: what a line may be is the policy's to say. */
export function readProbeCell(info: Info, cell: CellText): ProbeCell {
  const id = attribute(info, 'id');
  const lines = splitLines(cell.body).flatMap((line, index): readonly ProbeLine[] => {
    const code = withoutComment(line.text);
    const text = code.trim();
    if (text === '') return [];
    const column = code.length - code.trimStart().length + 1;
    return [{ text, line: cell.line + index, column, blanks: blanksOf(text) }];
  });
  return { ...(id === undefined ? {} : { id }), on: readOn(attribute(info, 'on')), lines };
}

/** `prefill,decode` as names, in order and once each. */
export function readOn(value: string | undefined): readonly string[] {
  const names = (value ?? '').split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The names in `{{name}}`, in order and once each. */
export function blanksOf(text: string): readonly string[] {
  const names = [...text.matchAll(/\{\{([A-Za-z][A-Za-z0-9_-]*)\}\}/g)].flatMap((match) => match[1] ?? []);
  return [...new Set(names)];
}

/**
 * The line up to its comment. As in a shell, `#` starts one where a word would start, outside quotes
 * (POSIX.1-2017, Shell Command Language, 2.3, rule 9).
 */
export function withoutComment(line: string): string {
  let quote = '';
  let wordStart = true;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"') at += 1;
    } else if (character === '#' && wordStart) return line.slice(0, at);
    else if (character === "'" || character === '"') quote = character;
    else if (character === '\\') at += 1;
    wordStart = quote === '' && (character === ' ' || character === '\t' || character === '|');
  }
  return line;
}
