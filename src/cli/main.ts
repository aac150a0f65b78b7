import { homedir } from 'node:os';
import { runCli } from './cli.ts';

const interrupted = new AbortController();
process.once('SIGINT', () => {
  interrupted.abort();
  // A second Ctrl+C ends the process at once.
  process.once('SIGINT', () => process.exit(130));
});
process.once('SIGTERM', () => {
  interrupted.abort();
});
// A reader that has seen enough (`| head`) ends the program quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

void runCli(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  environment: process.env,
  workingFolder: process.cwd(),
  homeFolder: homedir(),
  signal: interrupted.signal,
}).then((status) => {
  process.exitCode = status;
});
