import { describe, expect, test } from 'vitest';
import { err, ok, type Result } from '../../../src/base/index.ts';
import type { TransportError } from '../../../src/transport/index.ts';
import { ChannelPool, type PoolOptions } from '../../../src/transport/pool/pool.ts';
import type { ChannelOpener, ChannelSink, RawChannel } from '../../../src/transport/pool/port.ts';
import { error, value } from '../../support/channels.ts';
import { eventually } from '../../support/processes.ts';

const refusal: TransportError = { code: 'channel-refused', host: 'box', detail: 'open failed' };

/** A host that grants so many sessions at once, and lets the test look at each. */
class Host {
  readonly shells: Shell[] = [];
  limit = Number.POSITIVE_INFINITY;
  refusals = 0;
  /** Refuses so many opens whatever is open, as sshd does right after a close. */
  late = 0;

  get open(): readonly Shell[] {
    return this.shells.filter((shell) => !shell.closed);
  }

  start(launcher: string, sink: ChannelSink): Result<RawChannel, TransportError> {
    if (this.open.length >= this.limit || this.late > 0) {
      this.late = Math.max(0, this.late - 1);
      this.refusals += 1;
      return err(refusal);
    }
    const shell = new Shell(launcher, sink);
    this.shells.push(shell);
    return ok(shell);
  }
}

/** One session; it lives until the test or the pool closes it. */
class Shell implements RawChannel {
  readonly launcher: string;
  readonly #sink: ChannelSink;
  written = '';
  closed = false;

  constructor(launcher: string, sink: ChannelSink) {
    this.launcher = launcher;
    this.#sink = sink;
  }

  write(text: string): void {
    this.written += text;
  }

  end(): void {
    this.close();
  }

  close(): void {
    if (this.closed) return;
    setTimeout(() => this.die(), 1);
  }

  die(): void {
    if (this.closed) return;
    this.closed = true;
    this.#sink.closed({ kind: 'exit', status: 0 });
  }

  pause(): void {
    return;
  }

  resume(): void {
    return;
  }
}

function setUp(options: PoolOptions = {}): { host: Host; pool: ChannelPool } {
  const host = new Host();
  const opener: ChannelOpener = {
    open: async (launcher, sink) => {
      await Promise.resolve();
      return host.start(launcher, sink);
    },
  };
  return { host, pool: new ChannelPool(opener, options) };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 15));

