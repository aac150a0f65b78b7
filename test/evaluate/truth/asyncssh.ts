import type { TrueMachine } from '../machine.ts';

const FILE = 'asyncssh/channel.py';

const SHARED = {
  corpus: 'asyncssh',
  root: '',
  setters: [],
  hazards: [],
  files: [FILE],
} as const;

/** Two attributes of one object hold the same strings: what may be sent, and what was received. */
export const asyncssh: readonly TrueMachine[] = [
  {
    ...SHARED,
    title: 'asyncssh channel, sending',
    judge: { precision: 0.77, recall: 1 },
    query: { class: 'SSHChannel', store: '_send_state', files: [FILE] },
    source:
      'OPEN comes from the two ends of one opening (507, 533), each of which runs once, on a channel that is still ' +
      'closed. Everything else is behind a test (259, 331, 334, 760, 780, 995), but for the end of the connection (455).',
    core: {
      'closed>open': [507, 533],
      'open>eof_pending': [996],
      'eof_pending>eof': [333],
      'open>close_pending': [782],
      'eof_pending>close_pending': [782],
      'eof>close_pending': [782],
      'open>closed': [262, 455],
      'eof_pending>closed': [262, 455],
      'eof>closed': [262, 455],
      'close_pending>closed': [262, 455],
    },
    possible: {},
    wrong: {
      'eof>open': 'a channel is opened once',
      'eof_pending>open': 'a channel is opened once',
      'close_pending>open': 'a channel is opened once',
    },
    writes: { [FILE]: [125, 262, 333, 455, 507, 533, 782, 996] },
    roles: [{ name: '_finish_open_request', kind: 'task' }],
  },
  {
    ...SHARED,
    title: 'asyncssh channel, receiving',
    judge: { precision: 0.7, recall: 1 },
    query: { class: 'SSHChannel', store: '_recv_state', files: [FILE] },
    source:
      'As for sending: OPEN on a channel that is still closed (508, 534). The rest is behind a test (272, 352, 361, 620, ' +
      '634). The end of the connection leaves it as it is.',
    core: {
      'closed>open': [508, 534],
      'open>eof_pending': [627],
      'eof_pending>eof': [353],
      'open>close_pending': [643],
      'eof_pending>close_pending': [643],
      'eof>close_pending': [643],
      'close_pending>closed': [273, 362],
    },
    possible: {},
    wrong: {
      'eof>open': 'a channel is opened once',
      'eof_pending>open': 'a channel is opened once',
      'close_pending>open': 'a channel is opened once',
    },
    writes: { [FILE]: [133, 273, 353, 362, 508, 534, 627, 643] },
    roles: [{ name: '_finish_open_request', kind: 'task' }],
  },
];
