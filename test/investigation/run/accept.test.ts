import { describe, expect, it } from 'vitest';
import { hasHazard } from '../../../src/cli/commands/find-lifecycle.ts';
import { toJson, toText } from '../../../src/lifecycle/index.ts';
import { lifecycleWords } from '../../../src/messages/index.ts';
import { acceptHazards, anchorOf } from '../../../src/investigation/run/accept.ts';
import { readLifecycle } from '../../../src/investigation/cells/lifecycle.ts';
import { readLifecycleResult } from '../../../src/investigation/cells/read-lifecycle-result.ts';
import { writeLifecycleResult } from '../../../src/investigation/cells/write-lifecycle-result.ts';
import { hazardsText } from '../../../src/investigation/results/hazards-text.ts';
import { fixture, lifecycleOf, traps } from '../../support/hazards.ts';

const program = traps(fixture('traps/H9.py')).find((each) => each.title === 'an assert outside any try');
const code = program?.text ?? '';
const entry = { rule: 'H9', symbol: 'Assert.drive', reason: 'a watchdog starts it again' } as const;
/** A worker that leaves FAILED for two states. */
const two = `import threading


class Phase:
    FAILED = 0
    WAITING = 1
    RUNNING = 2
    PAUSED = 3
    DONE = 4


class Desk:
    def __init__(self, queue):
        self.queue = queue
        self.phases = {}
        threading.Thread(target=self.work).start()

    def finished(self, job):
        return self.phases.get(job) in (Phase.FAILED, Phase.DONE)

    def open(self, job):
        self.phases[job] = Phase.WAITING

    def abort(self, job):
        self.phases[job] = Phase.FAILED

    def work(self):
        while True:
            job = self.queue.get()
            self.phases[job] = Phase.RUNNING
            job.run()
            self.phases[job] = Phase.PAUSED
`;
const info = { word: 'lifecycle', attributes: [] } as const;

