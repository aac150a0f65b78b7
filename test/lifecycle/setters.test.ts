import { describe, expect, test } from 'vitest';
import { edges, lifecycleOf, writes } from '../support/lifecycle.ts';

const PHASE = `
class Phase:
    Lost = 0
    Joining = 1
    Waiting = 2
    Done = 3
`;

const DESK = `${PHASE}
class Desk:
    def __init__(self):
        self.phases = {}

    def advance(self, room, phase):
        if room not in self.phases:
            if phase == Phase.Lost:
                return
            self.phases[room] = phase
        elif phase == Phase.Lost:
            self.phases[room] = Phase.Lost
        else:
            self.phases[room] = max(self.phases[room], phase)

    def look(self, room):
        return self.phases.get(room) == Phase.Done

    def use(self, room):
        self.advance(room, Phase.Joining)
        self.advance(room, Phase.Waiting)
        self.advance(room, Phase.Done)
        self.advance(room, Phase.Lost)
`;

const NAMES = ['Lost', 'Joining', 'Waiting', 'Done'] as const;

/** `old: cell cell cell cell` in the order of the arguments. */
async function table(text: string, setter: string): Promise<readonly string[]> {
  const lifecycle = await lifecycleOf(text, { store: 'phases' });
  const found = lifecycle.setters.find((each) => each.name === setter);
  return Object.entries(found?.table ?? {}).map(
    ([old, row]) => `${old}: ${NAMES.map((argument) => row[argument] ?? '?').join(' ')}`,
  );
}

describe('tables by running the body for every old state and argument', () => {
  test('absence, a smallest value that is a verdict, max for the rest', async () => {
    expect(await table(DESK, 'Desk.advance')).toEqual([
      'absent: absent Joining Waiting Done',
      'Lost: Lost Joining Waiting Done',
      'Joining: Lost Joining Waiting Done',
      'Waiting: Lost Waiting Waiting Done',
      'Done: Lost Done Done Done',
    ]);
  });

  test('an override that keeps Lost, by itself and with what it builds on', async () => {
    const text = `${DESK}
class StickyDesk(Desk):
    def advance(self, room, phase):
        if self.phases.get(room) == Phase.Lost:
            return
        super().advance(room, phase)
`;
    expect(await table(text, 'StickyDesk.advance')).toEqual([
      'absent: absent Joining Waiting Done',
      'Lost: Lost Lost Lost Lost',
      'Joining: Lost Joining Waiting Done',
      'Waiting: Lost Waiting Waiting Done',
      'Done: Lost Done Done Done',
    ]);
    // By itself: what super() is handed is what is stored.
    expect(await table(text, 'StickyDesk.advance alone')).toEqual([
      'absent: Lost Joining Waiting Done',
      'Lost: Lost Lost Lost Lost',
      'Joining: Lost Joining Waiting Done',
      'Waiting: Lost Joining Waiting Done',
      'Done: Lost Joining Waiting Done',
    ]);
    expect(await table(text, 'Desk.advance')).toHaveLength(5);
  });

  const bodies: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a plain assignment',
      'self.phases[room] = phase',
      [
        'absent: Lost Joining Waiting Done',
        'Lost: Lost Joining Waiting Done',
        'Done: Lost Joining Waiting Done',
      ],
    ],
    [
      'min with a default',
      'self.phases[room] = min(self.phases.get(room, Phase.Done), phase)',
      ['absent: Lost Joining Waiting Done', 'Lost: Lost Lost Lost Lost', 'Done: Lost Joining Waiting Done'],
    ],
    [
      'a subscript that raises is a rejection',
      'self.phases[room] = max(self.phases[room], phase)',
      [
        'absent: rejected rejected rejected rejected',
        'Lost: Lost Joining Waiting Done',
        'Done: Done Done Done Done',
      ],
    ],
    [
      'an assertion',
      'assert self.phases.get(room) != phase\nself.phases[room] = phase',
      [
        'absent: Lost Joining Waiting Done',
        'Lost: rejected Joining Waiting Done',
        'Done: Lost Joining Waiting rejected',
      ],
    ],
    [
      'is None through a local',
      'old = self.phases.get(room)\nif old is None or phase > old:\n    self.phases[room] = phase',
      ['absent: Lost Joining Waiting Done', 'Lost: Lost Joining Waiting Done', 'Done: Done Done Done Done'],
    ],
    [
      'a final set',
      'if self.phases.get(room) in (Phase.Lost, Phase.Done):\n    return False\nself.phases[room] = phase\nreturn True',
      ['absent: Lost Joining Waiting Done', 'Lost: Lost Lost Lost Lost', 'Done: Done Done Done Done'],
    ],
    [
      'a table of ranks that is not known',
      'if RANKS[phase] > RANKS[self.phases.get(room)]:\n    self.phases[room] = phase',
      [
        'absent: argument-or-old argument-or-old argument-or-old argument-or-old',
        'Lost: Lost argument-or-old argument-or-old argument-or-old',
        'Done: argument-or-old argument-or-old argument-or-old Done',
      ],
    ],
    [
      'an entry that is taken away',
      'if phase == Phase.Lost:\n    self.phases.pop(room, None)\nelse:\n    self.phases[room] = phase',
      [
        'absent: absent Joining Waiting Done',
        'Lost: absent Joining Waiting Done',
        'Done: absent Joining Waiting Done',
      ],
    ],
  ];
  test.each(bodies)('%s', async (_name, body, rows) => {
    const start = DESK.indexOf('        if room not in');
    const end = DESK.indexOf('    def look');
    const lines = body
      .split('\n')
      .map((line) => `        ${line}`)
      .join('\n');
    const found = await table(`${DESK.slice(0, start)}${lines}\n\n${DESK.slice(end)}`, 'Desk.advance');
    expect(found.filter((row) => /^(absent|Lost|Done):/.test(row))).toEqual(rows);
  });

  test('a table that is not exact is named', async () => {
    const text = DESK.replace('max(self.phases[room], phase)', 'merged(self.phases[room], phase)');
    const lifecycle = await lifecycleOf(text, { store: 'phases' });
    expect(lifecycle.unresolved.map((each) => `${each.what} ${each.why}`)).toContain(
      'Desk.advance not-tabulated',
    );
  });
});

