import type { RefusalRule } from '../../verdict.ts';
import { because } from '../define.ts';
import { options, type OptionRow } from '../options.ts';
import { COMMIT_OPTIONS, DIFF_OPTIONS, GIT_REFUSED, SHOW_OPTIONS } from './options.ts';

/** One accepted subcommand of git. */
export interface GitSubcommand {
  /** `log`, or two words such as `stash list`. */
  readonly name: string;
  readonly help: string;
  readonly example: string;
  readonly options: readonly OptionRow[];
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

function subcommand(
  row: Omit<GitSubcommand, Defaults> & Partial<Pick<GitSubcommand, Defaults>>,
): GitSubcommand {
  return { options: [], before: [], ...row, refused: { ...GIT_REFUSED, ...row.refused } };
}

const NO_DRIVERS = ['--no-ext-diff', '--no-textconv'] as const;

const REF_LIST_OPTIONS = options(
  '--list -',
  'v --verbose',
  '--sort =sortkey',
  '--contains =revision',
  '--no-contains =revision',
  '--merged ?revision',
  '--no-merged ?revision',
  '--points-at =revision',
  '--format =text',
  'i --ignore-case',
  '--color ?{auto|always|never} -',
  '--no-color -',
  '--no-column -',
);

/** Every subcommand; what is not here is refused. */
export const GIT_SUBCOMMANDS: readonly GitSubcommand[] = [
  subcommand({
    name: 'log',
    help: 'commits, and what they changed',
    example: "git log --oneline -S 'update' -- app.py",
    options: [...COMMIT_OPTIONS, ...SHOW_OPTIONS, ...DIFF_OPTIONS],
    digits: 'n',
    before: NO_DRIVERS,
    operands: 'revisions-paths',
    formats: 'log',
  }),
  subcommand({
    name: 'show',
    help: 'one commit, or a file as of a commit',
    example: 'git show HEAD~1:app.py',
    options: [...COMMIT_OPTIONS, ...SHOW_OPTIONS, ...DIFF_OPTIONS],
    digits: 'n',
    before: NO_DRIVERS,
    operands: 'revisions-paths',
    formats: 'log',
  }),
  subcommand({
    name: 'diff',
    help: 'differences between commits, index and files',
    example: 'git diff HEAD~3..HEAD -- app.py',
    options: [...DIFF_OPTIONS, ...options('--cached --staged', '--merge-base')],
    before: NO_DRIVERS,
    operands: 'revisions-paths',
  }),
  subcommand({
    name: 'blame',
    help: 'who last changed each line',
    example: 'git blame -L 120,140 app.py',
    options: options(
      'w',
      'c',
      'l',
      't',
      's',
      'e --show-email',
      'f --show-name',
      'n --show-number',
      'b',
      'p --porcelain',
      'M ?small',
      'C ?small',
      'L =text',
      '--since =text',
      '--date =date',
      '--line-porcelain',
      '--first-parent',
      '--abbrev ?width',
      '--root',
    ),
    refused: because('option', '-S', '--contents', '--ignore-revs-file', '--progress'),
    operands: 'blame',
  }),
  subcommand({
    name: 'grep',
    help: 'lines that match, in tracked files or a commit',
    example: "git grep -n 'update_' HEAD~1 -- src",
    options: options(
      'a --text',
      'i --ignore-case',
      'I',
      'w --word-regexp',
      'v --invert-match',
      'h',
      'H',
      'E --extended-regexp',
      'F --fixed-strings',
      'G --basic-regexp',
      'P --perl-regexp',
      'n --line-number',
      'l --files-with-matches --name-only',
      'L --files-without-match',
      'c --count',
      'o --only-matching',
      'q --quiet',
      'W --function-context',
      'p --show-function',
      '--column',
      '--cached',
      '--untracked',
      '--full-name',
      '--heading',
      '--break',
      '--all-match',
      'e =pattern',
      'A --after-context =count',
      'B --before-context =count',
      'C --context =count',
      'm --max-count =count',
      '--max-depth =small',
      '--color ?{auto|always|never} -',
      '--no-color -',
      '--and',
      '--or',
      '--not',
    ),
    refused: because('runs-programs', '-O'),
    digits: 'C',
    operands: 'grep',
  }),
  subcommand({
    name: 'status',
    help: 'changed and unknown files',
    example: 'git status -sb',
    options: options(
      's --short',
      'b --branch',
      '--porcelain ?{v1|v2|1|2}',
      'u --untracked-files ?{no|normal|all}',
      '--ignored ?{traditional|no|matching}',
      '--long',
      '--show-stash',
      '--ahead-behind',
      '--no-ahead-behind',
      '--no-renames',
    ),
    before: ['--ignore-submodules=all'],
    operands: 'paths',
  }),
  subcommand({
    name: 'ls-files',
    help: 'tracked files',
    example: "git ls-files '*.py'",
    options: options(
      'c --cached',
      'd --deleted',
      'm --modified',
      'o --others',
      'i --ignored',
      's --stage',
      'u --unmerged',
      't',
      'v',
      'z',
      '--exclude-standard',
      '--directory',
      '--full-name',
      '--error-unmatch',
      '--abbrev ?width',
      '--deduplicate',
    ),
    refused: because(
      'option',
      '-x',
      '-X',
      '--exclude',
      '--exclude-from',
      '--exclude-per-directory',
      '--with-tree',
    ),
    operands: 'paths',
  }),
  subcommand({
    name: 'ls-tree',
    help: 'the files of a commit',
    example: 'git ls-tree -r --name-only HEAD src',
    options: options(
      'd',
      'r',
      't',
      'l --long',
      'z',
      '--name-only --name-status',
      '--full-name',
      '--full-tree',
      '--abbrev ?width',
    ),
    operands: 'tree',
    least: 1,
  }),
  subcommand({
    name: 'rev-parse',
    help: 'the id of a revision; where the repository is',
    example: 'git rev-parse --short HEAD',
    options: options(
      '--short ?width',
      '--verify',
      'q --quiet',
      '--abbrev-ref ?{strict|loose}',
      '--symbolic',
      '--symbolic-full-name',
      '--all',
      '--branches',
      '--tags',
      '--remotes',
      '--show-toplevel',
      '--show-prefix',
      '--show-cdup',
      '--git-dir',
      '--absolute-git-dir',
      '--git-common-dir',
      '--is-inside-work-tree',
      '--is-inside-git-dir',
      '--is-bare-repository',
      '--is-shallow-repository',
      '--show-object-format',
    ),
    operands: 'revisions',
  }),
  subcommand({
    name: 'rev-list',
    help: 'ids or number of commits',
    example: 'git rev-list --count HEAD',
    options: [
      ...COMMIT_OPTIONS,
      ...options(
        '--count',
        '--objects',
        '--parents',
        '--children',
        '--oneline',
        '--format =text',
        '--pretty ?text',
        '--abbrev-commit',
        '--date =date',
        '--timestamp',
      ),
    ],
    digits: 'n',
    operands: 'revisions-paths',
    least: 1,
    defaultRevision: 'HEAD',
    formats: 'log',
  }),
  subcommand({
    name: 'cat-file',
    help: 'an object of the repository',
    example: 'git cat-file -p HEAD:app.py',
    options: options('p', 't', 's', 'e'),
    operands: 'revisions',
    least: 1,
    most: 1,
  }),
  subcommand({
    name: 'merge-base',
    help: 'where two lines of history meet',
    example: 'git merge-base HEAD main',
    options: options('a --all', '--is-ancestor', '--octopus', '--independent', '--fork-point'),
    operands: 'revisions',
    least: 1,
  }),
  subcommand({
    name: 'describe',
    help: 'the nearest tag',
    example: 'git describe --tags --always',
    options: options(
      '--all',
      '--tags',
      '--contains',
      '--always',
      '--long',
      '--exact-match',
      '--first-parent',
      '--abbrev ?width',
      '--candidates =small',
      '--match =glob',
      '--exclude =glob',
    ),
    operands: 'revisions',
  }),
  subcommand({
    name: 'shortlog',
    help: 'authors and how many commits',
    example: 'git shortlog -sn',
    options: [
      ...COMMIT_OPTIONS.filter((row) => row.key !== 'n'),
      ...options('n --numbered', 's --summary', 'e --email', 'c --committer'),
    ],
    operands: 'revisions-paths',
    defaultRevision: 'HEAD',
  }),
  subcommand({
    name: 'name-rev',
    help: 'a name for a commit',
    example: 'git name-rev HEAD',
    options: options('--tags', '--name-only', '--always', '--no-undefined'),
    operands: 'revisions',
    least: 1,
  }),
  subcommand({
    name: 'branch',
    before: ['--list'],
    help: 'branches',
    example: 'git branch -a',
    options: [
      ...REF_LIST_OPTIONS,
      ...options('a --all', 'r --remotes', '--show-current', '--abbrev ?width', '--no-abbrev'),
    ],
    refused: {
      ...because(
        'writes',
        '-d',
        '-D',
        '-m',
        '-M',
        '-c',
        '-C',
        '-u',
        '-t',
        '-l',
        '--delete',
        '--move',
        '--copy',
        '--set-upstream-to',
        '--unset-upstream',
        '--create-reflog',
        '--force',
        '--track',
      ),
    },
    operands: 'listed-patterns',
    formats: 'refs',
  }),
  subcommand({
    name: 'tag',
    before: ['--list'],
    help: 'tags',
    example: "git tag --list 'v1.*'",
    options: [
      ...REF_LIST_OPTIONS.filter((row) => row.key !== 'v' && row.key !== 'list'),
      ...options('l --list -', 'n ?small'),
    ],
    refused: {
      ...because(
        'writes',
        '-a',
        '-s',
        '-u',
        '-d',
        '-f',
        '-m',
        '-F',
        '--annotate',
        '--sign',
        '--delete',
        '--force',
        '--message',
        '--file',
      ),
      ...because('runs-programs', '-v', '--verify', '-e', '--edit'),
    },
    operands: 'listed-patterns',
    formats: 'refs',
  }),
  subcommand({
    name: 'for-each-ref',
    help: 'references',
    example: 'git for-each-ref --sort=-committerdate refs/heads',
    options: [
      ...options(
        '--count =count',
        '--sort =sortkey',
        '--contains =revision',
        '--no-contains =revision',
        '--merged ?revision',
        '--no-merged ?revision',
        '--points-at =revision',
        '--format =text',
        '--ignore-case',
      ),
    ],
    operands: 'patterns',
    formats: 'refs',
  }),
  subcommand({
    name: 'show-ref',
    help: 'references and their ids',
    example: 'git show-ref --heads',
    options: options(
      '--heads',
      '--tags',
      '--head',
      'd --dereference',
      's --hash ?width',
      '--verify',
      'q --quiet',
      '--abbrev ?width',
    ),
    refused: because('option', '--exclude-existing'),
    operands: 'patterns',
  }),
  subcommand({
    name: 'remote',
    help: 'names and addresses of remotes',
    example: 'git remote -v',
    options: options('v --verbose'),
    operands: 'none',
  }),
  subcommand({
    name: 'stash list',
    help: 'stashes',
    example: 'git stash list',
    options: [...COMMIT_OPTIONS, ...SHOW_OPTIONS],
    digits: 'n',
    operands: 'none',
    formats: 'log',
  }),
  subcommand({
    name: 'stash show',
    help: 'what a stash changed',
    example: "git stash show -p 'stash@{0}'",
    options: DIFF_OPTIONS,
    before: NO_DRIVERS,
    operands: 'revisions',
    most: 1,
  }),
  subcommand({
    name: 'reflog',
    help: 'where HEAD has been',
    example: 'git reflog -20',
    options: [...COMMIT_OPTIONS, ...SHOW_OPTIONS],
    digits: 'n',
    operands: 'revisions',
    formats: 'log',
  }),
  subcommand({
    name: 'worktree list',
    help: 'work trees',
    example: 'git worktree list',
    options: options('--porcelain', 'v --verbose'),
    operands: 'none',
  }),
  subcommand({
    name: 'count-objects',
    help: 'size of the repository',
    example: 'git count-objects -vH',
    options: options('v --verbose', 'H --human-readable'),
    operands: 'none',
    volatile: true,
  }),
];
