import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { probeErrorMessage } from '../../../src/messages/index.ts';
import { openProber, type OpenProberResult } from '../../../src/probe/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import type { TransportChoice } from '../../../src/transport/index.ts';
import { value } from '../../support/channels.ts';
import { loginShells } from '../../support/login-shells.ts';
import { noPrompts } from '../../support/prompts.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { makeFolder } from '../bench.ts';

// What a login does before our shell is there: the same answers, or a clear error. (sshd runs ~/.ssh/rc through the
// login shell too, so that its start file is read twice.)

const root = makeFolder({ 'a.txt': 'alpha\nbeta\n', "it's": 'gamma\n' });
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Where each shell looks for its own start file when it is given a command. */
const START_FILES: Readonly<Record<string, string>> = {
  bash: '.bashrc',
  zsh: '.zshenv',
  fish: '.config/fish/config.fish',
  tcsh: '.tcshrc',
};

function account(shell: string, files: Readonly<Record<string, string>> = {}): TestUser {
  const user = makeTestUser(shell);
  cleanups.push(() => user.remove());
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(user.home, dirname(name)), { recursive: true });
    writeFileSync(join(user.home, name), text);
  }
  execFileSync('chown', ['-R', user.name, user.home]);
  return user;
}

async function server(user: TestUser, options: SshdOptions = {}): Promise<Sshd> {
  const sshd = await startSshd({ ...options, user: user.name });
  cleanups.push(() => sshd.stop());
  return sshd;
}

async function open(sshd: Sshd, transport: TransportChoice = 'auto'): Promise<OpenProberResult> {
  const connector = createConnector({
    trustStoreFile: join(sshd.folder, 'trust'),
    sshConfigFile: sshd.sshConfigFile,
    transport,
  });
  const target = { kind: 'ssh', host: sshd.alias, root } as const;
  const opened = value(await connector.connect(target, { prompts: noPrompts }));
  cleanups.push(() => opened.dispose());
  return openProber(opened);
}

/** The same answers, whatever the login is like: with a shell that waits, without one, and with awkward words. */
async function answers(opened: OpenProberResult): Promise<void> {
  const prober = value(opened);
  for (let round = 0; round < 2; round += 1) {
    const all = await Promise.all(
      ['grep -n beta a.txt', `cat "it's"`, `grep -c 'b!e$t\\\\a' a.txt`, 'sed -n 1p a.txt | cat'].map(
        (line) => prober.run(line),
      ),
    );
    const out = all.map((outcome) =>
      outcome.kind === 'evidence'
        ? [
            outcome.evidence.exit,
            Buffer.from(outcome.evidence.stdout).toString(),
            Buffer.from(outcome.evidence.stderr).toString(),
          ]
        : outcome,
    );
    expect(out).toEqual([
      [0, '2:beta\n', ''],
      [0, 'gamma\n', ''],
      [1, '0\n', ''],
      [0, 'alpha\n', ''],
    ]);
  }
}

/** The failure of a login that leads to no shell, as people read it. */
function failure(opened: OpenProberResult): { readonly code: string; readonly text: string } {
  if (opened.ok) throw new Error('a shell was there');
  return { code: opened.error.code, text: probeErrorMessage(opened.error) };
}

const shells = loginShells().filter((shell) => shell.program !== undefined);

