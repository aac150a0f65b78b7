/** First of the private-use characters that stand for escaped ones while Mermaid lays the labels out. */
const FIRST = 0xe000;
const LAST = 0xf8ff;

/** Diagram text in which escapes are single stand-ins, and the way back. */
export interface PlainLabels {
  readonly text: string;
  /** Puts the characters back that the stand-ins stood for. */
  readonly restore: (drawn: string) => string;
}

/**
 * Mermaid without HTML labels draws its numeric escapes as they are written (`&#35;`). So each escaped character
 * is laid out as a private-use character, which no grammar reads, and is put back in the drawn text.
 */
export function withStandIns(diagram: string): PlainLabels {
  const standIns = new Map<number, string>();
  const originals = new Map<string, string>();
  const standIn = (code: number, written: string): string => {
    const known = standIns.get(code);
    if (known !== undefined) return known;
    const next = FIRST + standIns.size;
    if (next > LAST || code > 0x10ffff) return written;
    const character = String.fromCodePoint(next);
    standIns.set(code, character);
    originals.set(character, String.fromCodePoint(code));
    return character;
  };
  const text = diagram.replace(
    /#(\d{1,7});|[\uE000-\uF8FF]/g,
    (written: string, digits: string | undefined) =>
      standIn(digits === undefined ? written.charCodeAt(0) : Number(digits), written),
  );
  return {
    text,
    restore: (drawn) =>
      drawn.replace(/[\uE000-\uF8FF]/g, (character) => originals.get(character) ?? character),
  };
}
