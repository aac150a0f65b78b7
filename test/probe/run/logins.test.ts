import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createLedger, openProber, type OpenProberResult } from '../../../src/probe/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import type { Transport } from '../../../src/transport/index.ts';
import { value } from '../../support/channels.ts';
import { buildJail, removeJail } from '../../support/jail.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../support/sshd.ts';
import { makeTestUser, type TestUser } from '../../support/users.ts';
import { makeFolder, openBench } from '../bench.ts';

const root = makeFolder({ 'a.txt': 'alpha\nbeta\n' });
chmodSync(root, 0o755);
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function server(options: SshdOptions): Promise<Sshd> {
  const sshd = await startSshd(options);
  cleanups.push(() => sshd.stop());
  return sshd;
}

function account(shell: string): TestUser {
  const user = makeTestUser(shell);
  cleanups.push(() => user.remove());
  return user;
}

async function open(
  sshd: Sshd,
): Promise<{ readonly opened: OpenProberResult; readonly transport: Transport }> {
  const connector = createConnector({
    trustStoreFile: join(sshd.folder, 'trust'),
    sshConfigFile: sshd.sshConfigFile,
  });
  const transport = value(
    await connector.connect({ kind: 'ssh', host: sshd.alias, root }, { prompts: noPrompts }),
  );
  cleanups.push(() => transport.dispose());
  return { opened: await openProber(transport), transport };
}

