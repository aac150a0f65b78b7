import type { Lifecycle, Place, Transition, Write } from '../../src/lifecycle/index.ts';

/**
 * A lifecycle written by hand: five states, a keyed store, a setter that merges with `max` while the failure is the
 * smallest value, three roles, and every class of edge.
 */
const base = 'engine/common/conn.py';
const file = 'engine/nixl/conn.py';
const at = (line: number, where = file): Place => ({ file: where, line });

const edge = (
  from: string,
  to: string,
  kind: Transition['class'],
  ...lines: readonly number[]
): Transition => ({
  from,
  to,
  class: kind,
  sites: lines.map((line) => at(line)),
});

const write = (
  line: number,
  place: string,
  role: string,
  from: readonly string[],
  to: readonly string[],
  kind: Write['class'],
  guard = '',
): Write => ({ file, line, function: place, role, from, to, class: kind, guard });

const row = (b: string, w: string, t: string, s: string, f: string): Record<string, string> => ({
  Bootstrapping: b,
  WaitingForInput: w,
  Transferring: t,
  Success: s,
  Failed: f,
});

export const exampleLifecycle: Lifecycle = {
  states: [
    { name: 'Failed', value: 0, terminal: true, ...at(21, base) },
    { name: 'Bootstrapping', value: 1, terminal: false, ...at(22, base) },
    { name: 'WaitingForInput', value: 2, terminal: false, ...at(23, base) },
    { name: 'Transferring', value: 3, terminal: false, ...at(24, base) },
    { name: 'Success', value: 4, terminal: true, ...at(25, base) },
  ],
  stores: [{ name: 'status_of', owner: 'BaseManager', ...at(61, base) }],
  setters: [
    {
      name: 'BaseManager.set_status',
      ...at(90, base),
      table: {
        absent: row('Bootstrapping', 'WaitingForInput', 'Transferring', 'Success', 'absent'),
        Failed: row('Bootstrapping', 'WaitingForInput', 'Transferring', 'Success', 'Failed'),
        Bootstrapping: row('Bootstrapping', 'WaitingForInput', 'Transferring', 'Success', 'Failed'),
        WaitingForInput: row('WaitingForInput', 'WaitingForInput', 'Transferring', 'Success', 'Failed'),
        Transferring: row('Transferring', 'Transferring', 'Transferring', 'Success', 'Failed'),
        Success: row('Success', 'Success', 'Success', 'Success', 'Failed'),
      },
    },
  ],
  writes: [
    write(210, 'Sender.__init__', 'caller', ['absent'], ['Bootstrapping'], 'proved'),
    write(
      515,
      'Sender.send',
      'caller',
      ['Bootstrapping', 'WaitingForInput', 'Transferring'],
      ['Failed'],
      'proved',
      'self.aborted and not done',
    ),
    write(
      718,
      'Manager.worker',
      'worker',
      ['WaitingForInput', 'Bootstrapping', 'absent', 'Failed'],
      ['Transferring'],
      'possible',
      'room in self.infos',
    ),
    write(
      868,
      'Manager.worker',
      'worker',
      ['WaitingForInput', 'absent'],
      ['Success'],
      'possible',
      'self.is_dummy',
    ),
    write(
      881,
      'Manager.worker',
      'worker',
      ['Transferring'],
      ['Success'],
      'proved',
      'chunk.is_last and poll == 0',
    ),
    write(
      893,
      'Manager.worker',
      'worker',
      ['Transferring', 'WaitingForInput'],
      ['Failed'],
      'proved',
      'except Exception',
    ),
    write(
      940,
      'Manager.start.listen',
      'listen',
      ['Bootstrapping', 'absent', 'Failed'],
      ['WaitingForInput'],
      'proved',
      'len(self.infos[room]) == required',
    ),
  ],
  removals: [
    {
      ...at(530),
      function: 'Sender.clear',
      role: 'caller',
      from: ['Failed', 'Bootstrapping', 'WaitingForInput', 'Transferring', 'Success'],
      guard: '',
    },
  ],
  transitions: [
    edge('absent', 'Bootstrapping', 'proved', 210),
    edge('absent', 'WaitingForInput', 'proved', 940),
    edge('Bootstrapping', 'WaitingForInput', 'proved', 940),
    edge('WaitingForInput', 'Transferring', 'proved', 718),
    edge('Transferring', 'Success', 'proved', 881),
    edge('Bootstrapping', 'Failed', 'proved', 515),
    edge('WaitingForInput', 'Failed', 'proved', 515, 893),
    edge('Transferring', 'Failed', 'proved', 515, 893),
    ...['Failed', 'Bootstrapping', 'WaitingForInput', 'Transferring', 'Success'].map((state) =>
      edge(state, 'absent', 'proved', 530),
    ),
    edge('WaitingForInput', 'Success', 'possible', 868),
    edge('Bootstrapping', 'Transferring', 'possible', 718),
    edge('Failed', 'WaitingForInput', 'possible', 940),
    edge('absent', 'Transferring', 'interleaving', 718),
    edge('Failed', 'Transferring', 'interleaving', 718),
    edge('Failed', 'Success', 'interleaving', 868),
  ],
  hazards: [
    {
      rule: 'H1',
      severity: 'high',
      confidence: 'high',
      ...at(718),
      data: { from: 'Failed', to: 'Transferring', function: 'Manager.worker' },
      witness: [
        {
          step: 1,
          role: 'worker',
          ...at(700),
          action: 'checks',
          data: { text: 'room in self.infos' },
          state: 'WaitingForInput',
        },
        {
          step: 2,
          role: 'caller',
          ...at(515),
          action: 'writes-through-setter',
          data: { state: 'Failed', setter: 'BaseManager.set_status' },
          state: 'Failed',
        },
        {
          step: 3,
          role: 'worker',
          ...at(718),
          action: 'writes-through-setter',
          data: { state: 'Transferring', setter: 'BaseManager.set_status' },
          state: 'Transferring',
        },
      ],
    },
    {
      rule: 'H2',
      severity: 'warning',
      confidence: 'high',
      ...at(90, base),
      data: { setter: 'BaseManager.set_status', from: 'Failed', to: 'Transferring' },
      witness: [],
    },
  ],
  roles: [
    { name: 'caller', kind: 'caller', ...at(1) },
    { name: 'worker', kind: 'thread', ...at(320) },
    { name: 'listen', kind: 'thread', ...at(905) },
  ],
  unresolved: [{ what: 'PluginManager', ...at(12), why: 'base-class-not-found' }],
  cost: { files: 2, bytes: 81_920, reads: 3, ms: 120 },
};
