import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { probeErrorMessage } from '../../../src/messages/index.ts';
import { createLedger, openProber, type OpenProberResult, type Sandbox } from '../../../src/probe/index.ts';
import { testedLauncher } from '../../../src/probe/emission/launcher.ts';
import { parseTarget, type Transport, type TransportChoice } from '../../../src/transport/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { startContainerHost, type ContainerHost } from '../../support/container-host.ts';
import { without } from '../../support/jail.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';

// Containers behind a real sshd. `docker` and `podman` are a stand-in: a client that a login finds, and a daemon that
// starts commands in namespaces of their own, whose end the end of the client does not bring.

const isRoot = process.getuid?.() === 0;
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Way {
  readonly target: string;
  readonly transport?: TransportChoice;
  readonly sandbox?: Sandbox;
  readonly spares?: number;
}

interface Opened {
  readonly transport: Transport;
  readonly opened: OpenProberResult;
  readonly ledger: ReturnType<typeof createLedger>;
}

async function open(host: ContainerHost, { target, transport: choice, ...options }: Way): Promise<Opened> {
  const connector = createConnector({
    trustStoreFile: join(host.sshd.folder, 'trust'),
    sshConfigFile: host.sshd.sshConfigFile,
    ...(choice === undefined ? {} : { transport: choice }),
  });
  const transport = value(await connector.connect(value(parseTarget(target)), { prompts: noPrompts }));
  cleanups.push(() => transport.dispose());
  const ledger = createLedger();
  return { transport, ledger, opened: await openProber(transport, { ledger, ...options }) };
}

/** A folder of the host that its users may enter, removed with the test. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-of-the-host-'));
  chmodSync(folder, 0o755);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Output of a line, or the code of what came instead. */
async function out({ opened }: Opened, line: string): Promise<string> {
  const outcome = await value(opened).run(line);
  switch (outcome.kind) {
    case 'evidence':
      return (
        Buffer.from(outcome.evidence.stdout).toString() + Buffer.from(outcome.evidence.stderr).toString()
      );
    case 'error':
      return outcome.error.code;
    case 'refusal':
      return outcome.refusal.rule;
  }
}

/** A busybox of long ago: some applets are missing. */
const MISSING = ['realpath', 'nproc', 'tac', 'sha256sum', 'stat', 'readlink', 'comm'];

