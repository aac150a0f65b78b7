import { dearest, type Cost } from '../catalogue/cost.ts';
import type { OperandRow } from '../catalogue/operands.ts';
import type { CommandPage } from './page.ts';
import type { Reading } from './read.ts';

/** How much one stage of a line makes the host read. */
export interface StageCost {
  readonly cost: Cost;
  /** A walk that something in the line keeps small: a folder, a depth, a number of commits. */
  readonly bounded: boolean;
  /** Spellings of options that would keep it small. */
  readonly narrow: readonly string[];
}

/** The cost of a stage as it is read; `piped` where it has its input through a pipe. */
export function costOf(page: CommandPage, reading: Reading, piped: boolean): StageCost {
  const dearer = Object.entries(page.dearer).filter(([key]) => reading.given.has(key));
  const operands = reading.words.filter(({ role }) => role.kind === 'operand');
  const paths = operands.filter(({ word, role }) => role.kind === 'operand' && isPath(role.rows, word.text));
  const reads = piped && page.filter && paths.length === 0 && dearer.length === 0;
  const cost = reads ? 'files' : dearest([page.cost, ...dearer.map(([, each]) => each)]);
  const narrow = page.options
    .filter((row) => page.bounds.includes(row.key))
    .map((row) => (row.letter === undefined ? (row.long[0] ?? '') : `-${row.letter}`));
  return {
    cost,
    bounded: isBounded(
      cost,
      page,
      reading,
      paths.map(({ word }) => word.text),
    ),
    narrow,
  };
}

function isBounded(cost: Cost, page: CommandPage, reading: Reading, paths: readonly string[]): boolean {
  if (page.bounds.some((key) => reading.given.has(key))) return true;
  switch (cost) {
    case 'tree':
      return paths.length > 0 && !paths.some((path) => /^(?:\.|~)?\/*$/.test(path));
    case 'history':
      return reading.words.some(({ role, word }) => role.kind === 'operand' && word.text.includes('..'));
    default:
      return true;
  }
}

/** Of what git calls a revision or a path, only what looks like a path counts. */
function isPath(rows: readonly OperandRow[], text: string): boolean {
  if (!rows.some((row) => row.kind === 'path')) return false;
  return rows.length === 1 || (/\/|\.[A-Za-z]\w*$/.test(text) && !text.includes('..'));
}
