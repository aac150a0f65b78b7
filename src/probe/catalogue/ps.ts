import { err, ok, type Result } from '../../base/index.ts';
import { has, type ParsedArguments } from '../lines/arguments.ts';
import type { StageContext } from '../plan/context.ts';
import { emitOptions, own, refuseWord } from '../plan/emit-options.ts';
import type { Argument, StagePlan } from '../plan/plan.ts';
import type { Refusal } from '../verdict.ts';
import { command } from './define.ts';
import { because } from './reasons.ts';
import { options } from './options.ts';
import type { CommandRow } from './row.ts';

/** The note for evidence that shows command lines, where passwords and tokens are often given. */
export const MAY_HOLD_SECRETS = 'may-hold-secrets';

function buildPs(args: ParsedArguments, context: StageContext): Result<StagePlan, Refusal> {
  // A word without a dash is a cluster of BSD options, `e` for the environment of every process among them.
  const [cluster] = args.operands;
  if (cluster !== undefined)
    return err(refuseWord('option', cluster, { option: cluster.text, command: 'ps' }));
  const flags = emitOptions(args, context, ['e', 'o']);
  if (!flags.ok) return flags;
  const columns = args.options.flatMap(({ row, value }): readonly Argument[] =>
    row.key === 'o' && value !== undefined
      ? [
          ...own('-o'),
          { kind: 'text', text: value, ...(/lstart|etime/.test(value) ? { missing: ['busybox'] } : {}) },
        ]
      : [],
  );
  return ok({
    // -e means the environment to some, -A means every process to all; busybox lists all anyway.
    args: [
      ...(has(args, 'e') ? ([{ kind: 'own', text: '-A', only: ['gnu'] }] as const) : []),
      ...flags.value,
      ...columns,
    ],
    notes: [MAY_HOLD_SECRETS],
  });
}

/** ps, with the columns that say which program runs since when, and never its environment. */
export const PS_ROW: CommandRow = command({
  name: 'ps',
  help: 'processes of the host',
  example: 'ps -e -o pid,lstart,args',
  operands: [],
  cost: 'instant',
  adds: '-A for -e, which some systems take for the environment',
  options: options(
    'e : every process',
    'f !busybox : owner, parent, start and command line',
    'p =pids !busybox : only these processes',
    'o =columns : these columns, such as pid,lstart,args',
  ),
  userlands: ['gnu', 'busybox'],
  volatile: true,
  refused: because(
    'option',
    '-A',
    '-a',
    '-d',
    '-E',
    '-u',
    '-U',
    '-x',
    '-C',
    '-G',
    '-L',
    '-T',
    '-l',
    '-j',
    '-w',
    '--pid',
    '--ppid',
    '--user',
    '--format',
    '--sort',
    '--forest',
    '--headers',
  ),
  build: buildPs,
});
