import { HISTORY_SUBCOMMANDS } from './history.ts';
import { REF_SUBCOMMANDS } from './refs.ts';
import type { GitSubcommand } from './subcommand.ts';
import { TREE_SUBCOMMANDS } from './tree.ts';

/** Every subcommand; what is not here is refused. */
export const GIT_SUBCOMMANDS: readonly GitSubcommand[] = [
  ...HISTORY_SUBCOMMANDS,
  ...TREE_SUBCOMMANDS,
  ...REF_SUBCOMMANDS,
];
