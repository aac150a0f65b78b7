import { describe, expect, it } from 'vitest';
import {
  evidenceNotes,
  layerMessage,
  layersLine,
  layersText,
  probeErrorMessage,
} from '../../src/messages/index.ts';
import type { Evidence, Layer, LayerReason, ProofPart } from '../../src/probe/index.ts';

const own: readonly Layer[] = (['policy', 'canonical', 'guarded-shell', 'limits'] as const).map((name) => ({
  name,
  state: 'active',
}));
const failed = (reason: LayerReason): string => layerMessage({ name: 'bwrap', state: 'failed', reason });

describe('layers for people', () => {
  it('names those that are active in one line, and each other with its reason', () => {
    const layers: readonly Layer[] = [
      ...own,
      { name: 'bwrap', state: 'active' },
      { name: 'landlock', state: 'absent', reason: { code: 'no-tool', tool: 'setpriv' } },
    ];
    expect(layersText(layers)).toBe(
      'Layers: policy, canonical emission, guarded shell, limits, bwrap\n' +
        'Landlock: not there. The host has no setpriv in /usr/local/bin, /usr/bin or /bin.',
    );
    expect(layersLine('gpu', layers)).toBe(
      'gpu: Layers: policy, canonical emission, guarded shell, limits, bwrap; ' +
        'Landlock: not there. The host has no setpriv in /usr/local/bin, /usr/bin or /bin.',
    );
  });

  it('tells the layer that only some lines run in', () => {
    expect(layerMessage({ name: 'landlock', state: 'active', for: 'distorted' })).toBe(
      'Landlock: active for lines that show owners, processes or mounts',
    );
    expect(layersText([...own, { name: 'landlock', state: 'active', for: 'distorted' }])).toContain(
      'limits\nLandlock: active for lines',
    );
  });

  it('says why a layer is not used', () => {
    expect(layerMessage({ name: 'bwrap', state: 'available', reason: { code: 'off' } })).toBe(
      'bwrap: available, not used. The sandbox is set to off.',
    );
    expect(
      layerMessage({
        name: 'landlock',
        state: 'absent',
        reason: { code: 'too-old', tool: 'setpriv', version: '2.38.1' },
      }),
    ).toMatch(/^Landlock: not there\. .*setpriv.*2\.38\.1.*2\.40/);
    expect(failed({ code: 'no-answer', said: '' })).toContain('no answer');
    const parts: readonly ProofPart[] = [
      ...(['create', 'write', 'mounts', 'network', 'processes', 'identity', 'null', 'view'] as const),
    ];
    const sentences = parts.map((part) => failed({ code: 'not-proved', part, seen: 'here' }));
    expect(new Set(sentences).size).toBe(parts.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^bwrap: does not work here\. .*here/);
  });

  it('shows what a host said without its control characters', () => {
    const sentence = failed({ code: 'no-answer', said: 'bwrap: no\u001b[31m\nreally' });
    expect(sentence).not.toMatch(/[\u0000-\u001f]/u);
    expect(sentence).toContain('bwrap: no');
  });

  it('refuses a host without one, and says the way out', () => {
    const layers: readonly Layer[] = [
      { name: 'bwrap', state: 'absent', reason: { code: 'no-tool', tool: 'bwrap' } },
    ];
    expect(probeErrorMessage({ code: 'no-sandbox', layers })).toMatch(
      /^The sandbox is required.*no bwrap in.*set the sandbox to auto\.$/,
    );
  });

  it('marks evidence that came from elsewhere', () => {
    const evidence: Evidence = {
      line: 'ls -l',
      exit: 0,
      stdout: new Uint8Array(),
      stderr: new Uint8Array(),
      truncated: null,
      ms: 1,
      notes: ['outside-layer:bwrap', 'other-layer:landlock', 'seen-inside:bwrap', 'outside-layer:x\u0007y'],
    };
    const [outside, other, inside, odd] = evidenceNotes(evidence);
    expect(outside).toMatch(/^Ran outside bwrap, /);
    expect(other).toMatch(/^Ran inside Landlock, /);
    expect(inside).toMatch(/^Ran inside bwrap: .*nobody/);
    expect(odd).not.toContain('\u0007');
  });
});