describe.runIf(isRoot)('containers', () => {
  let user: TestUser;
  let host: ContainerHost;
  beforeAll(async () => {
    user = makeTestUser('/bin/bash');
    // What a login could put in the way, and what is the user's own.
    mkdirSync(join(user.home, 'bin'));
    for (const name of ['docker', 'podman']) {
      writeFileSync(join(user.home, 'bin', name), '#!/bin/sh\necho hijacked\n');
      chmodSync(join(user.home, 'bin', name), 0o755);
    }
    writeFileSync(
      join(user.home, '.bashrc'),
      'echo Welcome; echo careful >&2; docker() { echo hijacked; }; alias docker="echo hijacked"\n' +
        'shopt -s expand_aliases; export PATH=$HOME/bin:$PATH DOCKER_HOST=unix:///the/users/own\n',
    );
    const big = (jail: string): void => {
      writeFileSync(join(jail, 'srv/large'), Buffer.alloc(2_000_001, 'sonde\0'));
      for (let index = 0; index < 20_000; index += 1)
        mkdirSync(join(jail, 'srv/many', `folder-${index}`), { recursive: true });
    };
    host = await startContainerHost(
      {
        app: { make: big, env: { GIT_DIR: '/elsewhere', GREP_OPTIONS: '-v', LD_PRELOAD: '' } },
        stopped: { state: 'exited' },
        paused: { state: 'paused' },
        'no-env': { make: (jail) => without(jail, ['usr/bin/env']) },
        distroless: { make: (jail) => without(jail, ['bin/sh', 'usr/bin/env', 'bin/busybox']) },
        'no-shell': { make: (jail) => without(jail, ['bin/sh']) },
        'no-group': { group: false, make: (jail) => without(jail, ['bin/setsid']) },
        // As images of busybox have it: in /bin.
        'with-setsid': { group: false },
        'hard-links': { make: hardLinks },
        old: {
          make: (jail) =>
            without(
              jail,
              MISSING.map((name) => `bin/${name}`),
            ),
        },
        'stops.later_1': {},
      },
      { user: user.name },
    );
  });
  afterAll(async () => {
    await host.stop();
    user.remove();
  });

  describe.each<Way & { readonly name: string }>([
    { name: 'docker', target: 'box/docker=app:/srv' },
    { name: 'podman', target: 'box/podman=app:/srv' },
    { name: 'docker over the system’s ssh', target: 'box/docker=app:/srv', transport: 'openssh' },
  ])('$name', (way) => {
    test('its own userland decides the forms; answers, refusals and errors are as anywhere', async () => {
      const there = await open(host, way);
      const { host: facts } = value(there.opened);
      expect(facts.tools['grep']).toMatchObject({ kind: 'busybox', path: '/bin/grep' });
      expect(facts.noise).not.toContain('hijacked');
      expect(await out(there, 'grep -n beta a.txt')).toBe('2:beta\n');
      expect(await out(there, 'grep -rn beta . | sort')).toBe('./a.txt:2:beta\n./sub/b.txt:1:beta\n');
      expect(await out(there, "sed -n '1,1p' a.txt")).toBe('alpha\n');
      expect(await out(there, 'whoami')).toMatch(/root|unknown uid 0/);
      expect(await out(there, 'grep -P x a.txt')).toBe('option-unsupported');
      expect(await out(there, 'git log')).toBe('tool-missing');
      expect(await out(there, 'cat pipe')).toBe('operand-kind');
      expect(await out(there, 'cat gone')).toBe('operand-missing');
      expect(await out(there, 'rm a.txt')).toBe('writes');
      expect(there.transport.label).toMatch(/^sonde-[0-9a-f]+@127\.0\.0\.1:\d+\/(docker|podman)=app$/);
    });

    test('what is sent is the constant launcher, wrapped; the record holds it', async () => {
      const before = host.calls().length;
      const there = await open(host, way);
      await out(there, 'ls');
      const engine = way.target.includes('podman') ? 'podman' : 'docker';
      const prefix = `exec /usr/local/bin/${engine} exec -i -- app /usr/bin/env -i /bin/sh -c `;
      const launchers = there.ledger.entries.map((entry) => entry.launcher);
      // The first one asks the host itself where the program is.
      expect(launchers[0]).toMatch(/^exec \/usr\/bin\/env -i \/bin\/sh -c /);
      expect(launchers.length).toBeGreaterThan(2);
      for (const launcher of launchers.slice(1)) expect(launcher.startsWith(prefix)).toBe(true);
      await eventually(() => expect(host.calls().length - before).toBeGreaterThan(1));
      for (const call of host.calls().slice(before)) {
        expect(call.argv.slice(0, 8)).toEqual([
          'exec',
          '-i',
          '--',
          'app',
          '/usr/bin/env',
          '-i',
          '/bin/sh',
          '-c',
        ]);
        // The user's own settings for the client are neither set nor taken away.
        expect(call.host).toBe('unix:///the/users/own');
      }
    });

    test('files are those of the container, never those of the host', async () => {
      const folder = ownFolder();
      const inside = join(host.root('app'), folder);
      mkdirSync(inside, { recursive: true });
      writeFileSync(join(folder, 'same.txt'), 'of the host\n');
      writeFileSync(join(folder, 'host-only'), '');
      writeFileSync(join(inside, 'same.txt'), 'of the container, which is longer\n');
      const there = await open(host, way);
      const { files } = value(there.opened);
      const path = `${folder}/same.txt`;
      expect(Buffer.from(value(await files.read(path))).toString()).toBe(
        'of the container, which is longer\n',
      );
      expect(value(await files.stat(path)).size).toBe(34);
      expect(value(await files.lstat(path)).size).toBe(34);
      expect(value(await files.realpath(path))).toBe(path);
      expect(value(await files.readdir(folder)).map((entry) => entry.name)).toEqual(['same.txt']);
      expect(await files.read(`${folder}/host-only`)).toMatchObject({ error: { code: 'file-not-found' } });
      expect(await out(there, `cat ${path}`)).toBe('of the container, which is longer\n');
      expect(value(await files.read('/srv/large')).length).toBe(2_000_001);
      expect(await files.read('/srv/pipe')).toMatchObject({ error: { code: 'file-kind', kind: 'fifo' } });
      // Not even by who holds the connection itself.
      for (const read of ['read', 'stat', 'lstat', 'readdir', 'realpath'] as const)
        expect(await there.transport.files[read](path)).toMatchObject({
          ok: false,
          error: { code: 'unsupported', what: 'container-files' },
        });
      expect(host.sshd.log()).not.toContain('sftp');
    });

    test('a cancelled probe, the timer, a dead client and a lost connection leave nothing inside', async () => {
      const there = await open(host, way);
      const prober = value(there.opened);
      const walk = (mark: string): string => `find ${'many '.repeat(60)}-name ${mark}`;
      const stop = new AbortController();
      const cancelled = prober.run(walk('cancelled-4711'), { signal: stop.signal });
      await eventually(() => expect(processesWith('cancelled-4711')).not.toEqual([]));
      stop.abort();
      expect(await cancelled).toMatchObject({ kind: 'error', error: { code: 'cancelled' } });
      await eventually(() => expect(processesWith('cancelled-4711')).toEqual([]));
      const late = await prober.run(`tail -n 1 ${'large '.repeat(3)}| sort`, { time: 20 });
      expect(late.kind).toBe('evidence');
      // The probe may be sent once more; the first walk has to end all the same.
      const enough = new AbortController();
      const killed = prober.run(walk('killed-4711'), { signal: enough.signal });
      await eventually(() => expect(findsWith('killed-4711').length).toBeGreaterThan(0));
      const walks = findsWith('killed-4711');
      for (const id of processesWith('exec -i -- app')) kill(id);
      await eventually(() => expect(findsWith('killed-4711').filter((id) => walks.includes(id))).toEqual([]));
      enough.abort();
      expect(await killed).toMatchObject({ kind: 'error' });
      await eventually(() => expect(processesWith('killed-4711')).toEqual([]));
      const lost = prober.run(walk('lost-4711'));
      await eventually(() => expect(findsWith('lost-4711').length).toBeGreaterThan(0));
      there.transport.dispose();
      expect(await lost).toMatchObject({ kind: 'error' });
      await eventually(() => expect(processesWith('lost-4711')).toEqual([]));
      await eventually(() => expect(shellsInside()).toEqual([]));
    });
  });

  test('the timer inside ends what is silent', async () => {
    const there = await open(host, { target: 'box/docker=app:/srv' });
    const outcome = await value(there.opened).run(`find ${'many '.repeat(200)}-name timed-4711`, { time: 1 });
    expect(outcome).toMatchObject({ kind: 'evidence', evidence: { truncated: 'time', exit: null } });
    await eventually(() => expect(processesWith('timed-4711')).toEqual([]));
  });

  test('after 200 cancelled probes no process is left inside', async () => {
    const there = await open(host, { target: 'box/docker=app:/srv' });
    const prober = value(there.opened);
    for (let round = 0; round < 50; round += 1) {
      const stops = Array.from({ length: 4 }, () => new AbortController());
      const running = stops.map(({ signal }, index) =>
        prober.run(`find ${'many '.repeat(60)}-name many-4711-${index} | sort`, { signal }),
      );
      // Some before their shell is there, some in the middle.
      await new Promise((resolve) => setTimeout(resolve, (round % 10) * 15));
      for (const stop of stops) stop.abort();
      for (const outcome of await Promise.all(running)) expect(outcome.kind).toBe('error');
    }
    await eventually(() => expect(processesWith('many-4711')).toEqual([]));
    expect(await out(there, 'grep -c beta a.txt')).toBe('1\n');
    prober.dispose();
    there.transport.dispose();
    await eventually(() => expect(shellsInside()).toEqual([]));
    await eventually(() => expect(processesWith('exec -i -- app')).toEqual([]));
  }, 120_000);

  test.each([
    ['docker=gone', 'unknown', 'knows no container “gone”'],
    ['podman=gone', 'unknown', 'knows no container “gone”'],
    ['docker=stopped', 'not-running', 'is not running'],
    ['podman=stopped', 'not-running', 'is not running'],
    ['docker=paused', 'paused', 'is paused'],
    ['docker=no-env', 'no-env', 'has no /usr/bin/env'],
    ['podman=no-env', 'no-env', 'has no /usr/bin/env'],
    ['docker=distroless', 'no-env', 'has no /usr/bin/env'],
    ['docker=no-shell', 'no-shell', 'has no /bin/sh'],
    ['podman=no-shell', 'no-shell', 'has no /bin/sh'],
    ['docker=no-group', 'no-group', 'no setsid in /usr/bin or /bin'],
  ])('%s: %s', async (container, reason, words) => {
    const { opened, transport } = await open(host, { target: `box/${container}:/srv` });
    const [engine, name] = container.split('=');
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'container', reason, engine, name, host: transport.label },
    });
    if (opened.ok) return;
    const message = probeErrorMessage(opened.error);
    expect(message).toContain(words);
    expect(message.startsWith(transport.label)).toBe(true);
  });

  test('where the engine makes no process group, setsid of the container does', async () => {
    const there = await open(host, { target: 'box/docker=with-setsid:/srv' });
    expect(await out(there, 'grep -c beta a.txt')).toBe('1\n');
    expect(there.ledger.entries.at(-1)?.launcher).toContain(
      ' exec -i -- with-setsid /usr/bin/env -i PATH=/usr/bin:/bin setsid /bin/sh -c ',
    );
  });

  test('a root that the container does not have', async () => {
    const { opened } = await open(host, { target: `box/docker=app:${user.home}` });
    expect(opened).toMatchObject({ ok: false, error: { code: 'root-missing', root: user.home } });
  });

  test('an old busybox: what is missing is refused by name, files are read all the same', async () => {
    const there = await open(host, { target: 'box/docker=old:/srv' });
    expect(await out(there, 'cat a.txt | sort -r')).toBe('beta\nalpha\n');
    for (const line of ['tac a.txt', 'sha256sum a.txt', 'stat a.txt', 'nproc', 'realpath a.txt'])
      expect([line, await out(there, line)]).toEqual([line, 'tool-missing']);
    const { files } = value(there.opened);
    expect(Buffer.from(value(await files.read('/srv/a.txt'))).toString()).toBe('alpha\nbeta\n');
    expect(value(await files.stat('/srv/a.txt')).size).toBe(11);
    expect(value(await files.realpath('/srv/../srv/sub'))).toBe('/srv/sub');
  });

  test('a busybox whose names are hard links, as in its own image, is known for what it is', async () => {
    const there = await open(host, { target: 'box/docker=hard-links:/srv' });
    const { tools } = value(there.opened).host;
    for (const name of ['ls', 'cat', 'grep', 'sed', 'find', 'awk', 'diff', 'ps', 'strings', 'sort', 'xargs'])
      expect([name, tools[name]?.kind]).toEqual([name, 'busybox']);
    expect(await out(there, "grep -rn --include='b*' beta .")).toBe('./sub/b.txt:1:beta\n');
    expect(await out(there, "sed -n '/be/p' a.txt")).toBe('beta\n');
  });

  test('a container that stops is named, and answers again when it runs', async () => {
    const there = await open(host, { target: 'box/docker=stops.later_1:/srv' });
    const prober = value(there.opened);
    expect(await out(there, 'grep -c beta a.txt')).toBe('1\n');
    host.setState('stops.later_1', 'exited');
    await eventually(() => expect(shellsInside('stops.later_1').length).toBeGreaterThan(0));
    for (const id of shellsInside('stops.later_1')) kill(id);
    await eventually(async () => {
      const outcome = await prober.run('grep -c beta a.txt');
      expect(outcome).toMatchObject({ kind: 'error', error: { code: 'container', reason: 'not-running' } });
    });
    host.setState('stops.later_1', 'running');
    await eventually(async () => expect(await out(there, 'grep -c beta a.txt')).toBe('1\n'));
  });

  test('a sandbox that is required is asked of the container, not of the host', async () => {
    const { opened } = await open(host, { target: 'box/docker=app:/srv', sandbox: 'required' });
    expect(opened).toMatchObject({ ok: false, error: { code: 'no-sandbox' } });
  });
});

