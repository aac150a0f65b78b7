import type { OperandRow } from '../catalogue/operands.ts';
import type { OptionRow } from '../catalogue/options.ts';
import { judge } from '../judge.ts';
import type { Word } from '../lines/words.ts';
import { refuseCommand } from '../plan/known-commands.ts';
import type { Refusal } from '../verdict.ts';
import { costOf, type StageCost } from './cost.ts';
import { findPage, type CommandPage } from './page.ts';
import { readStage, type Reading, type Role } from './read.ts';
import { scan, stageAt, wordAt, type ScannedStage } from './scan.ts';

/** What a place of a line is about. Offsets are 0-based, in UTF-16 units. */
export interface Explanation {
  readonly start: number;
  readonly end: number;
  readonly subject: Subject;
  /** Why the policy refuses this word, and what it offers instead. */
  readonly refusal?: Refusal;
}

export type Subject =
  | { readonly kind: 'command'; readonly page: CommandPage; readonly cost: StageCost }
  | {
      readonly kind: 'option';
      readonly page: CommandPage;
      readonly option: OptionRow;
      readonly spelled: string;
    }
  | { readonly kind: 'operand'; readonly page: CommandPage; readonly rows: readonly OperandRow[] }
  | { readonly kind: 'cd' }
  | { readonly kind: 'dashes' }
  | { readonly kind: 'redirection'; readonly to: 'discard' | 'merge' }
  /** Nothing is known of it but why it is refused. */
  | { readonly kind: 'refused' };

/** What the word at `offset` is, and why it is refused if it is. Undefined where there is nothing to say. */
export function explainAt(line: string, offset: number): Explanation | undefined {
  const scanned = scan(line, offset);
  if (scanned === undefined) return undefined;
  const { comment } = scanned;
  if (comment !== undefined && offset >= comment) return undefined;
  const refusal = refusalAt(comment === undefined ? line : line.slice(0, comment), offset);
  const stage = stageAt(scanned.stages, offset);
  const { stderr } = stage ?? {};
  if (stderr !== undefined && offset >= stderr.at && offset <= stderr.end) {
    const to = line.startsWith('2>&1', stderr.at) ? 'merge' : 'discard';
    return {
      start: stderr.at,
      end: stderr.end,
      subject: { kind: 'redirection', to },
      ...(refusal === undefined ? {} : { refusal }),
    };
  }
  const word = stage === undefined ? undefined : wordAt(stage.words, offset);
  if (stage === undefined || word === undefined) return refusal === undefined ? undefined : refused(refusal);
  const reading = readStage(stage);
  const role = reading.words.find((one) => one.word === word)?.role;
  const found = role === undefined ? undefined : subjectOf(role, word, stage, reading, offset);
  const own = refusal ?? (role === undefined ? undefined : refusalOf(role, word, stage, reading));
  if (found === undefined) return own === undefined ? undefined : refused(own);
  return { ...found, ...(own === undefined ? {} : { refusal: own }) };
}

function refused(refusal: Refusal): Explanation {
  const end = refusal.at + Math.max(1, refusal.word.length);
  return { start: refusal.at, end, subject: { kind: 'refused' }, refusal };
}

/** The verdict's refusal where it stands at the cursor; a blank `{{name}}` that waits for its value is none. */
function refusalAt(line: string, offset: number): Refusal | undefined {
  const verdict = judge(line);
  if (verdict.approved) return undefined;
  const { refusal } = verdict;
  // Where nothing stands yet there is nothing to explain.
  if (refusal.rule === 'blank' || refusal.word.trim() === '') return undefined;
  return offset >= refusal.at && offset <= refusal.at + Math.max(1, refusal.word.length)
    ? refusal
    : undefined;
}

type Found = Pick<Explanation, 'start' | 'end' | 'subject'>;

function subjectOf(
  role: Role,
  word: Word,
  stage: ScannedStage,
  reading: Reading,
  offset: number,
): Found | undefined {
  const place = { start: word.at, end: word.at + word.raw.length };
  const { page } = reading;
  switch (role.kind) {
    case 'command':
    case 'subcommand': {
      if (role.page === undefined) return undefined;
      // The name of a command with subcommands is explained by what it is used for here.
      const cost = costOf(page ?? role.page, reading, stage.piped);
      return { ...place, subject: { kind: 'command', page: role.page, cost } };
    }
    case 'options': {
      const inside = role.options.find((one) => offset > one.at && offset <= one.end);
      const option = inside ?? role.options[0];
      if (page === undefined || option === undefined) return undefined;
      const { row, spelled } = option;
      const own = role.options.length === 1 ? place : { start: option.at, end: option.end };
      return { ...own, subject: { kind: 'option', page: pageOf(row, page), option: row, spelled } };
    }
    case 'value':
      return page === undefined
        ? undefined
        : {
            ...place,
            subject: {
              kind: 'option',
              page: pageOf(role.option, page),
              option: role.option,
              spelled: role.spelled,
            },
          };
    case 'operand':
      return page === undefined || role.rows.length === 0
        ? undefined
        : { ...place, subject: { kind: 'operand', page, rows: role.rows } };
    case 'cd':
    case 'folder':
      return { ...place, subject: { kind: 'cd' } };
    case 'dashes':
      return { ...place, subject: { kind: 'dashes' } };
    case 'unknown':
      return undefined;
  }
}

/** The page that has the option: git's own options stand in front of the subcommand, whose page is known by then. */
function pageOf(option: OptionRow, page: CommandPage): CommandPage {
  return page.options.includes(option) ? page : (findPage(page.name.replace(/ .*$/, '')) ?? page);
}

/** Of several refused words the verdict names the first; this is what would be said of the others. */
function refusalOf(role: Role, word: Word, stage: ScannedStage, reading: Reading): Refusal | undefined {
  const at = { word: word.raw, at: word.at };
  if (role.kind === 'command' && role.page === undefined)
    return refuseCommand({ name: word, words: [], start: word.at, end: word.at });
  if (role.kind === 'command' && stage.piped && role.page?.filter === false)
    return { rule: 'not-a-filter', ...at, data: { command: role.page.name } };
  if (role.kind !== 'unknown') return undefined;
  return { rule: role.rule, ...at, data: { option: role.spelled, command: reading.page?.name ?? '' } };
}
