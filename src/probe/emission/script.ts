import { err, ok, type Result } from '../../base/index.ts';
import { FILTER_QUERY, GIT_PREFIX, GIT_ENVIRONMENT } from '../catalogue/git/hardening.ts';
import type { ProbeError } from '../evidence.ts';
import type { LinePlan, PlannedStage } from '../plan/line-plan.ts';
import { SYSTEM_FOLDERS } from '../plan/sensitive.ts';
import type { HostFacts } from '../prober.ts';
import { guardCalls, guardFunctions, operandsOf, printPath, type GuardOptions } from './guard.ts';
import { SCRIPT_START } from './launcher.ts';
import { compareVersions, printStage } from './print.ts';
import { quote } from './quote.ts';
import { repositoryChecks } from './repository.ts';

/** Everything besides the plan that one script is made of. */
export interface ScriptOptions {
  readonly host: HostFacts;
  readonly root: string;
  /** 32 hexadecimal digits, new for every script. */
  readonly nonce: string;
  /** Bytes of standard output. */
  readonly limit: number;
  /** Seconds. */
  readonly time: number;
  readonly fence: boolean;
  readonly sensitive: boolean;
  /** What is done about the repository's filters; `ask` until they are known. */
  readonly filters: FilterAnswer;
}

/** `ask`: list them first, and stop if there are any. Otherwise these drivers are switched off. */
export type FilterAnswer = 'ask' | { readonly off: readonly string[] };

/** Bytes of standard error that the host sends at most. */
export const ERROR_LIMIT = 65_536;

/** Room behind the limit for the end marker: what comes within it is a whole answer. */
export const MARKER_ROOM = 64;

/**
 * The one line that the guarded shell runs for a probe. On both streams it prints `NONCE:B`, then what the
 * probe prints, then `NONCE:E`; on standard error also the status of every stage (`NONCE:S<n>:<status>`) and
 * why it stopped: C the root cannot be entered, G an operand was refused, F a filter driver (one each), Q
 * stopped because of filters, T time. The timer starts last and kills the whole group.
 */
export function probeScript(plan: LinePlan, options: ScriptOptions): Result<string, ProbeError> {
  const { host, nonce, root } = options;
  const stages = printStages(plan.stages, options);
  if (!stages.ok) return stages;
  const readlink = host.tools['readlink']?.path;
  const guard: GuardOptions = {
    nonce,
    home: host.home,
    fence: options.fence,
    sensitive: options.sensitive,
    ...(readlink === undefined ? {} : { readlink }),
  };
  const cwd = plan.cwd === undefined ? [] : [plan.cwd];
  const operands = operandsOf(plan).slice(cwd.length);
  const change = cwd.map(
    (path) => `cd -P -- ${printPath(path, host.home)} || { echo ${nonce}:C >&2; exit 98; }`,
  );
  const filters =
    options.filters === 'ask' ? plan.stages.flatMap((stage) => filterQuery(stage, options)) : [];
  const body = [
    guardFunctions(guard),
    enterRoot(root, nonce),
    guardCalls(cwd, 0, host.home),
    ...change,
    guardCalls(operands, cwd.length, host.home),
    ...repositoryChecks(plan, { ...guard, host }),
    ...filters,
    pipeline(stages.value),
    `echo ${nonce}:E`,
    `echo ${nonce}:E >&2`,
  ];
  return ok(frame(body, { nonce, home: host.home, limit: options.limit, time: options.time }));
}

/** `cd` to the root; W is where it really is. */
function enterRoot(root: string, nonce: string): string {
  const system = SYSTEM_FOLDERS.map((folder) => `/${folder}/*`).join('|');
  const fail = `{ echo ${nonce}:C >&2; exit 98; }`;
  return `cd -P -- ${quote(root)} 2>/dev/null || ${fail}; W=\${PWD%/}; case $W/ in ${system}) ${fail};; esac`;
}

interface FrameOptions {
  readonly nonce: string;
  readonly home?: string;
  readonly limit: number;
  readonly time: number;
}

/** Begin marker, the commands in the background behind the limit of bytes, and the timer. */
export function frame(body: readonly string[], { nonce, home, limit, time }: FrameOptions): string {
  const commands = body.filter((command) => command !== '').join('; ');
  const setHome = home === undefined ? '' : `HOME=${quote(home)}; export HOME; `;
  return (
    `${SCRIPT_START} ${setHome}echo ${nonce}:B; echo ${nonce}:B >&2; ` +
    `{ ${commands}; } </dev/null | head -c ${limit + MARKER_ROOM} & ` +
    `( sleep ${time}; echo ${nonce}:T >&2; kill -KILL 0 ) </dev/null >/dev/null &\n`
  );
}

/**
 * The stages joined by pipes. Their standard error goes through one `head` with a limit of its own (what comes
 * behind it is read and dropped, so that nobody is stopped by it); their statuses go around that.
 */
function pipeline(stages: readonly string[]): string {
  const joined = stages.join(' | ');
  const errors = `{ head -c ${ERROR_LIMIT}; if IFS= read -r _; then cat >/dev/null; fi; } >&2`;
  return `{ { ${joined}; } 2>&1 >&3 | ${errors}; } 3>&1 4>&2`;
}

function printStages(
  stages: readonly PlannedStage[],
  { host, nonce, filters }: ScriptOptions,
): Result<readonly string[], ProbeError> {
  const printed: string[] = [];
  for (const [index, stage] of stages.entries()) {
    const off = filters === 'ask' || stage.filters === undefined ? [] : filters.off;
    const one = printStage(stage, host, off.flatMap(switchOff));
    if (!one.ok) return one;
    printed.push(`{ { ${one.value}; } 3>&- 4>&-; echo ${nonce}:S${index + 1}:$? >&4; }`);
  }
  return ok(printed);
}

/** The settings that make a filter driver do nothing. */
function switchOff(driver: string): readonly string[] {
  return ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${driver}.${setting}`);
}

/** Lists the filter drivers of the repository, and stops if there are any. Executes nothing of theirs. */
function filterQuery(stage: PlannedStage, { host, nonce }: ScriptOptions): readonly string[] {
  const git = host.tools['git'];
  if (stage.filters === undefined || git === undefined) return [];
  const { folder } = stage.filters;
  const scoped = compareVersions(git.version, '2.26') >= 0;
  const [config, ...rest] = FILTER_QUERY;
  const words = [
    ...GIT_ENVIRONMENT.map(([name, value]) => `${name}=${quote(value)}`),
    quote(git.path),
    ...GIT_PREFIX.map(quote),
    ...(folder === undefined ? [] : ['-C', printPath(folder, host.home)]),
    config ?? 'config',
    ...(scoped ? ['--show-scope'] : []),
    ...rest.map(quote),
  ];
  return [
    `y=$(${words.join(' ')} 2>/dev/null | head -c 8192)`,
    `[ -z "$y" ] || { printf "%s\\n" "$y" | while IFS= read -r z; do printf "%s\\n" "${nonce}:F:$z" >&2; done; echo ${nonce}:Q >&2; exit 95; }`,
  ];
}

/** An error for a driver whose name cannot be switched off on a command line. */
export function checkDriver(driver: string): Result<string, ProbeError> {
  return /^[^=\n]{1,200}$/.test(driver) ? ok(driver) : err({ code: 'git-filter', driver });
}
