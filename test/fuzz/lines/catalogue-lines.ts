import fc from 'fast-check';
import { CATALOGUE } from '../../../src/probe/catalogue/index.ts';
import { gitOperandRows } from '../../../src/probe/catalogue/git/operand-rows.ts';
import type { OperandKind, OperandRow } from '../../../src/probe/catalogue/operands.ts';
import type { OptionRow } from '../../../src/probe/catalogue/options.ts';
import type { ValueKind } from '../../../src/probe/catalogue/values.ts';
import { awkPrograms } from './awk-programs.ts';
import { formats, pathspecs, revisions } from './git-words.ts';
import { patterns } from './patterns.ts';
import { written, wordOf } from './quoting.ts';
import { sedScripts } from './sed-scripts.ts';
import { CD_FOLDERS, FILES, FOLDERS, TRAPS, TYPED_OPERANDS, VALUES } from './vocabulary.ts';

/** One command, or one subcommand of git, with what may stand behind it. */
interface Table {
  /** As typed, `git log` for instance. */
  readonly name: string;
  readonly options: readonly OptionRow[];
  readonly operands: readonly OperandRow[];
  readonly refused: readonly string[];
  readonly filter: boolean;
}

/** Every row of the catalogue; git has one for each subcommand. */
export const TABLES: readonly Table[] = CATALOGUE.flatMap((row): readonly Table[] => {
  const refused = Object.keys(row.refused);
  if (row.subcommands === undefined) return [{ ...row, refused }];
  return row.subcommands.map((sub) => ({
    name: `${row.name} ${sub.name}`,
    options: sub.options,
    operands: gitOperandRows(sub),
    refused: Object.keys(sub.refused),
    filter: false,
  }));
});

const files = wordOf(fc.constantFrom(...FILES));
const places: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: files },
  { weight: 5, arbitrary: wordOf(fc.constantFrom(...FOLDERS)) },
  { weight: 2, arbitrary: wordOf(fc.constantFrom(...TRAPS)) },
  { weight: 2, arbitrary: fc.constantFrom(...TYPED_OPERANDS) },
);

/** What fits an operand of a kind, mostly. */
function operandOf(kind: OperandKind, table: Table): fc.Arbitrary<string> {
  switch (kind) {
    case 'path':
      return table.name.startsWith('git ')
        ? fc.oneof({ weight: 3, arbitrary: wordOf(pathspecs) }, { weight: 2, arbitrary: places })
        : places;
    case 'name':
      return places;
    case 'pattern':
      return wordOf(patterns);
    case 'script':
      return wordOf(table.name === 'sed' ? sedScripts : awkPrograms);
    case 'set':
      return wordOf(fc.constantFrom('a-z', 'A-Z', '[:upper:]', '\\n', ' ', 'x', ',', '[=a=]', '-d'));
    case 'format':
      return wordOf(formats);
    case 'revision':
      return wordOf(revisions);
    case 'reference':
      return wordOf(
        fc.oneof(fc.constantFrom('v*', 'refs/heads', 'main', 'refs/tags/', '*', 'side'), revisions),
      );
  }
}

const COUNTS = { one: [1, 1], optional: [0, 1], some: [1, 3], any: [0, 2] } as const;

function operandsOf(table: Table): fc.Arbitrary<readonly string[]> {
  const parts = table.operands.map((row) => {
    const [minLength, maxLength] = COUNTS[row.count];
    const given = fc.array(operandOf(row.kind, table), { minLength, maxLength });
    // Now and then one too few or one too many.
    const any = fc.array(operandOf(row.kind, table), { maxLength: 4 });
    return fc.oneof({ weight: 12, arbitrary: given }, { weight: 1, arbitrary: any });
  });
  return fc.tuple(...parts).map((lists) => lists.flat());
}

/** Values that fit, at times one that does not. */
function valueOf(kind: ValueKind): fc.Arbitrary<string> {
  const fitting = [...VALUES, ...kind.name.split('|')].filter((text) => kind.pattern.test(text));
  const any = fc.oneof(fc.constantFrom(...VALUES), patterns, formats);
  const texts: fc.Arbitrary<string>[] = fitting.length === 0 ? [any] : [fc.constantFrom(...fitting)];
  if (kind.name === 'text') texts.push(formats, revisions, formats);
  if (kind.name === 'pattern') texts.push(patterns, sedScripts);
  if (kind.name === 'format') texts.push(formats);
  if (kind.file !== undefined) return places;
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...texts) }, { weight: 1, arbitrary: any });
}

