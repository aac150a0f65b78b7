import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createLedger, launchers, openProber, type LedgerEntry } from '../../../src/probe/index.ts';
import { startDemoHost } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { demoProject } from '../../support/demo-project.ts';
import { loginShells } from '../../support/login-shells.ts';
import { eventually } from '../../support/processes.ts';
import { startSshd } from '../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench, type Bench } from '../bench.ts';

// Probes that are given to the login shell whole, because no shell waits.

const WORDS = [
  ...[
    "it's",
    "''",
    '"',
    'back\\slash',
    '\\\\',
    'a!b',
    '!!',
    '!$',
    '^a^b',
    '$HOME',
    '$(id)',
    '`id`',
    '*',
    '[a-z]',
  ],
  ...['{a,b}', '~root', '#', '& | ; < > ( )', '%s', '\\n', 'a\tb', 'ä 日本 🙂', '=x', "\\'!\\'"],
];
const INVALID = Buffer.from([0x69, 0x6e, 0xff, 0xfe, 0x76, 0x2e, 0x74, 0x78, 0x74]);

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A word of a probe line, as a person would type it. */
const typed = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

function project(): string {
  const root = makeFolder({
    'words.txt': `${WORDS.join('\n')}\n`,
    'two\nlines.txt': 'in two lines\n',
    'a.txt': 'alpha\n',
  });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), INVALID]), 'not UTF-8\n');
  return root;
}

interface Place {
  readonly bench: Bench;
  /** How the last line was sent: its script inside the command, or on standard input. */
  readonly last: () => LedgerEntry | undefined;
}

async function place(
  shell: string,
  prepare: (user: TestUser) => void = () => undefined,
  { root = project(), spares = 0 }: { readonly root?: string; readonly spares?: number } = {},
): Promise<Place> {
  const user = makeTestUser(shell);
  cleanups.push(() => user.remove());
  prepare(user);
  const sshd = await startSshd({ user: user.name });
  cleanups.push(() => sshd.stop());
  const bench = await openBench(
    { kind: 'ssh', host: sshd.alias, root },
    { sshConfigFile: sshd.sshConfigFile, spares },
  );
  cleanups.push(() => bench.close());
  return { bench, last: () => bench.ledger.entries.at(-1) };
}

const isInline = (entry: LedgerEntry | undefined): boolean =>
  entry?.script === '' && entry.launcher.startsWith('exec /usr/bin/env -i /bin/sh -c ');

