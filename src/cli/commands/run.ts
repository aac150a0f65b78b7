import { systemClock } from '../../base/index.ts';
import {
  parseNotebook,
  printNotebook,
  runInvestigation,
  runJson,
  secretsOf,
  systemRandom,
  targetNames,
  writeResults,
  type Notebook,
  type RunResult,
  type RunTarget,
  type SecretsChoice,
} from '../../investigation/index.ts';
import {
  cliError,
  exportWords,
  fenceQuestion,
  lifecycleWords,
  notebookErrorMessage,
  sensitiveHint,
} from '../../messages/index.ts';
import { loadParser } from '../assets.ts';
import type { ConnectionOptions, FailOn, RunCommand, TargetOverride } from '../command.ts';
import { readBytes, replaceFile } from '../files.ts';
import { canAsk, confirm, say, type Io } from '../io.ts';
import { liveReport, summary } from '../report.ts';
import { chooseSecrets } from '../secrets.ts';
import { allowReads, openRunTarget, openTarget, type OpenTarget } from '../session.ts';
import { resolveTargets } from '../targets.ts';
import { hasHazard } from './find-lifecycle.ts';
import { lacksConsent, lacksSensitive } from './probe.ts';

/** `sonde run`: an investigation against its targets. */
export async function run(io: Io, command: RunCommand): Promise<number> {
  const loaded = await loadNotebook(io, command.file);
  if (loaded === null) return 2;
  const opened = await openTargets(io, command.file, loaded.notebook, command.targets, command.connection);
  if (opened === null) return 2;
  try {
    const result = await runInvestigation(loaded.notebook, {
      targets: opened.targets,
      words: lifecycleWords,
      clock: systemClock,
      signal: io.signal,
      fence: fenceOf(io, command.connection),
      ...(command.json ? {} : { onProgress: liveReport(io) }),
    });
    io.stdout.write(
      command.json ? `${JSON.stringify(runJson(result, exportWords), null, 2)}\n` : `\n${summary(result)}\n`,
    );
    if (!command.json && result.probes.some(({ outcome }) => lacksSensitive(outcome)))
      say(io, sensitiveHint());
    if (command.write && !(await store(io, command, loaded, result))) return 2;
    return runStatus(result, command.failOn);
  } finally {
    opened.dispose();
  }
}

/** A notebook and the bytes that it came from. */
export interface LoadedNotebook {
  readonly notebook: Notebook;
  readonly bytes: Uint8Array;
}

/** Reads a notebook, or says why not. The file is not touched. */
export async function loadNotebook(io: Io, file: string): Promise<LoadedNotebook | null> {
  const bytes = await readBytes(io, file);
  if (!bytes.ok) {
    say(io, `sonde: ${cliError(bytes.error)}`);
    return null;
  }
  const notebook = parseNotebook(bytes.value);
  if (notebook.ok) return { notebook: notebook.value, bytes: bytes.value };
  say(io, `sonde: ${file}: ${notebookErrorMessage(notebook.error)}`);
  return null;
}

/** The kinds of cells that ask a target. */
const runnable: readonly string[] = ['probe', 'pins', 'lifecycle'];

/** Connects every target that the notebook names. */
export async function openTargets(
  io: Io,
  file: string,
  notebook: Notebook,
  overrides: readonly TargetOverride[],
  connection: ConnectionOptions,
): Promise<{ readonly targets: ReadonlyMap<string, RunTarget>; dispose(): void } | null> {
  if (!notebook.blocks.some(({ content }) => runnable.includes(content.kind))) {
    say(io, `sonde: ${cliError({ code: 'nothing-to-run', notebook: file })}`);
    return null;
  }
  const places = await resolveTargets(io, file, targetNames(notebook), overrides);
  if (!places.ok) {
    say(io, `sonde: ${places.error.sentence}`);
    return null;
  }
  const parser = await loadParser();
  const open: OpenTarget[] = [];
  const targets = new Map<string, RunTarget>();
  const dispose = (): void => {
    for (const each of open) each.dispose();
  };
  for (const [name, target] of places.value) {
    const opened = await openTarget(io, target, connection);
    if (!opened.ok) {
      say(io, `sonde: ${name}: ${opened.error.sentence}`);
      dispose();
      return null;
    }
    open.push(opened.value);
    targets.set(name, await openRunTarget(opened.value, parser, allowReads(io, connection)));
  }
  return { targets, dispose };
}

/** What is asked about content from others: answered by flags, else by the person at the terminal. */
export function fenceOf(
  io: Io,
  connection: ConnectionOptions,
): NonNullable<Parameters<typeof runInvestigation>[1]['fence']> {
  return {
    allowOutside: connection.allowOutside,
    allowSensitive: connection.allowSensitive,
    ...(canAsk(io) ? { ask: (question) => confirm(io, fenceQuestion(question)) } : {}),
  };
}

/** Writes the results into the file, if they change it. */
async function store(
  io: Io,
  { file, secrets }: RunCommand,
  { notebook, bytes: before }: LoadedNotebook,
  result: RunResult,
): Promise<boolean> {
  // The same ids in each try.
  const drawn: number[] = [];
  const write = (choice: SecretsChoice): Uint8Array => {
    let at = 0;
    const random = (bound: number): number => (drawn[at++] ??= systemRandom(bound));
    return printNotebook(writeResults(notebook, result, { secrets: choice, random }));
  };
  // Asked only if secrets would be stored that are not in the file already.
  const isNew = !Buffer.from(write('drop')).equals(write('redact'));
  const found = isNew ? secretsOf(result) : [];
  const bytes = write(await chooseSecrets(io, file, found, secrets));
  if (Buffer.from(bytes).equals(before)) return true;
  const written = await replaceFile(io, file, bytes);
  if (written.ok) return true;
  say(io, `sonde: ${cliError(written.error)}`);
  return false;
}

/** 3 where a probe was refused, 2 where something failed, 1 by `--fail-on`, else 0. */
export function runStatus(result: RunResult, failOn: FailOn | null): number {
  if (result.probes.some(({ outcome }) => outcome.kind === 'refusal' || lacksConsent(outcome))) return 3;
  const failed =
    result.probes.some(({ outcome }) => outcome.kind === 'error' || outcome.kind === 'not-run') ||
    result.pins.some(({ finding }) => finding.kind === 'unreachable' || finding.kind === 'not-run') ||
    result.lifecycles.some(({ outcome }) => outcome.kind !== 'found');
  if (failed) return 2;
  if (failOn === null) return 0;
  const hit = result.lifecycles.some(
    ({ outcome }) => outcome.kind === 'found' && hasHazard(outcome.lifecycle, failOn),
  );
  return hit ? 1 : 0;
}
