import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layeredLauncher, type LayerForm } from '../../../src/probe/emission/layers.ts';
import { LAUNCHER } from '../../../src/probe/emission/launcher.ts';
import { startLayeredSshd } from '../../support/layered-host.ts';
import { newSetpriv } from '../../support/setpriv.ts';
import type { Sshd } from '../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';

/**
 * What each layer stops by itself. The policy would refuse all of it; here a script that no policy has seen is given
 * to the shell behind the launcher, as if the policy had failed.
 */
const script = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'attack.py'));

/** Every attempt, in the order of the script. */
const ATTEMPTS = [
  ...['create', 'unnamed', 'truncate', 'open-truncate', 'append', 'overwrite', 'mapped', 'delete', 'rename'],
  ...['make-folder', 'remove-folder', 'link', 'symlink', 'fifo', 'chmod', 'times', 'attribute'],
  ...['tcp', 'socket-file', 'abstract-socket', 'device-node', 'kernel-setting', 'escape', 'signal'],
];

/** What a user may do on no host. */
const ROOT_ONLY = ['device-node', 'kernel-setting'];

/** With which attempts the host is changed or reached, layer by layer; everything else must be stopped. */
const PASSES: Readonly<Record<'limits' | LayerForm, readonly string[]>> = {
  // ulimit -f 0 stops what adds bytes, and nothing else.
  limits: ATTEMPTS.filter((attempt) => !['append', 'overwrite'].includes(attempt)),
  // A read-only mount does not keep a program from talking to a server behind a socket file.
  bwrap: ['socket-file'],
  'bwrap-root': ['socket-file'],
  landlock: ['chmod', 'times', 'attribute', 'tcp', 'socket-file', 'abstract-socket', 'signal'],
  'landlock-setsid': ['chmod', 'times', 'attribute', 'tcp', 'socket-file', 'abstract-socket', 'signal'],
};

const setpriv = await newSetpriv();
let user: TestUser;
let sshd: Sshd;

describe.runIf(process.getuid?.() === 0)('a script that no policy has seen', () => {
  beforeAll(async () => {
    user = makeTestUser();
    sshd = await startLayeredSshd({ bwrap: true, ...(setpriv === undefined ? {} : { setpriv }) }, {});
  });
  afterAll(async () => {
    await sshd.stop();
    user.remove();
  });

  const forms = [
    ['limits', false],
    ['limits', true],
    ['bwrap', false],
    ['bwrap-root', true],
    ...(setpriv === undefined
      ? []
      : ([
          ['landlock', false],
          ['landlock', true],
        ] as const)),
  ] as const;

  test.each(forms)('behind %s, as root: %s', async (form, asRoot) => {
    const scene = await makeScene(asRoot ? undefined : user);
    try {
      const launcher =
        form === 'limits'
          ? LAUNCHER
          : layeredLauncher({ form, folder: form.startsWith('bwrap') ? '/usr/bin' : '/usr/local/bin' });
      const output = await run(launcher, asRoot ? 'root' : user.name, scene);
      const answers = new Map(output.map((line) => line.split(' ') as [string, string]));
      expect([...answers.keys()]).toEqual(ATTEMPTS);
      const passed = ATTEMPTS.filter((attempt) => answers.get(attempt) === 'done');
      console.log(`${form}: ${[...answers].map((pair) => pair.join('=')).join(' ')}`);
      // What the program was told is also what happened. An unnamed file is gone with its program.
      expect(scene.changes()).toEqual(
        passed.filter((attempt) => attempt !== 'unnamed' && attempt !== 'kernel-setting'),
      );
      expect(passed).toEqual(PASSES[form].filter((attempt) => asRoot || !ROOT_ONLY.includes(attempt)));
    } finally {
      await scene.close();
    }
  });
});

interface Scene {
  readonly folder: string;
  readonly port: number;
  readonly victim: number;
  /** The attempts that had an effect, looked at from outside. */
  changes(): readonly string[];
  close(): Promise<void>;
}

const CONTENT = 'content\n';

