import type { TrueMachine } from '../machine.ts';

const FILE = 'httpcore/_async/http11.py';

export const httpcore: TrueMachine = {
  title: 'httpcore HTTP/1.1 connection',
  corpus: 'httpcore',
  root: '',
  query: { class: 'AsyncHTTP11Connection', store: '_state', files: [FILE] },
  judge: { precision: 0.88, recall: 1 },
  source:
    'ACTIVE is written behind a test of NEW or IDLE under a lock (73-75). IDLE is written when both sides are done ' +
    '(244), from the request that failed and from the byte stream of its answer, neither of which looks at the ' +
    'status. CLOSED is written whatever stood (257).',
  core: {
    'NEW>ACTIVE': [75],
    'IDLE>ACTIVE': [75],
    'ACTIVE>IDLE': [244],
    'NEW>CLOSED': [257],
    'ACTIVE>CLOSED': [257],
    'IDLE>CLOSED': [257],
  },
  possible: { 'CLOSED>IDLE': 'the stream of an answer is closed after the connection was' },
  wrong: {
    'NEW>IDLE': 'both callers come after ACTIVE was written',
    'CLOSED>ACTIVE': 'behind a test of NEW or IDLE',
  },
  writes: { [FILE]: [57, 75, 244, 257] },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
};
