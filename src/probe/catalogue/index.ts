import { AWK_ROW } from './awk.ts';
import { FILE_ROWS } from './files.ts';
import { FIND_ROW } from './find.ts';
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
