import { byRank, sortedPlaces } from './draw/order.ts';
import { columns, padded, visible } from './draw/visible.ts';
import { ABSENT, type Place, type Setter, type StateName } from './model.ts';

/** ∅ for absence, else the name with its controls visible. */
export function name(state: StateName): string {
  return state === ABSENT ? '∅' : visible(state);
}

/** `a.py:3` */
export function place({ file, line }: Place): string {
  return `${visible(file, 4096)}:${String(line)}`;
}

/** `a.py:3,9 b.py:1` */
export function places(list: readonly Place[]): string {
  const files = new Map<string, number[]>();
  for (const { file, line } of sortedPlaces(list)) files.set(file, [...(files.get(file) ?? []), line]);
  return [...files].map(([file, at]) => `${visible(file, 4096)}:${at.join(',')}`).join(' ');
}

/** Rows of cells as lines, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, columns(cell))));
  return rows.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

/** One setter: its name and place, then a grid with a row an old state and a column an argument. */
export function grid(setter: Setter, order: readonly StateName[]): readonly string[] {
  const rank = byRank(order);
  const rows = Object.keys(setter.table).sort(rank);
  const argumentNames = [...new Set(rows.flatMap((old) => Object.keys(setter.table[old] ?? {})))].sort(rank);
  const cells = rows.map((old) => [
    name(old),
    '│',
    ...argumentNames.map((argument) => name(setter.table[old]?.[argument] ?? '-')),
  ]);
  return [
    `${visible(setter.name)}  ${place(setter)}`,
    ...table([['', '│', ...argumentNames.map(name)], ...cells]).map((line) => `  ${line}`),
  ];
}
