/** A path, and the line that may follow it. */
export interface TypedPlace {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
}

/** Reads `path`, `path:line` and `path:line:column`; undefined for an empty text. */
export function splitPlace(text: string): TypedPlace | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const match = /^(.+?):([1-9]\d{0,8})(?::\d+)?:?$/.exec(trimmed);
  if (match === null) return { file: trimmed, line: 1 };
  return { file: match[1] ?? trimmed, line: Number(match[2]) };
}
