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

  /** The rows below the one that says of how many commands options are refused. */
  const optionsOf = (of: TargetEntry): readonly string[] =>
    targetFacts(of)
      .filter(({ id }) => id === 'options')
      .flatMap(({ below = [] }) => below.map(({ label }) => label));

  function withTools(
    kind: 'busybox' | 'bsd' | 'uutils' | 'toybox',
    ...names: readonly string[]
  ): TargetEntry {
    const tools = Object.fromEntries(
      names.map((name) => [name, { path: `/bin/${name}`, kind, version: '1.35.0' }]),
    );
    return entry({ host: { system: 'Linux', home: '/', noise: '', tools } });
  }

  it('is what is missing: commands, and options that a userland lacks', () => {
    const box = withTools('busybox', 'ls', 'grep', 'column');
    const shown = labels(box);
    expect(shown[1]).toBe('Linux with BusyBox 1.35.0');
    const missing = shown.find((label) => label.startsWith('Not there: ')) ?? '';
    for (const name of ['git', 'rg', 'sed', 'find']) expect(missing.split(/[ ,]+/)).toContain(name);
    expect(missing.split(/[ ,]+/)).not.toContain('grep');
    expect(shown).toContain('Refused, of BusyBox: column');
    expect(shown).toContain('Options that are refused, of 2 commands');
    expect(optionsOf(box).find((label) => label.startsWith('grep (BusyBox) lacks: '))).toMatch(/-P\b/);
    expect(optionsOf(entry({})).filter((label) => label.startsWith('grep'))).toEqual([]);
  });

  it('is what is refused of userlands of which only what was compared with GNU is run', () => {
    const toybox = withTools('toybox', 'ls', 'cat', 'wc', 'grep', 'sed', 'basename');
    expect(labels(toybox)).toContain('Refused, of toybox: grep, sed');
    const refused = targetFacts(toybox).find(({ label }) => label.startsWith('Refused'));
    expect(refused?.detail).toMatch(/answers differ from those of GNU, or were not compared/);
    const [ls, ...others] = [...optionsOf(toybox)].sort((a, b) => b.indexOf('ls') - a.indexOf('ls'));
    expect(ls).toMatch(/^ls \(toybox\), refused: (?:.*; )?-l; (?!.*-a\b)/);
    expect(others).toContain(
      'wc (toybox) needs one of: -l, --lines; -c, --bytes; refused: ' +
        '-w, --words; -m, --chars; -L, --max-line-length',
    );
    // basename has no options, so nothing of it is refused; of the coreutils in Rust grep is not one.
    expect(others.some((label) => label.startsWith('basename'))).toBe(false);
    const uutils = withTools('uutils', 'ls', 'sort', 'tr');
    expect(labels(uutils)).toContain('Refused, of uutils: tr');
    expect(optionsOf(uutils).some((label) => label.startsWith('ls (uutils), refused: '))).toBe(true);
    expect(optionsOf(uutils).some((label) => label.startsWith('sort'))).toBe(false);
  });

  it('is what BSD lacks', () => {
    const bsd = withTools('bsd', 'ls', 'stat', 'tac', 'md5sum');
    expect(labels(bsd)).toContain('Refused, of BSD: tac, md5sum');
    expect(optionsOf(bsd).find((label) => label.startsWith('stat (BSD) lacks: '))).toMatch(/--printf/);
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