describe('spares', () => {
  test('are started in advance, used once, and replaced when a line is sent', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh' }, 2);
    await eventually(() => expect(pool.spares('sh')).toBe(2));
    const channel = value(await pool.exec({ launcher: 'sh', script: 'line\n' }));
    expect(host.shells[0]?.written).toBe('line\n');
    await eventually(() => expect(pool.spares('sh')).toBe(2));
    expect(host.shells).toHaveLength(3);
    channel.close();
    await channel.closed;
    value(await pool.exec({ launcher: 'sh', script: 'next\n' }));
    await eventually(() =>
      expect(host.shells.map((shell) => shell.written)).toEqual(['line\n', 'next\n', '', '']),
    );
  });

  test('are prepared while they wait; what a launcher starts for a command is prepared before its script', async () => {
    const { host, pool } = setUp();
    const ready = { launcher: 'sh', preparation: 'ready\n' };
    value(await pool.exec({ ...ready, script: 'first\n' }));
    pool.prepare(ready, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    expect(host.shells.map((shell) => shell.written)).toEqual(['ready\nfirst\n', 'ready\n']);
    value(await pool.exec({ ...ready, script: 'second\n' }));
    expect(host.shells[1]?.written).toBe('ready\nsecond\n');
  });

  test('that are prepared otherwise are not used; a command that asks for nothing takes any', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh', preparation: 'ready\n' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    value(await pool.exec({ launcher: 'sh', preparation: 'other\n', script: 'first\n' }));
    expect(host.shells.map((shell) => shell.written)).toEqual(['ready\n', 'other\nfirst\n']);
    value(await pool.exec({ launcher: 'sh', script: 'second\n' }));
    expect(host.shells[0]?.written).toBe('ready\nsecond\n');
  });

  test('that are started when none is wanted any more are ended', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh', preparation: 'ready\n' }, 1);
    pool.prepare({ launcher: 'sh' }, 0);
    await eventually(() => expect(host.shells.map((shell) => shell.closed)).toEqual([true]));
    expect(host.shells[0]?.written).toBe('');
    expect(pool.spares('sh')).toBe(0);
  });

  test('where another one waits the next is started when the answer is there, or soon', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh' }, 2);
    await eventually(() => expect(pool.spares('sh')).toBe(2));
    const first = value(await pool.exec({ launcher: 'sh', script: 'one\n' }));
    await Promise.resolve();
    expect(host.shells).toHaveLength(2);
    first.end();
    await eventually(() => expect(host.shells).toHaveLength(3));
    await eventually(() => expect(pool.spares('sh')).toBe(2));
    value(await pool.exec({ launcher: 'sh', script: 'two\n' }));
    await eventually(() => expect(host.shells).toHaveLength(4));
  });

  test('on a far host the next is started at once, as it would come too late', async () => {
    let time = 0;
    const { host, pool } = setUp({ clock: { now: () => (time += 30) } });
    pool.prepare({ launcher: 'sh' }, 2);
    await eventually(() => expect(pool.spares('sh')).toBe(2));
    value(await pool.exec({ launcher: 'sh', script: 'one\n' }));
    await Promise.resolve();
    expect(host.shells).toHaveLength(3);
  });

  test('of another launcher are not used', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    value(await pool.exec({ launcher: 'other', script: 'x' }));
    expect(host.shells.map((shell) => [shell.launcher, shell.written])).toContainEqual(['other', 'x']);
    expect(host.shells[0]?.written).toBe('');
  });

  test('that die are dropped, and not replaced before something is run', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    host.shells[0]?.die();
    await soon();
    expect(pool.spares('sh')).toBe(0);
    expect(host.shells).toHaveLength(1);
    value(await pool.exec({ launcher: 'sh', script: 'x' }));
    await eventually(() => expect(pool.spares('sh')).toBe(1));
  });

  test('that are too old are ended, not used', async () => {
    let now = 0;
    const { host, pool } = setUp({ clock: { now: () => now } });
    pool.prepare({ launcher: 'sh' }, 1, { idleLimit: 600 });
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    now = 569_999;
    value(await pool.exec({ launcher: 'sh', script: 'in time' }));
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    now += 570_000;
    value(await pool.exec({ launcher: 'sh', script: 'x' }));
    expect(host.shells.slice(0, 3).map((shell) => shell.written)).toEqual(['in time', '', 'x']);
    await eventually(() => expect(host.shells[1]?.closed).toBe(true));
  });

  test('are no longer kept when none are wanted', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    pool.prepare({ launcher: 'sh' }, 0);
    value(await pool.exec({ launcher: 'sh', script: 'x' }));
    await soon();
    expect(host.shells).toHaveLength(1);
  });
});

