import type { RefusalRule } from '../../verdict.ts';
import type { Cost } from '../cost.ts';
import type { OptionRow } from '../options.ts';
import { GIT_REFUSED } from './options.ts';

/** One accepted subcommand of git. */
export interface GitSubcommand {
  /** `log`, or two words such as `stash list`. */
  readonly name: string;
  readonly help: string;
  readonly example: string;
  readonly options: readonly OptionRow[];
  /** How much it makes the host read. */
  readonly cost: Cost;
  /** Options (by key) with which it reads more. */
  readonly dearer?: Readonly<Record<string, Cost>>;
  /** Options (by key) that end a walk early or keep it small. */
  readonly bounds?: readonly string[];
  readonly refused: Readonly<Record<string, RefusalRule>>;
  /** The option that a bare number stands for. */
  readonly digits?: string;
  /** Ours, in front of the user's options. */
  readonly before: readonly string[];
  readonly operands:
    | 'none'
    /** Revisions, then paths. */
    | 'revisions-paths'
    | 'revisions'
    /** Paths only. */
    | 'paths'
    /** One revision, then paths inside it. */
    | 'tree'
    /** Patterns of ref names. */
    | 'patterns'
    /** The same, but only behind the user's `--list`: without it a name would be created. */
    | 'listed-patterns'
    | 'blame'
    | 'grep';
  readonly least?: number;
  readonly most?: number;
  /** Given where the user named no revision (else it would read its input). */
  readonly defaultRevision?: string;
  /** `log` or `refs`: how `--format` is read. */
  readonly formats?: 'log' | 'refs';
  readonly volatile?: true;
}

type Defaults = 'refused' | 'before' | 'options';

/** A row with the usual defaults; what is refused for all of git is refused here too. */
export function subcommand(
  row: Omit<GitSubcommand, Defaults> & Partial<Pick<GitSubcommand, Defaults>>,
): GitSubcommand {
  return { options: [], before: [], ...row, refused: { ...GIT_REFUSED, ...row.refused } };
}

/**
 * Ours in front of everything that shows differences: no program of the repository's choice, and no look into
 * submodules, whose own configuration could name one (`submodule.NAME.ignore` overrules the setting).
 */
export const NO_DRIVERS = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'] as const;
