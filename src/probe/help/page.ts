import { CATALOGUE, findRow } from '../catalogue/index.ts';
import type { Cost } from '../catalogue/cost.ts';
import { gitOperandRows } from '../catalogue/git/operand-rows.ts';
import type { GitSubcommand } from '../catalogue/git/subcommand.ts';
import type { OperandRow } from '../catalogue/operands.ts';
import type { OptionRow } from '../catalogue/options.ts';
import type { CommandRow } from '../catalogue/row.ts';
import type { Userland } from '../userland.ts';
import type { RefusalRule } from '../verdict.ts';

/** Everything that help says of one command, or of one subcommand of git. Sentences are English and data. */
export interface CommandPage {
  /** As it is typed, such as `grep` or `git log`. */
  readonly name: string;
  readonly help: string;
  readonly example: string;
  readonly operands: readonly OperandRow[];
  readonly options: readonly OptionRow[];
  /** Options that exist and are refused for a reason of their own, by their exact spelling. */
  readonly refused: Readonly<Record<string, RefusalRule>>;
  /** The option (by key) that a bare number stands for. */
  readonly digits?: string;
  /** Words of an expression instead of options behind a dash (find). */
  readonly ownWords: boolean;
  /** Names of the commands of which one must follow, with their help; empty for none. */
  readonly subcommands: readonly { readonly name: string; readonly help: string }[];
  readonly cost: Cost;
  readonly dearer: Readonly<Record<string, Cost>>;
  readonly bounds: readonly string[];
  readonly userlands: readonly Userland[];
  /** Of these, those with which it runs only where one of its options is given. */
  readonly needsOption: readonly Userland[];
  /** What Sonde adds to the words of the line; empty for nothing. */
  readonly adds: string;
  /** May stand behind a pipe. */
  readonly filter: boolean;
  /** The output shows the time or the machine. */
  readonly volatile: boolean;
}

/** The page of a command (`grep`) or of a subcommand (`git log`). */
export function findPage(name: string): CommandPage | undefined {
  const row = findRow(name);
  if (row !== undefined) return rowPage(row);
  for (const outer of CATALOGUE) {
    const sub = outer.subcommands?.find((one) => `${outer.name} ${one.name}` === name);
    if (sub !== undefined) return subcommandPage(outer, sub);
  }
  return undefined;
}

/** Every page in the order of the catalogue; subcommands stand behind the page of their command. */
export function allPages(): readonly CommandPage[] {
  return CATALOGUE.flatMap((row) => [
    rowPage(row),
    ...(row.subcommands ?? []).map((sub) => subcommandPage(row, sub)),
  ]);
}

function rowPage(row: CommandRow): CommandPage {
  const { name, help, example, operands, options, refused, cost, userlands, adds, filter } = row;
  return {
    name,
    help,
    example,
    operands,
    options,
    refused,
    ...(row.digits === undefined ? {} : { digits: row.digits }),
    ownWords: row.ownWords === true && row.subcommands === undefined,
    subcommands: (row.subcommands ?? []).map((sub) => ({ name: sub.name, help: sub.help })),
    cost,
    dearer: row.dearer ?? {},
    bounds: row.bounds ?? [],
    userlands,
    needsOption: row.needsOption ?? [],
    adds,
    filter,
    volatile: row.volatile === true,
  };
}

function subcommandPage(row: CommandRow, sub: GitSubcommand): CommandPage {
  const { help, example, options, refused, cost } = sub;
  return {
    name: `${row.name} ${sub.name}`,
    help,
    example,
    operands: gitOperandRows(sub),
    options,
    refused,
    ...(sub.digits === undefined ? {} : { digits: sub.digits }),
    ownWords: false,
    subcommands: [],
    cost,
    dearer: sub.dearer ?? {},
    bounds: sub.bounds ?? [],
    userlands: row.userlands,
    needsOption: row.needsOption ?? [],
    adds: row.adds,
    filter: false,
    volatile: sub.volatile === true,
  };
}