describe.runIf(isRoot)('hosts of containers', () => {
  async function start(
    shell: string,
    options: Parameters<typeof startContainerHost>[1] = {},
    prepare: (home: string) => void = () => undefined,
    containers: Parameters<typeof startContainerHost>[0] = { app: {} },
  ): Promise<{ readonly host: ContainerHost; readonly user: TestUser }> {
    const user = makeTestUser(shell);
    cleanups.push(() => user.remove());
    prepare(user.home);
    const host = await startContainerHost(containers, { ...options, user: user.name });
    cleanups.push(() => host.stop());
    return { host, user };
  }

  test.each(['/usr/bin/fish', '/bin/tcsh', '/bin/zsh', '/bin/dash', '/bin/mksh'])(
    'login shell %s',
    async (shell) => {
      const { host } = await start(shell, {}, (home) => {
        mkdirSync(join(home, '.config/fish'), { recursive: true });
        writeFileSync(join(home, '.config/fish/config.fish'), 'function docker; echo hijacked; end\n');
        writeFileSync(join(home, '.tcshrc'), 'alias docker "echo hijacked"\n');
        writeFileSync(join(home, '.zshenv'), 'docker() { echo hijacked; }\n');
        chmodSync(join(home, '.config'), 0o755);
        execFileSync('chown', ['-R', `--reference=${home}`, home]);
      });
      const there = await open(host, { target: 'box/docker=app:/srv' });
      expect(await out(there, `grep -n "be't*a" a.txt`)).toBe('');
      expect(await out(there, "grep -nE 'be(t|x)a$' a.txt")).toBe('2:beta\n');
    },
  );

  test('what a container says of the login shell’s quoting counts only with what the host says', async () => {
    // The launcher holds no tilde; the word of the self-test does.
    const login = join(ownFolder(), 'login');
    const change = 'set -- "$1" "$(printf %s "$2" | tr "~" "?")"';
    writeFileSync(login, `#!/bin/sh\n${change}\nexec /bin/sh "$@"\n`, { mode: 0o755 });
    const word = execFileSync('/bin/sh', ['-c', testedLauncher('printf %s')]);
    const lying = (jail: string): void => {
      writeFileSync(join(jail, 'srv/word'), word, { mode: 0o644 });
      rmSync(join(jail, 'bin/sh'));
      const words = '[ $# -lt 3 ] || set -- "$1" "$2" "$(/bin/cat /srv/word)"';
      const text = `#!/bin/busybox sh\n${words}\nexec /bin/busybox sh "$@"\n`;
      writeFileSync(join(jail, 'bin/sh'), text, { mode: 0o755 });
    };
    const containers = { app: {}, liar: { make: lying } };
    const scriptsInside = async (shell: string, name: string): Promise<readonly boolean[]> => {
      const { host } = await start(shell, {}, () => undefined, containers);
      const there = await open(host, { target: `box/docker=${name}:/srv`, spares: 0 });
      expect(await out(there, 'grep -c beta a.txt')).toBe('1\n');
      const probes = there.ledger.entries.filter((entry) => entry.line !== undefined);
      return probes.map((entry) => entry.script === '');
    };
    expect(await scriptsInside('/bin/sh', 'app')).toEqual([true]);
    expect(await scriptsInside(login, 'app')).toEqual([false]);
    expect(await scriptsInside(login, 'liar')).toEqual([false]);
  });

  test('with one session only', async () => {
    const { host } = await start('/bin/sh', { maxSessions: 1 });
    const there = await open(host, { target: 'box/docker=app:/srv' });
    const answers = await Promise.all(['cat a.txt', 'head -n 1 a.txt'].map((line) => out(there, line)));
    expect(answers).toEqual(['alpha\nbeta\n', 'alpha\n']);
    expect(value(await value(there.opened).files.stat('/srv/a.txt')).size).toBe(11);
  });

  test('no docker on the host; no permission for its socket; no daemon', async () => {
    const { host } = await start('/bin/sh', { engines: ['podman'] });
    const none = await open(host, { target: 'box/docker=app:/srv' });
    // A machine may have a docker of its own in another folder: then that one says that it has no daemon.
    expect(none.opened).toMatchObject({ ok: false, error: { code: 'container' } });
    if (!none.opened.ok && none.opened.error.code === 'container')
      expect(['no-program', 'no-daemon', 'no-permission']).toContain(none.opened.error.reason);
    const second = await start('/bin/sh');
    chmodSync(second.host.socket, 0o600);
    const denied = await open(second.host, { target: 'box/docker=app:/srv' });
    expect(denied.opened).toMatchObject({ ok: false, error: { code: 'container', reason: 'no-permission' } });
    rmSync(second.host.socket);
    for (const engine of ['docker', 'podman']) {
      const gone = await open(second.host, { target: `box/${engine}=app:/srv` });
      expect(gone.opened).toMatchObject({ ok: false, error: { code: 'container', reason: 'no-daemon' } });
    }
  });

  test('a program that only the account has is found', async () => {
    const { host, user } = await start('/bin/sh', { engines: ['podman'] });
    if (['/usr/bin/docker', '/bin/docker', '/snap/bin/docker'].some(exists)) return;
    const folder = join(user.home, 'bin');
    mkdirSync(folder);
    // The stand-in goes by its name.
    const text = host.client;
    writeFileSync(join(folder, 'docker'), text);
    chmodSync(join(folder, 'docker'), 0o755);
    const there = await open(host, { target: 'box/docker=app:/srv' });
    expect(await out(there, 'grep -c beta a.txt')).toBe('1\n');
    expect(there.ledger.entries.at(-1)?.launcher).toContain(`exec ${folder}/docker exec -i -- app `);
  });

  test('a host that lets nobody have a shell is told from a container that has none', async () => {
    const { host } = await start('/usr/sbin/nologin');
    const { opened } = await open(host, { target: 'box/docker=app:/srv' });
    expect(opened).toMatchObject({ ok: false, error: { code: 'not-a-posix-shell' } });
  });
});

