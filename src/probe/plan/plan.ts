import type { Userland } from '../userland.ts';
import type { WordPart } from '../lines/words.ts';
import type { HitShape } from './shape.ts';

/** What a command's row makes of its words. */
export interface StagePlan {
  /** Behind the tool's name, in the order of emission. */
  readonly args: readonly Argument[];
  /** Marks for the evidence, such as `links-not-followed`. */
  readonly notes?: readonly string[];
  /** Where its output names lines of files. */
  readonly shape?: HitShape;
  /** As a filter: hands the lines of its input on unchanged; `first` if it also keeps the first one first. */
  readonly passes?: 'lines' | 'first';
  /** For userlands whose own recursion follows links and opens FIFOs. */
  readonly walk?: TreeWalk;
  /** git only: what has to be known of the repository's filter drivers first. */
  readonly filters?: GitFilterCheck;
  /** git only: what has to be known of the repository before anything else of it is read. */
  readonly repository?: GitRepositoryCheck;
}

/** A search of a tree as `find PATHS TESTS -print0 | xargs -0 TOOL ARGS --`. */
export interface TreeWalk {
  readonly userlands: readonly Userland[];
  readonly paths: readonly Argument[];
  /** Of find, in front of `-print0`. */
  readonly tests: readonly Argument[];
  /** Of the tool, without files. */
  readonly args: readonly Argument[];
}

/**
 * A git command that may run the repository's filters on work files. `instead` are the arguments that read
 * no work file, where there are such.
 */
export interface GitFilterCheck {
  readonly instead?: readonly Argument[];
  readonly folder?: PathOperand;
}

/**
 * Where git reads is decided by the repository: its place, its common folder, its work tree, the files that its
 * configuration names, and its other object stores. All are guarded like operands.
 */
export interface GitRepositoryCheck {
  readonly folder?: PathOperand;
  /** Outside a repository the command would do something else. */
  readonly required?: true;
  /** Work files are opened by the names in the index, also below folders that have become links. */
  readonly links?: true;
  /** What is in work files is shown. */
  readonly contents?: true;
  /** Addresses are shown, which may hold credentials. */
  readonly addresses?: true;
  /** For lines from others: revisions that must not be of a kind that could hide what is sensitive. */
  readonly nameless?: readonly { readonly revision: string; readonly kind: 'blob' | 'tree' }[];
}

export type Argument =
  /**
   * From the line. `missing`: userlands without this option, for which the probe is refused at run time, and `named`
   * how the refusal names it (default: the text).
   * `names`: a path inside a revision, which the guard looks at by its name.
   */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly missing?: readonly Userland[];
      readonly named?: string;
      readonly names?: PathOperand;
    }
  /** Ours, for these userlands only (all if it is left out), from this version on. */
  | {
      readonly kind: 'own';
      readonly text: string;
      readonly only?: readonly Userland[];
      readonly since?: string;
    }
  | { readonly kind: 'path'; readonly path: PathOperand };

/** A file or folder that a command reads. */
export interface PathOperand {
  /** As typed; for messages. */
  readonly raw: string;
  readonly at: number;
  /** Unquoted, without the home and without a prefix. */
  readonly text: string;
  readonly parts: readonly WordPart[];
  readonly glob: boolean;
  readonly home: boolean;
  /**
   * What the guard on the host asks of it; `none` for names that git looks up in its own store, `present` for
   * those that need not be there and are guarded if they are. `name` and `present` are also looked at by name.
   */
  readonly guard: 'content' | 'metadata' | 'present' | 'name' | 'none';
  /** Which kind it must be of: a file, or the same as the operand before it. */
  readonly kind?: 'file' | 'same';
  /** The folder in which it is looked up, where that is not the one in which the line runs (git -C). */
  readonly below?: PathOperand;
  /** Its whole tree is read: it must not be `/`. */
  readonly recursive: boolean;
  /** Put in front when it is emitted: `./` where it could be taken for an option. */
  readonly prefix: '' | './';
}
