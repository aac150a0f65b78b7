import type { TrueMachine } from '../machine.ts';

const FILE = 'engineio/client.py';
const BASE = 'engineio/base_client.py';

export const engineio: TrueMachine = {
  title: 'engineio client',
  judge: { precision: 0.8, recall: 1 },
  corpus: 'engineio',
  root: '',
  query: { class: 'Client', store: 'state', files: [FILE] },
  source:
    'connect raises unless disconnected (85) and finds its method by the name of the transport (96); both write ' +
    'connected (232, 414), the websocket one not where it upgrades what is connected. disconnect asks for connected ' +
    '(123), writes disconnecting (126) and disconnected (134); the loops reset what is still connected (541, 598).',
  core: {
    'disconnected>connected': [232, 414],
    'connected>disconnecting': [126],
    'disconnecting>disconnected': [134],
    'connected>disconnected': [137],
  },
  possible: {},
  wrong: { 'disconnecting>connected': 'connect raises', 'disconnected>disconnecting': 'behind connected' },
  writes: { [FILE]: [126, 134, 232, 414], [BASE]: [72, 137] },
  setters: [],
  roles: [
    { name: '_read_loop_polling', kind: 'task' },
    { name: '_read_loop_websocket', kind: 'task' },
  ],
  hazards: [],
  files: [FILE, BASE],
};
