/** How something stands to what the notebook keeps of it. */
export type VerifyVerdict =
  'same' | 'moved' | 'changed' | 'gone' | 'ambiguous' | 'refused' | 'unreachable' | 'volatile';

/** A verdict and, as data, what it rests on: `+12`, lines with `-` and `+`, a code. */
export interface Comparison {
  readonly verdict: VerifyVerdict;
  readonly detail?: string;
}

/** One thing that was verified. The first four fields are the JSON of the command line. */
export interface Verified extends Comparison {
  readonly id: string;
  readonly kind: 'probe' | 'pin' | 'lifecycle';
  /** Name of the target. */
  readonly on: string;
  /** The probe line, the pin's file, or the store. */
  readonly what: string;
}
