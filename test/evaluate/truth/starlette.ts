import type { TrueMachine } from '../machine.ts';

const FILE = 'starlette/websockets.py';

const SHARED = {
  corpus: 'starlette',
  root: '',
  judge: { precision: 1, recall: 1 },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
} as const;

/** Two attributes of one object hold the same states: what was received, and what was sent. */
export const starlette: readonly TrueMachine[] = [
  {
    ...SHARED,
    title: 'starlette websocket, sending',
    query: { class: 'WebSocket', store: 'application_state', files: [FILE] },
    source:
      'send (65-104) writes in the branch of the state that it tested. The write of the handler (94) follows an ' +
      'await in the branch of CONNECTED, in which 90 may have written DISCONNECTED already.',
    core: {
      'CONNECTING>DISCONNECTED': [77],
      'CONNECTING>RESPONSE': [79],
      'CONNECTING>CONNECTED': [81],
      'CONNECTED>DISCONNECTED': [90, 94],
      'RESPONSE>DISCONNECTED': [101],
    },
    possible: {},
    wrong: { 'RESPONSE>CONNECTED': 'CONNECTED is written in the branch of CONNECTING alone' },
    writes: { [FILE]: [39, 77, 79, 81, 90, 94, 101] },
  },
  {
    ...SHARED,
    title: 'starlette websocket, receiving',
    query: { class: 'WebSocket', store: 'client_state', files: [FILE] },
    source: 'receive (41-63) writes in the branch of the state that it tested, after one await.',
    core: { 'CONNECTING>CONNECTED': [50], 'CONNECTED>DISCONNECTED': [60] },
    possible: {},
    wrong: { 'CONNECTING>DISCONNECTED': 'written in the branch of CONNECTED alone' },
    writes: { [FILE]: [38, 50, 60] },
  },
];
