import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collect, error, untilOutput, value } from '../../../support/channels.ts';
import { testCommand } from '../../../support/commands.ts';
import { eventually, processesWith } from '../../../support/processes.ts';
import { noPrompts } from '../../../support/prompts.ts';
import { descendants, freePort, type Sshd } from '../../../support/sshd.ts';
import { makePrivateFolder } from '../../../../src/transport/node/openssh/helper.ts';
import { startMaster } from '../../../../src/transport/node/openssh/master.ts';
import { Hosts } from './support.ts';

/** A name that no other test's processes hold. */
const alias = 'lone';
const hosts = new Hosts();
afterEach(() => hosts.end());

/** The server's configuration with these lines at its end. */
function configWith(server: Sshd, ...lines: readonly string[]): string {
  const file = join(server.folder, 'config-more');
  writeFileSync(
    file,
    `${readFileSync(server.sshConfigFile, 'utf8')}${lines.map((line) => `  ${line}\n`).join('')}`,
  );
  return file;
}

/** The processes of `ssh` that were started here. */
function ownProcesses(): readonly number[] {
  return processesWith(` -- ${alias}`);
}

describe('a connection by the system’s ssh', () => {
  test('is one login for all probes, and leaves neither process nor file behind', async () => {
    const server = await hosts.start({ alias });
    const transport = value(await hosts.connect(server));
    for (let round = 0; round < 5; round += 1)
      expect((await collect(value(await transport.exec(testCommand('echo x'))))).stdout.toString()).toBe(
        'x\n',
      );
    expect(server.log().split('Accepted publickey')).toHaveLength(2);
    transport.dispose();
    await eventually(() => expect(ownProcesses()).toEqual([]));
  });

  test('runs nothing of the configuration for a probe, and sends no variables', async () => {
    const server = await hosts.start({ alias, config: ['AcceptEnv *'] });
    const count = join(server.folder, 'count');
    const sshConfigFile = configWith(
      server,
      'SendEnv *',
      'SetEnv SONDE_SET=1',
      'PermitLocalCommand yes',
      `LocalCommand echo local >>${count}`,
      'RemoteCommand echo remote',
      'RequestTTY force',
      `LocalForward ${await freePort()} 127.0.0.1:9`,
      'ForwardAgent yes',
      `ControlPath ${server.folder}/users-own`,
      'ControlMaster auto',
      'ControlPersist 60',
      'BatchMode yes',
      'LogLevel QUIET',
    );
    const environment = { ...process.env, SONDE_SENT: '1' };
    const transport = value(await hosts.connect(server, noPrompts, { sshConfigFile, environment }));
    const command = testCommand('env; [ -t 0 ] || echo "no terminal"');
    const answer = (await collect(value(await transport.exec(command)))).stdout.toString();
    expect(answer).toContain('no terminal');
    expect(answer).not.toMatch(/SONDE_|SSH_AUTH_SOCK|^remote/m);
    expect(readdirSync(server.folder)).not.toContain('users-own');
    expect(readdirSync(server.folder)).not.toContain('count');
  });

  test('that is lost is told as lost, however late its own end is noticed', async () => {
    const server = await hosts.start({ alias });
    const transport = value(await hosts.connect(server));
    const script = `exec /bin/sh -c 'trap "kill -KILL 0" PIPE; echo up; read -r l; kill -KILL 0'`;
    const channel = value(await transport.exec(testCommand(script)));
    await untilOutput(channel, 'up');
    // Who waits for the login's ssh, and would tell of its end, stands still meanwhile.
    const waiting = processesWith('exec 3<&0').filter((id) => ownProcesses().includes(id));
    expect(waiting.length).toBeGreaterThan(0);
    for (const id of waiting) process.kill(id, 'SIGSTOP');
    try {
      const ofServer = processesWith('sshd');
      for (const id of descendants(server.pid)) if (ofServer.includes(id)) process.kill(id, 'SIGKILL');
      expect(await channel.closed).toMatchObject({ kind: 'lost', error: { code: 'disconnected' } });
    } finally {
      for (const id of waiting) process.kill(id, 'SIGCONT');
    }
  });

  test('that is lost is told as lost, even while its socket still takes connections', async () => {
    const server = await hosts.start({ alias });
    const transport = value(await hosts.connect(server));
    const channel = value(await transport.exec(testCommand('echo up; read -r l')));
    await untilOutput(channel, 'up');
    // As the kernel does for a process that is just being ended: a connection is taken, and comes to nothing.
    const socket = controlSocket();
    unlinkSync(socket);
    const dying = createServer((connection) => connection.destroy());
    await new Promise<void>((resolve) => dying.listen(socket, resolve));
    const waiting = processesWith('exec 3<&0').filter((id) => ownProcesses().includes(id));
    for (const id of waiting) process.kill(id, 'SIGSTOP');
    try {
      for (const id of masters()) process.kill(id, 'SIGKILL');
      expect(await channel.closed).toMatchObject({ kind: 'lost', error: { code: 'disconnected' } });
    } finally {
      for (const id of waiting) process.kill(id, 'SIGCONT');
      dying.close();
    }
  });

  test('that goes on tells a status of 255 as it is', async () => {
    const server = await hosts.start({ alias });
    const transport = value(await hosts.connect(server));
    const ended = await collect(value(await transport.exec(testCommand('exit 255'))));
    expect(ended.end).toEqual({ kind: 'exit', status: 255 });
    expect(transport.connected).toBe(true);
  });

  test('goes through a ProxyCommand', async () => {
    const server = await hosts.start({ alias });
    const bridge = join(server.folder, 'bridge');
    const relay = `const c=require('net').connect(+process.argv[2],process.argv[1]);process.stdin.pipe(c).pipe(process.stdout)`;
    writeFileSync(bridge, `#!/bin/sh\nexec '${process.execPath}' -e "${relay}" "$1" "$2"\n`);
    chmodSync(bridge, 0o755);
    const sshConfigFile = configWith(server, `ProxyCommand ${bridge} %h %p`);
    const transport = value(await hosts.connect(server, noPrompts, { sshConfigFile }));
    expect((await collect(value(await transport.exec(testCommand('echo x'))))).stdout.toString()).toBe('x\n');
    transport.dispose();
    await eventually(() => expect(processesWith(bridge)).toEqual([]));
  });

  test('that fails says why', async () => {
    const server = await hosts.start({ alias });
    const config = (...lines: readonly string[]): string => {
      const file = join(server.folder, 'config-failing');
      writeFileSync(file, `Host ${alias}\n${lines.map((line) => `  ${line}\n`).join('')}`);
      return file;
    };
    const connect = async (...lines: readonly string[]): Promise<unknown> =>
      error(await hosts.connect(server, noPrompts, { sshConfigFile: config(...lines) }));
    const port = await freePort();
    expect(await connect('HostName 127.0.0.1', `Port ${port}`)).toEqual({
      code: 'connection-refused',
      host: '127.0.0.1',
      port,
    });
    expect(await connect('HostName no-such-host.invalid')).toEqual({
      code: 'unknown-host',
      host: 'no-such-host.invalid',
    });
    expect(await connect('HostName 127.0.0.1', 'Nonsense yes')).toMatchObject({
      code: 'ssh-config',
      line: 3,
    });
    expect(await connect('HostName 127.0.0.1', `Port ${server.port}`, 'ProxyCommand exit 3')).toMatchObject({
      code: 'unreachable',
    });
    await eventually(() => expect(ownProcesses()).toEqual([]));
  });

  test('to a host that says nothing times out, and an abort ends it at once', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const server = await hosts.start({ alias, clientConfig: [`Port ${port}`, 'ConnectTimeout 1'] });
    expect(error(await hosts.connect(server))).toMatchObject({ code: 'connect-timeout', port, seconds: 1 });
    silent.close();
    await eventually(() => expect(ownProcesses()).toEqual([]));
  });

  test('that ends by itself takes its folder with it, though nobody is left to remove it', async () => {
    const files = await makePrivateFolder(process.execPath);
    const master = startMaster({
      program: '/bin/sh',
      words: ['-c', 'exit 7'],
      folder: files.folder,
      environment: process.env,
    });
    await master.ended;
    expect(existsSync(files.folder)).toBe(false);
  });

  test('says so where no folder can be made for it', async () => {
    const server = await hosts.start({ alias });
    vi.stubEnv('TMPDIR', join(server.folder, 'no'));
    try {
      const refused = error(await hosts.connect(server));
      expect(refused).toMatchObject({ code: 'unreachable', port: server.port });
      expect(JSON.stringify(refused)).toContain('ENOENT');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('says which ssh is missing or too old', async () => {
    const server = await hosts.start({ alias });
    expect(error(await hosts.connect(server, noPrompts, { sshProgram: '/nonexistent/ssh' }))).toEqual({
      code: 'unsupported',
      what: 'ssh-missing',
      host: alias,
    });
    const old = join(server.folder, 'old-ssh');
    writeFileSync(old, '#!/bin/sh\necho "OpenSSH_7.4p1, OpenSSL 1.0.2k" >&2\n');
    chmodSync(old, 0o755);
    expect(error(await hosts.connect(server, noPrompts, { sshProgram: old }))).toMatchObject({
      what: 'ssh-version',
    });
  });

  test('ends when the ssh that keeps it is killed, and says so', async () => {
    const server = await hosts.start({ alias });
    const transport = value(await hosts.connect(server));
    const channel = value(await transport.exec(testCommand('echo up; read -r l')));
    await untilOutput(channel, 'up');
    const noticed = new Promise((resolve) => transport.onDidDisconnect(resolve));
    for (const id of masters()) process.kill(id, 'SIGKILL');
    expect(await noticed).toMatchObject({ code: 'disconnected', host: '127.0.0.1' });
    expect(await channel.closed).toMatchObject({ kind: 'lost' });
    await eventually(() => expect(ownProcesses()).toEqual([]));
  });

  test('ends with the process that opened it, however suddenly that ends', async () => {
    const server = await hosts.start({ alias });
    const text = [
      `import { createConnector } from ${JSON.stringify(join(process.cwd(), 'src/transport/node/index.ts'))};`,
      `const connector = createConnector({ sshConfigFile: ${JSON.stringify(server.sshConfigFile)}, transport: 'openssh',`,
      `  trustStoreFile: ${JSON.stringify(join(server.folder, 'trust'))} });`,
      `const prompts = { trustHostKey: async () => false, secret: async () => undefined };`,
      `const got = await connector.connect({ kind: 'ssh', host: 'lone', root: '/' }, { prompts });`,
      `if (!got.ok) throw new Error(JSON.stringify(got.error));`,
      `got.value.prepare({ launcher: 'echo READY 9191; read -r l', script: '' }, 2);`,
      `console.log('open');`,
      `setInterval(() => undefined, 1000);`,
    ].join('\n');
    const script = join(server.folder, 'opens.ts');
    writeFileSync(script, text);
    const bundle = join(server.folder, 'opens.mjs');
    execFileSync('npx', [
      'esbuild',
      script,
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--external:cpu-features',
      '--loader:.node=empty',
      `--banner:js=import{createRequire}from'module';const require=createRequire(import.meta.url);`,
      `--outfile=${bundle}`,
      '--log-level=error',
    ]);
    const child = spawn(process.execPath, [bundle], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', () => resolve());
      child.on('exit', () => reject(new Error('ended')));
    });
    await eventually(() => expect(processesWith('echo READY 9191').length).toBeGreaterThan(1));
    child.kill('SIGKILL');
    await eventually(() => expect(processesWith('echo READY 9191')).toEqual([]));
    await eventually(() => expect(ownProcesses()).toEqual([]));
  });
});

/** The socket at which a connection's `ssh` takes sessions. */
function controlSocket(): string {
  const lines = execFileSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8' }).split('\n');
  const words = lines.find((line) => line.endsWith(` -- ${alias}`) && line.includes('ControlPath=/'));
  return /ControlPath=(\S+)/.exec(words ?? '')?.[1] ?? '';
}

/** The processes of `ssh` that hold a connection. */
function masters(): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, id = '', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return /^ssh -F \S+sonde-ssh-/.test(command) && command.endsWith(` -- ${alias}`) ? [Number(id)] : [];
  });
}
