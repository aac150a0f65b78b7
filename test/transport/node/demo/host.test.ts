import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../../src/transport/index.ts';
import { createConnector, startDemoHost, type DemoHost } from '../../../../src/transport/node/index.ts';
import { collect, error, untilOutput, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { demoProject, type DemoProject } from '../../../support/demo-project.ts';
import { eventually, processesWith } from '../../../support/processes.ts';
import { noPrompts } from '../../../support/prompts.ts';

const launchers = [
  'exec /usr/bin/env -i /bin/sh -c \'IFS= read -r l; eval "$l"\'',
  "sleep 7771 & echo up; wait",
  'pwd; echo "$HOME"; exit 3',
] as const;
const [shell, sleeper, place] = launchers;

let project: DemoProject;
let host: DemoHost;
let transport: Transport;

beforeAll(async () => {
  project = demoProject();
  host = value(await startDemoHost({ ...project, launchers }));
  transport = value(await host.connect());
});
afterAll(() => {
  transport.dispose();
  host.dispose();
  rmSync(project.folder, { recursive: true });
});

async function run(line: string): Promise<string> {
  const channel = value(await transport.exec(testCommand(shell, `cd ${host.target.root} && ${line}\n`)));
  return (await collect(channel)).stdout.toString();
}

describe('the demo’s host', () => {
  test('runs our constant commands with the machine’s own tools over the copy', async () => {
    expect(transport.label).toBe(`demo@127.0.0.1:${host.target.port}`);
    expect(await run('grep -n status app.py')).toBe('1:status = 1\n');
    expect(await run("sed -n '1p' app.py")).toBe('status = 1\n');
  });

  test('starts commands in the account’s home, as sshd does, and reports their end', async () => {
    const answer = await collect(value(await transport.exec(testCommand(place))));
    const home = dirname(host.target.root);
    expect(answer.stdout.toString()).toBe(`${home}\n${home}\n`);
    expect(answer.end).toEqual({ kind: 'exit', status: 3 });
    const killed = value(await transport.exec(testCommand(shell, 'kill -KILL $$\n')));
    expect(await killed.closed).toEqual({ kind: 'signal', signal: 'KILL' });
  });

  test('has the project’s history, and a clean work tree', async () => {
    expect(host.history).toBe('present');
    expect(await run('git log --format=%s')).toBe('Second\nFirst\n');
    expect(await run('git status --porcelain')).toBe('');
    expect(await run('git blame -s app.py')).toMatch(/status = 1/);
  });

  test('carries a megabyte both ways unchanged', async () => {
    const text = 'a'.repeat(1_000_000);
    const channel = value(await transport.exec(testCommand(shell, `cat\n${text}`)));
    channel.end();
    expect((await collect(channel)).stdout.toString() === text).toBe(true);
  });

  test('kills a command’s processes when its channel closes', async () => {
    const channel = value(await transport.exec(testCommand(sleeper)));
    await untilOutput(channel, 'up');
    channel.close();
    await eventually(() => expect(processesWith('sleep 7771')).toEqual([]));
  });

  test('serves files of the copy for reading, and nothing outside it', async () => {
    const { root } = host.target;
    const { files } = transport;
    expect(Buffer.from(value(await files.read(`${root}/app.py`))).toString()).toBe('status = 1\n');
    expect(value(await files.stat(root)).kind).toBe('directory');
    expect(value(await files.realpath(`${root}/sub/..`))).toBe(root);
    const names = value(await files.readdir(root)).map((entry) => entry.name);
    expect([...names].sort()).toEqual(['.git', 'app.py', 'sub']);
    symlinkSync('/etc/passwd', join(root, 'escape'));
    execFileSync('mkfifo', [join(root, 'fifo')]);
    expect(error(await files.read('/etc/passwd')).code).toBe('file-permission');
    expect(error(await files.read(`${root}/../../../etc/passwd`)).code).toBe('file-permission');
    expect(error(await files.read(`${root}/escape`)).code).toBe('file-permission');
    expect(error(await files.readdir('/')).code).toBe('file-permission');
    expect(value(await files.lstat(`${root}/escape`)).kind).toBe('symlink');
    expect(error(await files.read(`${root}/fifo`))).toMatchObject({ code: 'file-kind', kind: 'fifo' });
    expect(error(await files.read(`${root}/none`)).code).toBe('file-not-found');
    rmSync(join(root, 'escape'));
    rmSync(join(root, 'fifo'));
  });

  test('leaves nothing behind when it is disposed', async () => {
    const second = value(await startDemoHost({ ...project, launchers }));
    const folder = mkdtempSync(join(tmpdir(), 'sonde-serve-'));
    const serving = second.sshConfigSnippet(folder);
    const other = value(await second.connect());
    await untilOutput(value(await other.exec(testCommand(sleeper))), 'up');
    const ended = new Promise((resolve) => other.onDidDisconnect(resolve));
    second.dispose();
    second.dispose();
    await ended;
    await eventually(() => expect(processesWith('sleep 7771')).toEqual([]));
    expect(existsSync(dirname(second.target.root))).toBe(false);
    expect(existsSync(serving.identityFile)).toBe(false);
    expect(existsSync(serving.knownHostsFile)).toBe(false);
    expect(error(await second.connect()).code).toBe('connection-refused');
    rmSync(folder, { recursive: true });
  });
});

describe('the copy', () => {
  test('has no history without git, and says so', async () => {
    const environment = { PATH: '/nowhere' };
    const without = value(await startDemoHost({ ...project, launchers, environment }));
    expect(without.history).toBe('no-git');
    expect(readFileSync(join(without.target.root, 'app.py'), 'utf8')).toBe('status = 1\n');
    expect(existsSync(join(without.target.root, '.git'))).toBe(false);
    without.dispose();
  });

  test('has no history when the stream is broken, and says so', async () => {
    const historyFile = join(project.folder, 'broken.fi');
    writeFileSync(historyFile, 'nonsense\n');
    for (const file of [historyFile, join(project.folder, 'none.fi')]) {
      const broken = value(await startDemoHost({ ...project, historyFile: file, launchers }));
      expect(broken.history).toBe('failed');
      expect(existsSync(join(broken.target.root, '.git'))).toBe(false);
      broken.dispose();
    }
  });

  test('ignores the user’s git configuration', async () => {
    const config = join(project.folder, 'gitconfig');
    writeFileSync(config, '[init]\n\tdefaultBranch = other\n[core]\n\tautocrlf = input\n\tbare = true\n');
    const environment = { ...process.env, GIT_CONFIG_GLOBAL: config, GIT_DIR: '/nowhere' };
    const configured = value(await startDemoHost({ ...project, launchers, environment }));
    expect(configured.history).toBe('present');
    configured.dispose();
  });

  test('may be without write permission, and is removed all the same', async () => {
    const guarded = value(await startDemoHost({ ...project, launchers, protect: true }));
    const { root } = guarded.target;
    expect(statSync(join(root, 'app.py')).mode & 0o222).toBe(0);
    expect(statSync(root).mode & 0o222).toBe(0);
    guarded.dispose();
    expect(existsSync(root)).toBe(false);
  });

  test('needs the project', async () => {
    const projectFolder = join(project.folder, 'none');
    expect(error(await startDemoHost({ ...project, projectFolder, launchers }))).toMatchObject({
      code: 'demo-files',
      folder: projectFolder,
    });
  });
});

describe('the served form', () => {
  test('lets the system’s ssh in for our commands, and refuses it a shell', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-serve-'));
    const serving = host.sshConfigSnippet(folder);
    const config = join(folder, 'config');
    writeFileSync(config, serving.text);
    expect(statSync(serving.identityFile).mode & 0o777).toBe(0o600);
    const ssh = (...words: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> =>
      runAsync('ssh', ['-F', config, '-o', 'BatchMode=yes', ...words]);
    const allowed = await ssh(serving.alias, place);
    expect(allowed).toMatchObject({ status: 3 });
    expect(allowed.stdout.split('\n')[0]).toBe(dirname(host.target.root));
    expect((await ssh(serving.alias, 'id')).stdout).toBe('');
    expect(await ssh('-tt', serving.alias)).toMatchObject({ status: 255, stdout: '' });
    expect((await ssh('-T', serving.alias)).stderr).toContain('shell request failed');
    expect((await ssh('-W', '127.0.0.1:22', serving.alias)).status).not.toBe(0);
    expect((await ssh('-l', 'root', serving.alias, place)).stderr).toContain('Permission denied');
    const connector = createConnector({ sshConfigFile: config, trustStoreFile: join(folder, 'trust') });
    const target = { kind: 'ssh', host: serving.alias, root: host.target.root } as const;
    const again = value(await connector.connect(target, { prompts: noPrompts }));
    expect((await collect(value(await again.exec(testCommand(place))))).end).toMatchObject({ status: 3 });
    again.dispose();
    serving.dispose();
    expect(existsSync(serving.identityFile)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('survives the system’s sftp, which may read and not write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-serve-'));
    const serving = host.sshConfigSnippet(folder);
    writeFileSync(join(folder, 'config'), serving.text);
    const batch = join(folder, 'batch');
    const sftp = async (line: string): Promise<number | null> => {
      writeFileSync(batch, `${line}\n`);
      return (await runAsync('sftp', ['-F', join(folder, 'config'), '-b', batch, serving.alias])).status;
    };
    const { root } = host.target;
    expect(await sftp(`get ${root}/app.py ${folder}/got.py`)).toBe(0);
    expect(readFileSync(join(folder, 'got.py'), 'utf8')).toBe('status = 1\n');
    expect(await sftp(`put ${batch} ${root}/new`)).not.toBe(0);
    expect(await sftp(`rm ${root}/app.py`)).not.toBe(0);
    expect(await sftp(`mkdir ${root}/new`)).not.toBe(0);
    expect(existsSync(join(root, 'new'))).toBe(false);
    serving.dispose();
    rmSync(folder, { recursive: true });
  });
});

function runAsync(
  program: string,
  words: readonly string[],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
