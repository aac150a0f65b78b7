import { spawn } from 'node:child_process';
import { chmodSync, createReadStream, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { err, ok, type Logger, type Result } from '../../../base/index.ts';
import type { Environment } from '../shell.ts';
import type { DemoError } from '../../errors.ts';

/** Whether the copy has the project's git history, and why not. */
export type DemoHistory = 'present' | 'no-git' | 'failed';

/** A temporary folder that serves as an account's home, with the project in it. */
export interface DemoCopy {
  /** Absolute and without links. */
  readonly home: string;
  /** The project's folder in it. */
  readonly root: string;
  readonly history: DemoHistory;
  /** Removes all of it. */
  remove(): void;
}

export interface CopyOptions {
  readonly projectFolder: string;
  /** A git fast-import stream. */
  readonly historyFile: string;
  /** Takes the write permission from every file and folder of the copy. */
  readonly protect: boolean;
  readonly environment: Environment;
  readonly logger: Logger;
}

/** Folders of copies are named by the process that owns them. */
const PREFIX = 'sonde-demo-';

/**
 * Removes copies of this user whose owner was killed before it could: those named by a process that is gone. A number
 * that another process got in the meantime keeps a copy until that has ended too.
 */
export function sweepCopies(logger: Logger): void {
  for (const name of namesIn(tmpdir())) {
    const owner = /^sonde-demo-(\d+)-[A-Za-z0-9]{6}$/.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    if (isOwn(folder)) removeFolder(folder, logger);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // One that may not be asked runs all the same.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

/** A folder of this user, not a link to one. */
function isOwn(folder: string): boolean {
  try {
    const stats = lstatSync(folder);
    return stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
  } catch {
    return false;
  }
}

/** Copies the project and gives it its history; without git, or if git fails, the copy has none. */
export async function makeCopy(options: CopyOptions): Promise<Result<DemoCopy, DemoError>> {
  sweepCopies(options.logger);
  const home = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  const remove = (): void => removeFolder(home, options.logger);
  const root = join(home, 'demo');
  try {
    await cp(options.projectFolder, root, { recursive: true, filter: (file) => !isClutter(file) });
  } catch (error) {
    remove();
    return err({ code: 'demo-files', folder: options.projectFolder, detail: detailOf(error) });
  }
  const history = await importHistory(root, home, options);
  if (options.protect) eachBelow(home, (file, mode) => chmodSync(file, mode & ~0o222));
  return ok({ home, root, history, remove });
}

/** The order of git's commands; the work tree stays the copied project, the index becomes the last commit. */
async function importHistory(root: string, home: string, options: CopyOptions): Promise<DemoHistory> {
  const templates = join(home, '.no-templates');
  await mkdir(templates);
  const git = (words: readonly string[], input?: string): Promise<number | 'missing'> =>
    runGit(words, { folder: root, home, input, environment: options.environment, logger: options.logger });
  const steps: readonly (readonly [readonly string[], string?])[] = [
    [['init', '--quiet', '--initial-branch=main', `--template=${templates}`]],
    [['fast-import', '--quiet', '--force'], options.historyFile],
    [['reset', '--quiet', '--mixed', 'main']],
  ];
  try {
    for (const [words, input] of steps) {
      const status = await git(words, input);
      if (status === 'missing') return 'no-git';
      if (status === 0) continue;
      rmSync(join(root, '.git'), { recursive: true, force: true });
      return 'failed';
    }
    return 'present';
  } finally {
    rmSync(templates, { recursive: true, force: true });
  }
}

interface GitRun {
  readonly folder: string;
  readonly home: string;
  readonly input: string | undefined;
  readonly environment: Environment;
  readonly logger: Logger;
}

/** Runs git without any configuration of the user or the system, and without hooks. */
function runGit(words: readonly string[], run: GitRun): Promise<number | 'missing'> {
  const kept = Object.entries(run.environment).filter(([name]) => !name.startsWith('GIT_'));
  const env = {
    ...Object.fromEntries(kept),
    HOME: run.home,
    XDG_CONFIG_HOME: run.home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
  };
  return new Promise((resolve) => {
    const child = spawn('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...words], {
      cwd: run.folder,
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
    });
    child.stderr.on('data', (chunk: Buffer) => run.logger.warn(`git: ${chunk.toString('utf8').trim()}`));
    child.on('error', (error) => {
      run.logger.warn(`git: ${error.message}`);
      resolve('code' in error && error.code === 'ENOENT' ? 'missing' : 255);
    });
    child.on('close', (status) => resolve(status ?? 255));
    child.stdin.on('error', () => undefined);
    if (run.input === undefined) {
      child.stdin.end();
      return;
    }
    const stream = createReadStream(run.input);
    stream.on('error', (error) => {
      run.logger.warn(`history: ${error.message}`);
      child.kill();
    });
    stream.pipe(child.stdin);
  });
}

/** What must not come along: another repository's history, and compiled files. */
function isClutter(file: string): boolean {
  return ['.git', '__pycache__'].includes(basename(file));
}

function removeFolder(folder: string, logger: Logger): void {
  try {
    eachBelow(folder, (file, mode, isFolder) => {
      if (isFolder) chmodSync(file, mode | 0o700);
    });
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    logger.warn(`demo: ${folder}: ${detailOf(error)}`);
  }
}

/** Visits a folder and all below it, each folder before its entries, links left out. */
function eachBelow(folder: string, visit: (file: string, mode: number, isFolder: boolean) => void): void {
  const stats = lstatSync(folder);
  if (stats.isSymbolicLink()) return;
  visit(folder, stats.mode & 0o777, stats.isDirectory());
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(folder)) eachBelow(join(folder, name), visit);
}

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