describe('a host with few sessions', () => {
  test('teaches its limit by refusals, and is not asked for more', async () => {
    const { host, pool } = setUp();
    host.limit = 1;
    pool.prepare({ launcher: 'sh' }, 2);
    await eventually(() => expect(pool.sessionLimit).toBe(1));
    const { refusals } = host;
    for (let round = 0; round < 5; round += 1) {
      const channel = value(await pool.exec({ launcher: 'sh', script: `${round}` }));
      channel.close();
      await channel.closed;
    }
    expect(host.refusals).toBe(refusals);
  });

  test('runs all that wait, each once', async () => {
    const { host, pool } = setUp();
    host.limit = 2;
    const answers = Array.from({ length: 6 }, async (_, index) => {
      const channel = value(await pool.exec({ launcher: 'sh', script: `${index}` }));
      channel.close();
      return channel.closed;
    });
    await Promise.all(answers);
    expect(host.shells.map((shell) => shell.written).sort()).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  test('that refuses a moment too late costs a retry and no limit', async () => {
    const { host, pool } = setUp();
    const first = value(await pool.exec({ launcher: 'sh', script: 'a' }));
    host.late = 1;
    value(await pool.exec({ launcher: 'sh', script: 'b' }));
    expect(pool.sessionLimit).toBeGreaterThan(4);
    first.close();
  });

  test('that frees its only session late gets a waiting shell all the same', async () => {
    const { host, pool } = setUp();
    host.limit = 1;
    const channel = value(await pool.exec({ launcher: 'other', script: '' }));
    host.late = 5;
    pool.prepare({ launcher: 'sh' }, 2);
    channel.close();
    await channel.closed;
    await eventually(() => expect(pool.spares('sh')).toBe(1));
  });

  test('that grants nothing at all is an error in the end', async () => {
    const { host, pool } = setUp();
    host.limit = 0;
    expect(error(await pool.exec({ launcher: 'sh', script: 'x' }))).toEqual(refusal);
    host.limit = 1;
    expect((await pool.exec({ launcher: 'sh', script: 'x' })).ok).toBe(true);
  });

  test('is asked for one more after many commands without a refusal: a moment of trouble slows nothing for good', async () => {
    const { host, pool } = setUp({ sessions: 6, running: 4 });
    const runAll = async (count: number): Promise<void> => {
      await Promise.all(
        Array.from({ length: count }, async () => {
          const channel = value(await pool.exec({ launcher: 'a', script: 'x' }));
          channel.close();
          await channel.closed;
        }),
      );
    };
    host.limit = 1;
    await runAll(8);
    expect(pool.sessionLimit).toBe(1);
    // The trouble is over: each session beyond what is known needs its number of commands, not a moment in time.
    host.limit = Number.POSITIVE_INFINITY;
    await runAll(40);
    expect(pool.sessionLimit).toBe(1);
    await runAll(400);
    expect(pool.sessionLimit).toBeGreaterThanOrEqual(4);
    expect(host.open).toEqual([]);
  });

  test('that has no more than it granted is asked again more and more rarely', async () => {
    const { host, pool } = setUp({ sessions: 6, running: 4 });
    host.limit = 2;
    const runAll = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= 20)
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            const channel = value(await pool.exec({ launcher: 'a', script: 'x' }));
            channel.close();
            await channel.closed;
          }),
        );
    };
    await runAll(20);
    expect(pool.sessionLimit).toBe(2);
    const before = host.refusals;
    await runAll(2000);
    // 64, then 128, 256, 512 and 1,024 commands apart: five refusals at most in 2,000.
    expect(host.refusals - before).toBeGreaterThan(0);
    expect(host.refusals - before).toBeLessThanOrEqual(5);
    expect(pool.sessionLimit).toBe(2);
    expect(host.shells.length).toBe(2020);
  });

  test('gives a spare’s session to another launcher', async () => {
    const { host, pool } = setUp();
    host.limit = 1;
    pool.prepare({ launcher: 'sh' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    value(await pool.exec({ launcher: 'other', script: 'x' }));
    expect(host.open.map((shell) => shell.launcher)).toEqual(['other']);
  });

  test('gets a session back from who holds an idle one', async () => {
    let held = false;
    const { host, pool } = setUp({
      yieldSession: () => {
        if (!held) return false;
        held = false;
        host.limit = 1;
        pool.release();
        return true;
      },
    });
    host.limit = 0;
    const holding = await pool.hold(() => {
      held = true;
      return Promise.resolve(ok('files'));
    });
    expect(value(holding)).toBe('files');
    value(await pool.exec({ launcher: 'sh', script: 'x' }));
    expect(held).toBe(false);
    expect(host.open).toHaveLength(1);
  });
});

