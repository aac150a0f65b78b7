import type { RunResult } from '../run/result.ts';
import type { FoundSecret } from './redact.ts';

/** What a run brought that looks like a secret, by the cell that asked for it. */
export interface SecretAnswer {
  /** Id of the probe cell or pin; empty for one without. */
  readonly id: string;
  readonly on: string;
  /** The probe line, or the file of the pin. */
  readonly what: string;
  /** Line of the notebook's file. */
  readonly place: number;
  readonly found: readonly FoundSecret[];
}

/** Every answer and excerpt of a run that holds what looks like a secret, in the order of the notebook. */
export function secretsOf(run: RunResult): readonly SecretAnswer[] {
  const answers = run.probes.flatMap(({ id, on, line, place, secrets }): readonly SecretAnswer[] =>
    secrets === undefined ? [] : [{ id, on, what: line, place, found: secrets.found }],
  );
  const pins = run.pins.flatMap(({ id, on, pin, masked }): readonly SecretAnswer[] =>
    masked === undefined ? [] : [{ id, on, what: pin.file, place: pin.line, found: masked.found }],
  );
  return [...answers, ...pins].toSorted((a, b) => a.place - b.place);
}
