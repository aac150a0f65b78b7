import { describe, expect, it } from 'vitest';
import { readFromPanel, readFromRenderer, readToPanel } from '../../src/protocol/index.ts';
import { sampleView } from './sample.ts';

describe('messages of the panel', () => {
  it('are gestures and ids of rows', () => {
    expect(readFromPanel({ type: 'ready' }).ok).toBe(true);
    expect(readFromPanel({ type: 'open', row: 'e3' })).toEqual({
      ok: true,
      value: { type: 'open', row: 'e3' },
    });
    expect(readFromPanel({ type: 'copy-mermaid' }).ok).toBe(true);
    expect(readFromPanel({ type: 'save-svg', content: '<svg/>' }).ok).toBe(true);
  });

  it('carry no path, address or command', () => {
    for (const message of [
      { type: 'open', row: 'e3', path: '/etc/passwd' },
      { type: 'open', uri: 'file:///etc/passwd' },
      { type: 'command', command: 'workbench.action.terminal.new' },
      { type: 'open', row: 'x'.repeat(41) },
      { type: 'open', row: ['e3'] },
      'ready',
      null,
    ])
      expect(readFromPanel(message).ok, JSON.stringify(message)).toBe(false);
  });

  it('let the extension keep how the reader has it, and nothing else', () => {
    const state = {
      key: 'jobs',
      turn: 3,
      names: [{ id: 's0', name: 'state Queued' }],
      filters: {
        withoutRoles: [],
        withoutClasses: ['possible'],
        fold: 'none',
        unfolded: [],
        around: null,
        labels: true,
        onlyChanges: false,
      },
      search: '',
      chosen: 's0',
      stepping: null,
      view: null,
    };
    expect(readFromPanel({ type: 'keep', state })).toEqual({ ok: true, value: { type: 'keep', state } });
    expect(readToPanel({ type: 'show', view: sampleView(), kept: state }).ok).toBe(true);
    expect(readFromPanel({ type: 'keep', state: { ...state, path: '/etc' } }).ok).toBe(false);
    expect(readFromPanel({ type: 'run-cell' }).ok).toBe(true);
  });

  it('bound what a picture may send', () => {
    expect(readFromPanel({ type: 'save-png', content: 'a'.repeat(20_000_001) }).ok).toBe(false);
  });
});

describe('messages to the panel', () => {
  it('hold a whole lifecycle', () => {
    const view = sampleView();
    const message = { type: 'show', view, kept: null };
    expect(readToPanel(message)).toEqual({ ok: true, value: message });
  });

  it('say that something is to be known of it', () => {
    const message = { type: 'notice', text: 'older than the cell', run: 'Run' };
    expect(readToPanel(message)).toEqual({ ok: true, value: message });
    expect(readToPanel({ ...message, command: 'workbench.action.reloadWindow' }).ok).toBe(false);
  });

  it('name what is wrong in it', () => {
    const view = sampleView();
    const wrong = { ...view, edges: [{ ...view.edges[0], class: 'certain' }] };
    expect(readToPanel({ type: 'show', view: wrong, kept: null })).toMatchObject({
      ok: false,
      error: { path: 'message.view.edges[0].class' },
    });
  });
});

describe('messages of the renderer', () => {
  it('name an output and a row of it', () => {
    expect(readFromRenderer({ type: 'open', output: 'o1', row: 'r0' }).ok).toBe(true);
    expect(readFromRenderer({ type: 'pin', output: 'o1', row: 'r0' }).ok).toBe(true);
    expect(readFromRenderer({ type: 'run', output: 'o1', row: 'r0' }).ok).toBe(false);
    expect(readFromRenderer({ type: 'open', row: 'r0' }).ok).toBe(false);
    expect(readFromRenderer({ type: 'open', output: 'o1', row: 'r0', file: 'a.py' }).ok).toBe(false);
  });
});
