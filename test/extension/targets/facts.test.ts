import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetFacts } from '../../../src/extension/targets/facts.ts';
import type { TargetEntry } from '../../../src/extension/targets/registry.ts';
import { openProber, type HostFacts } from '../../../src/probe/index.ts';
import { createConnector } from '../../../src/transport/node/index.ts';
import { value } from '../../support/channels.ts';
import { noPrompts } from '../../support/prompts.ts';

let folder: string;
let host: HostFacts;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sonde-facts-'));
  const connector = createConnector({ trustStoreFile: path.join(folder, 'trust') });
  const transport = value(await connector.connect({ kind: 'local', root: folder }, { prompts: noPrompts }));
  host = value(await openProber(transport)).host;
  transport.dispose();
});
afterAll(() => rmSync(folder, { recursive: true }));

function entry(more: Partial<TargetEntry>): TargetEntry {
  return {
    name: 'box',
    text: '/x',
    target: { ok: true, value: { kind: 'local', root: '/x' } },
    state: 'connected',
    label: 'user@box:22',
    host,
    layers: [
      { name: 'policy', state: 'active' },
      { name: 'bwrap', state: 'absent', reason: { code: 'no-tool', tool: 'bwrap' } },
    ],
    ...more,
  };
}

const labels = (of: TargetEntry): readonly string[] => targetFacts(of).map(({ label }) => label);

describe('what is known of a target', () => {
  it('is its account, its userland as the handshake found it, its layers', () => {
    const [account, userland, layers] = labels(entry({}));
    expect(account).toBe('user@box:22');
    // This machine: Debian with GNU coreutils and git.
    expect(userland).toMatch(/^Linux with GNU \d[\d.]*, git \d+\.\d+/);
    expect(layers).toBe('policy');
    expect(targetFacts(entry({}))[2]?.detail).toMatch(/^policy\nbwrap: not there\. /);
  });

  it('is what is missing: commands, and options that a userland lacks', () => {
    const tools = {
      ls: { path: '/bin/busybox', kind: 'busybox', version: '1.35.0' },
      grep: { path: '/bin/busybox', kind: 'busybox', version: '1.35.0' },
    } as const;
    const shown = labels(entry({ host: { system: 'Linux', home: '/', noise: '', tools } }));
    expect(shown[1]).toBe('Linux with BusyBox 1.35.0');
    const missing = shown.find((label) => label.startsWith('Not there: ')) ?? '';
    for (const name of ['git', 'rg', 'sed', 'find']) expect(missing.split(/[ ,]+/)).toContain(name);
    expect(missing.split(/[ ,]+/)).not.toContain('grep');
    expect(shown.find((label) => label.startsWith('grep (BusyBox) lacks: '))).toMatch(/-P\b/);
    const whole = targetFacts(entry({})).filter(({ id }) => id === 'options');
    expect(whole.filter(({ label }) => label.startsWith('grep'))).toEqual([]);
  });

  it('is why and since when it is lost, and that what was seen can be read', () => {
    const lost = { error: { code: 'disconnected', host: 'box', detail: 'reset' }, at: 0 } as const;
    const [fact] = targetFacts({ ...entry({}), state: 'lost', lost });
    expect(fact?.label).toContain('box');
    expect(fact?.detail).toContain('stay readable');
  });

  it('is nothing before the first connection', () => {
    expect(labels(entry({ state: 'disconnected' }))).toEqual([]);
    expect(labels(entry({ state: 'connecting' }))).toHaveLength(1);
  });

  it('cannot hide what a host says of itself', () => {
    const odd = { ...host, system: 'Li\u202enux\u001b[2J' };
    expect(labels(entry({ host: odd }))[1]).toContain('Li\\u{202e}nux\\u{1b}[2J');
  });
});