describe.runIf(process.getuid?.() === 0)('logins that lead to a shell', () => {
  test.each(shells)(
    '$name: megabytes on both streams, in start files and in ~/.ssh/rc',
    async ({ name, program }) => {
      const noise =
        'yes "Welcome RP-42-OK" | head -c 600000; echo NOGROUP; printf "\\033[2Jred\\n"; yes careful | head -c 600000 >&2; echo "no newline at the end" | tr -d "\\n"';
      const file = START_FILES[name];
      const user = account(program ?? '', {
        '.ssh/rc': 'echo "from rc"; yes rc | head -c 200000; yes rc | head -c 200000 >&2\n',
        ...(file === undefined ? {} : { [file]: `/bin/sh -c '${noise.replaceAll("'", '')}'\n` }),
      });
      const sshd = await server(user);
      const opened = await open(sshd);
      await answers(opened);
      const seen = value(opened).host.noise;
      // The start and the end of it are kept.
      expect(seen).toContain(file === undefined ? 'from rc' : 'no newline at the end');
      expect(seen.length).toBeLessThanOrEqual(16_384);
    },
  );

  test('functions, aliases, options, limits, variables and another folder do not reach a probe', async () => {
    const user = account('/bin/bash', {
      '.bashrc':
        'grep() { echo hijacked; }; export -f grep; alias cat="echo hijacked"; shopt -s expand_aliases\n' +
        'export GREP_OPTIONS=-v GREP_COLORS=x POSIXLY_CORRECT=1 LC_ALL=de_DE.UTF-8 IFS=e PATH=/nowhere CDPATH=/tmp\n' +
        'export BASH_ENV=~/evil ENV=~/evil GIT_DIR=/nowhere; set -u -f; umask 0; cd /usr; trap "echo bye" EXIT\n',
      evil: 'echo evil\n',
    });
    const opened = await open(await server(user));
    await answers(opened);
    // Home is the account's, not the folder that the start file went to.
    expect(value(opened).host.home).toBe(realpathSync(user.home));
    expect(value(opened).host.noise).toBe('');
  });

  test('a start file that leaves something running keeps nobody waiting', async () => {
    const user = account('/bin/bash', { '.bashrc': '( sleep 300; echo late ) & echo started\n' });
    await answers(await open(await server(user)));
  });

  test('a start file that replaces the shell and hands the command on', async () => {
    if (!existsSync('/bin/zsh')) return;
    const user = account('/bin/bash', { '.bashrc': 'exec /bin/zsh -c "$BASH_EXECUTION_STRING"\n' });
    await answers(await open(await server(user)));
  });

  test('a banner of the server, with escapes', async () => {
    const user = account('/bin/sh');
    const banner = join(root, '..', `${user.name}-banner`);
    writeFileSync(banner, '\u001b[31mThis account expires in 3 days.\u001b[0m\n'.repeat(100));
    cleanups.push(() => rmSync(banner));
    await answers(await open(await server(user, { config: [`Banner ${banner}`] })));
  });

  test.each([
    ['exec /bin/sh -c "$SSH_ORIGINAL_COMMAND"'],
    ['eval "$SSH_ORIGINAL_COMMAND"'],
    ['echo "You are being recorded." >&2; exec ${SHELL:-/bin/sh} -c "$SSH_ORIGINAL_COMMAND"'],
    [
      'logger -t sonde-test -- x 2>/dev/null; /usr/bin/env FOO=1 /bin/bash -c "$SSH_ORIGINAL_COMMAND"; exit $?',
    ],
  ])('a forced command that runs what was asked: %s', async (forceCommand) => {
    await answers(await open(await server(account('/bin/bash'), { forceCommand })));
  });

  test('a command in authorized_keys, over the system’s ssh as well', async () => {
    const user = account('/bin/bash', { '.bashrc': 'echo hello; echo there >&2\n' });
    const sshd = await server(user, { forceCommand: 'eval "$SSH_ORIGINAL_COMMAND"' });
    await answers(await open(sshd, 'openssh'));
  });
});