describe('commands', () => {
  test('run at most four at once', async () => {
    const { host, pool } = setUp();
    const results = Array.from({ length: 6 }, () => pool.exec({ launcher: 'sh', script: 'x' }));
    await soon();
    expect(host.shells).toHaveLength(4);
    host.shells[0]?.die();
    host.shells[1]?.die();
    await Promise.all(results);
    expect(host.shells).toHaveLength(6);
  });

  test('can be cancelled while they wait for a place, and the place is kept', async () => {
    const { pool } = setUp({ running: 1 });
    const first = value(await pool.exec({ launcher: 'sh', script: 'x' }));
    const abort = new AbortController();
    const waiting = pool.exec({ launcher: 'sh', script: 'y' }, { signal: abort.signal });
    abort.abort();
    expect(error(await waiting)).toEqual({ code: 'cancelled' });
    first.close();
    expect((await pool.exec({ launcher: 'sh', script: 'z' })).ok).toBe(true);
  });

  test('that were cancelled while they opened are closed', async () => {
    const { host, pool } = setUp();
    const abort = new AbortController();
    const opening = pool.exec({ launcher: 'sh', script: 'x' }, { signal: abort.signal });
    queueMicrotask(() => abort.abort());
    expect(error(await opening)).toEqual({ code: 'cancelled' });
    await eventually(() => expect(host.open).toEqual([]));
  });

  test.each([8, 2])(
    'that were cancelled as they took a waiting shell are made up for, of %i sessions',
    async (sessions) => {
      const { host, pool } = setUp({ sessions });
      pool.prepare({ launcher: 'sh' }, 2);
      await eventually(() => expect(pool.spares('sh')).toBe(2));
      const abort = new AbortController();
      const running = pool.exec({ launcher: 'sh', script: 'x' }, { signal: abort.signal });
      // The turn is there at once, and the shell with it; the answer of the pool is not.
      await Promise.resolve();
      abort.abort();
      expect(error(await running)).toEqual({ code: 'cancelled' });
      await eventually(() => expect(pool.spares('sh')).toBe(2));
      expect(host.shells.map((shell) => shell.written)).toEqual(['', '', '']);
    },
  );

  test('end with the connection, and none starts after it', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh' }, 1);
    const running = value(await pool.exec({ launcher: 'other', script: 'x' }));
    const lost: TransportError = { code: 'disconnected', host: 'box', detail: 'cut' };
    pool.end(lost);
    expect(await running.closed).toEqual({ kind: 'lost', error: lost });
    expect(error(await pool.exec({ launcher: 'sh', script: 'x' }))).toEqual(lost);
    expect(error(await pool.hold(() => Promise.resolve(ok(1))))).toEqual(lost);
    await eventually(() => expect(host.open).toEqual([]));
  });
});

describe('forms', () => {
  const command = { launcher: 'sh', script: 'line\n', inline: 'sh line' };
  const sent = (host: Host): readonly (readonly [string, string])[] =>
    host.shells.map((shell) => [shell.launcher, shell.written]);

  test('a waiting shell comes first, then the command that holds its script, to which nothing is written', async () => {
    const { host, pool } = setUp();
    expect(value(await pool.exec(command)).form).toBe('inline');
    expect(sent(host)).toEqual([['sh line', '']]);
    pool.prepare({ launcher: 'sh' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    expect(value(await pool.exec(command)).form).toBe('spare');
    expect(sent(host).slice(0, 2)).toEqual([
      ['sh line', ''],
      ['sh', 'line\n'],
    ]);
  });

  test('are only those that are allowed and there', async () => {
    const { host, pool } = setUp();
    pool.prepare({ launcher: 'sh' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    expect(value(await pool.exec(command, { forms: ['inline', 'launcher'] })).form).toBe('inline');
    expect(value(await pool.exec(command, { forms: ['launcher'] })).form).toBe('launcher');
    const { launcher, script } = command;
    expect(value(await pool.exec({ launcher, script }, { forms: ['inline', 'launcher'] })).form).toBe(
      'launcher',
    );
    expect(sent(host)).toEqual([
      ['sh', ''],
      ['sh line', ''],
      ['sh', 'line\n'],
      ['sh', 'line\n'],
    ]);
  });

  test('a command that waits for a session has it before a shell that is started in advance', async () => {
    const { host, pool } = setUp({ sessions: 1 });
    const first = value(await pool.exec({ launcher: 'other', script: '' }));
    const waiting = pool.exec(command);
    pool.prepare({ launcher: 'sh' }, 1);
    first.close();
    expect(value(await waiting).form).toBe('inline');
    expect(host.open).toHaveLength(1);
  });

  test('shells are started behind a command that found none, before it has its session', async () => {
    const asked: string[] = [];
    const shells: Shell[] = [];
    const pool = new ChannelPool({
      open: (launcher, sink) => {
        asked.push(launcher);
        if (launcher === 'sh line') return new Promise(() => undefined);
        const shell = new Shell(launcher, sink);
        shells.push(shell);
        return Promise.resolve(ok(shell));
      },
    });
    pool.prepare({ launcher: 'sh' }, 1);
    await eventually(() => expect(pool.spares('sh')).toBe(1));
    shells[0]?.die();
    void pool.exec(command);
    await eventually(() => expect(asked).toEqual(['sh', 'sh line', 'sh']));
  });
});
