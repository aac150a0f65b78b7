import type { Result } from '../../base/index.ts';
import type { Userland } from '../userland.ts';
import type { Refusal, RefusalRule } from '../verdict.ts';
import type { ParsedArguments } from '../lines/arguments.ts';
import type { StageContext } from '../plan/context.ts';
import type { StagePlan } from '../plan/plan.ts';
import type { Cost } from './cost.ts';
import type { GitSubcommand } from './git/subcommand.ts';
import type { OperandRow } from './operands.ts';
import type { OptionRow } from './options.ts';

/** One command that a probe line may name. The catalogue is the list of these and nothing else. */
export interface CommandRow {
  readonly name: string;
  /** The program that runs; differs from `name` where the name is a script of the host (egrep). */
  readonly tool: string;
  /** What it is good for, in a few words; shown as help. */
  readonly help: string;
  readonly example: string;
  readonly options: readonly OptionRow[];
  /** What stands behind the options, in order. */
  readonly operands: readonly OperandRow[];
  /** How much it makes the host read. */
  readonly cost: Cost;
  /** Options (by key) with which it reads more. */
  readonly dearer?: Readonly<Record<string, Cost>>;
  /** Options (by key) that end a walk early or keep it small. */
  readonly bounds?: readonly string[];
  /** What Sonde adds to the words of the line, and why; one line without a full stop. Empty for nothing. */
  readonly adds: string;
  /** Options that exist and are refused for a reason of their own, by their exact spelling. */
  readonly refused: Readonly<Record<string, RefusalRule>>;
  /** The option (by key) that a bare number stands for: `-20` is `-n 20`. */
  readonly digits?: string;
  /** Its words are no getopt options: all of them come to `build` as operands. `options` says what they may be. */
  readonly ownWords?: true;
  /** Commands of its own, of which one must follow; what they have is theirs. */
  readonly subcommands?: readonly GitSubcommand[];
  /** May stand behind a pipe. */
  readonly filter: boolean;
  /** Kinds of the tool whose behaviour is known; others are refused at run time. */
  readonly userlands: readonly Userland[];
  /** Kinds that are known only where an option is given. */
  readonly needsOption?: readonly Userland[];
  /** The output shows the time or the machine: differences mean nothing. */
  readonly volatile?: true;
  /** The output has no order of its own. */
  readonly unordered?: (args: ParsedArguments) => boolean;
  /** Checks the rest of the command and plans its emission. */
  readonly build: (args: ParsedArguments, context: StageContext) => Result<StagePlan, Refusal>;
}