/** A folder of the user's with a file for each attempt, three servers, and a process to end. */
async function makeScene(owner: TestUser | undefined): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-attack-'));
  chmodSync(folder, 0o755);
  const file = (name: string): string => join(folder, name);
  const files = ['truncate', 'open-truncate', 'append', 'overwrite', 'mapped', 'delete', 'rename', 'link'];
  for (const name of [...files, 'chmod', 'times', 'attribute']) {
    writeFileSync(file(name), CONTENT);
    chmodSync(file(name), 0o600);
  }
  mkdirSync(file('remove-folder'));
  const reached = new Set<string>();
  const listen = async (attempt: string, where: object): Promise<Server> => {
    const server = createServer((end) => {
      reached.add(attempt);
      end.destroy();
    });
    server.listen(where);
    await new Promise((resolve) => server.once('listening', resolve));
    return server;
  };
  const tcp = await listen('tcp', { host: '127.0.0.1', port: 0 });
  const { port } = tcp.address() as AddressInfo;
  const servers = [
    tcp,
    await listen('socket-file', { path: file('socket'), writableAll: true }),
    await listen('abstract-socket', { path: `\0sonde-${String(port)}` }),
  ];
  if (owner !== undefined) execFileSync('chown', ['-R', owner.name, folder]);
  const sleeper = spawn('sleep', ['600'], {
    stdio: 'ignore',
    ...(owner === undefined ? {} : { uid: Number(execFileSync('id', ['-u', owner.name]).toString()) }),
  });
  const modes = statSync(file('chmod')).mode;
  const has = (name: string): boolean => readdirSync(folder).includes(name);
  const differs = (name: string): boolean => readFileSync(file(name), 'utf8') !== CONTENT;
  const effects: Readonly<Record<string, () => boolean>> = {
    create: () => has('created'),
    truncate: () => differs('truncate'),
    'open-truncate': () => differs('open-truncate'),
    append: () => differs('append'),
    overwrite: () => differs('overwrite'),
    mapped: () => differs('mapped'),
    delete: () => !has('delete'),
    rename: () => has('renamed'),
    'make-folder': () => has('made-folder'),
    'remove-folder': () => !has('remove-folder'),
    link: () => has('linked'),
    symlink: () => has('symlinked'),
    fifo: () => has('fifo'),
    chmod: () => statSync(file('chmod')).mode !== modes,
    times: () => statSync(file('times')).mtimeMs === 1000,
    attribute: () => attributesOf(file('attribute')).includes('user.sonde'),
    tcp: () => reached.has('tcp'),
    'socket-file': () => reached.has('socket-file'),
    'abstract-socket': () => reached.has('abstract-socket'),
    'device-node': () => has('node'),
    // Opened and left alone.
    'kernel-setting': () => false,
    escape: () => has('escaped'),
    signal: () => sleeper.signalCode !== null,
  };
  return {
    folder,
    port,
    victim: sleeper.pid ?? 0,
    changes: () => ATTEMPTS.filter((attempt) => effects[attempt]?.() === true),
    close: async () => {
      sleeper.kill('SIGKILL');
      for (const server of servers) await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function attributesOf(file: string): string {
  return execFileSync('python3', ['-c', 'import os, sys; print(os.listxattr(sys.argv[1]))', file]).toString();
}

/** What the script printed behind a launcher: one line for each attempt. */
async function run(launcher: string, login: string, scene: Scene): Promise<readonly string[]> {
  const code = `exec(__import__("base64").b64decode("${script.toString('base64')}"))`;
  const line = `kill -KILL $i; /usr/bin/python3 -c '${code}' ${scene.folder} ${scene.port} ${scene.victim}; echo END\n`;
  const child = spawn('ssh', ['-F', sshd.sshConfigFile, '-l', login, sshd.alias, launcher], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdin.write(line);
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('END\n')) child.stdin.end();
  });
  await new Promise((resolve) => child.once('close', resolve));
  if (!output.includes('RP-42-OK\n') || !output.includes('END\n')) throw new Error(output);
  return output.split('RP-42-OK\n')[1]?.split('END\n')[0]?.trim().split('\n') ?? [];
}