describe('calls of setters are the writes', () => {
  test('through a field whose class is known from the constructor', async () => {
    const text = `${DESK}
class Sender:
    def __init__(self, desk: Desk, room):
        self.desk = desk
        self.room = room
    def start(self):
        if self.desk.phases.get(self.room) == Phase.Joining:
            self.desk.advance(self.room, Phase.Waiting)
`;
    const lifecycle = await lifecycleOf(text, { store: 'phases' });
    const write = lifecycle.writes.find((each) => each.function === 'Sender.start');
    expect(write).toMatchObject({ from: ['Joining'], to: ['Waiting'], class: 'proved', role: 'caller' });
  });

  test('on an object of unknown class, by the name', async () => {
    const text = `${DESK}
class Sender:
    def __init__(self, desk, room):
        self.desk = desk
        self.room = room
    def start(self):
        self.desk.advance(self.room, Phase.Waiting)
`;
    const lifecycle = await lifecycleOf(text, { store: 'phases' });
    expect(lifecycle.writes.map((each) => each.function)).toContain('Sender.start');
  });

  test('a name that containers have is no setter of ours', async () => {
    const text = `${PHASE}
class Desk:
    def __init__(self):
        self.phases = {}
    def update(self, room, phase=Phase.Joining):
        self.phases[room] = phase
    def go(self, room, other):
        other.update(room, Phase.Done)
        if self.phases[room] == Phase.Joining:
            self.update(room, Phase.Waiting)
`;
    const lifecycle = await lifecycleOf(text, { store: 'phases' });
    expect(lifecycle.writes.filter((each) => each.function === 'Desk.go').map((each) => each.to)).toEqual([
      ['Waiting'],
    ]);
  });

  test('a wrapper hands its argument on', async () => {
    const text = DESK.replace(
      '    def use(self, room):',
      `    def _end(self, room, verdict):
        self.advance(room, verdict)

    def close(self, room):
        if self.phases.get(room) == Phase.Waiting:
            self._end(room, Phase.Lost)

    def use(self, room):`,
    );
    const lifecycle = await lifecycleOf(text, { store: 'phases' });
    expect(lifecycle.writes.find((each) => each.function === 'Desk.close')).toMatchObject({
      from: ['Waiting'],
      to: ['Lost'],
      class: 'proved',
    });
    expect(lifecycle.writes.some((each) => each.function === 'Desk._end')).toBe(false);
  });

  test('one call after the other in one function: each pins what the next one meets', async () => {
    const lifecycle = await lifecycleOf(DESK, { store: 'phases' });
    expect(writes(lifecycle).map((each) => each.replace(/^\d+ /, ''))).toEqual([
      'caller: absent Lost Joining Waiting Done -> Joining',
      'caller: Joining Waiting Done -> Waiting',
      'caller: Waiting Done -> Done',
      'caller: Done -> Lost',
    ]);
    expect(edges(lifecycle)).toContain('Done>Lost proved');
  });
});
