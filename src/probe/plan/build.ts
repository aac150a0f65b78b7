import { ok, type Result } from '../../base/index.ts';
import type { ParsedArguments } from '../lines/arguments.ts';
import type { Refusal } from '../verdict.ts';
import type { StageContext } from './context.ts';
import { emitOptions, extraOperand, missingOperand, notesOf, own, refuseWord } from './emit-options.ts';
import { checkPaths, hereOperand } from './paths.ts';
import type { Argument, PathOperand, StagePlan } from './plan.ts';
import { leavesSecretsOut, SECRETS_LEFT_OUT } from './sensitive.ts';
import type { HitShape } from './shape.ts';

/** What a command whose operands are all files may say about them. */
export interface FileCommand {
  /** Fewest operands; where it is 0 the command reads its input or the current folder. Default 0. */
  readonly least?: number;
  readonly most?: number;
  /** Without operands it needs something piped in. */
  readonly filter: boolean;
  readonly guard: 'content' | 'metadata';
  readonly globs?: boolean;
  readonly recursive?: (args: ParsedArguments) => boolean;
  /** Which kind its operands must be of. */
  readonly kind?: (args: ParsedArguments) => NonNullable<PathOperand['kind']>;
  /** Put before the options. */
  readonly before?: readonly Argument[] | ((args: ParsedArguments) => readonly Argument[]);
  /** Options that leave out keys and passwords, for lines that come from others. */
  readonly leftOut?: (args: ParsedArguments) => readonly Argument[];
  /** What must not stand first in an operand without `./`. */
  readonly unsafeStart?: RegExp;
  /** Options (by key) of which the last one counts; some tools mix them, or refuse them together. */
  readonly exclusive?: readonly string[];
  /** No `--` between options and operands. */
  readonly noDashes?: boolean;
  /** `+N` is an old option here. */
  readonly plusIsOption?: boolean;
  readonly shape?: (args: ParsedArguments, files: readonly PathOperand[]) => HitShape | undefined;
  readonly passes?: (args: ParsedArguments) => StagePlan['passes'];
}

/** The builder of a command of that kind. */
export function fileCommand(
  rules: FileCommand,
): (args: ParsedArguments, context: StageContext) => Result<StagePlan, Refusal> {
  return (given, context) => {
    const args = withoutOverridden(given, rules.exclusive ?? []);
    const { operands } = args;
    const plus =
      rules.plusIsOption === true ? operands.find((word) => /^\+[0-9]/.test(word.text)) : undefined;
    if (plus !== undefined) {
      return { ok: false, error: refuseWord('option', plus, { option: plus.text, command: args.name.text }) };
    }
    const extra = rules.most === undefined ? undefined : operands[rules.most];
    if (extra !== undefined) return extraOperand(args, extra);
    const least = rules.filter && context.piped ? 0 : Math.max(rules.least ?? 0, rules.filter ? 1 : 0);
    if (operands.length < least) return missingOperand(args, least === 2 ? 'two-files' : 'file');
    const recursive = rules.recursive?.(args) === true;
    const paths = checkPaths(operands, context, {
      guard: rules.guard,
      recursive,
      ...(rules.kind === undefined ? {} : { kind: rules.kind(args) }),
      ...(rules.globs === undefined ? {} : { globs: rules.globs }),
      ...(rules.unsafeStart === undefined ? {} : { unsafeStart: rules.unsafeStart }),
    });
    if (!paths.ok) return paths;
    const flags = emitOptions(args, context);
    if (!flags.ok) return flags;
    let files = paths.value;
    if (recursive && files.length === 0) {
      const here = hereOperand(context, args.name.at);
      if (!here.ok) return here;
      files = [here.value];
    }
    const leftOut = leavesSecretsOut(context.facts) ? (rules.leftOut?.(args) ?? []) : [];
    const shape = rules.shape?.(args, files);
    const passes = files.length === 0 ? rules.passes?.(args) : undefined;
    return ok({
      args: [
        ...(typeof rules.before === 'function' ? rules.before(args) : (rules.before ?? [])),
        ...flags.value,
        ...leftOut,
        ...(rules.noDashes === true || files.length === 0 ? [] : own('--')),
        ...files.map((path) => ({ kind: 'path', path }) as const),
      ],
      notes: [...notesOf(args), ...(leftOut.length === 0 ? [] : [SECRETS_LEFT_OUT])],
      ...(shape === undefined ? {} : { shape }),
      ...(passes === undefined ? {} : { passes }),
    });
  };
}

/** Without options that a later one of the same group undoes. */
function withoutOverridden(args: ParsedArguments, group: readonly string[]): ParsedArguments {
  const last = args.options.findLast(({ row }) => group.includes(row.key));
  if (last === undefined) return args;
  return {
    ...args,
    options: args.options.filter(
      (option) => !group.includes(option.row.key) || option.row.key === last.row.key,
    ),
  };
}

/** The builder of a command that takes no operand at all. */
export function bareCommand(args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> {
  const [extra] = args.operands;
  if (extra !== undefined) return extraOperand(args, extra);
  const flags = emitOptions(args, context);
  return flags.ok ? ok({ args: flags.value, notes: notesOf(args) }) : flags;
}
