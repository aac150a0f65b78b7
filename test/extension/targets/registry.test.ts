import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/base/index.ts';
import { createDialer, type Connects } from '../../../src/extension/targets/dialer.ts';
import { TargetRegistry } from '../../../src/extension/targets/registry.ts';
import { createLedger, type Ledger } from '../../../src/probe/index.ts';
import { createPythonParser } from '../../../src/syntax/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { startSshd } from '../../support/sshd.ts';

const require = createRequire(import.meta.url);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sonde-registry-'));
  writeFileSync(path.join(folder, 'a.py'), 'class A:\n    def f(self):\n        return 1\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Made {
  readonly registry: TargetRegistry;
  readonly ledger: Ledger;
  readonly changes: string[];
  readonly log: readonly string[];
}

/** A registry over the real connector of this machine. */
function make(targets: Readonly<Record<string, string>>, own?: Connects, clock?: Clock): Made {
  const ledger = createLedger();
  const connector =
    own ?? createConnector({ trustStoreFile: path.join(folder, 'known_hosts'), homeFolder: folder });
  const log: string[] = [];
  const dialer = createDialer({
    ledger,
    connectorFor: () => connector,
    allow: () => Promise.resolve(false),
    confirm: () => Promise.resolve(true),
    sandbox: () => 'off',
    logger: { info: (line) => log.push(line) },
    parser: async () => {
      const beside = (name: string, file: string): string =>
        path.join(path.dirname(require.resolve(name)), file);
      return createPythonParser({
        runtime: await readFile(beside('web-tree-sitter', 'web-tree-sitter.wasm')),
        grammar: await readFile(beside('tree-sitter-python/package.json', 'tree-sitter-python.wasm')),
      });
    },
  });
  const registry = new TargetRegistry({
    targets: () => new Map(Object.entries(targets)),
    dialer,
    ...(clock === undefined ? {} : { clock }),
    prompts: () => ({ trustHostKey: () => Promise.resolve(false), secret: () => Promise.resolve(undefined) }),
  });
  const changes: string[] = [];
  registry.onDidChange((name) => changes.push(`${name} ${registry.entry(name)?.state ?? ''}`));
  return { registry, ledger, changes, log };
}

