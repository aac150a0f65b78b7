import type { Hazard, HazardRule, Lifecycle, Write } from '../../src/lifecycle/index.ts';
import type { Spot, Truth, TrueHazard, WitnessSpot } from './truth.ts';

/** How a lifecycle that was found compares with the truth. Lists are sorted and hold what to look at. */
export interface Measure {
  /** Core transitions that are proved or possible. */
  readonly core: Share;
  /** Of the transitions drawn (proved or possible), those that the truth calls core or possible. */
  readonly drawn: Share;
  /** Setter tables: `Class.method old argument: cell, but is …`. */
  readonly cells: Share;
  /** Write sites by place, with their role and what they write. */
  readonly writes: Share;
  readonly removals: Share;
  /** Threads of the truth. */
  readonly roles: Share;
  /** Expected hazards, by id. */
  readonly hazards: Share;
  /** Findings of severity high that the truth neither expects nor tolerates. */
  readonly falseHigh: readonly string[];
}

export interface Share {
  readonly right: number;
  readonly of: number;
  /** What is missing or wrong. */
  readonly faults: readonly string[];
}

/** Compares; only hazards of `rules` are looked for, all without it. */
export function measure(found: Lifecycle, truth: Truth, rules?: ReadonlySet<HazardRule>): Measure {
  const pair = (row: { readonly from: string; readonly to: string }): string => `${row.from} → ${row.to}`;
  const drawn = found.transitions.filter((row) => row.class !== 'interleaving').map(pair);
  const named = (verdict: string): readonly string[] =>
    truth.transitions.filter((row) => row.verdict === verdict).map(pair);
  const right = new Set([...named('core'), ...named('possible')]);
  const expected = truth.hazards.filter(
    (hazard) => hazard.verdict === 'expected' && rules?.has(hazard.rule) !== false,
  );
  return {
    core: share(named('core'), (edge) => drawn.includes(edge)),
    drawn: share(new Set(drawn), (edge) => right.has(edge)),
    cells: cells(found, truth),
    writes: share(
      truth.writes.map((row) => ({ row, text: `${place(row.at)} ${row.role} ${row.to.join()}` })),
      ({ row }) => found.writes.some((write) => sameWrite(write, row)),
      ({ text }) => text,
      found.writes
        .filter((write) => !truth.writes.some((row) => place(row.at) === place(write)))
        .map((write) => `not a write: ${place(write)} ${write.to.join()}`),
    ),
    removals: share(
      truth.removals.map((row) => place(row.at)),
      (text) => found.removals.some((removal) => place(removal) === text),
    ),
    roles: share(
      truth.roles.map((role) => role.name),
      (name) => found.roles.some((role) => role.name === name && role.kind !== 'caller'),
    ),
    hazards: share(
      expected,
      (hazard) => found.hazards.some((finding) => explains(finding, hazard)),
      (hazard) => `${hazard.rule} ${hazard.id}`,
    ),
    falseHigh: found.hazards
      .filter((finding) => finding.severity === 'high' && isFalse(finding, truth))
      .map((finding) => `${finding.rule} ${place(finding)}`)
      .sort(),
  };
}

/** One line for each part, and one for each fault. */
export function printMeasure(result: Measure): string {
  const { falseHigh, ...shares } = result;
  const lines = Object.entries(shares).flatMap(([name, { right, of, faults }]: [string, Share]) => [
    `${name.padEnd(10)} ${right} of ${of}`,
    ...faults.map((fault) => `  ${fault}`),
  ]);
  return [...lines, `false high ${falseHigh.length}`, ...falseHigh.map((fault) => `  ${fault}`)].join('\n');
}

const place = ({ file, line }: Spot): string => `${file}:${line}`;

function share<T>(
  rows: Iterable<T>,
  isRight: (row: T) => boolean,
  text: (row: T) => string = String,
  extra: readonly string[] = [],
): Share {
  const all = [...rows];
  const faults = all.filter((row) => !isRight(row)).map(text);
  return { right: all.length - faults.length, of: all.length, faults: [...faults, ...extra].sort() };
}

function cells(found: Lifecycle, truth: Truth): Share {
  const rows = truth.setters.flatMap((setter) =>
    Object.entries(setter.table).flatMap(([old, row]) =>
      Object.entries(row).map(([argument, cell]) => ({ setter: setter.name, old, argument, cell })),
    ),
  );
  const cellOf = (row: (typeof rows)[number]): string | undefined =>
    found.setters.find((setter) => setter.name === row.setter)?.table[row.old]?.[row.argument];
  return share(
    rows,
    (row) => cellOf(row) === row.cell,
    (row) => `${row.setter} ${row.old} ${row.argument}: ${row.cell}, but is ${cellOf(row) ?? 'nothing'}`,
  );
}

function sameWrite(write: Write, row: Truth['writes'][number]): boolean {
  return (
    place(write) === place(row.at) &&
    write.role === row.role &&
    write.function === row.function &&
    [...write.to].sort().join() === [...row.to].sort().join()
  );
}

/** Same rule at one of the places; the witness passes the expected spots in their order. */
function explains(finding: Hazard, hazard: TrueHazard): boolean {
  return stands(finding, hazard) && passes(finding, hazard.witness);
}

function stands(finding: Hazard, hazard: TrueHazard): boolean {
  return finding.rule === hazard.rule && hazard.at.some((spot) => place(spot) === place(finding));
}

function passes(finding: Hazard, spots: readonly WitnessSpot[]): boolean {
  let next = 0;
  for (const step of finding.witness) {
    const spot = spots[next];
    if (spot === undefined) break;
    const agrees = spot.state === null || step.state === null || step.state === spot.state;
    if (place(step) === place(spot) && agrees) next += 1;
  }
  return next === spots.length;
}

function isFalse(finding: Hazard, truth: Truth): boolean {
  const denied = truth.notHazards.some(
    ({ rule, at }) => rule === finding.rule && place(at) === place(finding),
  );
  return denied || !truth.hazards.some((hazard) => stands(finding, hazard));
}
