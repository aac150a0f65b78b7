import { describe, expect, test } from 'vitest';
import type { LayeredKind } from '../../../src/probe/emission/layers.ts';
import type { NamespaceView } from '../../../src/probe/plan/namespaces.ts';
import { LauncherPicker } from '../../../src/probe/run/launcher-picker.ts';

const bwrap: LayeredKind = { form: 'bwrap', folder: '/usr/bin' };
const rootBwrap: LayeredKind = { form: 'bwrap-root', folder: '/usr/bin' };
const landlock: LayeredKind = { form: 'landlock', folder: '/usr/local/bin' };
const views = (...names: readonly NamespaceView[]): ReadonlySet<NamespaceView> => new Set(names);
const VIEWS = [views(), views('owners'), views('processes'), views('mounts'), views('owners', 'processes')];

describe('the launcher of a line', () => {
  test.each(['plain', 'setsid'] as const)('without layers it is always %s', (plain) => {
    const picker = new LauncherPicker(plain, [], 'auto');
    for (const view of VIEWS) expect(picker.pick(view)).toEqual({ launcher: plain, notes: [] });
    expect([picker.usual, picker.faithful]).toEqual([plain, plain]);
  });

  test('Landlock shows everything as it is', () => {
    const picker = new LauncherPicker('plain', [landlock], 'auto');
    for (const view of VIEWS) expect(picker.pick(view)).toEqual({ launcher: landlock, notes: [] });
    expect(picker.faithful).toBe(landlock);
  });

  test('bwrap of a user distorts owners, processes and mounts', () => {
    const picker = new LauncherPicker('plain', [bwrap], 'auto');
    const [none, ...distorted] = VIEWS;
    expect(picker.pick(none ?? views())).toEqual({ launcher: bwrap, notes: [] });
    for (const view of distorted)
      expect(picker.pick(view)).toEqual({ launcher: 'plain', notes: ['outside-layer:bwrap'] });
    expect([picker.usual, picker.faithful]).toEqual([bwrap, 'plain']);
  });

  test('bwrap of root makes no user namespace, and shows owners as they are', () => {
    const picker = new LauncherPicker('plain', [rootBwrap], 'auto');
    expect(picker.pick(views('owners'))).toEqual({ launcher: rootBwrap, notes: [] });
    expect(picker.pick(views('owners', 'processes'))).toEqual({
      launcher: 'plain',
      notes: ['outside-layer:bwrap'],
    });
    expect(picker.pick(views('mounts')).launcher).toBe('plain');
  });

  test('the weaker layer is better than none', () => {
    for (const sandbox of ['auto', 'required'] as const) {
      const picker = new LauncherPicker('plain', [bwrap, landlock], sandbox);
      expect(picker.pick(views()).launcher).toBe(bwrap);
      expect(picker.pick(views('owners'))).toEqual({ launcher: landlock, notes: ['other-layer:landlock'] });
    }
  });

  test('where a layer is required, no line runs outside', () => {
    const picker = new LauncherPicker('plain', [bwrap], 'required');
    for (const view of VIEWS) expect(picker.pick(view).launcher).toBe(bwrap);
    expect(picker.pick(views('processes')).notes).toEqual(['seen-inside:bwrap']);
    expect(picker.pick(views()).notes).toEqual([]);
  });
});
