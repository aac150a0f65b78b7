import type { RefusalRule } from '../verdict.ts';

/** A character that no probe line may hold, and the rule that says so. `at` counts UTF-16 units. */
export interface ForbiddenCharacter {
  readonly rule: Extract<RefusalRule, 'control-character' | 'invisible-character'>;
  readonly at: number;
  readonly character: string;
}

/** C0 but TAB, DEL, C1. */
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/u;

/**
 * Blanks other than space and TAB, format characters (zero width, bidirectional), lone surrogates, private
 * use, everything that Unicode lets a renderer leave out, and the Braille blank.
 */
const INVISIBLE = /[\p{Zl}\p{Zp}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/**
 * The first character of `line` that is refused wherever it stands, quoted or not: it could hide what the
 * line says, or be read differently by the shell and by the eye.
 */
export function findForbidden(line: string): ForbiddenCharacter | undefined {
  let at = 0;
  for (const character of line) {
    if (CONTROL.test(character)) return { rule: 'control-character', at, character };
    if (INVISIBLE.test(character)) return { rule: 'invisible-character', at, character };
    at += character.length;
  }
  return undefined;
}

/** True for a character beyond ASCII that may stand outside quotes: a letter or a mark on one. */
export function isForeignLetter(character: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(character);
}

/** `U+00A0`, for sentences about a character that cannot be shown. */
export function codePointName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
