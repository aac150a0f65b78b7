import { appendFileSync } from 'node:fs';

/** Median of some numbers; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Runs the contenders in turn, in a new random order each round, and returns the milliseconds of each. */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<void>>>,
  pause = 40,
): Promise<(name: Name) => readonly number[]> {
  const names = Object.keys(contenders).filter((name): name is Name => name in contenders);
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const name of [...names].sort(() => Math.random() - 0.5)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const start = performance.now();
      await contenders[name]();
      // The first round warms up.
      if (round >= 0) times.get(name)?.push(performance.now() - start);
    }
  }

  const timesOf = (name: Name): readonly number[] => times.get(name) ?? [];
  return timesOf;
}

/** One line of the table that `npm run bench` ends with. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** What it is compared with, measured beside it. */
  readonly reference?: string;
  readonly ratio?: number;
  /** What is aimed at. */
  readonly aim?: string;
}

/** Prints a line of figures, and keeps it for the table. */
export function note(row: Row): void {
  const { what, figure, reference, ratio, aim } = row;
  const parts = [figure, reference, ratio === undefined ? undefined : `ratio ${ratio.toFixed(2)}`];
  const goal = aim === undefined ? '' : ` (aim ${aim})`;
  console.log(`${what}: ${parts.filter((part) => part !== undefined).join(', ')}${goal}`);
  const file = process.env['SONDE_BENCH_TABLE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** A line of figures: medians in milliseconds, and the ratio of the first to the second. */
export function report(
  what: string,
  own: readonly number[],
  reference: readonly number[],
  named: string,
  aim?: string,
): void {
  const a = median(own);
  const b = median(reference);
  note({
    what,
    figure: `${a.toFixed(1)} ms (n=${String(own.length)})`,
    reference: `${named} ${b.toFixed(1)} ms`,
    ratio: a / b,
    ...(aim === undefined ? {} : { aim }),
  });
}
