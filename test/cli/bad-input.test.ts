import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { runSonde, type CliRun } from './run-cli.ts';

let sshd: Sshd;
let folder: string;
let root: string;
let config: string;

beforeAll(async () => {
  sshd = await startSshd();
  folder = mkdtempSync(join(tmpdir(), 'sonde-bad-'));
  root = join(folder, 'root');
  mkdirSync(root);
  writeFileSync(join(root, 'a.py'), 'x = 1\n');
  writeFileSync(join(root, 'picture.bin'), Buffer.from([0, 255, 254, 1]));
  config = sshd.sshConfigFile;
});

afterAll(async () => {
  await sshd.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Own folders for configuration and cache, so that no user's trust store is read. */
const own = (): Record<string, string> => ({
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  SSH_AUTH_SOCK: '',
});
const sonde = (...args: string[]): Promise<CliRun> =>
  runSonde(args, { environment: own(), workingFolder: folder });
const probe = (target: string, line: string, ...options: string[]): Promise<CliRun> =>
  sonde('probe', ...options, target, '--', line);

/** One sentence on standard error, nothing on standard output. */
function sentence(run: CliRun): string {
  expect(run.stdout).toBe('');
  expect(run.stderr.trim().split('\n')).toHaveLength(1);
  return run.stderr;
}

describe('reaching a host', () => {
  it('says that a host is unknown', async () => {
    const run = await probe('no-such-host.invalid:/srv', 'ls');
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain('no-such-host.invalid');
  });

  it('says that a connection was refused, with its port', async () => {
    const port = await new Promise<number>((resolve) => {
      const server = net.createServer().listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => {
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
    });
    const run = await probe(`ssh://nobody@127.0.0.1:${String(port)}/srv`, 'ls');
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain(String(port));
  });

  it('refuses an unknown host key without a terminal, and takes exactly the named one', async () => {
    const empty = join(folder, 'no_known_hosts');
    writeFileSync(empty, '');
    const strange = join(folder, 'strange_config');
    writeFileSync(
      strange,
      `Host strange\n  HostName 127.0.0.1\n  Port ${String(sshd.port)}\n  User ${sshd.user}\n  IdentityFile ${sshd.identityFile}\n  IdentitiesOnly yes\n  UserKnownHostsFile ${empty}\n  GlobalKnownHostsFile none\n`,
    );
    const fingerprint =
      execFileSync('ssh-keygen', ['-lf', `${sshd.hostKeyFiles[0] ?? ''}.pub`], { encoding: 'utf8' }).split(
        ' ',
      )[1] ?? '';
    const refused = await probe(`strange:${root}`, 'cat a.py', '-F', strange);
    expect(refused.status).toBe(2);
    expect(sentence(refused)).toContain(fingerprint);
    const other = await probe(
      `strange:${root}`,
      'cat a.py',
      '-F',
      strange,
      '--host-key',
      `SHA256:${'A'.repeat(43)}`,
    );
    expect(other.status).toBe(2);
    const taken = await probe(`strange:${root}`, 'cat a.py', '-F', strange, '--host-key', fingerprint);
    expect({ status: taken.status, stdout: taken.stdout }).toEqual({ status: 0, stdout: 'x = 1\n' });
    expect(readFileSync(empty, 'utf8')).toBe('');
  });

  it('says that a key was not accepted', async () => {
    const key = join(folder, 'wrong_key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const wrong = join(folder, 'wrong_config');
    writeFileSync(
      wrong,
      `Host wrong\n  HostName 127.0.0.1\n  Port ${String(sshd.port)}\n  User ${sshd.user}\n  IdentityFile ${key}\n  IdentitiesOnly yes\n  UserKnownHostsFile ${sshd.knownHostsFile}\n`,
    );
    const run = await probe(`wrong:${root}`, 'ls', '-F', wrong);
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain(key);
  });
});

describe('on the host', () => {
  it('says that the root is not there', async () => {
    const run = await probe(`${sshd.alias}:/no/such/root`, 'ls', '-F', config);
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain('/no/such/root');
  });

  it('says which file is not there', async () => {
    const run = await probe(`${sshd.alias}:${root}`, 'cat missing.py', '-F', config);
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain('missing.py');
    const json = await probe(`${sshd.alias}:${root}`, 'cat missing.py', '-F', config, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      line: 'cat missing.py',
      error: { file: 'missing.py', at: 4 },
    });
  });

  it('refuses a line at its word, before it connects', async () => {
    const run = await probe(`${sshd.alias}:${root}`, 'rm a.py', '-F', config);
    expect(run.status).toBe(3);
    expect(run.stderr).toContain('rm a.py\n^^');
    expect((await probe('no-such-host.invalid:/srv', 'rm a.py')).status).toBe(3);
    expect(readFileSync(join(root, 'a.py'), 'utf8')).toBe('x = 1\n');
  });

  it('says that a file is not Python', async () => {
    const run = await sonde('lifecycle', '-F', config, `${sshd.alias}:${root}`, '--file', 'picture.bin');
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain('picture.bin');
    const missing = await sonde('lifecycle', '-F', config, `${sshd.alias}:${root}`, '--file', 'none.py');
    expect(missing.status).toBe(2);
    expect(sentence(missing)).toContain('none.py');
  });
});

describe('notebooks', () => {
  /** Runs a notebook and checks that its bytes stay as they were, with `--write`. */
  async function runText(text: string, ...options: string[]): Promise<CliRun> {
    const file = join(folder, 'bad.sonde.md');
    writeFileSync(file, text);
    const run = await sonde('run', file, '--write', '--target', root, ...options);
    expect(readFileSync(file, 'utf8')).toBe(text);
    return run;
  }
  const front = '---\nsonde: 1\ntitle: T\ntargets:\n  box:\n---\n';

  it.each([
    ['a front matter that is not closed', '---\nsonde: 1\ntitle: x\n', '1'],
    ['a front matter that is not YAML', '---\nsonde: 1: 2\n---\ntext\n', '2'],
    ['a fence that is never closed', `${front}\n\`\`\`probe id=p1 on=box\nls\n`, '8'],
    ['conflict markers', `${front}\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`, '8'],
  ])('says the line of %s', async (_what, text, line) => {
    const run = await runText(text);
    expect(run.status).toBe(2);
    expect(sentence(run)).toMatch(new RegExp(`\\b${line}\\b`));
  });

  it('runs the rest beside a refused probe, exits with 3 and keeps the refused cell', async () => {
    const file = join(folder, 'refused.sonde.md');
    writeFileSync(file, `${front}\n\`\`\`probe id=p1 on=box\nrm -rf .\ncat a.py\n\`\`\`\n`);
    const run = await sonde('run', file, '--write', '--target', root);
    expect(run.status).toBe(3);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('```probe id=p1 on=box\nrm -rf .\ncat a.py\n```');
    expect(text).toContain('$ cat a.py\nx = 1\n');
    expect(text).not.toContain('$ rm');
  });

  it('says that a target is not mapped, and how to map it', async () => {
    const file = join(folder, 'unmapped.sonde.md');
    writeFileSync(file, `${front}\n\`\`\`probe id=p1 on=box\nls\n\`\`\`\n`);
    const run = await sonde('run', file);
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain('--target box=');
  });

  it('says that a file has nothing to run', async () => {
    const file = join(folder, 'prose.md');
    writeFileSync(file, '# Only words\n');
    const run = await sonde('run', file);
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain('nothing to run');
  });

  it('says that a local folder is missing, and how a host is written', async () => {
    const run = await probe('gpu1', 'ls');
    expect(run.status).toBe(2);
    expect(sentence(run)).toContain(join(folder, 'gpu1'));
    expect(sentence(run)).toContain('gpu1:/srv/app');
  });

  it('prints no empty tables where no lifecycle is found', async () => {
    const text = await sonde('lifecycle', root, '--states', 'NoSuchState');
    expect(text.status).toBe(0);
    expect(sentence(text)).toContain('No lifecycle was found');
    const json = await sonde('lifecycle', root, '--states', 'NoSuchState', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ states: [], stores: [], transitions: [] });
  });

  it('says that a file is missing, or is a folder', async () => {
    const missing = await sonde('run', 'none.sonde.md', '--target', root);
    expect(missing.status).toBe(2);
    expect(sentence(missing)).toContain('none.sonde.md');
    const isFolder = await sonde('run', root, '--target', root);
    expect(isFolder.status).toBe(2);
    expect(sentence(isFolder)).toContain(root);
  });
});
