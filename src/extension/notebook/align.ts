import type { CellRole } from '../../investigation/index.ts';

/** What tells cells apart when two lists of them are compared. */
export interface ComparedCell {
  readonly role: CellRole;
  readonly text: string;
}

/** A change of the cells `[start, end)` of the old list into the cells `[from, to)` of the new one. */
export interface CellChange {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

export interface Alignment {
  /** Pairs of indexes, old and new, that are the same cell. */
  readonly same: readonly (readonly [number, number])[];
  /** What lies between them, from first to last. */
  readonly changes: readonly CellChange[];
}

/**
 * The longest common subsequence of two lists of cells, and the changes between. Blank lines at the edges of a
 * cell do not count: the format leaves out those that are typed there.
 */
export function align(before: readonly ComparedCell[], after: readonly ComparedCell[]): Alignment {
  const [old, next] = [before.map(inner), after.map(inner)];
  const equal = (a: ComparedCell | undefined, b: ComparedCell | undefined): boolean =>
    a !== undefined && a.role === b?.role && a.text === b.text;
  const width = next.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = equal(old[i], next[j])
        ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const same: (readonly [number, number])[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < next.length) {
    if (equal(old[i], next[j])) {
      same.push([i, j]);
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return { same, changes: between(same, old.length, next.length) };
}

function inner({ role, text }: ComparedCell): ComparedCell {
  return { role, text: text.replace(/^[\r\n]+|[\r\n]+$/g, '') };
}

function between(
  same: readonly (readonly [number, number])[],
  oldLength: number,
  newLength: number,
): readonly CellChange[] {
  const changes: CellChange[] = [];
  let start = 0;
  let from = 0;
  for (const [i, j] of [...same, [oldLength, newLength] as const]) {
    if (i > start || j > from) changes.push({ start, end: i, from, to: j });
    start = i + 1;
    from = j + 1;
  }
  return changes;
}