describe.runIf(process.getuid?.() === 0)('a probe that is given to the login shell whole', () => {
  test.each(loginShells())('has the same answers under $name', async ({ program, name }) => {
    if (program === undefined) return;
    const { bench, last } = await place(program, (user) => noise(name, user));
    const answers = await Promise.all(
      WORDS.map((word) => bench.evidence(`grep -nFx -- ${typed(word)} words.txt`)),
    );
    expect(answers.map((seen) => [seen.out, seen.err, seen.exit])).toEqual(
      WORDS.map((word, index) => [`${index + 1}:${word}\n`, '', 0]),
    );
    expect((await bench.evidence(String.raw`sed -n 's/^a!b/\\!/p' words.txt`)).out).toBe('\\!\n');
    expect((await bench.evidence('cat two*.txt in*.txt')).out).toBe('in two lines\nnot UTF-8\n');
    expect(await bench.error('cat a.txt gone.txt')).toMatchObject({
      code: 'operand-missing',
      file: 'gone.txt',
    });
    expect((await bench.evidence('grep nothing a.txt | cat')).exit).toBe(1);
    expect(bench.ledger.entries.slice(1).every(isInline)).toBe(true);
    expect(isInline(last())).toBe(true);
  });

  test('goes by standard input where the login shell reads quotes in its own way', async () => {
    // The launcher holds no tilde; the word of the self-test does.
    const { bench, last } = await place(shellThat('set -- "$1" "$(printf %s "$2" | tr "~" "?")"'));
    const seen = await bench.evidence('cat a.txt');
    expect([seen.out, isInline(last()), last()?.script.includes('/cat -- a.txt')]).toEqual([
      'alpha\n',
      false,
      true,
    ]);
  });

  test('goes by standard input where the login shell cannot read the self-test at all', async () => {
    const { bench, last } = await place(
      shellThat('case $2 in *"~root"*) echo "syntax error" >&2; exit 2;; esac'),
    );
    expect((await bench.evidence('cat a.txt')).out).toBe('alpha\n');
    expect(last()?.script).not.toBe('');
  });

  test('goes by standard input after a first try where long commands are not taken', async () => {
    const { bench } = await place(shellThat('[ ${#2} -lt 1500 ] || exit 1'));
    for (const line of ['cat a.txt', 'head -n 1 a.txt'])
      expect((await bench.evidence(line)).out).toBe('alpha\n');
    const probes = bench.ledger.entries.filter((entry) => entry.line !== undefined);
    expect(probes.map((entry) => [entry.line, isInline(entry)])).toEqual([
      ['cat a.txt', true],
      ['cat a.txt', false],
      ['head -n 1 a.txt', false],
    ]);
  });

  test('is what follows when a waiting shell ends before it begins', async () => {
    // A launcher without the self-test’s word is one of a shell that waits: it proves itself, and dies of its second line.
    const dying = 'case $2 in *HOME*) ;; *RP-*) echo RP-42-OK; read -r l; read -r l; exit 1;; esac';
    const { bench } = await place(shellThat(dying), () => undefined, { spares: 1 });
    await eventually(() => expect(bench.ledger.count).toBeGreaterThan(1));
    // Where the shell does not wait yet, the line goes inline at once.
    await eventually(async () => {
      expect((await bench.evidence('cat a.txt')).out).toBe('alpha\n');
      const probes = bench.ledger.entries.filter((entry) => entry.line !== undefined);
      expect(probes.slice(-2).map((entry) => [isInline(entry), entry.exit])).toEqual([
        [false, null],
        [true, 0],
      ]);
    });
  });

  test('goes by standard input where the root holds a control character', async () => {
    const outer = makeFolder();
    const root = join(outer, 'a\u0001b');
    mkdirSync(root);
    writeFileSync(join(root, 'a.txt'), 'alpha\n');
    const { bench, last } = await place('/bin/sh', () => undefined, { root });
    cleanups.push(() => rmSync(outer, { recursive: true, force: true }));
    expect((await bench.evidence('cat a.txt')).out).toBe('alpha\n');
    expect(last()?.script).toContain('\u0001');
  });
});

test('a server that takes nothing but our constants is asked once, and then served by standard input', async () => {
  const project = demoProject();
  cleanups.push(() => rmSync(project.folder, { recursive: true, force: true }));
  const host = value(await startDemoHost({ ...project, launchers }));
  cleanups.push(() => host.dispose());
  const transport = value(await host.connect());
  cleanups.push(() => transport.dispose());
  const ledger = createLedger();
  const prober = value(await openProber(transport, { ledger, spares: 0 }));
  for (const line of ['pwd', 'ls -d .']) expect(await prober.run(line)).toMatchObject({ kind: 'evidence' });
  const probes = ledger.entries.filter((entry) => entry.line !== undefined);
  expect(probes.map((entry) => [entry.line, isInline(entry), entry.exit])).toEqual([
    ['pwd', true, null],
    ['pwd', false, 0],
    ['ls -d .', false, 0],
  ]);
});

/** A login shell that does something first, and then what /bin/sh does with `-c "$2"`. */
function shellThat(first: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-login-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const file = join(folder, 'login');
  writeFileSync(file, `#!/bin/sh\n${first}\nexec /bin/sh "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Start files that print on both streams, as far as the shell reads any for a command. */
function noise(shell: string, user: TestUser): void {
  const files: Readonly<Record<string, string>> = {
    bash: '.bashrc',
    zsh: '.zshenv',
    fish: '.config/fish/config.fish',
    tcsh: '.tcshrc',
  };
  const file = files[shell];
  if (file === undefined) return;
  const folder = join(user.home, file, '..');
  mkdirSync(folder, { recursive: true });
  const text =
    shell === 'tcsh' ? 'echo Welcome; sh -c "echo careful >&2"\n' : 'echo Welcome\necho careful >&2\n';
  writeFileSync(join(user.home, file), text);
  execFileSync('chown', ['-R', user.name, user.home]);
}
