import { err, ok, type Result } from '../../base/index.ts';
import type { Refusal } from '../verdict.ts';
import { findForbidden } from './characters.ts';
import type { Word, WordPart } from './words.ts';

const BLANK = /\{\{([A-Za-z][A-Za-z0-9_-]*)\}\}/g;

/** The names of the blanks `{{name}}` in a text, each once, in order. */
export function blanksIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(BLANK)].map((match) => match[1] ?? ''))];
}

/**
 * Puts values into the blanks of words. It works on words that are split already, so that a value never adds
 * a word, an option or a stage: wildcards and quotes in it are text, and a word that begins with a blank is
 * an operand whatever the value begins with. A blank without a value, or a value with a character that no
 * line may hold, is a refusal.
 */
export function fillBlanks(
  words: readonly Word[],
  values: Readonly<Record<string, string>>,
): Result<readonly Word[], Refusal> {
  const filled: Word[] = [];
  for (const word of words) {
    const one = fillWord(word, values);
    if (!one.ok) return one;
    filled.push(one.value);
  }
  return ok(filled);
}

function fillWord(word: Word, values: Readonly<Record<string, string>>): Result<Word, Refusal> {
  const names = blanksIn(word.text);
  if (names.length === 0) return ok(word);
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return err({ rule: 'blank', word: word.raw, at: word.at, data: { name } });
    const forbidden = findForbidden(value);
    if (forbidden !== undefined)
      return err({ rule: forbidden.rule, word: word.raw, at: word.at, data: { name } });
  }
  const parts = word.parts.flatMap((part) => fillPart(part, values));
  const text = parts.map((part) => part.text).join('');
  return ok({ ...word, text, parts, ...(word.text.startsWith('{{') ? { operand: true as const } : {}) });
}

function fillPart(part: WordPart, values: Readonly<Record<string, string>>): readonly WordPart[] {
  // Split at blanks: odd pieces are names.
  return part.text.split(BLANK).flatMap((piece, index): readonly WordPart[] => {
    if (index % 2 === 1) return [{ text: values[piece] ?? '', quoted: true }];
    return piece === '' ? [] : [{ text: piece, quoted: part.quoted }];
  });
}
