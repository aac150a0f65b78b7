import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type {
  CommandPage,
  Cost,
  Explanation,
  OperandKind,
  OperandRow,
  OptionRow,
  RefusalRule,
  Signature,
  StageCost,
  ValueLack,
} from '../probe/index.ts';
import { refusalMessage } from './refusal.ts';
import { isCompared, userlandName } from './userlands.ts';

type Userlands = CommandPage['userlands'];

/** A line of help of the catalogue in the user's language; the English line is its own key. */
export function catalogueSentence(help: string): string {
  return l10n.t(help);
}

/** An explanation as parts: code to show as it is, and sentences. Nothing in it is trusted Markdown. */
export interface HelpPart {
  readonly kind: 'code' | 'text';
  readonly text: string;
}

/** `grep [OPTION]… PATTERN FILE…`, and where each operand stands in it (offsets of start and end). */
export function synopsis(
  page: Pick<CommandPage, 'name' | 'options' | 'ownWords' | 'subcommands'>,
  operands: readonly OperandRow[],
): { readonly text: string; readonly places: readonly (readonly [number, number])[] } {
  const options = l10n.t('OPTION');
  const expression = l10n.t('EXPRESSION');
  let text = page.name;
  if (page.options.length > 0 && !page.ownWords) text += ` [${options}]…`;
  const places = operands.map((row): readonly [number, number] => {
    const word = operandWord(row);
    text += ` ${word}`;
    return [text.length - word.length, text.length];
  });
  if (page.subcommands.length > 0) text += ` ${l10n.t('SUBCOMMAND')} …`;
  if (page.ownWords) text += ` [${expression}]…`;
  return { text, places };
}

function operandWord(row: OperandRow): string {
  const name = operandName(row.kind);
  switch (row.count) {
    case 'one':
      return row.piped === true ? `[${name}]` : name;
    case 'optional':
      return `[${name}]`;
    case 'some':
      return row.piped === true ? `[${name}]…` : `${name}…`;
    case 'any':
      return `[${name}]…`;
    default:
      return unreachable(row.count);
  }
}

/** The name of an operand in a synopsis. */
export function operandName(kind: OperandKind): string {
  const t = l10n.t;
  switch (kind) {
    case 'path':
      return t('PATH');
    case 'name':
      return t('NAME');
    case 'pattern':
      return t('PATTERN');
    case 'script':
      return t('SCRIPT');
    case 'set':
      return t('SET');
    case 'format':
      return t('FORMAT');
    case 'revision':
      return t('REVISION');
    case 'reference':
      return t('REFERENCE');
    default:
      return unreachable(kind);
  }
}

/** The name of a value: `COUNT`, or its choices as `none|time|size`. */
export function valueName(kind: string): string {
  return kind.includes('|') ? kind : l10n.t(kind).toUpperCase().replaceAll(' ', '-');
}

/** `-A COUNT, --after-context=COUNT`. */
export function optionSpelling(row: OptionRow): string {
  const value = row.value === undefined ? '' : valueName(row.value.name);
  const short = row.letter === undefined ? [] : [`-${row.letter}${withValue(row, ' ', value)}`];
  // A word of an expression has one dash or none, and its value stands in the next word.
  const long = row.long.map((name) => `${name}${withValue(row, name.startsWith('--') ? '=' : ' ', value)}`);
  return [...short, ...long].join(', ');
}

function withValue(row: OptionRow, joint: string, value: string): string {
  if (row.value === undefined) return '';
  if (row.optional) return `[${joint.trim()}${value}]`;
  return row.greedy ? ` [${value}]` : `${joint}${value}`;
}

/** What an operand is for, with its name. */
export function operandSentence(row: OperandRow): string {
  return l10n.t('{0}: {1}.', operandName(row.kind), catalogueSentence(row.help));
}

/** How much a class of cost reads. */
export function costSentence(cost: Cost): string {
  const t = l10n.t;
  switch (cost) {
    case 'instant':
      return t('Instant: reads names, properties or single records.');
    case 'files':
      return t('Reads the files that it is given, or what the pipe brings, to their end.');
    case 'tree':
      return t('Walks a tree: reads everything below its folders.');
    case 'history':
      return t('Walks through the history of the repository.');
    default:
      return unreachable(cost);
  }
}

