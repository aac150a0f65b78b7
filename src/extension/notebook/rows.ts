/** What a row of an output opens or pins. Paths are relative to the root; lines start at 1. */
export interface OutputRow {
  readonly id: string;
  readonly file: string;
  readonly first: number;
  readonly last: number;
  /** Name of the target. */
  readonly on: string;
  /** The pin that the row stands for. */
  readonly pin?: string;
}

/** Kept with an output, so that a message of the renderer, which carries ids alone, finds its row. */
export interface OutputKey {
  /** The id that every message of this output carries. */
  readonly output: string;
  /** The probe cell that brought the hits; empty for none. */
  readonly probe: string;
  readonly rows: readonly OutputRow[];
}

const KEY = 'sonde';

/** Metadata of the editor for an output. */
export function writeOutputKey(key: OutputKey): Record<string, unknown> {
  return { [KEY]: key };
}

/** The rows of an output with this id that have this row id; empty where there are none. */
export function findRows(
  metadata: Readonly<Record<string, unknown>> | undefined,
  output: string,
  row: string,
): { readonly probe: string; readonly rows: readonly OutputRow[] } | undefined {
  const key = metadata?.[KEY];
  if (!isKey(key) || key.output !== output) return undefined;
  return { probe: key.probe, rows: key.rows.filter((each) => each.id === row) };
}

/** Metadata of outputs that were made here keeps its shape; anything else is not ours. */
function isKey(value: unknown): value is OutputKey {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'output' in value &&
    typeof value.output === 'string' &&
    'probe' in value &&
    typeof value.probe === 'string' &&
    'rows' in value &&
    Array.isArray(value.rows)
  );
}

/** An id for an output, drawn once. */
export function newOutputId(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `o${first.toString(36)}${second.toString(36)}`;
}
