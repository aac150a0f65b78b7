import { describe, expect, test } from 'vitest';
import type { Lifecycle } from '../../../src/lifecycle/index.ts';
import { lifecycleOf } from '../../support/lifecycle.ts';

/** Two kinds of clients fail an entry without a look; `work` is how the first one gives the worker its items. */
const source = (start: string, work: string): string => `
import queue
import threading

class Phase:
    IDLE = 1
    BUSY = 2
    DONE = 3
    DEAD = 4

FINAL = (Phase.DONE, Phase.DEAD)

class Desk:
    def __init__(self, count):
        self.phases = {}
        self.lanes = [queue.Queue() for _ in range(count)]
        self.notes = []
${start}
        threading.Thread(target=self.tick).start()

    def serve(self, lane):
        while True:
            item = lane.get()
            if self.phases[item.key] in FINAL:
                continue
            self.phases[item.key] = Phase.BUSY
            item.run()
            self.phases[item.key] = Phase.DONE

    def tick(self):
        while True:
            self.notes.append(1)

    def order(self, key, item):
${work}

class Reader:
    def __init__(self, desk, key):
        self.desk: Desk = desk
        self.key = key
        self.desk.phases[key] = Phase.IDLE

    def drop(self):
        self.desk.phases[self.key] = Phase.DEAD  # reader

class Sender:
    def __init__(self, desk, key):
        self.desk: Desk = desk
        self.key = key
        self.desk.phases[key] = Phase.IDLE

    def drop(self):
        self.desk.phases[self.key] = Phase.DEAD  # sender

class ParcelSender(Sender):
    def send(self, item):
        self.desk.order(self.key, item)
`;

const looped = `        for lane in self.lanes:
            threading.Thread(target=self.serve, args=(lane,)).start()`;

async function analysed(text: string): Promise<Lifecycle> {
  return lifecycleOf(text, { class: 'Desk', store: 'phases' });
}

function lineOf(text: string, part: string): number {
  return text.split('\n').findIndex((line) => line.includes(part)) + 1;
}

describe('the ending that a witness takes', () => {
  test.each([
    ['threads for each of several queues', looped, '        self.lanes[key % 4].put(item)'],
    [
      'a queue handed over by itself, put through a local name',
      '        threading.Thread(target=self.serve, args=(self.lanes[0],)).start()',
      '        lane = self.lanes[0]\n        lane.put_nowait(item)',
    ],
    ['an executor', '        self.pool.submit(self.serve, self.lanes[0])', '        self.lanes[0].put(item)'],
  ])('is by a class that gives the worker its items, or a base of it: %s', async (_what, start, work) => {
    const text = source(start, work);
    const lifecycle = await analysed(text);
    const busy = lineOf(text, '= Phase.BUSY');
    const hazard = lifecycle.hazards.find(
      (each) => each.rule === 'H1' && each.severity === 'high' && each.line === busy,
    );
    expect(hazard?.witness.map((step) => step.line)).toEqual([
      lineOf(text, 'in FINAL:'),
      lineOf(text, '# sender'),
      busy,
    ]);
  });

  test('nobody is seen to give the worker its items: any ending does', async () => {
    const text = source(looped, '        self.notes.append(item)');
    const lifecycle = await analysed(text);
    const hazard = lifecycle.hazards.find((each) => each.rule === 'H1' && each.severity === 'high');
    expect([lineOf(text, '# sender'), lineOf(text, '# reader')]).toContain(hazard?.witness[1]?.line);
  });
});

test('threads of the class that holds the status are roles, whether they write it or not', async () => {
  const lifecycle = await analysed(source(looped, '        self.lanes[0].put(item)'));
  expect(lifecycle.roles.map((role) => `${role.kind} ${role.name}`)).toEqual([
    'caller caller',
    'thread serve',
    'thread tick',
  ]);
});
