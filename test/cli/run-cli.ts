import { spawn } from 'node:child_process';
import path from 'node:path';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.cjs');

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingFolder?: string;
}

/** Runs the built program (`npm run build`) as a person would, without a terminal. */
export async function runSonde(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: options.workingFolder,
      env: { ...process.env, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', reject);
    child.once('close', (status) => {
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(errors).toString() });
    });
    child.stdin.end(options.input ?? '');
  });
}
