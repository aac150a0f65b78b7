import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reconnectingOnce } from '../../src/cli/reconnect.ts';
import { notReconnectedLine, reconnectingLine } from '../../src/messages/index.ts';
import { startFaultyHost, tally, type FaultyHost } from '../transport/faults/support.ts';

describe.runIf(process.getuid?.() === 0)('a connection that is lost while a command runs', () => {
  let host: FaultyHost;
  beforeEach(async () => {
    host = await startFaultyHost();
  });
  afterEach(() => host.stop());

  test('is made once more, and what was cut is repeated, each once', async () => {
    const lost: string[] = [];
    const first = await host.connect();
    const prober = reconnectingOnce(first.prober, async (error) => {
      lost.push(error.code);
      return (await host.connect()).prober;
    });
    expect(tally([await prober.run('head -n 1 numbers.txt')])).toEqual({ evidence: 1 });
    host.link.stall();
    const probes = Array.from({ length: 8 }, (_, at) => prober.run(`sed -n ${at + 1}p numbers.txt`));
    const reading = prober.files.read(join(host.root, 'numbers.txt'));
    host.link.cut();
    host.link.resume();
    const texts = (await Promise.all(probes)).map((outcome) =>
      outcome.kind === 'evidence' ? Buffer.from(outcome.evidence.stdout).toString() : outcome,
    );
    expect(texts).toEqual(Array.from({ length: 8 }, (_, at) => `line ${at + 1}\n`));
    expect(await reading).toMatchObject({ ok: true });
    expect(lost).toEqual(['disconnected']);
    // The second loss stands.
    host.link.cut();
    expect(tally([await prober.run('ls')])).toEqual({ disconnected: 1 });
    expect(lost).toHaveLength(1);
    prober.dispose();
  });

  test('stands where the host cannot be reached again; other errors are no loss', async () => {
    const first = await host.connect();
    let asked = 0;
    const prober = reconnectingOnce(first.prober, () => {
      asked += 1;
      return Promise.resolve(undefined);
    });
    expect(tally([await prober.run('cat missing.txt')])).toEqual({ 'operand-missing': 1 });
    expect(asked).toBe(0);
    host.link.cut();
    const both = await Promise.all([prober.run('ls'), prober.run('ls')]);
    expect(tally(both)).toEqual({ disconnected: 2 });
    expect(asked).toBe(1);
    prober.dispose();
  });
});

test('the sentences name the target and the way out', () => {
  const lost = { code: 'disconnected', host: 'box', detail: 'no answer for 9 s' } as const;
  expect(reconnectingLine('me@box:22', lost)).toContain('me@box:22');
  expect(reconnectingLine('me@box:22', lost)).toContain('repeated');
  expect(notReconnectedLine('me@box:22', 'No.')).toContain('start the command again');
});