/** One option as a word or two, in any of its spellings. */
function optionOf(row: OptionRow): fc.Arbitrary<string> {
  const spelled = fc.constantFrom(...(row.letter === undefined ? [] : [`-${row.letter}`]), ...row.long);
  if (row.value === undefined) return spelled;
  const withValue = fc
    .tuple(spelled, valueOf(row.value), fc.boolean(), fc.constantFrom('bare', 'single', 'double'))
    .map(([name, value, attached, style]) => {
      const isLong = name.startsWith('--');
      if (attached || row.optional) return written(`${name}${isLong ? '=' : ''}${value}`, style);
      return `${name} ${written(value, style)}`;
    });
  return row.optional || row.greedy ? fc.oneof(withValue, spelled) : withValue;
}

function optionsOf(table: Table): fc.Arbitrary<readonly string[]> {
  if (table.options.length === 0) return fc.constant([]);
  const known = fc.oneof(...table.options.map(optionOf));
  const refused = table.refused.length === 0 ? known : fc.constantFrom(...table.refused);
  const one = fc.oneof({ weight: 40, arbitrary: known }, { weight: 1, arbitrary: refused });
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(one, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 5, maxLength: 40 }) },
  );
}

/** An expression of find, with parentheses in parentheses. */
function findExpression(table: Table): fc.Arbitrary<readonly string[]> {
  const known = fc.oneof(...table.options.filter((row) => !/^-?[HLPDO]$/.test(row.key)).map(optionOf));
  const refused = fc.constantFrom(...table.refused, '-exec id ;', '-exec cat {} +', '-fprint made');
  const { expression } = fc.letrec<{ expression: string; one: string }>((tie) => ({
    one: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 30, arbitrary: known },
      { weight: 1, arbitrary: refused },
      { weight: 4, arbitrary: tie('one').map((one) => `! ${one}`) },
      { weight: 4, arbitrary: tie('expression').map((inner) => `\\( ${inner} \\)`) },
    ),
    expression: fc
      .tuple(
        fc.array(tie('one'), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(' ', ' ', ' -o ', ' -a ', ' , '),
      )
      .map(([parts, joint]) => parts.join(joint)),
  }));
  return fc.oneof(
    { weight: 5, arbitrary: expression.map((text) => [text]) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
}

/** A command with its options and operands, mostly in an order that a person would type. */
function commandOf(table: Table, piped: boolean): fc.Arbitrary<string> {
  const isFind = table.name === 'find';
  const options = isFind ? findExpression(table) : optionsOf(table);
  const operands = isFind
    ? fc.array(fc.oneof({ weight: 5, arbitrary: wordOf(fc.constantFrom(...FOLDERS)) }, places), {
        maxLength: 2,
      })
    : piped
      ? operandsOf({ ...table, operands: table.operands.filter((row) => row.piped !== true) })
      : operandsOf(table);
  const errors = fc.constantFrom('', '', '', '', '', '', ' 2>/dev/null', ' 2>&1');
  return fc.tuple(options, operands, fc.nat(19), errors).map(([given, places_, order, end]) => {
    const words =
      isFind || order === 0
        ? [...places_, ...given]
        : order === 1
          ? [...given, '--', ...places_]
          : [...given, ...places_];
    return [table.name, ...words].join(' ') + end;
  });
}

const starts = fc.oneof(...TABLES.map((table) => commandOf(table, false)));
const filters = fc.oneof(...TABLES.filter((table) => table.filter).map((table) => commandOf(table, true)));

/** Lines that the rows of the catalogue make: every option, every operand, pipelines, `cd` and redirections. */
export const catalogueLines: fc.Arbitrary<string> = fc
  .tuple(
    fc.option(fc.constantFrom(...CD_FOLDERS), { nil: undefined, freq: 8 }),
    starts,
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(filters, { maxLength: 6 }) },
    ),
  )
  .map(([folder, start, stages]) => {
    const line = [start, ...stages].join(' | ');
    return folder === undefined ? line : `cd ${folder} && ${line}`;
  });
