import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSonde, type CliRun } from './run-cli.ts';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.cjs');
// Made up, in the published form of such tokens.
const TOKEN = 'ghp_' + '4f9Xq2Lm7Rt0Vb3Kc8Zd5Hs1Nw6Pj0YuAe2G';
const MARK = '‹secret: service-token›';

let folder: string;
let root: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sonde-record-'));
  root = path.join(folder, 'root');
  mkdirSync(path.join(root, '.aws'), { recursive: true });
  writeFileSync(path.join(root, 'a.py'), `x = 1\ntoken = "${TOKEN}"\n`);
  writeFileSync(path.join(root, '.aws', 'credentials'), '[default]\nregion = here\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = (): Record<string, string> => ({
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  XDG_CACHE_HOME: path.join(folder, 'cache'),
});
const sonde = (...args: string[]): Promise<CliRun> =>
  runSonde(args, { environment: environment(), workingFolder: folder });

/** Runs the program on a terminal of its own (script of util-linux); `answers` is what a person types. */
async function onTerminal(
  args: readonly string[],
  answers: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const quoted = [process.execPath, cli, ...args]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ');
  return await new Promise((resolve) => {
    const child = spawn('script', ['-qec', quoted, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, ...environment() },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    let given = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // Each question gets the next answer.
      const asked = text.match(/\[(?:y\/N(?:\/a)?|R\/k\/d)\] /g)?.length ?? 0;
      for (; given < Math.min(asked, answers.length); given += 1)
        child.stdin.write(`${answers.charAt(given)}\r`);
    });
    child.once('close', (status) => resolve({ status: status ?? -1, text }));
  });
}

interface Line {
  readonly number: number;
  readonly kind: string;
  readonly line?: string;
  readonly target: string;
  readonly launcher: string;
  readonly script: string;
  readonly exit: number | null;
  readonly bytes: number;
}

// The border of this test: what the expectations check is in the file.
const readLedger = (file: string): readonly Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Line);

const notebook = (name: string, body: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, `---\nsonde: 1\ntitle: T\ntargets:\n  here:\n---\n\n${body}`);
  return file;
};

describe('--ledger', () => {
  it('appends every command with its bytes to a file that only its owner may read', async () => {
    const file = path.join(folder, 'sent.jsonl');
    const first = await sonde('probe', root, '--ledger', file, '--', 'cat a.py');
    expect(first.status).toBe(0);
    const one = readLedger(file);
    expect(one.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['handshake', 'probe']));
    const probe = one.find(({ kind }) => kind === 'probe');
    expect(probe).toMatchObject({
      line: 'cat a.py',
      target: 'local',
      exit: 0,
      bytes: Buffer.byteLength(first.stdout),
    });
    expect(`${probe?.launcher ?? ''}${probe?.script ?? ''}`).toContain('cat');
    // Of what came back nothing is in it.
    expect(readFileSync(file, 'utf8')).not.toContain(TOKEN);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await sonde('probe', root, '--ledger', file, '--', 'ls');
    const two = readLedger(file);
    expect(two.slice(0, one.length)).toEqual(one);
    expect(two.slice(one.length).map(({ line }) => line)).toContain('ls');
  });

  it('is there for run, verify, lifecycle, lifecycles and the demo', async () => {
    const file = notebook('all.sonde.md', '```probe id=p1\ngrep -n x a.py\n```\n');
    for (const args of [
      ['run', file, '--target', root],
      ['verify', file, '--target', root],
      ['lifecycle', root],
      ['lifecycles', root],
      ['demo', '--json'],
    ]) {
      const record = path.join(folder, `${args[0] ?? ''}.jsonl`);
      await sonde(...args, '--ledger', record);
      const lines = readLedger(record);
      expect([args[0], lines[0]?.number]).toEqual([args[0], expect.any(Number)]);
      expect([args[0], lines.some(({ kind }) => kind === 'handshake')]).toEqual([args[0], true]);
      expect([args[0], lines.some(({ line }) => line !== undefined)]).toEqual([args[0], true]);
    }
  });

  it('is never written over something else, and then nothing is sent', async () => {
    const other = path.join(folder, 'notes.txt');
    writeFileSync(other, 'my notes\n');
    const link = path.join(folder, 'link.jsonl');
    symlinkSync(other, link);
    const fifo = path.join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    for (const file of [other, link, fifo, path.join(root, 'a.py'), folder]) {
      const run = await sonde('probe', root, '--ledger', file, '--', 'ls');
      expect([file, run.status, run.stdout]).toEqual([file, 2, '']);
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
      expect(run.stderr).toContain(file);
    }
    expect(readFileSync(other, 'utf8')).toBe('my notes\n');
    // A refused line needs no host, and so no record.
    const none = path.join(folder, 'none.jsonl');
    expect((await sonde('probe', root, '--ledger', none, '--', 'rm x')).status).toBe(3);
    expect(existsSync(none)).toBe(false);
  });
});

