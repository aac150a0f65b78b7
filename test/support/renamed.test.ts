import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoRoot, truth } from '../fixtures/demo/truth.ts';
import { renameDemo, renameTruth } from './renamed.ts';

describe('the demo project under other names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-renamed-'));
  const root = join(folder, 'project');
  let names: ReadonlyMap<string, string>;
  beforeAll(() => {
    names = renameDemo(root);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const told = [
    ...['KVPoll', 'CommonKVManager', 'NixlKVManager', 'NixlKVSender', 'is_settled', 'TERMINAL_POLLS'],
    ...['request_status', 'transfer_infos', 'req_to_decode_prefix_len', 'update_status', 'check_status'],
    ...[
      'transfer_worker',
      'bootstrap_thread',
      'peer_watch',
      'add_transfer_request',
      'conclude_state',
      'abort',
    ],
    ...truth.states.map((state) => state.name),
  ];

  it('has another name for everything that the story tells of', () => {
    for (const name of told) expect([name, names.has(name)]).toEqual([name, true]);
    const code = ['base', 'common', 'nixl'].map((part) =>
      readFileSync(join(root, `disagg/${part}/conn.py`), 'utf8'),
    );
    const words = new Set(code.flatMap((text) => withoutProse(text).match(/\w+/g) ?? []));
    expect(told.filter((name) => words.has(name))).toEqual([]);
  });

  it('still runs: its own tests pass', () => {
    const argv = ['-B', '-m', 'unittest', 'discover', '-s', 'tests'];
    expect(() => execFileSync('python3', argv, { cwd: root, stdio: 'pipe' })).not.toThrow();
  });

  it('keeps every line where it was', () => {
    for (const part of ['base', 'common', 'nixl']) {
      const file = `disagg/${part}/conn.py`;
      const shape = (folderOf: string): readonly string[] =>
        readFileSync(join(folderOf, file), 'utf8')
          .split('\n')
          .map((line) => line.replaceAll(/\w+/g, 'w'));
      expect(shape(root)).toEqual(shape(demoRoot));
    }
  });

  it('has a truth of the same form, without the old names', () => {
    const renamed = renameTruth(truth, names);
    expect(renamed.writes.map(({ at }) => at)).toEqual(truth.writes.map(({ at }) => at));
    const [setter] = renamed.setters;
    const state = (name: string): string => names.get(name) ?? '';
    expect(setter?.table[state('Failed')]?.[state('Transferring')]).toBe(state('Transferring'));
    expect(setter?.table['absent']?.[state('Failed')]).toBe('absent');
    const terms = [
      ...renamed.states.map(({ name }) => name),
      ...renamed.writes.flatMap((write) => [
        ...write.function.split('.'),
        write.role,
        ...write.to,
        ...write.from,
      ]),
      ...renamed.transitions.flatMap(({ from, to }) => [from, to]),
      ...renamed.hazards.flatMap(({ witness }) => witness.flatMap((step) => [step.role, step.state ?? ''])),
    ];
    expect(told.filter((name) => terms.includes(name))).toEqual([]);
  });
});

/** Comments and strings may speak of the old names; rules must not read them. */
function withoutProse(text: string): string {
  return text
    .replaceAll(/"""[\s\S]*?"""/g, '')
    .replaceAll(/#.*/g, '')
    .replaceAll(/"[^"\n]*"/g, '');
}