describe('a finding that the user calls no hazard here', () => {
  it('is read from the cell, and faults are marked at their place', () => {
    const body = 'accepted:\n  - {rule: H9, symbol: Assert.drive, reason: a watchdog starts it again}\n';
    const read = readLifecycle(info, { body, line: 5 });
    expect(read.marks).toEqual([]);
    expect(read.value?.accepted).toEqual([entry]);
    const faulty = readLifecycle(info, {
      body: 'accepted:\n  - {rule: H99, symbol: x, reason: y}\n',
      line: 5,
    });
    expect(faulty.marks.map(({ code: mark, line }) => [mark, line])).toEqual([['field-value', 6]]);
    const bare = readLifecycle(info, { body: 'accepted:\n  - {rule: H9, symbol: x}\n', line: 1 });
    expect(bare.marks.map((mark) => mark.code)).toEqual(['field-missing']);
  });

  it('keeps its place in text and JSON with the reason, struck, and is not counted', async () => {
    const lifecycle = await lifecycleOf(code, 'Train');
    expect(lifecycle.hazards.find((each) => each.rule === 'H9')?.symbol).toBe('Assert.drive');
    const only = { ...lifecycle, hazards: lifecycle.hazards.filter((each) => each.rule === 'H9') };
    expect(hasHazard(only, 'warning')).toBe(true);
    const accepted = acceptHazards(only, [entry]);
    expect(hasHazard(accepted, 'warning')).toBe(false);
    expect(hazardsText(accepted, lifecycleWords)).toMatch(/^~~H9 warning \(\w+\)~~ /);
    expect(toText(accepted, lifecycleWords)).toContain('not a hazard here: a watchdog starts it again');
    expect(toJson(accepted, lifecycleWords).hazards[0]?.accepted).toBe('a watchdog starts it again');
    expect(toJson(only, lifecycleWords).hazards[0]).not.toHaveProperty('accepted');
  });

  it('is found again when lines have moved', async () => {
    const moved = await lifecycleOf(`\n\n\n${code}`, 'Train');
    const accepted = acceptHazards(moved, [entry]);
    expect(accepted.hazards.find((each) => each.rule === 'H9')?.accepted).toBe(entry.reason);
    expect(accepted.unresolved).toEqual(moved.unresolved);
  });

  it('is named when it matches nothing any more', async () => {
    const lifecycle = await lifecycleOf(code.replace('assert kind == "go"', 'print(kind)'), 'Train');
    const { unresolved } = acceptHazards(lifecycle, [entry]);
    const [gone] = unresolved.filter((each) => each.why === 'accepted-gone');
    expect(gone?.what).toBe('H9 Assert.drive');
    expect(gone === undefined ? '' : lifecycleWords.unresolved(gone)).toContain('not found any more');
    const elsewhere = acceptHazards(lifecycle, [{ ...entry, file: 'other.py' }]);
    expect(elsewhere.unresolved.some((each) => each.file === 'other.py')).toBe(true);
  });

  it('is stored with the result and read back', async () => {
    const { cost: _, ...facts } = acceptHazards(await lifecycleOf(code, 'Train'), [entry]);
    const body = writeLifecycleResult(facts);
    const stored = readLifecycleResult(
      { word: 'lifecycle-result', attributes: [{ key: 'of', value: 'l1' }] },
      { body, line: 1 },
    );
    expect(stored.value?.facts.hazards.find((each) => each.rule === 'H9')?.accepted).toBe(entry.reason);
    expect(stored.value === undefined ? '' : writeLifecycleResult(stored.value.facts)).toBe(body);
  });

  it('is told from others of its rule in the same function, by what it is about and by the code of its line', async () => {
    const twice = await lifecycleOf(two, 'Phase');
    const [first, second] = twice.hazards.filter((each) => each.rule === 'H1' && each.severity === 'high');
    if (first === undefined || second === undefined) throw new Error('two findings of one function');
    expect([first.symbol, second.symbol]).toEqual(['Desk.work', 'Desk.work']);
    const anchor = anchorOf(first, 'Desk.work');
    expect(anchor).toEqual({
      rule: 'H1',
      file: 'module.py',
      symbol: 'Desk.work',
      about: { from: 'FAILED', to: 'RUNNING' },
      code: 'self.phases[job] = Phase.RUNNING',
    });
    const exact = { ...anchor, reason: 'it is alone' };
    const reasons = (program: string): Promise<readonly (string | undefined)[]> =>
      lifecycleOf(program, 'Phase').then((found) =>
        acceptHazards(found, [exact])
          .hazards.filter((each) => each.rule === 'H1' && each.severity === 'high')
          .map((each) => each.accepted),
      );
    expect(await reasons(two)).toEqual(['it is alone', undefined]);
    // Moved lines and other indentation change nothing; another line of code does, and that is said.
    expect(await reasons(`\n\n${two}`)).toEqual(['it is alone', undefined]);
    const other = two.replace('self.phases[job] = Phase.RUNNING', 'self.phases[job.key] = Phase.RUNNING');
    expect(await reasons(other)).toEqual([undefined, undefined]);
    const gone = acceptHazards(await lifecycleOf(other, 'Phase'), [exact]).unresolved.at(-1);
    expect(gone?.what).toBe('H1 Desk.work (from FAILED, to RUNNING, self.phases[job] = Phase.RUNNING)');
    // An entry of before says less, and is about as many as it was.
    const broad = { rule: 'H1', symbol: 'Desk.work', reason: 'all' } as const;
    const both = acceptHazards(twice, [broad, exact]).hazards.filter((each) => each.severity === 'high');
    expect(both.map((each) => each.accepted)).toEqual(['it is alone', 'all']);
  });

  it('is about nothing where what it says cannot be read', () => {
    const body = 'accepted:\n  - {rule: H1, symbol: a, about: [x], reason: y}\n';
    const read = readLifecycle(info, { body, line: 1 });
    expect(read.value?.accepted).toBeUndefined();
    expect(read.marks.map((mark) => mark.code)).toEqual(['field-value']);
  });

  it('matches a result that is older than codes of lines by the rest', async () => {
    const found = await lifecycleOf(two, 'Phase');
    const hazards = found.hazards.map(({ code: _code, ...hazard }) => hazard);
    const [first] = found.hazards.filter((each) => each.rule === 'H1' && each.severity === 'high');
    if (first === undefined) throw new Error('a finding');
    const accepted = acceptHazards({ ...found, hazards }, [{ ...anchorOf(first, 'Desk.work'), reason: 'r' }]);
    expect(accepted.hazards.filter((each) => each.accepted === 'r')).toHaveLength(1);
  });

  it('keeps no secret of a line', async () => {
    const secret = two.replace('= Phase.RUNNING', '= Phase.RUNNING  # password = "hunter2hunter2"');
    const { cost: _, ...facts } = await lifecycleOf(secret, 'Phase');
    expect(facts.hazards.some((each) => each.code?.includes('hunter2') === true)).toBe(true);
    expect(writeLifecycleResult(facts)).not.toContain('hunter2');
    const [first] = facts.hazards.filter((each) => each.code?.includes('hunter2') === true);
    if (first === undefined) throw new Error('a finding');
    expect(anchorOf(first, 'Desk.work').code).not.toContain('hunter2');
  });
});
