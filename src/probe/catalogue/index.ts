import { AWK_ROW } from './awk.ts';
import { FILE_ROWS } from './files.ts';
import { FIND_ROW } from './find.ts';
import { GIT_SUBCOMMANDS } from './git/subcommands.ts';
import { GIT_ROW } from './git/row.ts';
import { GREP_ROWS } from './grep.ts';
import { PS_ROW } from './ps.ts';
import { RG_ROW } from './rg.ts';
import type { CommandRow } from './row.ts';
import { SED_ROW } from './sed.ts';
import { TEXT_ROWS } from './text.ts';

/** Every command that a probe line may name. */
export const CATALOGUE: readonly CommandRow[] = [
  ...GREP_ROWS,
  RG_ROW,
  SED_ROW,
  AWK_ROW,
  FIND_ROW,
  GIT_ROW,
  ...TEXT_ROWS,
  ...FILE_ROWS,
  PS_ROW,
];

/** The row of a command by its exact name. */
export function findRow(name: string): CommandRow | undefined {
  return CATALOGUE.find((row) => row.name === name);
}

/** One line of help. */
export interface CommandHelp {
  /** As it is typed, such as `grep` or `git log`. */
  readonly name: string;
  readonly help: string;
  readonly example: string;
  /** May stand behind a pipe. */
  readonly filter: boolean;
}

/** Help for every command and every git subcommand, in the order of the catalogue. */
export function catalogueHelp(): readonly CommandHelp[] {
  return CATALOGUE.flatMap((row): readonly CommandHelp[] => {
    if (row !== GIT_ROW)
      return [{ name: row.name, help: row.help, example: row.example, filter: row.filter }];
    return GIT_SUBCOMMANDS.map((sub) => ({
      name: `git ${sub.name}`,
      help: sub.help,
      example: sub.example,
      filter: false,
    }));
  });
}
