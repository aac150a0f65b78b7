import {
  catalogueSentence,
  costSentence,
  operandName,
  optionLimits,
  optionSpelling,
  pageWords,
  refusalMessage,
  refusedHeading,
  synopsis,
  topicHelp,
  userlandSentence,
} from '../../messages/index.ts';
import {
  allPages,
  findPage,
  judge,
  type CommandPage,
  type Cost,
  type OptionRow,
  type RefusalRule,
} from '../../probe/index.ts';
import { say, type Io } from '../io.ts';
import { table, wrap } from '../wrap.ts';
import { shown } from './policy.ts';

/**
 * `sonde policy --help [COMMAND]`: the catalogue as a list, or everything about one command (`grep`, `git log`).
 * Exit status 2 for a command that it does not have, with the reason on standard error.
 */
export function policyHelp(io: Io, about: string | null, json: boolean): number {
  if (about === null) {
    io.stdout.write(json ? print(listed().map(entryJson)) : `${overview()}\n`);
    return 0;
  }
  const page = findPage(about);
  if (page !== undefined) {
    io.stdout.write(json ? print(pageJson(page)) : `${describe(page).join('\n')}\n`);
    return 0;
  }
  const verdict = judge(about);
  say(io, `sonde: ${verdict.approved ? pageWords.more() : refusalMessage(verdict.refusal)}`);
  return 2;
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Commands that stand for themselves: of git, its subcommands. */
function listed(): readonly CommandPage[] {
  return allPages().filter((page) => page.subcommands.length === 0);
}

function overview(): string {
  const rows = listed().map((page): readonly [string, string] => [
    `${page.filter ? '|' : ' '} ${page.name}`,
    catalogueSentence(page.help),
  ]);
  return [topicHelp('policy'), pageWords.list(), table(rows, 24).join('\n'), pageWords.more()].join('\n\n');
}

function describe(page: CommandPage): readonly string[] {
  const sections: readonly (readonly string[])[] = [
    wrap(pageWords.title(page.name, page.help)),
    wrap(synopsis(page, page.operands).text, '  '),
    headed(
      pageWords.operands(),
      page.operands.map((row) => [operandName(row.kind), catalogueSentence(row.help)]),
    ),
    headed(
      pageWords.subcommands(),
      page.subcommands.map((sub) => [sub.name, catalogueSentence(sub.help)]),
    ),
    headed(
      page.ownWords ? pageWords.expression() : pageWords.options(),
      page.options.map((row) => [optionSpelling(row), optionText(row)]),
    ),
    refused(page),
    facts(page),
    example(page),
  ];
  return sections
    .filter((section) => section.length > 0)
    .flatMap((section, index) => (index === 0 ? section : ['', ...section]));
}

function headed(heading: string, pairs: readonly (readonly [string, string])[]): readonly string[] {
  return pairs.length === 0 ? [] : [heading, ...table(pairs, 28)];
}

function optionText(row: OptionRow): string {
  const missing = optionLimits(row);
  return missing === '' ? catalogueSentence(row.help) : `${catalogueSentence(row.help)}. ${missing}`;
}

/** Refused options under the reason that they share. */
function refused(page: CommandPage): readonly string[] {
  const byHeading = new Map<string, string[]>();
  for (const [option, rule] of Object.entries(page.refused)) {
    const heading = refusedHeading(rule);
    byHeading.set(heading, [...(byHeading.get(heading) ?? []), option]);
  }
  return [
    ...[...byHeading].flatMap(([heading, options]) => [...wrap(heading), ...wrap(options.join(' '), '  ')]),
    ...wrap(pageWords.rest()),
  ];
}

function facts(page: CommandPage): readonly string[] {
  const digits = page.options.find((row) => row.key === page.digits);
  const dearer = new Map<Cost, string[]>();
  for (const [key, cost] of Object.entries(page.dearer))
    dearer.set(cost, [...(dearer.get(cost) ?? []), spelled(page, key)]);
  return [
    costSentence(page.cost),
    ...[...dearer].map(([cost, names]) => pageWords.dearer(names.join(', '), costSentence(cost))),
    page.filter ? pageWords.filter() : pageWords.notFilter(),
    ...(page.volatile ? [pageWords.volatile()] : []),
    ...(digits === undefined ? [] : [pageWords.digits(optionSpelling(digits))]),
    userlandSentence(page),
    ...(page.adds === '' ? [] : [pageWords.adds(page.adds)]),
  ].flatMap((sentence) => wrap(sentence));
}

function spelled(page: CommandPage, key: string): string {
  const row = page.options.find((option) => option.key === key);
  return row?.letter === undefined ? (row?.long[0] ?? key) : `-${row.letter}`;
}

function example(page: CommandPage): readonly string[] {
  return [
    pageWords.example(),
    `  ${page.example}`,
    pageWords.sent(),
    ...wrap(
      sent(page)
        .map((argv) => argv.map(shown).join(' '))
        .join(' | '),
      '  ',
    ),
  ];
}

/** What a GNU host gets for the example. */
function sent(page: CommandPage): readonly (readonly string[])[] {
  const verdict = judge(page.example);
  return verdict.approved ? verdict.stages.map((stage) => stage.argv) : [];
}

function entryJson({ name, help, example, filter, cost }: CommandPage) {
  return { name, help, example, filter, cost };
}

/** Data as it is, in English; a host's words are nowhere in it. */
function pageJson(page: CommandPage) {
  return {
    ...entryJson(page),
    synopsis: synopsis(page, page.operands).text,
    userlands: page.userlands,
    ...(page.needsOption.length === 0 ? {} : { needsOption: page.needsOption }),
    volatile: page.volatile,
    operands: page.operands.map(({ kind, count, help }) => ({ kind, count, help })),
    ...(page.subcommands.length === 0 ? {} : { subcommands: page.subcommands }),
    options: page.options.map((row) => optionJson(row)),
    refused: Object.entries(page.refused).map(([option, rule]): { option: string; rule: RefusalRule } => ({
      option,
      rule,
    })),
    dearer: Object.entries(page.dearer).map(([key, cost]) => ({ option: spelled(page, key), cost })),
    bounds: page.bounds.map((key) => spelled(page, key)),
    adds: page.adds,
    sent: sent(page).map((argv) => ({ argv })),
  };
}

function optionJson(row: OptionRow) {
  return {
    names: [...(row.letter === undefined ? [] : [`-${row.letter}`]), ...row.long],
    help: row.help,
    ...(row.value === undefined
      ? {}
      : {
          value: {
            kind: row.value.name,
            required: !row.optional && !row.greedy,
            ...(row.value.choices === undefined ? {} : { choices: row.value.choices }),
          },
        }),
    ...(row.missing.length === 0 ? {} : { missing: row.missing }),
    ...(row.lacking === undefined ? {} : { lacking: row.lacking }),
    ...(row.dropped ? { dropped: true } : {}),
  };
}
