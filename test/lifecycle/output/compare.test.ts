import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLifecycles, type LifecycleComparison } from '../../../src/lifecycle/compare.ts';
import { comparisonJson, type ComparedSide } from '../../../src/lifecycle/compare-json.ts';
import { comparisonText } from '../../../src/lifecycle/compare-text.ts';
import type { Lifecycle } from '../../../src/lifecycle/index.ts';
import { compareWords } from '../../../src/messages/lifecycle-compare.ts';
import { lifecycleWords } from '../../../src/messages/lifecycle.ts';
import { exampleLifecycle as example } from '../../support/example-lifecycle.ts';
import { hostileLifecycle } from '../../support/hostile-lifecycles.ts';
import { lifecycleOf } from '../../support/lifecycle.ts';

const words = { ...lifecycleWords, compare: compareWords };

function side(lifecycle: Lifecycle, at: string | null = null): ComparedSide {
  return { target: '/srv/app', at, commit: at === null ? null : `${at}000000000000`, lifecycle };
}

function text(before: Lifecycle, after: Lifecycle): string {
  return comparisonText(compareLifecycles(before, after), side(before, 'a1'), side(after), words);
}

/** Every list of the comparison that holds something. */
function differing(compared: LifecycleComparison): readonly string[] {
  return Object.entries(compared).flatMap(([part, value]: [string, unknown]) => {
    if (typeof value === 'boolean') return [];
    const lists = Array.isArray(value) ? { cells: value as readonly unknown[] } : (value as object);
    return Object.entries(lists).flatMap(([kind, list]: [string, readonly unknown[]]) =>
      list.length === 0 ? [] : [`${part} ${kind} ${String(list.length)}`],
    );
  });
}

/** A worker takes a job from a map, and an abort beside it; `guard` stands before the worker's last write. */
function jobs(options: {
  readonly guard?: string;
  readonly merge?: string;
  readonly done?: number;
  readonly lines?: number;
}): string {
  const { guard = '', merge = 'max', done = 3, lines = 0 } = options;
  const indent = guard === '' ? '            ' : '                ';
  return `${'\n'.repeat(lines)}
import threading


class Phase:
    Failed = 0
    Waiting = 1
    Running = 2
    Done = ${String(done)}


class Desk:
    def __init__(self):
        self.phases = {}
        threading.Thread(target=self.worker).start()

    def advance(self, job, phase):
        if job not in self.phases:
            self.phases[job] = phase
        elif phase == Phase.Failed:
            self.phases[job] = Phase.Failed
        else:
            self.phases[job] = ${merge}(self.phases[job], phase)

    def finished(self, job):
        return self.phases.get(job) in (Phase.Failed, Phase.Done)

    def open(self, job):
        if job not in self.phases:
            self.advance(job, Phase.Waiting)

    def abort(self, job):
        if self.phases[job] == Phase.Waiting:
            self.phases[job] = Phase.Failed

    def worker(self):
        while True:
            job = self.queue.get()
${guard === '' ? '' : `            if ${guard}:\n`}${indent}self.phases[job] = Phase.Running
${indent}self.phases[job] = Phase.Done
`;
}