describe.runIf(process.getuid?.() === 0)('logins that lead to none', () => {
  test.each([
    ['nologin', '/usr/sbin/nologin', 'This account is currently not available.'],
    ['a shell that says nothing', '/bin/false', 'does not lead to a POSIX shell. Check'],
    ['a restricted shell', '/bin/rbash', 'restricted'],
    ['git-shell', '/usr/bin/git-shell', 'unrecognized command'],
    ['no shell but an interpreter', '/usr/bin/python3', 'SyntaxError'],
  ])('%s', async (_name, shell, words) => {
    if (!existsSync(shell)) return;
    const { code, text } = failure(await open(await server(account(shell))));
    expect(code).toBe('not-a-posix-shell');
    expect(text).toContain(words);
  });

  test.each([
    ['ends the shell', 'exit 0\n', 'does not lead to a POSIX shell. Check'],
    [
      'ends it with a word on standard error',
      'echo "Maintenance until noon" >&2; exit 1\n',
      'Maintenance until noon',
    ],
    [
      'ends it behind noise',
      'yes noise | head -c 2000000; yes noise | head -c 2000000 >&2; echo closed >&2; exit 1\n',
      'closed',
    ],
    [
      'replaces the shell by one that reads its commands from us',
      'exec /bin/cat -n\n',
      'does not lead to a POSIX shell',
    ],
    ['prints without end', 'yes "Buy now"\n', 'Buy now'],
    ['kills itself', 'kill -9 $$\n', 'does not lead to a POSIX shell'],
  ])('a start file that %s', async (_name, text, words) => {
    const user = account('/bin/bash', { '.bashrc': text });
    const failed = failure(await open(await server(user)));
    expect(failed.code).toBe('not-a-posix-shell');
    expect(failed.text).toContain(words);
  });

  test('a start file that replaces the shell by another without our command is no shell of ours', async () => {
    const user = account('/bin/bash', { '.bashrc': 'exec /bin/dash\n' });
    expect(failure(await open(await server(user))).code).toBe('not-a-posix-shell');
  });

  test.each([
    ['/bin/cat'],
    ['/bin/cat -n'],
    ['/bin/date'],
    ['echo "only backups here" >&2; exit 1'],
    ['internal-sftp'],
  ])('a forced command that ignores what was asked: %s', async (forceCommand) => {
    const failed = failure(await open(await server(account('/bin/sh'), { forceCommand })));
    expect(failed.code).toBe('not-a-posix-shell');
    if (forceCommand.includes('backups')) expect(failed.text).toContain('only backups here');
  });

  test('a forced command that lets no shell through by a list of its own', async () => {
    const forceCommand =
      'case $SSH_ORIGINAL_COMMAND in rsync*) eval "$SSH_ORIGINAL_COMMAND";; *) echo "denied by policy";; esac';
    const failed = failure(await open(await server(account('/bin/sh'), { forceCommand })));
    expect(failed.text).toContain('denied by policy');
  });

  test('a start file that waits for input is named, in the time of the handshake', async () => {
    const user = account('/bin/bash', {
      '.bashrc': 'echo "Which project?"; read -r project; read -r other\n',
    });
    const { code, text } = failure(await open(await server(user)));
    expect(code).toBe('login-waits');
    expect(text).toContain('Which project?');
  }, 60_000);

  test('a password that has expired: what the server says of it', async () => {
    const user = account('/bin/sh');
    execFileSync('chage', ['-d', '0', user.name]);
    const sshd = await server(user, {
      passwordAuthentication: true,
      clientConfig: ['PreferredAuthentications password'],
    });
    const connector = createConnector({
      trustStoreFile: join(sshd.folder, 'trust'),
      sshConfigFile: sshd.sshConfigFile,
    });
    const target = { kind: 'ssh', host: sshd.alias, root } as const;
    const prompts = { ...noPrompts, secret: () => Promise.resolve(user.password) };
    const transport = value(await connector.connect(target, { prompts }));
    cleanups.push(() => transport.dispose());
    const { code, text } = failure(await openProber(transport));
    expect(code).toBe('not-a-posix-shell');
    expect(text).toMatch(/password/i);
  });

  test.each([
    ['an account that has expired', '/bin/sh', ['-E', '1']],
    ['a shell that does not exist', '/nonexistent/shell', undefined],
  ])('%s is not let in', async (_name, shell, chage) => {
    const user = account(shell);
    if (chage !== undefined) execFileSync('chage', [...chage, user.name]);
    const sshd = await server(user);
    const connector = createConnector({
      trustStoreFile: join(sshd.folder, 'trust'),
      sshConfigFile: sshd.sshConfigFile,
    });
    const target = { kind: 'ssh', host: sshd.alias, root } as const;
    expect(await connector.connect(target, { prompts: noPrompts })).toMatchObject({
      ok: false,
      error: { code: 'authentication-failed', user: user.name },
    });
  });
});

chmodSync(root, 0o755);
