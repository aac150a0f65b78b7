import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** An unprivileged account that lives as long as its test. */
export interface TestUser {
  readonly name: string;
  readonly password: string;
  readonly home: string;
  /** Ends what the user still runs, and removes the account and its home. */
  remove(): void;
}

/** What a server of the tests needs to know of `user`; without one, whoever runs the tests logs in. */
export function asUser(user: TestUser | undefined): { readonly user?: string } {
  return user === undefined ? {} : { user: user.name };
}

/**
 * An account whose shell reads no start files, so that tests neither depend on those of who runs them nor
 * wait for them; without root there is none.
 */
export function plainUser(): TestUser | undefined {
  return process.getuid?.() === 0 ? makeTestUser() : undefined;
}

/** Makes an account with a home folder; needs root. `shell` must be an absolute path. */
export function makeTestUser(shell = '/bin/sh'): TestUser {
  if (process.getuid?.() !== 0) throw new Error('test users need root');
  const name = `sonde-${randomBytes(5).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const home = `/home/${name}`;
  retried(() => execFileSync('useradd', ['--create-home', '--home-dir', home, '--shell', shell, name]));
  retried(() => execFileSync('chpasswd', [], { input: `${name}:${password}\n` }));
  return {
    name,
    password,
    home,
    remove: () => {
      for (const id of processesOf(name)) endProcess(id);
      retried(() => execFileSync('userdel', ['--remove', '--force', name], { stdio: 'pipe' }));
    },
  };
}

/** The account files are locked while another test makes its user. */
function retried(task: () => unknown): void {
  for (let tries = 1; ; tries += 1) {
    try {
      task();
      return;
    } catch (failure) {
      if (tries === 20) throw failure;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

function processesOf(user: string): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,user:64='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [id = '', owner = ''] = line.trim().split(/\s+/);
    return owner === user ? [Number(id)] : [];
  });
}

function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
