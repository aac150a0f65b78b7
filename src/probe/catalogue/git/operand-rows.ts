import type { OperandRow } from '../operands.ts';
import type { GitSubcommand } from './subcommand.ts';

const REVISIONS: OperandRow = {
  kind: 'revision',
  count: 'any',
  help: 'commits, branches or tags, or a range such as v1..v2',
};
const PATHS: OperandRow = {
  kind: 'path',
  count: 'any',
  help: 'files or folders; put -- in front where they could be taken for revisions',
};
const NAMES: OperandRow = { kind: 'reference', count: 'any', help: 'patterns of names' };

/** The operands of a subcommand as rows. */
export function gitOperandRows(sub: GitSubcommand): readonly OperandRow[] {
  switch (sub.operands) {
    case 'none':
      return [];
    case 'revisions':
      return [revisions(sub)];
    case 'revisions-paths':
      return [REVISIONS, PATHS];
    case 'paths':
      return [{ ...PATHS, help: 'files or folders; none means all' }];
    case 'tree':
      return [
        { kind: 'revision', count: 'one', help: 'the commit, branch or tag' },
        { ...PATHS, help: 'files or folders in it' },
      ];
    case 'patterns':
      return [NAMES];
    case 'listed-patterns':
      return [{ ...NAMES, help: 'patterns of names, only behind --list' }];
    case 'blame':
      return [
        { kind: 'revision', count: 'optional', help: 'as of this commit; the file as it is without one' },
        { kind: 'path', count: 'one', help: 'the file' },
      ];
    case 'grep':
      return [
        { kind: 'pattern', count: 'one', help: 'what to look for', unless: ['e'] },
        { ...REVISIONS, help: 'commits to search; none means the tracked files' },
        PATHS,
      ];
  }
}

function revisions(sub: GitSubcommand): OperandRow {
  if (sub.most === 1)
    return {
      kind: 'revision',
      count: sub.least === 1 ? 'one' : 'optional',
      help: 'a commit, branch, tag or REVISION:FILE',
    };
  return sub.least === undefined ? REVISIONS : { ...REVISIONS, count: 'some' };
}
