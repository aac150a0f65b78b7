import type { CommandRow } from '../catalogue/row.ts';
import type { PathOperand, StagePlan } from './plan.ts';

/** A probe line that the policy approved, before it is printed for one host. */
export interface LinePlan {
  readonly line: string;
  readonly cwd?: PathOperand;
  readonly stages: readonly PlannedStage[];
}

export interface PlannedStage extends StagePlan {
  readonly row: CommandRow;
  readonly stderr?: 'discard' | 'merge';
  /** Offset of the command's name in the line. */
  readonly at: number;
  /** The output has no order of its own. */
  readonly unordered: boolean;
}
