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

/** A line of figures: medians in milliseconds, and the ratio of the first to the second. */
export function report(
  what: string,
  own: readonly number[],
  reference: readonly number[],
  named: string,
): void {
  const a = median(own);
  const b = median(reference);
  console.log(
    `${what}: ${a.toFixed(1)} ms, ${named} ${b.toFixed(1)} ms, ratio ${(a / b).toFixed(2)}  (n=${String(own.length)})`,
  );
}
