import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSonde } from './run-cli.ts';

const project = resolve(import.meta.dirname, '../../guides/demo/project');

describe('sonde lifecycles', () => {
  it('lists what is below the root, most written first, in the shape of the contract', async () => {
    const run = await runSonde(['lifecycles', project, '--json']);
    expect(run.status).toBe(0);
    const rows = JSON.parse(run.stdout) as readonly Record<string, unknown>[];
    expect(rows[0]).toMatchObject({
      states: 'KVPoll',
      store: 'request_status',
      kind: 'constants',
      file: 'disagg/common/conn.py',
    });
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'file',
      'kind',
      'line',
      'reads',
      'states',
      'store',
      'writes',
    ]);
    const writes = rows.map((row) => Number(row['writes']));
    expect(writes).toEqual([...writes].sort((a, b) => b - a));
    const text = await runSonde(['lifecycles', project]);
    expect(text.stdout).toMatch(/KVPoll +request_status +constants +\d+ +\d+ +disagg\/common\/conn\.py:\d+/);
  });
});

describe('sonde lifecycle', () => {
  it('prints JSON with the keys of the contract', async () => {
    const run = await runSonde(['lifecycle', project, '--states', 'KVPoll', '--json']);
    expect(run.status).toBe(0);
    const found = JSON.parse(run.stdout) as Record<string, readonly object[]>;
    expect(Object.keys(found)).toEqual([
      'states',
      'stores',
      'setters',
      'writes',
      'removals',
      'transitions',
      'hazards',
      'roles',
      'unresolved',
      'cost',
    ]);
    expect(found['states']?.[0]).toEqual({
      name: 'Failed',
      value: 0,
      terminal: true,
      file: 'disagg/base/conn.py',
      line: expect.any(Number) as number,
    });
    expect(Object.keys(found['hazards']?.[0] ?? {})).toEqual([
      'rule',
      'severity',
      'confidence',
      'title',
      'file',
      'line',
      'witness',
    ]);
  });

  it('draws Mermaid and SVG', async () => {
    const mermaid = await runSonde(['lifecycle', project, '--states', 'KVPoll', '--format', 'mermaid']);
    expect(mermaid.stdout).toMatch(/^stateDiagram-v2\n/);
    const svg = await runSonde(['lifecycle', project, '--states', 'KVPoll', '--format', 'svg']);
    expect(svg.stdout).toMatch(/^<svg[\s\S]*WaitingForInput[\s\S]*<\/svg>\n$/);
  });

  it('fails on hazards only when it was asked to', async () => {
    expect((await runSonde(['lifecycle', project, '--states', 'KVPoll', '--fail-on', 'high'])).status).toBe(
      1,
    );
    const none = await runSonde(['lifecycle', project, '--states', 'NoSuchStates', '--fail-on', 'high']);
    expect(none.status).toBe(0);
    expect(none.stderr).toContain('--file');
  });
});