const realDocker = exists('/usr/local/bin/docker') || exists('/usr/bin/docker');
const daemon = exists('/var/run/docker.sock') || process.env['DOCKER_HOST'] !== undefined;

// Where this machine has the real client and no daemon; otherwise there is nothing that is known to say no.
test.skipIf(!realDocker || daemon)('the real docker client says that there is no daemon', async () => {
  const store = mkdtempSync(join(tmpdir(), 'sonde-store-'));
  cleanups.push(() => rmSync(store, { recursive: true, force: true }));
  const connector = createConnector({ trustStoreFile: join(store, 'hosts'), homeFolder: store });
  const target = value(parseTarget('docker=app:/srv'));
  const transport = value(await connector.connect(target, { prompts: noPrompts }));
  cleanups.push(() => transport.dispose());
  expect(transport.label).toBe('docker=app');
  const opened = await openProber(transport);
  expect(opened).toMatchObject({
    ok: false,
    error: { code: 'container', reason: 'no-daemon', host: 'docker=app' },
  });
});

function exists(file: string): boolean {
  try {
    readFileSync(file, { flag: 'r' });
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ENOENT';
  }
}

/** Every name of busybox becomes a file of its own with the same content, as far as a path can tell. */
function hardLinks(jail: string): void {
  const busybox = join(jail, 'bin/busybox');
  for (const name of readdirSync(join(jail, 'bin')))
    if (name !== 'busybox') {
      rmSync(join(jail, 'bin', name));
      linkSync(busybox, join(jail, 'bin', name));
    }
  rmSync(join(jail, 'usr/bin/env'));
  linkSync(busybox, join(jail, 'usr/bin/env'));
}

/** Guarded shells in containers: what the daemon started, not the clients. */
function shellsInside(name = ''): readonly number[] {
  const clients = new Set(processesWith(`exec -i -- ${name}`));
  return processesWith('RP-$((40+2))-OK').filter((id) => !clients.has(id) && inContainer(id, name));
}

function inContainer(id: number, name: string): boolean {
  try {
    const root = execFileSync('readlink', [`/proc/${id}/root`], { encoding: 'utf8', stdio: 'pipe' }).trim();
    return root.startsWith('/run/sonde-containers-') && root.endsWith(name);
  } catch {
    return false;
  }
}

/** Walks that run, not the shells that were given them. */
function findsWith(text: string): readonly number[] {
  return processesWith(`-name ${text}`).filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').startsWith('/bin/find\0');
    } catch {
      return false;
    }
  });
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
