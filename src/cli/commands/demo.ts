import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock, unreachable } from '../../base/index.ts';
import {
  parseNotebook,
  redactNotebook,
  redactRun,
  runInvestigation,
  runJson,
  type Notebook,
  type RunResult,
} from '../../investigation/index.ts';
import {
  cliError,
  demoErrorMessage,
  demoWords,
  exportWords,
  lifecycleWords,
  notebookErrorMessage,
  transportErrorMessage,
} from '../../messages/index.ts';
import { launchers } from '../../probe/index.ts';
import { formatTarget, type DemoError } from '../../transport/index.ts';
import { startDemoHost, type DemoHost } from '../../transport/node/index.ts';
import { demoFolder, loadParser } from '../assets.ts';
import { replaceFile } from '../files.ts';
import { cacheFolder } from '../folders.ts';
import { say, type Io } from '../io.ts';
import { liveReport, summary } from '../report.ts';
import { openOn, openRunTarget } from '../session.ts';
import { htmlReport } from './html-report.ts';
import { runStatus } from './run.ts';

/** The name of the demo's target in its notebook. */
const targetName = 'prefill';

/** `sonde demo`: the main job, from an SSH host of our own to the report. */
export async function demo(
  io: Io,
  command: { readonly serve: boolean; readonly json: boolean; readonly ledger: string | null },
): Promise<number> {
  const notebook = parseNotebook(await readFile(path.join(demoFolder, 'demo.sonde.md')));
  if (!notebook.ok) {
    say(io, `sonde: demo.sonde.md: ${notebookErrorMessage(notebook.error)}`);
    return 2;
  }
  say(io, demoWords.starting());
  const host = await startDemoHost({
    projectFolder: path.join(demoFolder, 'project'),
    historyFile: path.join(demoFolder, 'history.fi'),
    launchers,
    protect: true,
    environment: io.environment,
  });
  if (!host.ok) return demoWithoutHost(io, notebook.value, host.error);
  try {
    if (host.value.history !== 'present') say(io, demoWords.noHistory(host.value.history));
    return command.serve
      ? await serve(io, host.value)
      : await investigate(io, host.value, notebook.value, command);
  } finally {
    host.value.dispose();
  }
}

async function investigate(
  io: Io,
  host: DemoHost,
  notebook: Notebook,
  { json, ledger }: { readonly json: boolean; readonly ledger: string | null },
): Promise<number> {
  const transport = await host.connect(io.signal);
  if (!transport.ok) {
    say(io, `sonde: ${transportErrorMessage(transport.error)}`);
    return 2;
  }
  const open = await openOn(io, transport.value, { sandbox: 'off', confirm: false, ledger });
  if (!open.ok) {
    say(io, `sonde: ${open.error.sentence}`);
    return open.error.status;
  }
  try {
    say(io, demoWords.connected(transport.value.label));
    const target = await openRunTarget(open.value, await loadParser(), () => Promise.resolve(false));
    const result = await runInvestigation(notebook, {
      targets: new Map([[targetName, target]]),
      words: lifecycleWords,
      clock: systemClock,
      signal: io.signal,
      ...(json ? {} : { onProgress: liveReport(io) }),
    });
    io.stdout.write(
      json ? `${JSON.stringify(runJson(result, exportWords), null, 2)}\n` : `\n${summary(result)}\n`,
    );
    const file = await writeReport(io, notebook, result);
    if (file === undefined) return 2;
    (json ? io.stderr : io.stdout).write(`\n${demoWords.report(file)}\n`);
    return runStatus(result, null);
  } finally {
    open.value.dispose();
  }
}

/**
 * The report goes to the user's cache folder, so that nothing in the working folder changes, and takes the
 * place of what is there, a link too. undefined where it cannot be written, which is said.
 */
async function writeReport(
  io: Io,
  notebook: Notebook,
  result: RunResult | undefined,
): Promise<string | undefined> {
  const file = path.join(cacheFolder(io), 'demo-report.html');
  const safe = redactNotebook(notebook).notebook;
  const report = Buffer.from(await htmlReport(safe, result === undefined ? undefined : redactRun(result)));
  // Where the folder cannot be made, the file cannot be written either, which is the better sentence.
  await mkdir(cacheFolder(io), { recursive: true, mode: 0o700 }).catch(() => undefined);
  const written = await replaceFile(io, file, report);
  if (written.ok) return file;
  say(io, `sonde: ${cliError(written.error)}`);
  return undefined;
}

/** Keeps the host running for other clients until Ctrl+C. */
async function serve(io: Io, host: DemoHost): Promise<number> {
  const serving = host.sshConfigSnippet(path.join(cacheFolder(io), 'demo'));
  say(io, demoWords.serving(formatTarget({ kind: 'ssh', host: serving.alias, root: host.target.root })));
  io.stdout.write(serving.text);
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    // A timer keeps the process running; the server's own socket would do, but says less.
    const running = setInterval(() => undefined, 60_000);
    io.signal.addEventListener('abort', () => {
      clearInterval(running);
      resolve();
    });
  });
  return 0;
}

/** Without a shell no host can run: the stored evidence is shown, and said to be that. */
async function demoWithoutHost(io: Io, notebook: Notebook, error: DemoError): Promise<number> {
  switch (error.code) {
    case 'demo-files':
    case 'demo-port':
      say(io, `sonde: ${demoErrorMessage(error)}`);
      return 2;
    case 'no-shell': {
      say(io, demoErrorMessage(error));
      const file = await writeReport(io, notebook, undefined);
      if (file === undefined) return 2;
      io.stdout.write(`${demoWords.report(file)}\n`);
      return 0;
    }
    default:
      return unreachable(error);
  }
}