describe.runIf(process.getuid?.() === 0)('logins', () => {
  test('noise of start files on both streams is remembered and kept apart', async () => {
    const user = account('/bin/bash');
    writeFileSync(
      join(user.home, '.bashrc'),
      'echo "Welcome to the box"; echo "careful" >&2; grep() { echo hijacked; }\n',
    );
    const sshd = await server({ user: user.name });
    const { opened } = await open(sshd);
    const prober = value(opened);
    expect(prober.host.noise).toContain('Welcome to the box');
    const outcome = await prober.run('grep -n beta a.txt');
    expect(outcome).toMatchObject({
      kind: 'evidence',
      evidence: { exit: 0, hits: [{ line: 2, text: 'beta' }] },
    });
    if (outcome.kind === 'evidence') expect(outcome.evidence.stderr).toEqual(new Uint8Array());
    prober.dispose();
  });

  test.each([
    ['a forced command', { forceCommand: '/bin/cat -n' }, '/bin/sh'],
    ['a login that is closed', {}, '/usr/sbin/nologin'],
    ['a restricted shell', {}, '/bin/rbash'],
    ['a shell that says nothing', {}, '/bin/false'],
  ])('%s is not a POSIX shell', async (_name, options, shell) => {
    const user = account(shell);
    const { opened } = await open(await server({ ...options, user: user.name }));
    expect(opened).toMatchObject({ ok: false, error: { code: 'not-a-posix-shell' } });
    if (!opened.ok && shell === '/usr/sbin/nologin') {
      expect(opened.error).toMatchObject({ said: 'This account is currently not available.' });
    }
  });

  test('a spare that died before it began is replaced without a word', async () => {
    const user = account('/bin/sh');
    const sshd = await server({ user: user.name });
    const bench = await openBench(
      { kind: 'ssh', host: sshd.alias, root: makeFolder() },
      { sshConfigFile: sshd.sshConfigFile },
    );
    await bench.evidence('ls');
    for (let round = 0; round < 3; round += 1) {
      await eventually(() => expect(processesWith('RP-$((40+2))-OK').length).toBeGreaterThan(0));
      const mine = execFileSync('ps', ['-u', user.name, '-o', 'pid=,args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('RP-$((40+2))-OK'));
      for (const line of mine) process.kill(Number(line.trim().split(' ')[0]), 'SIGKILL');
      expect((await bench.evidence('ls')).exit).toBe(0);
    }
    bench.close();
  });

  test('what is prepared for a prober ends with it', async () => {
    const user = account('/bin/sh');
    const sshd = await server({ user: user.name });
    const bench = await openBench(
      { kind: 'ssh', host: sshd.alias, root: makeFolder() },
      { sshConfigFile: sshd.sshConfigFile },
    );
    await bench.evidence('ls');
    bench.close();
    await eventually(() => {
      const left = execFileSync('sh', ['-c', `ps -u ${user.name} -o stat=,args= | grep -v '^Z' || true`], {
        encoding: 'utf8',
      });
      expect(left).toBe('');
    });
  });

  test('a session limit of one', async () => {
    const user = account('/bin/sh');
    const sshd = await server({ user: user.name, maxSessions: 1 });
    const { opened } = await open(sshd);
    const prober = value(opened);
    const answers = await Promise.all(
      ['cat a.txt', 'head -1 a.txt', 'wc -l a.txt'].map((line) => prober.run(line)),
    );
    expect(answers.map((answer) => answer.kind)).toEqual(['evidence', 'evidence', 'evidence']);
    prober.dispose();
  });

  test('a connection that is cut in the middle of a probe is an error, not an answer', async () => {
    const user = account('/bin/sh');
    const sshd = await server({ user: user.name });
    const { opened } = await open(sshd);
    const prober = value(opened);
    const running = prober.run('find /usr /usr /usr /usr /usr -name nonexistent-4713');
    await eventually(() => expect(processesWith('nonexistent-4713')).not.toEqual([]));
    for (const id of sshd.processes().slice(1)) {
      if (isServer(id)) process.kill(id, 'SIGKILL');
    }
    const outcome = await running;
    expect(outcome).toMatchObject({ kind: 'error' });
    await eventually(() => expect(processesWith('nonexistent-4713')).toEqual([]));
    prober.dispose();
  });

  test('a host with nothing but busybox', async () => {
    // Every folder above a chroot must belong to root alone.
    const jail = mkdtempSync('/run/sonde-jail-');
    cleanups.push(() => removeJail(jail));
    chmodSync(jail, 0o755);
    buildJail(jail);
    execFileSync('mount', ['-t', 'proc', 'proc', join(jail, 'proc')]);
    cleanups.push(() => void execFileSync('umount', [join(jail, 'proc')]));
    const user = account('/bin/sh');
    const sshd = await server({ user: user.name, config: [`ChrootDirectory ${jail}`] });
    const connector = createConnector({
      trustStoreFile: join(sshd.folder, 'trust'),
      sshConfigFile: sshd.sshConfigFile,
    });
    const transport = value(
      await connector.connect({ kind: 'ssh', host: sshd.alias, root: '/srv' }, { prompts: noPrompts }),
    );
    cleanups.push(() => transport.dispose());
    const ledger = createLedger();
    const prober = value(await openProber(transport, { ledger }));
    expect(prober.host.tools['grep']).toMatchObject({ kind: 'busybox' });
    const out = async (line: string): Promise<string> => {
      const outcome = await prober.run(line);
      return outcome.kind === 'evidence'
        ? Buffer.from(outcome.evidence.stdout).toString() + Buffer.from(outcome.evidence.stderr).toString()
        : outcome.kind === 'error'
          ? outcome.error.code
          : outcome.refusal.rule;
    };
    expect(await out('grep -n beta a.txt')).toBe('2:beta\n');
    expect(await out('sed -n 2p a.txt')).toBe('beta\n');
    expect(await out('head -n 1 a.txt')).toBe('alpha\n');
    expect(await out('tail -n 1 a.txt')).toBe('beta\n');
    expect(await out('cat a.txt | sort -r | uniq -c | wc -l')).toBe('2\n');
    expect(await out('find . -name "*.txt" | sort')).toBe('./a.txt\n./sub/b.txt\n');
    expect(await out('ls')).toBe('a.txt\npipe\nsub\n');
    expect(await out("awk '{print $1}' a.txt")).toBe('alpha\nbeta\n');
    expect(await out('grep -P x a.txt')).toBe('option-unsupported');
    expect(await out('git log')).toBe('tool-missing');
    expect(await out('cat pipe')).toBe('operand-kind');
    // Links below are never followed, and FIFOs never opened, though busybox would.
    expect(await out('grep -rn beta . | sort')).toBe('./a.txt:2:beta\n./sub/b.txt:1:beta\n');
    expect(await out("grep -rn --include='b*' beta .")).toBe('./sub/b.txt:1:beta\n');
    expect(await out('grep -rc beta sub')).toBe('sub/b.txt:1\n');
    expect(await out('grep -rh beta sub')).toBe('beta\n');
    expect(await out('grep -rl beta . | sort')).toBe('./a.txt\n./sub/b.txt\n');
    prober.dispose();
    // The system's ssh has no file transfer: files are read by busybox's own commands.
    const second = createConnector({
      trustStoreFile: join(sshd.folder, 'trust'),
      sshConfigFile: sshd.sshConfigFile,
      transport: 'openssh',
    });
    const other = value(
      await second.connect({ kind: 'ssh', host: sshd.alias, root: '/srv' }, { prompts: noPrompts }),
    );
    cleanups.push(() => other.dispose());
    const { files } = value(await openProber(other, { ledger }));
    const large = Buffer.alloc(3_000_001, 'sonde\0');
    writeFileSync(join(jail, 'srv/large'), large);
    expect(Buffer.from(value(await files.read('/srv/large'))).equals(large)).toBe(true);
    expect(Buffer.from(value(await files.read('/srv/a.txt'))).toString()).toBe('alpha\nbeta\n');
    expect(value(await files.stat('/srv/a.txt'))).toMatchObject({ kind: 'file', size: 11 });
    const changed = Math.floor(statSync(join(jail, 'srv/a.txt')).mtimeMs / 1000) * 1000;
    expect(value(await files.stat('/srv/a.txt')).modified).toBe(changed);
    expect(value(await files.lstat('/bin/sh')).kind).toBe('symlink');
    expect(value(await files.realpath('/usr/bin/env'))).toBe('/bin/busybox');
    expect(new Map(value(await files.readdir('/srv')).map(({ name, kind }) => [name, kind]))).toEqual(
      new Map([
        ['a.txt', 'file'],
        ['large', 'file'],
        ['pipe', 'fifo'],
        ['sub', 'directory'],
      ]),
    );
    expect(await files.read('/srv/pipe')).toMatchObject({ error: { code: 'file-kind', kind: 'fifo' } });
    expect(await files.read('/srv/none')).toMatchObject({ error: { code: 'file-not-found' } });
    expect(Buffer.from(value(await files.read('/proc/self/status'))).toString()).toContain('Pid:');
  });
});

/** True while the process is one of the server's own. */
function isServer(id: number): boolean {
  try {
    return execFileSync('ps', ['-p', String(id), '-o', 'args='], { encoding: 'utf8' })
      .trim()
      .startsWith('sshd:');
  } catch {
    return false;
  }
}
