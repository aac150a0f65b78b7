import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { probeErrorMessage } from '../../../src/messages/index.ts';
import { openProber, type OpenProberResult, type Prober } from '../../../src/probe/index.ts';
import { parseTarget, type Transport } from '../../../src/transport/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { tryPodman, type Podman } from '../../support/podman.ts';
import { eventually, processesWith } from '../../support/processes.ts';
import { noPrompts } from '../../support/prompts.ts';

// Not the stand-in of the other tests: Debian's podman with crun, and a container that it made.

const podman = tryPodman();

if (typeof podman === 'string') test.skip(`a real podman does not run here: ${podman}`, () => undefined);
else containers(podman);

function containers(podman: Podman): void {
  describe('a container of a real podman', () => {
    const cleanups: (() => void)[] = [];
    beforeAll(() => {
      podman.run('create', '--name', 'idle', '--pull=never', 'box', '/bin/sleep', '3600');
      podman.run('run', '-d', '--name', 'gone-soon', '--pull=never', 'box', '/bin/sleep', '3600');
    }, 120_000);
    afterEach(() => {
      for (const cleanup of cleanups.splice(0).reverse()) cleanup();
    });
    afterAll(() => podman.stop());

    async function open(name: string): Promise<{ readonly transport: Transport; opened: OpenProberResult }> {
      const connector = createConnector({
        trustStoreFile: join(podman.home, 'trust'),
        homeFolder: podman.home,
      });
      const target = value(parseTarget(`podman=${name}:/srv`));
      const transport = value(await connector.connect(target, { prompts: noPrompts }));
      cleanups.push(() => transport.dispose());
      return { transport, opened: await openProber(transport) };
    }
    async function out(prober: Prober, line: string): Promise<string> {
      const outcome = await prober.run(line);
      if (outcome.kind !== 'evidence') return JSON.stringify(outcome);
      return Buffer.from(outcome.evidence.stdout).toString();
    }

    /**
     * What runs in the container next to who looks. What has ended waits there, in brackets, for a first process that
     * asks for its children, which sleep does not.
     */
    function inside(): readonly string[] {
      const lines = podman.run('exec', 'app', '/bin/ps', '-o', 'args').trim().split('\n').slice(1);
      return lines.filter((line) => !/^\/bin\/ps -o|^\[.*\]$/.test(line));
    }

    test('answers probes with its own tools', async () => {
      const prober = value((await open('app')).opened);
      expect(prober.host.tools['grep']).toMatchObject({ kind: 'busybox', path: '/bin/grep' });
      expect(await out(prober, 'grep -rn beta . | sort')).toBe('./a.txt:2:beta\n./sub/b.txt:1:beta\n');
      expect(await out(prober, "sed -n '2p' a.txt")).toBe('beta\n');
      expect(await out(prober, 'cat pipe')).toContain('operand-kind');
    });

    test('has its own files, never those of this machine', async () => {
      const { files } = value((await open('app')).opened);
      writeFileSync(join(podman.home, 'only-here.txt'), 'of this machine\n');
      expect(Buffer.from(value(await files.read('/srv/a.txt'))).toString()).toBe('alpha\nbeta\n');
      expect(value(await files.readdir('/srv/sub')).map(({ name }) => name)).toEqual(['b.txt']);
      expect(await files.read(join(podman.home, 'only-here.txt'))).toMatchObject({
        ok: false,
        error: { code: 'file-not-found' },
      });
    });

    test('keeps nothing of cancelled probes, or of a connection that is closed', async () => {
      const { transport, opened } = await open('app');
      const prober = value(opened);
      const walk = (mark: string): string => `find ${'m '.repeat(1500)}-name ${mark}`;
      for (let round = 0; round < 5; round += 1) {
        const stop = new AbortController();
        const cancelled = prober.run(walk('podman-cancelled-4713'), { signal: stop.signal });
        await eventually(() => expect(processesWith('podman-cancelled-4713')).not.toEqual([]));
        stop.abort();
        expect(await cancelled).toMatchObject({ kind: 'error', error: { code: 'cancelled' } });
        await eventually(() => expect(processesWith('podman-cancelled-4713')).toEqual([]));
      }
      const closed = prober.run(walk('podman-closed-4713'));
      await eventually(() => expect(processesWith('podman-closed-4713')).not.toEqual([]));
      transport.dispose();
      expect(await closed).toMatchObject({ kind: 'error' });
      await eventually(() => expect(processesWith('podman-closed-4713')).toEqual([]));
      await eventually(() => expect(inside()).toEqual(['/bin/sleep 3600']));
    });

    test('keeps nothing of a connection that is closed while its shells are started', async () => {
      for (let wait = 0; wait < 160; wait += 8) {
        const { transport, opened } = await open('app');
        const answer = value(opened).run('cat a.txt');
        await new Promise((resolve) => setTimeout(resolve, wait));
        transport.dispose();
        await answer;
      }
      await eventually(() => expect(inside()).toEqual(['/bin/sleep 3600']));
    });

    test.each([
      ['idle', 'not-running', 'is not running'],
      ['no-such', 'unknown', 'knows no container “no-such”'],
    ])('that is %s is named', async (name, reason, words) => {
      const { opened } = await open(name);
      expect(opened).toMatchObject({
        ok: false,
        error: { code: 'container', reason, host: `podman=${name}` },
      });
      if (!opened.ok) expect(probeErrorMessage(opened.error)).toContain(words);
    });

    test('that is stopped while it is asked ends the probe with an error, and is named afterwards', async () => {
      const prober = value((await open('gone-soon')).opened);
      const running = prober.run(`find ${'m '.repeat(1500)}-name podman-stopped-4713`);
      await eventually(() => expect(processesWith('podman-stopped-4713')).not.toEqual([]));
      podman.run('stop', '-t', '0', 'gone-soon');
      expect((await running).kind).toBe('error');
      expect((await open('gone-soon')).opened).toMatchObject({
        error: { code: 'container', reason: 'not-running' },
      });
    });
  });
}
