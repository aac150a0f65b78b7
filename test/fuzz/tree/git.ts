import { execFileSync } from 'node:child_process';

/** Makes a program that leaves the file `ran-NAME` behind when it runs, and gives its path. */
export type MakeProgram = (name: string) => string;

/** Runs git in a repository of the tree with an identity and a clock of its own; gives its output. */
export function git(root: string, ...args: readonly string[]): string {
  return gitWith(root, '', ...args);
}

/** The same with text on standard input. */
export function gitWith(root: string, input: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=n@example.org', '-c', 'init.defaultBranch=main'];
  const local = ['-c', 'protocol.file.allow=always', '-c', 'safe.directory=*'];
  return execFileSync('git', ['-C', root, ...identity, ...local, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();
}

/** Sets each of the settings in the repository's own configuration. */
export function configure(root: string, settings: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(settings)) git(root, 'config', name, text);
}

/** Starts a repository with these files in its first commit. */
export function startRepository(root: string): void {
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'one');
}
