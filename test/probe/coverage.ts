import { CATALOGUE, findRow } from '../../src/probe/catalogue/index.ts';
import { GIT_REFUSED } from '../../src/probe/catalogue/git/options.ts';
import type { OptionRow } from '../../src/probe/catalogue/options.ts';
import type { CommandRow } from '../../src/probe/catalogue/row.ts';
import { judge } from '../../src/probe/index.ts';
import { parseArguments } from '../../src/probe/lines/arguments.ts';
import { parseLine } from '../../src/probe/lines/grammar.ts';
import type { RawStage, Word } from '../../src/probe/lines/words.ts';
import type { RefusedLine } from './corpora.ts';

/** The names of the commands of a line that the grammar accepts. */
export function commandsOf(line: string): readonly string[] {
  return stagesOf(line).map((stage) => stage.name.text);
}

function stagesOf(line: string): readonly RawStage[] {
  const parsed = parseLine(line);
  return parsed.ok ? parsed.value.stages : [];
}

/** The rows of all options that stand in these lines. */
export function acceptedOptions(lines: readonly string[]): ReadonlySet<OptionRow> {
  const seen = new Set<OptionRow>();
  for (const stage of lines.flatMap(stagesOf)) {
    const row = findRow(stage.name.text);
    if (row !== undefined) for (const option of optionsOf(row, stage)) seen.add(option);
  }
  return seen;
}

function optionsOf(row: CommandRow, { name, words }: RawStage): readonly OptionRow[] {
  if (row.ownWords !== true) return given(name, words, row);
  if (row.subcommands === undefined) {
    return row.options.filter((option) => words.some(({ text }) => spelled(option, text)));
  }
  const subs = row.subcommands;
  const at = words.findIndex(({ text }) => subs.some((sub) => sub.name.split(' ')[0] === text));
  const globals = row.options.filter((option) =>
    words.slice(0, at).some(({ text }) => spelled(option, text)),
  );
  const typed = [words[at]?.text, words[at + 1]?.text];
  const sub = subs.find((one) => one.name === typed.join(' ')) ?? subs.find((one) => one.name === typed[0]);
  if (sub === undefined) return globals;
  const rest = words.slice(at + sub.name.split(' ').length);
  return [...globals, ...given(name, rest, sub)];
}

function given(
  name: Word,
  words: readonly Word[],
  table: Pick<CommandRow, 'name' | 'options' | 'refused' | 'digits'>,
): readonly OptionRow[] {
  const parsed = parseArguments(name, words, table);
  return parsed.ok ? parsed.value.options.map((option) => option.row) : [];
}

function spelled(option: OptionRow, word: string): boolean {
  return word === `-${option.letter ?? ' '}` || option.long.includes(word);
}

/** Options of the catalogue that are not among these, as `COMMAND OPTION`; those of one tool's names count for all. */
export function missingOptions(seen: ReadonlySet<OptionRow>): readonly string[] {
  const tables = CATALOGUE.flatMap((row) => [
    {
      name: row.name,
      options: row.options,
      shared: CATALOGUE.filter(({ tool }) => tool === row.tool).flatMap(({ options }) => options),
    },
    ...(row.subcommands ?? []).map((sub) => ({
      name: `git ${sub.name}`,
      options: sub.options,
      shared: sub.options,
    })),
  ]);
  return tables.flatMap(({ name, options, shared }) =>
    options
      .filter(({ key }) => !shared.some((other) => other.key === key && seen.has(other)))
      .map(({ key }) => `${name} ${key}`),
  );
}

/**
 * Options that a row refuses for a reason of its own and for which no line is refused; what is refused for all
 * of git needs one line with any subcommand.
 */
export function missingRefusals(lines: readonly RefusedLine[]): readonly string[] {
  const seen = new Set<string>();
  for (const { line } of lines) {
    const verdict = judge(line);
    if (verdict.approved) continue;
    const { command = '', option = '' } = verdict.refusal.data;
    seen.add(`${command} ${option}`);
    if (command.startsWith('git ')) seen.add(`git * ${option}`);
  }
  const wanted = CATALOGUE.flatMap((row) => [
    ...Object.keys(row.refused).map((option) => `${row.name} ${option}`),
    ...(row.subcommands ?? []).flatMap((sub) =>
      Object.keys(sub.refused).map((option) =>
        Object.hasOwn(GIT_REFUSED, option) ? `git * ${option}` : `git ${sub.name} ${option}`,
      ),
    ),
  ]);
  return [...new Set(wanted)].filter((one) => !seen.has(one));
}