describe('compareLifecycles', () => {
  it('finds no difference in lines that moved, whatever the files are called', async () => {
    const before = await lifecycleOf({ 'desk.py': jobs({}) }, { store: 'phases' });
    const after = await lifecycleOf({ 'other/place.py': jobs({ lines: 7 }) }, { store: 'phases' });
    expect(before.states.map((state) => state.line)).not.toEqual(after.states.map((state) => state.line));
    const compared = compareLifecycles(before, after);
    expect(differing(compared)).toEqual([]);
    expect(compared.same).toBe(true);
    expect(text(before, after)).toContain('No difference was found in 1 file read before and 1 after');
  });

  it('names the guard that was added, the edges that it ends, and the race that is new', async () => {
    const before = await lifecycleOf(jobs({}), { store: 'phases' });
    const after = await lifecycleOf(jobs({ guard: 'self.phases[job] == Phase.Waiting' }), {
      store: 'phases',
    });
    const { transitions, hazards, same } = compareLifecycles(before, after);
    expect(same).toBe(false);
    // Without the guard the worker writes whatever the status is; with it only from Waiting.
    const lost = transitions.removed.map(({ from, to }) => `${from} > ${to}`);
    expect(lost).toContain('absent > Running');
    expect(lost).not.toContain('Waiting > Running');
    const kept = transitions.changed.find(
      ({ after: edge }) => edge.from === 'Waiting' && edge.to === 'Running',
    );
    expect(kept?.what).toContain('class');
    expect(kept?.what).toContain('guard');
    expect(kept?.before.class).toBe('possible');
    expect(kept?.after.class).toBe('proved');
    expect(kept?.after.guards).toEqual(['self.phases[job] == Phase.Waiting']);
    expect(kept?.after.roles).toEqual(['worker']);
    const shown = text(before, after);
    expect(shown).toMatch(/- +∅ +→ Running +possible +worker +module\.py:\d+/);
    expect(shown).toMatch(
      /~ +Waiting +→ Running +possible → proved +worker +none → \[self\.phases\[job\] == Phase\.Waiting\]/,
    );
    // Another role can still write between look and write: the look is new, and so is the race with it.
    expect(hazards.added.map(({ rule, symbol }) => `${rule} ${String(symbol)}`)).toEqual(['H8 Desk.worker']);
    const raised = hazards.changed.find((each) => each.after.rule === 'H1');
    expect(raised?.what).toEqual(['title', 'witness']);
    expect(shown).toContain('without looking at the status');
    expect(shown).toContain('its look at the status is over by then');
  });

  it('names each cell of a setter whose merge changed', async () => {
    const before = await lifecycleOf(jobs({}), { store: 'phases' });
    const after = await lifecycleOf(jobs({ merge: 'min' }), { store: 'phases' });
    const { cells, setters } = compareLifecycles(before, after);
    expect(setters.changed.map((change) => change.after.name)).toEqual(['Desk.advance']);
    // max(old, new) and min(old, new) agree where both are equal, where nothing is stored, and for Failed as argument.
    expect(cells.map((cell) => [cell.old, cell.argument, cell.before, cell.after].join(' '))).toEqual([
      'Failed Waiting Waiting Failed',
      'Failed Running Running Failed',
      'Failed Done Done Failed',
      'Waiting Running Running Waiting',
      'Waiting Done Done Waiting',
      'Running Waiting Running Waiting',
      'Running Done Done Running',
      'Done Waiting Done Waiting',
      'Done Running Done Running',
    ]);
    expect(text(before, after)).toContain('~  Desk.advance  (Failed, Waiting)   Waiting → Failed');
  });

  it('names a value that changed', async () => {
    const before = await lifecycleOf(jobs({}), { store: 'phases' });
    const after = await lifecycleOf(jobs({ done: 9 }), { store: 'phases' });
    const { states } = compareLifecycles(before, after);
    expect(states.changed.map((change) => [change.after.name, ...change.what])).toEqual([['Done', 'value']]);
    expect(text(before, after)).toMatch(/~ +Done +3 → 9/);
  });

  it('names states, roles and stores that only one of the two has', () => {
    const [first, ...states] = example.states;
    const after: Lifecycle = {
      ...example,
      states: [...states, { name: 'Paused', value: 7, terminal: true, file: 'a.py', line: 3 }],
      roles: example.roles.map((role) => (role.name === 'worker' ? { ...role, kind: 'task' } : role)),
      stores: [],
    };
    const compared = compareLifecycles(example, after);
    expect(differing(compared)).toEqual([
      'states added 1',
      'states removed 1',
      'stores removed 1',
      'roles changed 1',
    ]);
    expect(compared.states.removed).toEqual([first]);
    const shown = comparisonText(compared, side(example), side(after), words);
    expect(shown).toMatch(/- +Failed +0 +terminal +engine\/common\/conn\.py:21/);
    expect(shown).toMatch(/\+ +Paused +7 +terminal +a\.py:3/);
    expect(shown).toMatch(/~ +worker +thread → task/);
  });

  it('finds a hazard again by rule, symbol and states, and tells what changed about it', () => {
    const [high, ...rest] = example.hazards;
    const change = (more: Partial<Lifecycle['hazards'][number]>): Lifecycle => ({
      ...example,
      hazards: [...example.hazards.slice(0, 1).map((hazard) => ({ ...hazard, ...more })), ...rest],
    });
    const what = (after: Lifecycle): readonly string[] =>
      compareLifecycles(example, after).hazards.changed.flatMap((each) => each.what);
    expect(what(change({ line: 1, file: 'b.py' }))).toEqual([]);
    expect(what(change({ severity: 'info' }))).toEqual(['severity']);
    expect(what(change({ accepted: 'one worker only' }))).toEqual(['accepted']);
    expect(what(change({ witness: high?.witness.slice(1) ?? [] }))).toEqual(['witness']);
    const others = change({ data: { ...high?.data, others: 'a.py:3, b.py:9' } });
    expect(what(others)).toEqual(['title']);
    const moved = change({ data: { ...high?.data, others: 'a.py:4, b.py:12' } });
    expect(compareLifecycles(others, moved).same).toBe(true);
    const elsewhere = compareLifecycles(example, change({ symbol: 'Other.worker' })).hazards;
    expect([elsewhere.added.length, elsewhere.removed.length, elsewhere.changed.length]).toEqual([1, 1, 0]);
  });

  it('does not call it a difference that something else stayed unresolved, and tells it', () => {
    const after = { ...example, unresolved: [] };
    const compared = compareLifecycles(example, after);
    expect(compared.same).toBe(true);
    expect(compared.unresolved.removed).toHaveLength(1);
    expect(comparisonText(compared, side(example), side(after), words)).toContain('PluginManager');
  });

  it('is empty for equal lifecycles and mirrored when they are swapped, hostile names included', () => {
    fc.assert(
      fc.property(hostileLifecycle, hostileLifecycle, (one, two) => {
        expect(compareLifecycles(one, structuredClone(one)).same).toBe(true);
        const forth = compareLifecycles(one, two);
        const back = compareLifecycles(two, one);
        for (const part of ['states', 'stores', 'roles', 'setters', 'transitions', 'hazards'] as const) {
          expect(back[part].added).toEqual(forth[part].removed);
          expect(back[part].removed).toEqual(forth[part].added);
          expect(back[part].changed).toHaveLength(forth[part].changed.length);
        }
        const shown = comparisonText(forth, side(one), side(two), words);

        expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
      { numRuns: 60, seed: 11 },
    );
  });
});

describe('comparisonJson', () => {
  it('has the keys of the contract, in its order', () => {
    const after: Lifecycle = { ...example, hazards: [], transitions: example.transitions.slice(1) };
    const json = comparisonJson(
      compareLifecycles(example, after),
      side(example, 'v1'),
      side(after),
      lifecycleWords,
    );
    expect(Object.keys(json)).toEqual([
      'before',
      'after',
      'same',
      'states',
      'stores',
      'roles',
      'setters',
      'cells',
      'transitions',
      'hazards',
      'unresolved',
    ]);
    expect(json.before).toEqual({
      target: '/srv/app',
      at: 'v1',
      commit: 'v1000000000000',
      cost: example.cost,
    });
    expect(json.after.at).toBeNull();
    expect(json.transitions.removed).toEqual([
      {
        from: 'absent',
        to: 'Bootstrapping',
        class: 'proved',
        roles: ['caller'],
        guards: [],
        sites: [{ file: 'engine/nixl/conn.py', line: 210 }],
      },
    ]);
    expect(json.hazards.removed.map((hazard) => hazard.rule)).toEqual(['H1', 'H2']);
    expect(json.hazards.removed[0]?.title).toContain('can be left again');
  });
});
