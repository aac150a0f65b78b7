import type { TrueMachine } from '../machine.ts';

const FILE = 'mitmproxy/proxy/tunnel.py';

export const mitmproxy: TrueMachine = {
  title: 'mitmproxy tunnel',
  judge: { precision: 0.78, recall: 1 },
  corpus: 'mitmproxy',
  root: '',
  query: { class: 'TunnelLayer', store: 'tunnel_state', files: [FILE] },
  source:
    'The first event writes ESTABLISHING (61), as does a command to open (132). The handshake is at its end behind a ' +
    'test of ESTABLISHING (69, 90): OPEN or CLOSED (101-104). The end of the connection writes CLOSED whatever stood (94).',
  core: {
    'INACTIVE>ESTABLISHING': [61, 132],
    'ESTABLISHING>OPEN': [104],
    'ESTABLISHING>CLOSED': [94, 102, 138],
    'OPEN>CLOSED': [94],
    'CLOSED>ESTABLISHING': [132],
  },
  possible: {
    'OPEN>ESTABLISHING': 'a second command to open, which nothing keeps out',
    'INACTIVE>CLOSED': 'the connection ends before the first event',
  },
  wrong: {
    'INACTIVE>OPEN': 'the end of the handshake is behind ESTABLISHING',
    'CLOSED>OPEN': 'the end of the handshake is behind ESTABLISHING',
  },
  writes: { [FILE]: [32, 61, 94, 102, 104, 132, 138] },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
};