describe('--confirm', () => {
  it('sends nothing where nobody can be asked, with status 3', async () => {
    const file = path.join(folder, 'unasked.jsonl');
    const run = await sonde('probe', root, '--confirm', '--ledger', file, '--', 'cat a.py');
    expect(run).toMatchObject({ status: 3, stdout: '' });
    expect(run.stderr).toContain('--confirm asks before each probe, and nobody can be asked here');
    expect(readLedger(file).some(({ kind }) => kind === 'probe')).toBe(false);
    const whole = await sonde(
      'run',
      notebook('c.sonde.md', '```probe id=p1\nls\n```\n'),
      '--target',
      root,
      '--confirm',
    );
    expect(whole.status).toBe(3);
  });

  it('asks on a terminal with the command as the host gets it', async () => {
    const yes = await onTerminal(['probe', root, '--confirm', '--', 'grep -n x a.py'], 'y');
    expect(yes.text).toContain('Send this probe to local?');
    expect(yes.text).toMatch(/The host gets: \/\S*grep -D skip -n -e x -- a\.py/);
    expect(yes.text).toContain('1:x = 1');
    expect(yes.status).toBe(0);
    const no = await onTerminal(['probe', root, '--confirm', '--', 'grep -n x a.py'], 'n');
    expect(no.status).toBe(3);
    expect(no.text).not.toContain('1:x = 1');
  });

  it('takes one yes for all', async () => {
    const file = notebook('d.sonde.md', '```probe id=p1\nls\ncat a.py | head -1\n```\n');
    const all = await onTerminal(['run', file, '--target', root, '--confirm'], 'a');
    expect(all.text.match(/Send this probe/g)).toHaveLength(1);
    expect(all.text).toContain('x = 1');
    expect(all.status).toBe(0);
  });
});

describe('keys, tokens and histories', () => {
  const line = 'cat .aws/credentials';

  it('are refused with status 3 and a sentence where nobody can be asked', async () => {
    const run = await sonde('probe', root, '--', line);
    expect(run).toMatchObject({ status: 3, stdout: '' });
    expect(run.stderr).toContain('may hold keys, passwords or a history');
    expect(run.stderr).toContain('--allow-sensitive');
    const json = await sonde('probe', root, '--json', '--', line);
    expect(json.status).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: 'operand-sensitive', file: '.aws/credentials' },
    });
    const file = notebook('e.sonde.md', `\`\`\`probe id=p1\n${line}\n\`\`\`\n`);
    expect((await sonde('run', file, '--target', root)).status).toBe(3);
    expect((await sonde('run', file, '--target', root, '--allow-sensitive')).status).toBe(0);
  });

  it('are read with the flag, or upon a yes on the terminal', async () => {
    expect(await sonde('probe', root, '--allow-sensitive', '--', line)).toMatchObject({
      status: 0,
      stdout: '[default]\nregion = here\n',
    });
    const yes = await onTerminal(['probe', root, '--', line], 'y');
    expect(yes.text).toContain('.aws/credentials may hold keys, passwords or a history. Read it?');
    expect(yes.text).toContain('region = here');
    expect(yes.status).toBe(0);
    const no = await onTerminal(['probe', root, '--', line], 'n');
    expect(no.text).not.toContain('region = here');
    expect(no.status).toBe(3);
  });

  it('of a notebook are asked for once a target', async () => {
    const file = notebook('f.sonde.md', `\`\`\`probe id=p1\n${line}\nhead -1 .aws/credentials\n\`\`\`\n`);
    const run = await onTerminal(['run', file, '--target', root], 'y');
    expect(run.text.match(/where keys, passwords or histories are kept/g)).toHaveLength(1);
    expect(run.text).toContain('region = here');
    expect(run.status).toBe(0);
  });
});

