import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/cli/arguments.ts';
import { runCli } from '../../src/cli/cli.ts';
import { COLUMNS, table, wrap } from '../../src/cli/wrap.ts';
import { allPages } from '../../src/probe/index.ts';

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function sonde(...argv: readonly string[]): Promise<Ran> {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io = {
    stdout,
    stderr,
    stdin,
    environment: {},
    workingFolder: '/',
    homeFolder: '/',
    signal: new AbortController().signal,
  };
  const status = await runCli(argv, io);
  const read = (stream: PassThrough): string => String(stream.read() ?? '');
  return { status, stdout: read(stdout), stderr: read(stderr) };
}

describe('sonde policy --help', () => {
  it('lists every command with its line of help, at 80 columns', async () => {
    const { status, stdout } = await sonde('policy', '--help');
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    for (const page of allPages().filter((one) => one.subcommands.length === 0)) {
      const line = lines.find((one) => new RegExp(`^  [| ] ${page.name}  +\\S`).test(one));
      expect(line).toContain(page.help);
      expect(line?.startsWith('  |')).toBe(page.filter);
    }
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
  });

  it.each(allPages().map(({ name }) => name))('explains %s at 80 columns', async (name) => {
    const { status, stdout } = await sonde('policy', '--help', ...name.split(' '));
    expect(status).toBe(0);
    expect(stdout.startsWith(`${name}: `)).toBe(true);
    for (const heading of ['Example:', 'What a GNU host gets for it:', 'Every other option is refused.'])
      expect(stdout).toContain(heading);
    // Only what is typed or sent may be longer than a terminal.
    const long = stdout.split('\n').filter((line) => line.length > COLUMNS);
    expect(long.filter((line) => line.trim().includes(' '))).toEqual([]);
  });

  it('says of grep what is known of it', async () => {
    const { stdout } = await sonde('policy', '--help', 'grep');
    expect(stdout).toContain('  grep [OPTION]… PATTERN [PATH]…\n');
    expect(stdout).toMatch(/-A COUNT, --after-context=COUNT\n +shows this many lines behind each match/);
    expect(stdout).toMatch(/--include=GLOB +.*Not in\n +busybox, OpenBSD\./);
    expect(stdout).toContain('With -r, -R: Walks a tree');
    expect(stdout).toMatch(/Refused, .*\n.*\n {2}-f --file/);
    expect(stdout).toContain("grep -D skip -r -n '--include=*.py' -e 'class .*Manager' -- .");
  });

  it('names what a subcommand of git is refused, and why', async () => {
    const { stdout } = await sonde('policy', '--help', 'git branch');
    expect(stdout).toMatch(/they can write or change something:\n(?: .*\n)* {2}.*-D/);
    expect(stdout).toMatch(/they can run another program:\n(?: .*\n)* {2}.*--textconv/);
    expect((await sonde('policy', '--help', 'git')).stdout).toMatch(/Subcommands:\n {2}log /);
  });

  it('says why a command is not there', async () => {
    const { status, stdout, stderr } = await sonde('policy', '--help', 'rm');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('can write or change files');
    expect((await sonde('policy', '--help', 'git', 'push')).stderr).toContain('network');
    expect((await sonde('policy', '--help', 'frobnicate')).status).toBe(2);
  });

  it('is JSON with --json', async () => {
    const list: unknown = JSON.parse((await sonde('policy', '--help', '--json')).stdout);
    expect(list).toContainEqual({
      name: 'git log',
      help: 'commits, and what they changed',
      example: "git log --oneline -S 'update' -- app.py",
      filter: false,
      cost: 'history',
    });
    const one: unknown = JSON.parse((await sonde('policy', '--help', 'ls', '--json')).stdout);
    expect(one).toMatchObject({
      name: 'ls',
      synopsis: 'ls [OPTION]… [PATH]…',
      cost: 'instant',
      dearer: [{ option: '-R', cost: 'tree' }],
      volatile: true,
      userlands: ['gnu', 'busybox', 'bsd', 'uutils', 'toybox', 'openbsd'],
      operands: [{ kind: 'path', count: 'any' }],
      sent: [{ argv: ['ls', '-l', '-a', '--', 'src'] }],
    });
    expect(one).toHaveProperty(
      'options',
      expect.arrayContaining([
        {
          names: ['--sort'],
          help: 'what to sort by',
          value: {
            kind: 'none|time|size|extension|version|width',
            required: true,
            choices: ['none', 'time', 'size', 'extension', 'version', 'width'],
          },
          missing: ['busybox', 'bsd', 'uutils', 'toybox', 'openbsd'],
        },
      ]),
    );
    expect(JSON.parse((await sonde('policy', '--help', 'sort', '--json')).stdout)).toHaveProperty(
      'refused',
      expect.arrayContaining([{ option: '-o', rule: 'writes' }]),
    );
  });
});

describe('the words of the command line', () => {
  const read = (...argv: readonly string[]): unknown => {
    const result = parseCommandLine(argv);
    return result.ok ? result.value : result.error;
  };

  it('may stand on either side of --help', () => {
    const wanted = { name: 'policy-help', about: 'git log', json: false };
    expect(read('policy', '--help', 'git', 'log')).toEqual(wanted);
    expect(read('policy', 'git', 'log', '--help')).toEqual(wanted);
    expect(read('policy', '-h', ' git  log ')).toEqual(wanted);
    expect(read('help', 'policy', 'git', 'log')).toEqual(wanted);
    expect(read('policy', '--help')).toEqual({ name: 'policy-help', about: null, json: false });
    expect(read('run', '--help')).toEqual({ name: 'help', topic: 'run' });
  });
});

describe('lines for a terminal', () => {
  it('are broken at blanks, and not inside words', () => {
    expect(wrap('a b', '  ')).toEqual(['  a b']);
    const long = 'x'.repeat(100);
    expect(wrap(`a ${long} b`)).toEqual(['a', long, 'b']);
    expect(wrap('word '.repeat(40).trim()).every((line) => line.length <= COLUMNS)).toBe(true);
  });

  it('stand in two columns, a wide first one above', () => {
    expect(
      table(
        [
          ['a', 'one'],
          ['bbbbbb', 'two'],
        ],
        4,
      ),
    ).toEqual(['  a     one', '  bbbbbb', '        two']);
  });
});
