import { describe, expect, test } from 'vitest';
import { openProber } from '../../../src/probe/index.ts';
import { value, error } from '../../support/channels.ts';
import { newSetpriv } from '../../support/setpriv.ts';
import { isRoot, testHosts } from './host.ts';

const OWN = ['policy', 'canonical', 'guarded-shell', 'limits'].map((name) => ({ name, state: 'active' }));
const NO_BWRAP = { name: 'bwrap', state: 'absent', reason: { code: 'no-tool', tool: 'bwrap' } };
const NO_SETPRIV = { name: 'landlock', state: 'absent', reason: { code: 'no-tool', tool: 'setpriv' } };
const setpriv = await newSetpriv();
if (setpriv === undefined) console.warn('no setpriv with Landlock could be had: its tests did not run');

describe.runIf(isRoot)('which layers are active', () => {
  const host = testHosts();

  describe.each([false, true])('as root: %s', (asRoot) => {
    test('a host with bwrap', async () => {
      const { bench } = await host({ bwrap: true }, { asRoot });
      const { prober, evidence, ledger } = await bench('auto');
      expect(prober.layers).toEqual([...OWN, { name: 'bwrap', state: 'active' }, NO_SETPRIV]);
      expect((await evidence('cat a.txt')).out).toBe('alpha\n');
      const [last] = ledger.entries.filter(({ line }) => line === 'cat a.txt');
      expect(last?.launcher).toMatch(/^exec \/usr\/bin\/env -i \/usr\/bin\/bwrap --ro-bind \/ \/ /);
    });

    test('a host without anything', async () => {
      const { open } = await host({ bwrap: false }, { asRoot });
      expect(value(await open('auto')).layers).toEqual([...OWN, NO_BWRAP, NO_SETPRIV]);
      expect(error(await open('required'))).toEqual({ code: 'no-sandbox', layers: [NO_BWRAP, NO_SETPRIV] });
    });

    test.runIf(setpriv !== undefined)('a host with Landlock', async () => {
      const { bench } = await host({ bwrap: false, setpriv }, { asRoot });
      const { prober, evidence, ledger } = await bench('required');
      expect(prober.layers).toEqual([...OWN, NO_BWRAP, { name: 'landlock', state: 'active' }]);
      // No namespace: owners and processes are seen as they are.
      expect((await evidence('ls -l')).notes).toEqual([]);
      const [last] = ledger.entries.filter(({ line }) => line === 'ls -l');
      expect(last?.launcher).toMatch(/^exec \/usr\/bin\/env -i \/usr\/local\/bin\/setpriv --no-new-privs /);
    });

    test.runIf(setpriv !== undefined)('a host with both', async () => {
      const { bench } = await host({ bwrap: true, setpriv }, { asRoot });
      const { prober, evidence, ledger } = await bench('auto');
      expect(prober.layers).toEqual([
        ...OWN,
        { name: 'bwrap', state: 'active' },
        { name: 'landlock', state: 'active', for: 'distorted' },
      ]);
      expect((await evidence('cat a.txt')).notes).toEqual([]);
      expect((await evidence('ps -e | head -1')).notes).toContain('other-layer:landlock');
      const tools = ledger.entries
        .filter(({ line }) => line !== undefined)
        .map(({ launcher }) => launcher.split(' ')[3]);
      expect(tools).toEqual(['/usr/bin/bwrap', '/usr/local/bin/setpriv']);
    });

    test('nothing is tried when it is off', async () => {
      const { bench } = await host({ bwrap: true, setpriv }, { asRoot });
      const { prober, evidence, ledger } = await bench('off');
      const off = { state: 'available', reason: { code: 'off' } };
      expect(prober.layers).toEqual([
        ...OWN,
        { name: 'bwrap', ...off },
        setpriv === undefined ? NO_SETPRIV : { name: 'landlock', ...off },
      ]);
      expect((await evidence('cat a.txt')).out).toBe('alpha\n');
      expect(ledger.sent().filter(({ launcher }) => /bwrap|setpriv/.test(launcher))).toEqual([]);
    });
  });

  test('a setpriv without Landlock', async () => {
    const old = '#!/bin/sh\necho setpriv from util-linux 2.39.3\n';
    const { open } = await host({ bwrap: false, tools: { setpriv: old } });
    expect(value(await open('auto')).layers.at(-1)).toEqual({
      name: 'landlock',
      state: 'absent',
      reason: { code: 'too-old', tool: 'setpriv', version: '2.39.3' },
    });
  });

  test('a host whose kernel grants no user namespaces to users', async () => {
    const { bench, open } = await host({ bwrap: true, chroot: true });
    const { prober, evidence } = await bench('auto');
    const reason = prober.layers.find(({ name }) => name === 'bwrap')?.reason;
    expect(reason?.code === 'no-answer' ? reason.said : '').toMatch(
      /^bwrap: No permissions to create new namespace/,
    );
    // The plain shell is used instead.
    const { out, notes } = await evidence('cat a.txt');
    expect([out, notes]).toEqual(['alpha\n', []]);
    expect(error(await open('required'))).toMatchObject({ code: 'no-sandbox' });
  });

  test('lines that bwrap would distort run outside, or inside where a layer is required', async () => {
    const { bench } = await host({ bwrap: true });
    const auto = await bench('auto');
    expect((await auto.evidence('ls -l')).notes).toEqual(['outside-layer:bwrap']);
    const required = await bench('required');
    const { notes, out } = await required.evidence('ls -l');
    expect(notes).toEqual(['seen-inside:bwrap']);
    // The file is root's, whom the namespace does not know.
    expect(out).toContain(' nobody ');
  });

  test('a handshake that is cancelled', async () => {
    const { bench } = await host({ bwrap: true });
    const { transport, root } = await bench('off');
    const signal = AbortSignal.abort();
    expect(error(await openProber(transport, { root, sandbox: 'auto', signal }))).toEqual({
      code: 'cancelled',
    });
  });
});
