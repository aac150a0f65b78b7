import { tokenize } from '../lines/lexer.ts';
import type { Word } from '../lines/words.ts';

/**
 * Lines that together may do what a refused one was meant to. Nothing of it is trusted: whoever shows them has
 * each approved first.
 */
export type Candidate = readonly string[];

/** Cuts where the separator (sticky) stands outside quotes, backticks and `$(…)`, and without a backslash. */
export function cutAt(line: string, separator: RegExp): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  const piece = /'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\$\((?:[^()]|\([^()]*\))*\)|\\./y;
  while (at < line.length) {
    separator.lastIndex = at;
    const cut = separator.exec(line)?.[0];
    if (cut !== undefined) {
      parts.push(line.slice(start, at));
      at += cut.length;
      start = at;
      continue;
    }
    piece.lastIndex = at;
    at += piece.exec(line)?.[0].length ?? 1;
  }
  return [...parts, line.slice(start)];
}

/** The commands of a pipeline. */
export function stagesOf(line: string): readonly string[] {
  return cutAt(line, /\|&?/y).map((stage) => stage.trim());
}

/** The pipeline again. */
export function pipe(...stages: readonly string[]): string {
  return stages.filter((stage) => stage !== '').join(' | ');
}

/** The words of one command, `\;` and `{}` among them; what redirects is left out. Empty if it cannot be read. */
export function wordsOf(stage: string): readonly Word[] {
  const tokens = tokenize(stage.replace(/\\;/g, "';'").replaceAll(/(['"]?)\{\}\1/g, "'{}'"));
  if (!tokens.ok) return [];
  return tokens.value.flatMap((token): readonly Word[] => (token.kind === 'word' ? [token.word] : []));
}

/** Words as they were typed, for text that the lexer would refuse: quotes are kept, nothing is read. */
export function rawWords(text: string): readonly string[] {
  return text.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\$\([^()]*\)|\\.|[^\s'"\\`])+/g) ?? [];
}

/** A leading `cd FOLDER` joined to the rest by `&&` or `;`, as the prefix that a probe may have, and the rest. */
export function cutFolder(line: string): { readonly folder: string; readonly rest: string } {
  const match = /^\s*cd\s+((?:'[^']*'|"[^"$`\\]*"|[^\s;&|'"])+)\s*(?:&&|;)\s*/.exec(line);
  if (match === null) return { folder: '', rest: line.trim() };
  return { folder: `cd ${match[1] ?? ''} && `, rest: line.slice(match[0].length).trim() };
}

/** The parts of a line between `;`, `&&` and `||`, each behind the line's own `cd FOLDER &&`. */
export function splitSequence(line: string): readonly string[] {
  const { folder, rest } = cutFolder(line);
  return cutAt(rest, /;|&&|\|\|/y)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => folder + part);
}
