import { err, ok, type Result } from '../../base/index.ts';
import { GIT_ENVIRONMENT } from '../catalogue/git/hardening.ts';
import type { ProbeError } from '../evidence.ts';
import type { PlannedStage } from '../plan/line-plan.ts';
import type { Argument, TreeWalk } from '../plan/plan.ts';
import type { HostFacts, ToolFacts } from '../prober.ts';
import { printPath } from './guard.ts';
import { quote } from './quote.ts';

/** Kibibytes of memory for each tool: a pattern may ask for all that there is. */
const MEMORY_LIMIT = 2_097_152;

/** Tools that map large files: their limit is one of data, which what is mapped for reading does not count in. */
const MAPPING = ['git', 'rg'];

/** One stage as a command of the script, in the form that the host's own tool understands. */
export function printStage(
  stage: PlannedStage,
  host: HostFacts,
  settings: readonly string[] = [],
): Result<string, ProbeError> {
  const { row } = stage;
  const tool = Object.hasOwn(host.tools, row.tool) ? host.tools[row.tool] : undefined;
  if (tool === undefined) return err({ code: 'tool-missing', tool: row.tool });
  if (!row.userlands.includes(tool.kind))
    return err({ code: 'tool-unknown', tool: row.tool, kind: tool.kind });
  if (row.needsOption?.includes(tool.kind) === true && !hasOption(stage.args))
    return err({ code: 'option-needed', tool: row.tool, kind: tool.kind });
  const errors = stage.stderr === 'discard' ? ' 2>/dev/null' : stage.stderr === 'merge' ? ' 2>&1' : '';
  const limit = `ulimit -${MAPPING.includes(row.tool) ? 'd' : 'v'} ${MEMORY_LIMIT} 2>/dev/null; `;
  if (stage.walk?.userlands.includes(tool.kind) === true)
    return printWalk(stage.walk, tool, row.tool, host, limit, errors);
  const words: string[] = [];
  if (row.tool === 'git') words.push(...GIT_ENVIRONMENT.map(([name, value]) => `${name}=${quote(value)}`));
  words.push(quote(tool.path), ...settings.flatMap((setting) => ['-c', quote(setting)]));
  const args = printArguments(stage.args, tool, row.tool, host.home);
  if (!args.ok) return args;
  return ok(`${limit}${[...words, ...args.value].join(' ')}${errors}`);
}

function hasOption(args: readonly Argument[]): boolean {
  return args.some((argument) => argument.kind === 'text' && argument.text.startsWith('-'));
}

/** The status of xargs says only that a search found nothing or failed: 123 is taken as "found nothing". */
function printWalk(
  walk: TreeWalk,
  tool: ToolFacts,
  name: string,
  host: HostFacts,
  limit: string,
  errors: string,
): Result<string, ProbeError> {
  const find = host.tools['find'];
  const xargs = host.tools['xargs'];
  if (find === undefined) return err({ code: 'tool-missing', tool: 'find' });
  if (xargs === undefined) return err({ code: 'tool-missing', tool: 'xargs' });
  const where = printArguments([...walk.paths, ...walk.tests], find, 'find', host.home);
  if (!where.ok) return where;
  const what = printArguments(walk.args, tool, name, host.home);
  if (!what.ok) return what;
  const search = [quote(tool.path), ...what.value, '--'].join(' ');
  const list = [quote(find.path), ...where.value, '-print0'].join(' ');
  const run = `${list}${errors} | ${quote(xargs.path)} -0 -r ${search}${errors}`;
  return ok(`${limit}w=0; { ${run} || w=$?; }; case $w in 123) w=1;; esac; (exit $w)`);
}

function printArguments(
  args: readonly Argument[],
  tool: ToolFacts,
  name: string,
  home: string,
): Result<readonly string[], ProbeError> {
  const words: string[] = [];
  for (const argument of args) {
    const printed = printArgument(argument, tool, name, home);
    if (!printed.ok) return printed;
    words.push(...printed.value);
  }
  return ok(words);
}

function printArgument(
  argument: Argument,
  tool: ToolFacts,
  name: string,
  home: string,
): Result<readonly string[], ProbeError> {
  switch (argument.kind) {
    case 'path':
      return ok([printPath(argument.path, home)]);
    case 'own': {
      const fits = argument.only === undefined || argument.only.includes(tool.kind);
      const isRecent = argument.since === undefined || compareVersions(tool.version, argument.since) >= 0;
      return ok(fits && isRecent ? [quote(argument.text)] : []);
    }
    case 'text':
      if (argument.missing?.includes(tool.kind) === true) {
        const option = argument.named ?? argument.text.replace(/=.*$/s, '');
        return err({ code: 'option-unsupported', tool: name, option, kind: tool.kind });
      }
      return ok([quote(argument.text)]);
  }
}

/** Compares versions such as `4.9` and `2.39.5` by their numbers; an unknown one is the oldest. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) =>
    version.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let index = 0; index < Math.max(a?.length ?? 0, b?.length ?? 0); index += 1) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