/** The cost of a command in a line, with a way to make it smaller where nothing bounds it. */
export function stageCostSentence({ cost, bounded, narrow }: StageCost): string {
  const t = l10n.t;
  const sentence = costSentence(cost);
  if (bounded) return sentence;
  const [first = '', ...others] = narrow;
  const options = others.length === 0 ? first : t('one of {0}', narrow.join(', '));
  const way =
    cost === 'tree'
      ? options === ''
        ? t('Nothing bounds the walk here: name a folder.')
        : t('Nothing bounds the walk here: name a folder, or add {0}.', options)
      : options === ''
        ? t('Nothing bounds it here: on a long history it takes a while.')
        : t('Nothing bounds it here: give a range such as v1..v2, or add {0}.', options);
  return `${sentence} ${way}`;
}

/** Whose versions of the tool are run, and with which of them only where an option is given. */
export function userlandSentence(
  page: Pick<CommandPage, 'userlands'> & Partial<Pick<CommandPage, 'needsOption'>>,
): string {
  const [first, second] = page.userlands;
  if (second === undefined && (first === 'git' || first === 'ripgrep'))
    return l10n.t('Runs where the host has {0}.', first);
  const sentence = l10n.t('Runs where the host has it from {0}.', names(page.userlands));
  const { needsOption = [] } = page;
  return needsOption.length === 0
    ? sentence
    : `${sentence} ${l10n.t('With {0} only with an option.', names(needsOption))}`;
}

/** Whose versions lack an option, and with whose it is refused; empty for none. */
export function missingSentence(missing: Userlands): string {
  const lacking = missing.filter((kind) => !isCompared(kind));
  const refused = missing.filter(isCompared);
  return [
    ...(lacking.length === 0 ? [] : [l10n.t('Not in {0}.', names(lacking))]),
    ...(refused.length === 0 ? [] : [l10n.t('Refused with {0}.', names(refused))]),
  ].join(' ');
}

