import type { TrueMachine } from '../machine.ts';

const TABLE = [
  'released>waiting',
  'waiting>released',
  'waiting>processing',
  'waiting>no-worker',
  'waiting>queued',
  'waiting>memory',
  'queued>released',
  'queued>processing',
  'queued>erred',
  'processing>released',
  'processing>memory',
  'processing>erred',
  'no-worker>released',
  'no-worker>processing',
  'no-worker>erred',
  'released>forgotten',
  'memory>erred',
  'memory>forgotten',
  'erred>released',
  'memory>released',
  'released>erred',
] as const;

const LINES: Readonly<Record<string, number>> = {
  waiting: 2185,
  processing: 3403,
  'no-worker': 2945,
  queued: 2933,
  memory: 3518,
  forgotten: 3559,
  erred: 2851,
  released: 3531,
};

const DATA = 'data that a client brings (7806) is set in memory whatever stood there';

export const distributed: TrueMachine = {
  title: 'distributed scheduler tasks',
  corpus: 'distributed',
  root: '',
  query: { class: 'TaskState', store: '_state', files: ['distributed/scheduler.py'] },
  source:
    'The table at 3097-3124 maps pairs of states to handlers; _transition (2034) looks the handler up by the old ' +
    'state and the wished one, so that each handler starts in the first state of its pairs. The lines are those of ' +
    'the handlers and of their helpers. The constructor (1456) and the two calls that hand it a first state (5019, 7805) ' +
    'were left out at first and added after they had been read again.',
  core: Object.fromEntries(TABLE.map((edge) => [edge, [LINES[edge.split('>')[1] ?? ''] ?? 0]])),
  possible: {
    'queued>memory': DATA,
    'no-worker>memory': DATA,
    'released>memory': DATA,
    'erred>memory': DATA,
    'forgotten>memory': DATA,
  },
  wrong: {},
  writes: {
    'distributed/scheduler.py': [
      1456, 5019, 7805, 2185, 2619, 2674, 2715, 2735, 2851, 2933, 2945, 3022, 3403, 3518, 3531, 3559, 7806,
    ],
  },
  setters: [],
  roles: [],
  hazards: [],
  files: ['distributed/scheduler.py'],
  declared: { name: '_TRANSITIONS_TABLE', edges: TABLE },
};
