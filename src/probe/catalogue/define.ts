import { withCompared } from './compared.ts';
import type { CommandRow } from './row.ts';

type Defaults = 'tool' | 'refused' | 'filter' | 'userlands' | 'options' | 'adds';

/**
 * A row with the usual defaults: its own tool, GNU, busybox and BSD, not a filter, nothing refused or added; and with
 * what is known of other userlands.
 */
export function command(row: Omit<CommandRow, Defaults> & Partial<Pick<CommandRow, Defaults>>): CommandRow {
  return withCompared({
    tool: row.name,
    refused: {},
    options: [],
    filter: false,
    adds: '',
    userlands: ['gnu', 'busybox', 'bsd'],
    ...row,
  });
}