/** The same of an option and of its values. */
export function optionLimits({ missing, lacking = [] }: Pick<OptionRow, 'missing' | 'lacking'>): string {
  return [
    missingSentence(missing),
    ...lacking.map((lack) => l10n.t('Not in {0} with {1}.', names(lack.missing), formName(lack.form))),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** What a value looks like that not every userland takes. */
export function formName(form: ValueLack['form']): string {
  const t = l10n.t;
  switch (form) {
    case 'negative':
      return t('a number below zero');
    case 'unit':
      return t('a unit, such as k');
    case 'large':
      return t('{0} behind the number', 'M, G');
    case 'odd':
      return t('{0} behind the number', 'b, w');
    case 'scaled':
      return t('{0} behind the number', 'k, M, G');
    case 'beside':
      return t('{0} at the end', 'z');
    case 'several':
      return t('several kinds at once');
    case 'door':
      return t('the kind {0}', 'D');
    case 'any':
      return t('{0} in front', '/');
    default:
      return unreachable(form);
  }
}

/** In a sentence: as its maker writes it there. */
function names(userlands: Userlands): string {
  return userlands
    .map((kind) =>
      kind === 'busybox' ? 'busybox' : kind === 'unknown' ? l10n.t('any maker') : userlandName(kind),
    )
    .join(', ');
}

/** Why options are refused, as a heading in front of their names. */
export function refusedHeading(rule: RefusalRule): string {
  const t = l10n.t;
  switch (rule) {
    case 'writes':
      return t('Refused, as they can write or change something:');
    case 'runs-programs':
      return t('Refused, as they can run another program:');
    case 'network':
      return t('Refused, as they open a connection:');
    case 'follow':
      return t('Refused, as they never end:');
    default:
      return t('Refused, as they read what the line does not name or are not known to be read-only:');
  }
}

/** Words around a page of help. */
export const pageWords = {
  operands: () => l10n.t('Operands:'),
  options: () => l10n.t('Options:'),
  expression: () => l10n.t('Expression:'),
  subcommands: () => l10n.t('Subcommands:'),
  example: () => l10n.t('Example:'),
  sent: () => l10n.t('What a GNU host gets for it:'),
  adds: (what: string) => l10n.t('Sonde adds {0}.', catalogueSentence(what)),
  filter: () => l10n.t('May stand behind a pipe.'),
  notFilter: () => l10n.t('Stands first in a line, not behind a pipe.'),
  volatile: () => l10n.t('Shows the time or the machine: two runs may differ.'),
  digits: (option: string) => l10n.t('A bare number, such as -20, stands for {0}.', option),
  rest: () => l10n.t('Every other option is refused.'),
  list: () => l10n.t('What a probe may use ({0} marks what may stand behind a pipe):', '|'),
  more: () => l10n.t('Options, operands and refusals of one: sonde policy --help COMMAND'),
  dearer: (options: string, sentence: string) => l10n.t('With {0}: {1}', options, sentence),
  /** In front of several sentences of one subject. */
  title: (name: string, help: string) => l10n.t('{0}: {1}', name, catalogueSentence(help)),
} as const;

/** What a hover says of a place in a line: code first, then sentences. */
export function explanationParts(explanation: Explanation): readonly HelpPart[] {
  const { refusal, subject } = explanation;
  const why: readonly HelpPart[] =
    refusal === undefined ? [] : [{ kind: 'text', text: refusalMessage(refusal) }];
  switch (subject.kind) {
    case 'command': {
      const { page, cost } = subject;
      return [
        { kind: 'code', text: synopsis(page, page.operands).text },
        ...why,
        text(l10n.t('{0}: {1}.', page.name, catalogueSentence(page.help))),
        ...page.operands.map((row) => text(operandSentence(row))),
        text(stageCostSentence(cost)),
        text(userlandSentence(page)),
        ...(page.adds === '' ? [] : [text(pageWords.adds(page.adds))]),
        { kind: 'code', text: page.example },
      ];
    }
    case 'option': {
      const { option } = subject;
      return [
        { kind: 'code', text: optionSpelling(option) },
        ...why,
        text(l10n.t('{0}: {1}.', subject.page.name, catalogueSentence(option.help))),
        ...(optionLimits(option) === '' ? [] : [text(optionLimits(option))]),
      ];
    }
    case 'operand':
      return [
        { kind: 'code', text: synopsis(subject.page, subject.page.operands).text },
        ...why,
        ...subject.rows.map((row) => text(operandSentence(row))),
      ];
    case 'cd':
      return [
        { kind: 'code', text: l10n.t('cd FOLDER && …') },
        ...why,
        text(
          l10n.t('The folder in which the rest of the line runs, seen from the root folder of the target.'),
        ),
      ];
    case 'dashes':
      return [...why, text(l10n.t('Ends the options: what follows are operands, whatever they begin with.'))];
    case 'redirection':
      return [
        ...why,
        text(
          subject.to === 'merge'
            ? l10n.t('Errors of the command stand among its output.')
            : l10n.t('Errors of the command are left out.'),
        ),
      ];
    case 'refused':
      return why;
    default:
      return unreachable(subject);
  }
}

function text(sentence: string): HelpPart {
  return { kind: 'text', text: sentence };
}

/** The signature at the cursor: its text, its parameters (offsets and a sentence each), and the active one. */
export function signatureText(signature: Signature): {
  readonly label: string;
  readonly help: string;
  readonly parameters: readonly { readonly place: readonly [number, number]; readonly help: string }[];
  readonly active: number | undefined;
} {
  const { page, operands, option, active } = signature;
  if (option !== undefined) {
    const label = optionSpelling(option.option);
    return {
      label: `${page.name} ${label}`,
      help: catalogueSentence(option.option.help),
      parameters: [{ place: [page.name.length + 1, page.name.length + 1 + label.length], help: '' }],
      active: 0,
    };
  }
  const shown = synopsis(page, operands);
  return {
    label: shown.text,
    help: catalogueSentence(page.help),
    parameters: operands.map((row, index) => ({
      place: shown.places[index] ?? [0, 0],
      help: catalogueSentence(row.help),
    })),
    active,
  };
}
