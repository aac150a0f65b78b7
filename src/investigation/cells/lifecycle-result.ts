import type { Lifecycle } from '../../lifecycle/index.ts';

/** What an analysis found, as the notebook stores it: everything but what it cost. */
export interface LifecycleRecord {
  readonly of: string;
  readonly facts: LifecycleFacts;
}

/** Sorted, so that an unchanged answer is an unchanged text. */
export type LifecycleFacts = Omit<Lifecycle, 'cost'>;
