import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { probeErrorMessage } from '../../../src/messages/index.ts';
import { ENGINE_FOLDERS } from '../../../src/probe/emission/container.ts';
import { createLedger, openProber, type OpenProberResult, type Prober } from '../../../src/probe/index.ts';
import { parseTarget, type Transport } from '../../../src/transport/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { startContainers, type Containers } from '../../support/containers.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';

// Containers of this machine. Their engine is a stand-in that only a home folder has: what the machine has comes
// first, so that an engine of its own leaves none to stand in for.
const isRoot = process.getuid?.() === 0;
const free = (['podman', 'docker'] as const).find(
  (engine) => !ENGINE_FOLDERS.some((folder) => existsSync(join(folder, engine))),
);

describe.runIf(isRoot && free !== undefined)('a container of this machine', () => {
  const engine = free ?? 'podman';
  let home: string;
  let containers: Containers;
  const cleanups: (() => void)[] = [];
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'sonde-home-'));
    const big = (jail: string): void => {
      for (let index = 0; index < 4_000; index += 1)
        mkdirSync(join(jail, 'srv/many', `folder-${index}`), { recursive: true });
    };
    containers = await startContainers({ nearby: { make: big }, stopped: { state: 'exited' } });
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', engine), containers.client);
    chmodSync(join(home, 'bin', engine), 0o755);
  });
  afterEach(() => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  });
  afterAll(async () => {
    await containers.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const ledger = createLedger();
  async function open(name: string): Promise<{ readonly transport: Transport; opened: OpenProberResult }> {
    const connector = createConnector({ trustStoreFile: join(home, 'trust'), homeFolder: home });
    const target = value(parseTarget(`${engine}=${name}:/srv`));
    const transport = value(await connector.connect(target, { prompts: noPrompts }));
    cleanups.push(() => transport.dispose());
    return { transport, opened: await openProber(transport, { ledger }) };
  }
  async function out(prober: Prober, line: string): Promise<string> {
    const outcome = await prober.run(line);
    if (outcome.kind !== 'evidence') return JSON.stringify(outcome);
    return Buffer.from(outcome.evidence.stdout).toString();
  }

  test('is asked by probes with the tools that it has', async () => {
    const { transport, opened } = await open('nearby');
    const prober = value(opened);
    expect(transport.label).toBe(`${engine}=nearby`);
    expect(prober.host.tools['grep']).toMatchObject({ kind: 'busybox', path: '/bin/grep' });
    expect(await out(prober, 'grep -rn beta . | sort')).toBe('./a.txt:2:beta\n./sub/b.txt:1:beta\n');
    // What the container does not have is not looked for on this machine.
    expect(await out(prober, 'git log')).toContain('tool-missing');
    expect(ledger.entries.at(-1)?.launcher).toContain(`exec ${home}/bin/${engine} exec -i -- nearby `);
  });

  test('has its own files, never those of this machine', async () => {
    const { transport, opened } = await open('nearby');
    const { files } = value(opened);
    const own = join(home, 'only-here.txt');
    writeFileSync(own, 'of this machine\n');
    expect(Buffer.from(value(await files.read('/srv/a.txt'))).toString()).toBe('alpha\nbeta\n');
    expect(await files.read(own)).toMatchObject({ ok: false, error: { code: 'file-not-found' } });
    expect(await transport.files.read(own)).toMatchObject({ error: { what: 'container-files' } });
  });

  test('keeps nothing of a cancelled probe, or of a connection that is closed', async () => {
    const { transport, opened } = await open('nearby');
    const prober = value(opened);
    const walk = (mark: string): string => `find ${'many '.repeat(300)}-name ${mark}`;
    const stop = new AbortController();
    const cancelled = prober.run(walk('local-cancelled-4712'), { signal: stop.signal });
    await eventually(() => expect(processesWith('local-cancelled-4712')).not.toEqual([]));
    stop.abort();
    expect(await cancelled).toMatchObject({ kind: 'error', error: { code: 'cancelled' } });
    await eventually(() => expect(processesWith('local-cancelled-4712')).toEqual([]));
    const closed = prober.run(walk('local-closed-4712'));
    await eventually(() => expect(processesWith('local-closed-4712')).not.toEqual([]));
    transport.dispose();
    expect(await closed).toMatchObject({ kind: 'error' });
    await eventually(() => expect(processesWith('local-closed-4712')).toEqual([]));
    await eventually(() => expect(processesWith(`${engine} exec -i -- nearby`)).toEqual([]));
  });

  test.each([
    ['stopped', 'not-running', 'is not running'],
    ['gone', 'unknown', 'knows no container “gone”'],
  ])('that is %s is named', async (name, reason, words) => {
    const { opened } = await open(name);
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'container', reason, host: `${engine}=${name}` },
    });
    if (!opened.ok) expect(probeErrorMessage(opened.error)).toContain(`${engine}=${name}: `);
    if (!opened.ok) expect(probeErrorMessage(opened.error)).toContain(words);
  });
});