describe('targets of a window', () => {
  it('connect only when told to, and read then', async () => {
    const { registry, ledger, changes, log } = make({ here: folder });
    expect(registry.entry('here')?.state).toBe('disconnected');
    expect(registry.entry('here')?.layers).toBeUndefined();
    expect(registry.live('here')).toBeUndefined();
    expect(ledger.entries).toHaveLength(0);
    const live = await registry.connect('here');
    if (!live.ok) throw new Error(live.error.code);
    expect(changes).toEqual(['here connecting', 'here connected']);
    expect(registry.entry('here')?.layers).toEqual(live.value.prober.layers);
    expect(log).toEqual([
      expect.stringMatching(/^here: Layers: policy, canonical emission, guarded shell, limits; bwrap: /),
    ]);
    const outcome = await live.value.prober.run('grep -n def a.py');
    expect(outcome).toMatchObject({ kind: 'evidence', evidence: { hits: [{ file: 'a.py', line: 2 }] } });
    const file = await live.value.program.file('a.py');
    expect(file.ok && file.value.symbols.map((symbol) => symbol.path)).toEqual(['A', 'A.f']);
    expect(ledger.entries.length).toBeGreaterThan(0);
    registry.disconnect('here');
    expect(registry.live('here')).toBeUndefined();
    expect(live.value.transport.connected).toBe(false);
    registry.dispose();
  });

  it('read files anew when told to, and keep what was read until then', async () => {
    const { registry } = make({ here: folder });
    const live = await registry.connect('here');
    if (!live.ok) throw new Error(live.error.code);
    const file = path.join(folder, 'changing.py');
    writeFileSync(file, 'def one(): ...\n');
    const symbols = async (): Promise<unknown> => {
      const read = await live.value.program.file('changing.py');
      return read.ok && read.value.symbols.map((symbol) => symbol.path);
    };
    expect(await symbols()).toEqual(['one']);
    const analysed = live.value.program;
    writeFileSync(file, 'def two(): ...\n');
    expect(await symbols()).toEqual(['one']);
    live.value.reread();
    expect(await symbols()).toEqual(['two']);
    expect(analysed.files.map(({ source }) => source.text)).toEqual(['def one(): ...\n']);
    registry.dispose();
  });

  it('share one attempt', async () => {
    const { registry, changes } = make({ here: folder });
    const [one, two] = await Promise.all([registry.connect('here'), registry.connect('here')]);
    expect(one.ok && two.ok && one.value === two.value).toBe(true);
    expect(changes).toEqual(['here connecting', 'here connected']);
    registry.dispose();
  });

  it('begin anew where an attempt that was given up has not ended yet', async () => {
    const dials: AbortSignal[] = [];
    const ends: (() => void)[] = [];
    const here = createConnector({ trustStoreFile: path.join(folder, 'known_hosts'), homeFolder: folder });
    const slow: Connects = {
      listHosts: () => Promise.resolve([]),
      async connect(target, options) {
        dials.push(options.signal ?? AbortSignal.any([]));
        if (dials.length === 1) await new Promise<void>((resolve) => ends.push(resolve));
        return here.connect(target, options);
      },
    };
    const { registry } = make({ here: folder }, slow);
    const first = registry.connect('here');
    await expect.poll(() => dials.length).toBe(1);
    registry.disconnect('here');
    expect(dials[0]?.aborted).toBe(true);
    const second = registry.connect('here');
    for (const end of ends) end();
    expect(await first).toEqual({ ok: false, error: { code: 'cancelled' } });
    expect((await second).ok).toBe(true);
    expect(dials).toHaveLength(2);
    registry.dispose();
  });

  it('leave a place that the settings do not name any more', async () => {
    const other = path.join(folder, 'other');
    mkdirSync(other);
    const targets: Record<string, string> = { here: folder, stays: folder };
    const { registry } = make(targets);
    const [moved, stays] = [value(await registry.connect('here')), value(await registry.connect('stays'))];
    registry.addSession('demo', { kind: 'local', root: folder });
    const demo = value(await registry.connect('demo'));
    targets['here'] = other;
    registry.refresh();
    expect(moved.transport.connected).toBe(false);
    expect(registry.entry('here')?.state).toBe('disconnected');
    expect([stays, demo].map((live) => live.transport.connected)).toEqual([true, true]);
    const again = value(await registry.connect('here'));
    expect(again.prober.target.root).toBe(other);
    delete targets['here'];
    registry.refresh();
    expect(again.transport.connected).toBe(false);
    registry.dispose();
  });

  it('tell an unknown name, a malformed target and a missing root apart', async () => {
    const { registry } = make({ bad: 'host:relative', gone: path.join(folder, 'nothing') });
    expect(await registry.connect('other')).toEqual({
      ok: false,
      error: { code: 'target-unknown', name: 'other' },
    });
    expect(await registry.connect('bad')).toMatchObject({ ok: false, error: { code: 'target-syntax' } });
    const gone = await registry.connect('gone');
    expect(gone.ok).toBe(false);
    expect(registry.entry('gone')?.state).toBe('disconnected');
    registry.dispose();
  });

  it('are lost when their host ends the connection, with the reason and the time, until they are made again', async () => {
    const sshd = await startSshd();
    const connector = createConnector({
      trustStoreFile: path.join(folder, 'known_hosts'),
      sshConfigFile: sshd.sshConfigFile,
    });
    const { registry, changes } = make({ box: `box:${folder}` }, connector, { now: () => 1234 });
    const losses: string[] = [];
    registry.onDidLose(({ name }) => losses.push(name));
    value(await registry.connect('box'));
    expect(registry.entry('box')).toMatchObject({ state: 'connected', host: { system: 'Linux' } });
    expect(registry.entry('box')?.label).toMatch(/@127\.0\.0\.1:\d+$/);
    await sshd.stop();
    await expect.poll(() => registry.entry('box')?.state, { timeout: 20_000 }).toBe('lost');
    expect(registry.entry('box')).toMatchObject({ lost: { at: 1234, error: { code: 'disconnected' } } });
    expect(losses).toEqual(['box']);
    expect(changes.at(-1)).toBe('box lost');
    // A failed attempt leaves it lost; giving it up ends that.
    expect((await registry.connect('box')).ok).toBe(false);
    expect(registry.entry('box')?.state).toBe('lost');
    registry.disconnect('box');
    expect(registry.entry('box')?.state).toBe('disconnected');
    expect(registry.entry('box')?.lost).toBeUndefined();
    registry.dispose();
  });

  it('give an attempt up when it is cancelled', async () => {
    const { registry } = make({ here: folder });
    const controller = new AbortController();
    const attempt = registry.connect('here', controller.signal);
    controller.abort();
    expect(await attempt).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(registry.live('here')).toBeUndefined();
    registry.dispose();
  });

  it('put targets of the session before those of the settings', () => {
    const { registry } = make({ here: folder });
    registry.addSession('demo', { kind: 'local', root: folder });
    expect(registry.entries().map((entry) => entry.name)).toEqual(['demo', 'here']);
    registry.addSession('here', { kind: 'local', root: '/' });
    expect(registry.entries().map((entry) => entry.name)).toEqual(['demo', 'here']);
    registry.removeSession('here');
    expect(registry.entry('here')?.text).toBe(folder);
    registry.dispose();
  });

  it('cannot connect without a dialer', async () => {
    const registry = new TargetRegistry({
      targets: () => new Map([['here', folder]]),
      dialer: null,
      prompts: () => ({
        trustHostKey: () => Promise.resolve(false),
        secret: () => Promise.resolve(undefined),
      }),
    });
    expect(registry.canConnect).toBe(false);
    expect(await registry.hosts()).toEqual([]);
    expect(await registry.connect('here')).toEqual({ ok: false, error: { code: 'no-connections' } });
    registry.dispose();
  });
});
