import { readdirSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LayerReason } from '../../../src/probe/index.ts';
import { value } from '../../support/channels.ts';
import { newSetpriv } from '../../support/setpriv.ts';
import { isRoot, testHosts, type TestHost } from './host.ts';

/**
 * Tools that start the shell and do not do what they are asked for: each must be found out, and what the proof
 * tries must change nothing on a host where it fails.
 */
const setpriv = await newSetpriv();

/** A bwrap that changes its arguments with these commands, and then is the real one. */
function bwrapWith(...commands: readonly string[]): string {
  return ['#!/bin/sh', '[ "$1" = --version ] && exec /usr/bin/bwrap "$@"', ...commands, ''].join('\n');
}

/** Leaves out one argument and puts others in its place. */
function instead(left: string, ...put: readonly string[]): string {
  return [
    'for a; do shift; [ "$a" = ' +
      left +
      ' ] && { set -- "$@" ' +
      put.join(' ') +
      '; continue; }; set -- "$@" "$a"; done',
    'exec /usr/bin/bwrap "$@"',
  ].join('\n');
}

/** Runs the shell without anything around it. */
const NOTHING = 'while [ "$1" != /bin/sh ]; do shift; done; exec "$@"';

const bwraps: readonly (readonly [string, string, Partial<LayerReason>])[] = [
  ['does nothing', NOTHING, { code: 'not-proved', part: 'create' }],
  ['leaves /home writable', instead('--unshare-all', '--unshare-all --bind /home /home'), { part: 'create' }],
  [
    'leaves /opt writable',
    instead('--unshare-all', '--unshare-all --bind /opt /opt'),
    { part: 'mounts', seen: '/opt' },
  ],
  ['leaves its own /dev and /proc writable', instead('--remount-ro', '--dir'), { part: 'create' }],
  [
    'puts memory over /srv',
    instead('--unshare-all', '--unshare-all --tmpfs /srv'),
    { part: 'mounts', seen: '/srv' },
  ],
  [
    'keeps the network',
    instead('--unshare-all', '--unshare-user --unshare-pid --unshare-ipc --unshare-uts'),
    { part: 'network' },
  ],
  [
    'keeps the processes',
    instead('--unshare-all', '--unshare-user --unshare-net --ro-bind /proc /proc'),
    { part: 'processes' },
  ],
  [
    'gives the user another number',
    instead('--unshare-all', '--unshare-all --uid 65534'),
    { part: 'identity' },
  ],
  [
    'hides a tool',
    instead('--unshare-all', '--unshare-all --ro-bind /dev/null /usr/bin/git'),
    { part: 'view', seen: 'git' },
  ],
  [
    'says only what is wrong',
    'echo "bwrap: I will not" >&2; exit 1',
    { code: 'no-answer', said: 'bwrap: I will not' },
  ],
  [
    'knows no such option',
    'exec /usr/bin/bwrap --no-such-option "$@"',
    { code: 'no-answer', said: 'bwrap: Unknown option --no-such-option' },
  ],
  ['feeds the script to something else', 'exec cat', { code: 'no-answer' }],
];

const setprivs: readonly (readonly [string, string, Partial<LayerReason>])[] = [
  ['does nothing', NOTHING, { code: 'not-proved', part: 'create' }],
  [
    'allows to write files',
    'exec /usr/local/bin/real-setpriv --landlock-rule path-beneath:write-file:/ "$@"',
    { part: 'write', seen: '/dev/zero: ' },
  ],
  [
    'allows to make folders',
    'exec /usr/local/bin/real-setpriv --landlock-rule path-beneath:make-dir,refer:/ "$@"',
    { part: 'create' },
  ],
  [
    'allows nothing to be written, not even /dev/null',
    'for a; do shift; [ "$a" = path-beneath:write-file:/dev/null ] && a=path-beneath:read-file:/dev/null; set -- "$@" "$a"; done; exec /usr/local/bin/real-setpriv "$@"',
    { part: 'null' },
  ],
];

describe.runIf(isRoot)('tools that do not do what they are asked for', () => {
  const host = testHosts();

  async function foundOut(
    { open, user }: TestHost,
    name: 'bwrap' | 'landlock',
    expected: Partial<LayerReason>,
  ): Promise<void> {
    const places = [user?.home ?? '', '/tmp', '/var/tmp', '/dev/shm'];
    const before = statSync(places[0] ?? '').mtimeMs;
    const prober = value(await open('auto'));
    const layer = prober.layers.find((each) => each.name === name);
    expect(layer).toMatchObject({ state: 'failed', reason: expected });
    // The plain shell is used, and nothing was made where the proof tried.
    expect(await prober.run('cat a.txt')).toMatchObject({
      kind: 'evidence',
      evidence: { exit: 0, notes: [] },
    });
    const left = places.flatMap((place) =>
      readdirSync(place).filter((file) => /^\.sonde-[0-9a-f]{32}$/.test(file)),
    );
    expect(left).toEqual([]);
    expect(statSync(places[0] ?? '').mtimeMs).toBe(before);
  }

  test.each(bwraps)('a bwrap that %s', async (_, commands, expected) => {
    await foundOut(await host({ bwrap: true, tools: { bwrap: bwrapWith(commands) } }), 'bwrap', expected);
  });

  test.runIf(setpriv !== undefined).each(setprivs)('a setpriv that %s', async (_, commands, expected) => {
    const says = '[ "$1" = --version ] && { echo setpriv from util-linux 2.41; exit; }';
    const tools = { setpriv: ['#!/bin/sh', says, commands, ''].join('\n') };
    await foundOut(await host({ bwrap: false, setpriv, tools }), 'landlock', expected);
  });

  test('a bwrap that never answers', { timeout: 40_000 }, async () => {
    const tools = { bwrap: bwrapWith('exec sleep 600') };
    await foundOut(await host({ bwrap: true, tools }), 'bwrap', { code: 'no-answer', said: '' });
  });

  test('what a tool says besides does no harm', async () => {
    const tools = { bwrap: bwrapWith('echo hello; echo careful >&2; exec /usr/bin/bwrap "$@"') };
    const { open } = await host({ bwrap: true, tools });
    const prober = value(await open('auto'));
    expect(prober.layers.find(({ name }) => name === 'bwrap')).toEqual({ name: 'bwrap', state: 'active' });
    expect(prober.host.noise).toBe('');
  });
});
