import type { LifecycleRun, PinRun, ProbeRun } from './result.ts';

/** What a run tells while it runs. `done` counts what is complete, of `total` probes, pins and lifecycles. */
export type RunProgress =
  | { readonly kind: 'started'; readonly total: number }
  | (StepStart & { readonly kind: 'probe-started'; readonly line: string })
  | (StepStart & { readonly kind: 'pin-started'; readonly file: string; readonly symbol: string })
  | (StepStart & { readonly kind: 'lifecycle-started' })
  | (StepEnd & { readonly kind: 'probe'; readonly run: ProbeRun })
  | (StepEnd & { readonly kind: 'pin'; readonly run: PinRun })
  | (StepEnd & { readonly kind: 'lifecycle'; readonly run: LifecycleRun });

interface StepStart {
  /** Index of the block in the notebook. */
  readonly block: number;
  readonly id: string;
  readonly on: string;
}

interface StepEnd {
  readonly block: number;
  readonly done: number;
  readonly total: number;
}
