import type { TrueMachine } from '../machine.ts';

const FILE = 'h2/connection.py';

export const h2: TrueMachine = {
  title: 'h2 connection',
  judge: { precision: 1, recall: 0.2 },
  corpus: 'h2',
  root: '',
  query: { class: 'H2ConnectionStateMachine', store: 'state', files: [FILE] },
  source:
    'A table from state and input to a function and the next state (131-248); process_input looks both up and writes ' +
    'the second (262-269). What the table does not have writes CLOSED (265).',
  core: {
    'IDLE>CLIENT_OPEN': [269],
    'IDLE>SERVER_OPEN': [269],
    'IDLE>CLOSED': [265, 269],
    'CLIENT_OPEN>CLOSED': [265, 269],
    'SERVER_OPEN>CLOSED': [265, 269],
  },
  possible: {},
  wrong: {
    'CLIENT_OPEN>SERVER_OPEN': 'no row of the table',
    'CLOSED>CLIENT_OPEN': 'no row of the table',
    'CLOSED>IDLE': 'no row of the table',
  },
  writes: { [FILE]: [251, 265, 269] },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
  declared: {
    name: '_transitions',
    edges: [
      'IDLE>IDLE',
      'CLIENT_OPEN>CLIENT_OPEN',
      'SERVER_OPEN>SERVER_OPEN',
      'CLOSED>CLOSED',
      'IDLE>CLIENT_OPEN',
      'IDLE>SERVER_OPEN',
      'IDLE>CLOSED',
      'CLIENT_OPEN>CLOSED',
      'SERVER_OPEN>CLOSED',
    ],
  },
};
