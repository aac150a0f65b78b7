import { err, ok, type Result } from '../../base/index.ts';
import type { ParsedArguments } from '../lines/arguments.ts';
import type { StageContext } from '../plan/context.ts';
import { checkText, emitOptions, missingOperand, own, refuseWord, text } from '../plan/emit-options.ts';
import { checkPaths } from '../plan/paths.ts';
import type { Argument, StagePlan } from '../plan/plan.ts';
import { checkAwkProgram } from '../scripts/awk.ts';
import type { Refusal } from '../verdict.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { FILES } from './operands.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

function buildAwk(args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> {
  const [program, ...files] = args.operands;
  if (program === undefined) return missingOperand(args, 'script');
  const refusal = checkText(program);
  if (refusal !== undefined) return err(refusal);
  const error = checkAwkProgram(program.text);
  if (error !== undefined) {
    return err(
      refuseWord(error === 'program' ? 'script' : error, program, {
        command: 'awk',
        reason: error,
        found: program.text,
      }),
    );
  }
  if (files.length === 0 && !context.piped) return missingOperand(args, 'file');
  // An operand with `=` would be an assignment, and a wildcard may match a name with one.
  const paths = checkPaths(files, context, { guard: 'content', unsafeStart: /^-|^[^/]*[=*?[]/ });
  if (!paths.ok) return paths;
  const flags = emitOptions(args, context);
  if (!flags.ok) return flags;
  return ok({
    args: [
      ...flags.value,
      ...own('--'),
      text(program.text),
      ...paths.value.map((path): Argument => ({ kind: 'path', path })),
    ],
  });
}

/** awk, with programs of one pattern and one print. */
export const AWK_ROW: CommandRow = command({
  name: 'awk',
  help: 'prints fields of lines',
  example: "ls -l | awk '{print $5, $9}'",
  operands: [{ kind: 'script', count: 'one', help: 'one pattern and one print' }, ...FILES],
  cost: 'files',
  options: options('F =separator : what stands between the fields'),
  filter: true,
  userlands: ['gnu', 'busybox', 'bsd', 'unknown'],
  refused: {
    ...because('writes', '-o', '-p', '-d', '--pretty-print', '--profile', '--dump-variables'),
    ...because(
      'runs-programs',
      '-i',
      '--include',
      '-l',
      '--load',
      '-f',
      '--file',
      '-E',
      '--exec',
      '-e',
      '--source',
    ),
    ...because('option', '-v', '--assign', '-W', '-S', '--sandbox'),
  },
  build: buildAwk,
});
