import type { Lifecycle, LifecycleError } from '../../lifecycle/index.ts';
import type { ProbeOutcome } from '../../probe/index.ts';
import type { PinFinding } from '../../source/index.ts';
import type { Claim } from '../cells/claim.ts';
import type { LifecycleQuery } from '../cells/lifecycle.ts';
import type { Pin } from '../cells/pins.ts';
import type { MaskedPin } from '../secrets/pins.ts';
import type { RedactedOutput } from '../secrets/redact.ts';

/** What a run of a notebook brought, in the order of the notebook. */
export interface RunResult {
  readonly title: string;
  /** Day of the run, UTC: `2026-06-13`. */
  readonly seen: string;
  readonly probes: readonly ProbeRun[];
  readonly pins: readonly PinRun[];
  readonly claims: readonly Claim[];
  readonly lifecycles: readonly LifecycleRun[];
}

/** One probe line on one target. */
export interface ProbeRun {
  /** Id of the cell; empty for a cell without one. */
  readonly id: string;
  /** Name of the target. */
  readonly on: string;
  readonly line: string;
  /** Line of the notebook's file. */
  readonly place: number;
  readonly outcome: ProbeOutcome | NotRun;
  /** Of standard output; empty unless the outcome is evidence. */
  readonly sha256: string;
  readonly commit?: string;
  /** The output with its secrets replaced, where it holds what looks like some. */
  readonly secrets?: RedactedOutput;
}

/** Why something was not run. */
export interface NotRun {
  readonly kind: 'not-run';
  readonly reason:
    | { readonly code: 'target-unmapped'; readonly name: string }
    | { readonly code: 'target-unclear'; readonly known: readonly string[] }
    | { readonly code: 'blank'; readonly names: readonly string[] }
    | { readonly code: 'cancelled' };
}

export interface PinRun {
  /** As in the notebook; empty for a pin without one. */
  readonly id: string;
  readonly on: string;
  readonly pin: Pin;
  readonly finding: PinFinding | NotRun;
  readonly commit?: string;
  /** The region with its secrets replaced, where it holds what looks like some. */
  readonly masked?: MaskedPin;
}

export interface LifecycleRun {
  readonly id: string;
  readonly on: string;
  readonly query: LifecycleQuery;
  readonly outcome: LifecycleOutcome | NotRun;
}

export type LifecycleOutcome =
  | {
      readonly kind: 'found';
      readonly lifecycle: Lifecycle;
      /** Mermaid, without the line that names its owner. */
      readonly diagram: string;
      /** The hazards as text. */
      readonly hazards: string;
    }
  | { readonly kind: 'failed'; readonly failure: LifecycleError };
