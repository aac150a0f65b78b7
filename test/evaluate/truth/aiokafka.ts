import type { TrueMachine } from '../machine.ts';

const FILE = 'aiokafka/producer/transaction_manager.py';

const short: Readonly<Record<string, string>> = {
  COMMIT: 'COMMITTING_TRANSACTION',
  ABORT: 'ABORTING_TRANSACTION',
  IN: 'IN_TRANSACTION',
  ERROR: 'ABORTABLE_ERROR',
  FATAL: 'FATAL_ERROR',
};

function long(edge: string): string {
  return edge
    .split('>')
    .map((name) => short[name] ?? name)
    .join('>');
}

function named<T>(edges: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(edges).map(([edge, value]) => [long(edge), value]));
}

const loose = 'the check of the two errors looks at the target alone';

export const aiokafka: TrueMachine = {
  title: 'aiokafka transaction',
  judge: { precision: 1, recall: 1 },
  corpus: 'aiokafka',
  root: '',
  query: { class: 'TransactionManager', store: 'state', files: [FILE] },
  source:
    'The setter asserts a check that the class of the states holds (107), a chain of tests of target and source ' +
    '(34-48). The two errors are let in from everywhere (48).',
  core: named({
    'UNINITIALIZED>READY': [74],
    'COMMIT>READY': [135],
    'ABORT>READY': [135],
    'READY>IN': [113],
    'IN>COMMIT': [121],
    'IN>ABORT': [125],
    'ERROR>ABORT': [125],
    'IN>ERROR': [142],
    'COMMIT>ERROR': [142],
    'ABORT>ERROR': [142],
    'UNINITIALIZED>FATAL': [152],
    'READY>FATAL': [152],
    'IN>FATAL': [152],
    'COMMIT>FATAL': [152],
    'ABORT>FATAL': [152],
    'ERROR>FATAL': [152],
  }),
  possible: named({ 'UNINITIALIZED>ERROR': loose, 'READY>ERROR': loose, 'FATAL>ERROR': loose }),
  wrong: named({ 'IN>READY': 'rejected', 'FATAL>READY': 'rejected', 'ERROR>COMMIT': 'rejected' }),
  writes: { [FILE]: [55, 74, 113, 121, 125, 135, 142, 152] },
  setters: [
    {
      name: 'TransactionManager._transition_to',
      table: {
        UNINITIALIZED: named({ READY: 'READY', IN: 'rejected', COMMIT: 'rejected', ABORT: 'rejected' }),
        READY: named({ READY: 'rejected', IN: long('IN'), COMMIT: 'rejected', FATAL: long('FATAL') }),
        IN_TRANSACTION: named({ READY: 'rejected', COMMIT: long('COMMIT'), ABORT: long('ABORT') }),
        FATAL_ERROR: named({ READY: 'rejected', ABORT: 'rejected', ERROR: long('ERROR') }),
      },
    },
  ],
  roles: [],
  hazards: [],
  files: [FILE],
};
