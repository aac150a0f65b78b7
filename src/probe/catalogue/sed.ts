import { err, ok, type Result } from '../../base/index.ts';
import { has, type ParsedArguments } from '../lines/arguments.ts';
import type { Word } from '../lines/words.ts';
import type { StageContext } from '../plan/context.ts';
import { checkText, emitOptions, missingOperand, own, refuseWord } from '../plan/emit-options.ts';
import { checkPaths } from '../plan/paths.ts';
import type { Argument, PathOperand, StagePlan } from '../plan/plan.ts';
import type { Userland } from '../userland.ts';
import { parseSedScript, type SedAddress, type SedCommand } from '../scripts/sed.ts';
import type { Refusal } from '../verdict.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { FILES } from './operands.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

interface Script {
  readonly text: string;
  readonly word: Word;
}

/** Userlands whose sed lacks something that a script uses. */
function lackScript(commands: readonly SedCommand[]): readonly Userland[] {
  const has = (kind: SedAddress['kind']): boolean =>
    commands.some(({ first, last }) => first?.kind === kind || last?.kind === kind);
  const folds = (where: 'address' | 'substitution'): boolean =>
    commands.some((command) => command.folds?.includes(where) === true);
  const lacking: Userland[] = [];
  if (has('step') || has('multiple')) lacking.push('busybox', 'bsd', 'openbsd');
  if (folds('address')) lacking.push('busybox', 'openbsd');
  if (has('plus') || folds('substitution')) lacking.push('openbsd');
  return [...new Set(lacking)];
}

function buildSed(args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> {
  let scripts: readonly Script[] = args.options.flatMap(({ row, value, valueWord }) =>
    row.key === 'e' && value !== undefined && valueWord !== undefined
      ? [{ text: value, word: valueWord }]
      : [],
  );
  let files = args.operands;
  if (scripts.length === 0) {
    const [script, ...rest] = args.operands;
    if (script === undefined) return missingOperand(args, 'script');
    const refusal = checkText(script);
    if (refusal !== undefined) return err(refusal);
    scripts = [{ text: script.text, word: script }];
    files = rest;
  }
  const commands: SedCommand[] = [];
  const printed: Argument[] = [];
  for (const script of scripts) {
    const parsed = parseSedScript(script.text);
    if (!parsed.ok) {
      const { reason, found } = parsed.error;
      const rule = reason === 'writes' || reason === 'runs-programs' ? reason : 'script';
      return err(refuseWord(rule, script.word, { command: 'sed', reason, found }));
    }
    commands.push(...parsed.value);
    const missing = lackScript(parsed.value);
    printed.push(...own('-e'), {
      kind: 'text',
      text: script.text,
      ...(missing.length === 0 ? {} : { missing, named: script.text }),
    });
  }
  if (files.length === 0 && !context.piped) return missingOperand(args, 'file');
  const paths = checkPaths(files, context, { guard: 'content' });
  if (!paths.ok) return paths;
  const flags = emitOptions(args, context, ['e', 'r']);
  if (!flags.ok) return flags;
  return ok({
    args: [
      { kind: 'own', text: '--sandbox', only: ['gnu'], since: '4.3' },
      ...flags.value,
      ...(has(args, 'r') && !has(args, 'E') ? own('-E') : []),
      ...printed,
      ...(paths.value.length === 0 ? [] : own('--')),
      ...paths.value.map((path): Argument => ({ kind: 'path', path })),
    ],
    ...shapeOf(args, commands, paths.value),
    ...(paths.value.length === 0 && commands.every((one) => one.name !== 's' && one.name !== '=')
      ? { passes: 'lines' as const }
      : {}),
  });
}

/** Line numbers are known where the script is one range or line, printed once. */
function shapeOf(
  args: ParsedArguments,
  commands: readonly SedCommand[],
  paths: readonly PathOperand[],
): Pick<StagePlan, 'shape'> {
  const [only, more] = commands;
  const [path, second] = paths;
  if (only === undefined || path === undefined || second !== undefined || path.glob || path.home) return {};
  if (!has(args, 'n') || only.name !== 'p' || only.negated) return {};
  // `A,Bp;Cq` stops behind the range, which changes nothing of what was printed before.
  if (more !== undefined && (more.name !== 'q' || commands.length > 2)) return {};
  const { first, last } = only;
  if (first?.kind !== 'line') return {};
  if (last !== undefined && last.kind !== 'line' && last.kind !== 'last' && last.kind !== 'plus') return {};
  return { shape: { kind: 'sequence', file: path.text, start: Math.max(1, first.line) } };
}

/** sed, with the part of its language that neither writes nor runs anything nor loops. */
export const SED_ROW: CommandRow = command({
  name: 'sed',
  help: 'prints line ranges, or substitutes in what it prints',
  example: "sed -n '120,180p' app.py",
  operands: [{ kind: 'script', count: 'one', help: 'what to do with the lines', unless: ['e'] }, ...FILES],
  cost: 'files',
  adds: '--sandbox on GNU, which refuses to write or run anything, and -e in front of each script',
  options: options(
    'n --quiet --silent : prints only what the script says',
    'E --regexp-extended : patterns are extended regular expressions',
    'r : the old spelling of -E',
    'e --expression =pattern : a script; several are joined',
  ),
  filter: true,
  refused: {
    ...because('writes', '-i', '--in-place', '-I'),
    ...because(
      'option',
      '-f',
      '--file',
      '-s',
      '--separate',
      '-u',
      '--unbuffered',
      '-l',
      '--line-length',
      '-z',
      '--null-data',
      '--posix',
      '--debug',
      '--follow-symlinks',
      '--sandbox',
    ),
  },
  build: buildSed,
});
