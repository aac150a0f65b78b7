import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_FOLDERS } from '../../src/probe/emission/container.ts';
import { startContainerHost, type ContainerHost } from '../support/container-host.ts';
import { asUser, plainUser, type TestUser } from '../support/users.ts';
import { runSonde, type CliRun } from './run-cli.ts';

const source = 'class Order:\n    state = "new"\n\n    def ship(self):\n        self.state = "shipped"\n';
const notebook = `---
sonde: 1
title: Orders
targets:
  box:
---

\`\`\`probe id=p1 on=box
grep -n state orders.py
\`\`\`

\`\`\`pins
- id: ship
  on: box
  file: orders.py
  symbol: Order.ship
\`\`\`
`;

describe.runIf(process.getuid?.() === 0)('a target in a container of a host', () => {
  let folder: string;
  let user: TestUser | undefined;
  let host: ContainerHost;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-in-container-'));
    user = plainUser();
    const make = (jail: string): void => {
      mkdirSync(join(jail, 'root'));
      writeFileSync(join(jail, 'root/orders.py'), source);
    };
    host = await startContainerHost({ shop: { make }, stopped: { state: 'exited' } }, asUser(user));
  });
  afterAll(async () => {
    await host.stop();
    user?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const sonde = (...args: string[]): Promise<CliRun> =>
    runSonde([...args.slice(0, 1), '-F', host.sshd.sshConfigFile, ...args.slice(1)], {
      environment: { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
    });
  const label = (name: string): string => `${host.sshd.user}@127.0.0.1:${host.sshd.port}/docker=${name}`;

  test('is asked by probe', async () => {
    const run = await sonde('probe', 'box/docker=shop:/root', '--json', '--', 'grep -n state orders.py');
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      target: 'box/docker=shop:/root',
      exit: 0,
      stdout: '2:    state = "new"\n5:        self.state = "shipped"\n',
    });
    // Every command entered the container that was named, and there was no other.
    expect(new Set(host.calls().map(({ argv }) => argv.slice(0, 4).join(' ')))).toEqual(
      new Set(['exec -i -- shop']),
    );
  });

  test('is asked by run and verify, of the container as it is then', async () => {
    const file = join(folder, 'orders.sonde.md');
    writeFileSync(file, notebook);
    const target = 'box/docker=shop:/root';
    const run = await sonde('run', file, '--target', target, '--write');
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' });
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('$ grep -n state orders.py\n2:    state = "new"\n');
    expect(written).toContain('  lines: 4-5\n');
    expect(written).not.toContain('docker');
    const verify = async (): Promise<{ readonly status: number | null; readonly results: unknown }> => {
      const { status, stdout } = await sonde('verify', file, '--target', target, '--json');
      return { status, results: (JSON.parse(stdout) as { results: unknown }).results };
    };
    const same = (id: string, kind: string): object => ({ id, kind, verdict: 'same' });
    expect(await verify()).toEqual({ status: 0, results: [same('p1', 'probe'), same('ship', 'pin')] });
    writeFileSync(join(host.root('shop'), 'root/orders.py'), source.replaceAll('shipped', 'sent'));
    expect(await verify()).toMatchObject({
      status: 1,
      results: [
        { id: 'p1', verdict: 'changed' },
        { id: 'ship', verdict: 'changed' },
      ],
    });
  });

  test.each([
    ['absent', 'docker knows no container “absent”'],
    ['stopped', 'the container “stopped” is not running'],
  ])('that is %s is named, with the way out and exit status 2', async (name, words) => {
    const target = `box/docker=${name}:/root`;
    const probe = await sonde('probe', target, '--', 'ls');
    expect(probe).toMatchObject({ status: 2, stdout: '' });
    expect(probe.stderr).toContain(`${label(name)}: ${words}`);
    expect(probe.stderr.trimEnd()).not.toContain('\n');
    const json = await sonde('probe', target, '--json', '--', 'ls');
    expect(json.status).toBe(2);
    expect(JSON.parse(json.stdout)).toEqual({
      target,
      line: 'ls',
      error: { code: 'container', message: probe.stderr.trimEnd().replace(/^sonde: /, '') },
    });
    const file = join(folder, `${name}.sonde.md`);
    writeFileSync(file, notebook);
    for (const command of ['run', 'verify']) {
      const run = await sonde(command, file, '--target', target);
      expect([command, run.status]).toEqual([command, 2]);
      expect(run.stderr).toContain(words);
    }
    expect(readFileSync(file, 'utf8')).toBe(notebook);
  });

  // An engine of the machine's own would come first.
  const free = (['podman', 'docker'] as const).find(
    (engine) => !ENGINE_FOLDERS.some((place) => existsSync(join(place, engine))),
  );
  test.runIf(free !== undefined)('may be one of this machine', async () => {
    const engine = free ?? 'podman';
    const home = join(folder, 'home');
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin', engine), host.client, { mode: 0o755 });
    const ask = (name: string): Promise<CliRun> =>
      runSonde(['probe', `${engine}=${name}:/root`, '--', 'head -n 1 orders.py'], {
        environment: { HOME: home, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
      });
    expect(await ask('shop')).toEqual({ status: 0, stdout: 'class Order:\n', stderr: '' });
    const stopped = await ask('stopped');
    expect(stopped.status).toBe(2);
    expect(stopped.stderr).toBe(
      `sonde: ${engine}=stopped: the container “stopped” is not running. Nothing can be read in it until somebody starts it on the host.\n`,
    );
  });

  test('spelled wrongly is refused before anything is sent', async () => {
    const connections = (): number => host.sshd.log().split('Connection from').length;
    const before = connections();
    const run = await sonde('probe', 'box/docker=-v:/root', '--', 'ls');
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('-v');
    expect(connections()).toBe(before);
  });
});