it('a search of a notebook says that it left such files out', async () => {
  const file = notebook('n.sonde.md', '```probe id=p1\ngrep -rn region .\n```\n');
  const run = await sonde('run', file, '--target', root);
  expect(run.stdout).not.toContain('region = here');
  expect(run.stdout).toContain('  Files that may hold keys, passwords or a history were left out.');
});

describe('what looks like a secret', () => {
  const body = '```probe id=p1\ncat a.py\n```\n\n```pins\n- id: k1\n  file: a.py\n  lines: 1-2\n```\n';

  it('is written as a mark where nobody can be asked, and named by cell and line', async () => {
    const file = notebook('g.sonde.md', body);
    const run = await sonde('run', file, '--target', root, '--write', '--json');
    expect(run.status).toBe(0);
    expect(run.stderr).toContain(`${file}:9 (p1, cat a.py): line 2 (token of a service) looks like a secret`);
    expect(run.stderr).toContain(`(k1, a.py): line 2 (token of a service) looks like a secret`);
    expect(run.stderr).not.toContain(TOKEN);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(TOKEN);
    expect(text.split(MARK)).toHaveLength(3);
    expect(text).toMatch(/evidence of=p1 on=here exit=0 lines=2 redacted=1 sha256=/);
    // Again: nothing is new, nothing is said, nothing changes; and it is still true.
    const again = await sonde('run', file, '--target', root, '--write', '--json');
    expect(again.stderr).toBe('');
    expect(readFileSync(file, 'utf8')).toBe(text);
    const verified = await sonde('verify', file, '--target', root, '--json');
    expect(JSON.parse(verified.stdout)).toEqual({
      results: [
        { id: 'p1', kind: 'probe', verdict: 'same' },
        { id: 'k1', kind: 'pin', verdict: 'same' },
      ],
    });
    expect(verified.status).toBe(0);
  });

  it('is said of a probe by line and kind, beside the output as it came', async () => {
    const run = await sonde('probe', root, '--', 'cat a.py');
    expect(run.stdout).toContain(TOKEN);
    expect(run.stderr).toBe('Looks like a secret: line 2 (token of a service).\n');
    expect(run.status).toBe(0);
  });

  it('is kept or left out as the flag says', async () => {
    const keep = notebook('h.sonde.md', body);
    expect(
      (await sonde('run', keep, '--target', root, '--write', '--secrets', 'keep', '--json')).stderr,
    ).toBe('');
    expect(readFileSync(keep, 'utf8')).toContain(TOKEN);
    const drop = notebook('i.sonde.md', body);
    await sonde('run', drop, '--target', root, '--write', '--secrets', 'drop', '--json');
    expect(readFileSync(drop, 'utf8')).not.toMatch(/ghp_|secret:|evidence/);
  });

  it('is asked about once on a terminal', async () => {
    for (const [answer, expected] of [
      ['k', TOKEN],
      ['r', MARK],
      ['d', ''],
    ] as const) {
      const file = notebook(`j${answer}.sonde.md`, body);
      const run = await onTerminal(['run', file, '--target', root, '--write', '--json'], answer);
      expect(run.text.match(/Replace them by marks/g)).toHaveLength(1);
      const text = readFileSync(file, 'utf8');
      for (const each of [TOKEN, MARK])
        expect([answer, text.includes(each)]).toEqual([answer, each === expected]);
    }
  });

  it('is not in what is exported, unless that is wanted', async () => {
    const file = notebook('k.sonde.md', body);
    await sonde('run', file, '--target', root, '--write', '--secrets', 'keep', '--json');
    for (const format of ['html', 'md', 'json']) {
      const safe = await sonde('export', file, '--format', format);
      expect(safe.stdout).not.toContain(TOKEN);
      expect(safe.stdout).toContain('secret: service-token');
      expect(safe.stderr).toContain('line 2 looks like a secret (token of a service)');
      const whole = await sonde('export', file, '--format', format, '--secrets', 'keep');
      expect(whole.stdout).toContain(TOKEN);
      expect(whole.stderr).toBe('');
    }
    expect(readFileSync(file, 'utf8')).toContain(TOKEN);
  });
});
