import type { TrueMachine } from '../machine.ts';

/** Read before the engine was run on it. */
export const websockets: TrueMachine = {
  title: 'websockets protocol',
  corpus: 'websockets',
  root: '',
  query: {
    class: 'Protocol',
    store: '_state',
    files: ['websockets/protocol.py', 'websockets/client.py', 'websockets/server.py'],
  },
  source:
    'The property state (158-176) stores into _state; the constructor (114) takes the initial state from its ' +
    'argument: OPEN by default, CONNECTING from both subclasses (client 78, server 89). OPEN is written behind an ' +
    'assertion of CONNECTING (client 335-336, server 527-528). CLOSING is written behind a test of OPEN: by ' +
    'send_close (379-395), by fail (448-460), by recv_frame (708-716). CLOSED is written at the end of the ' +
    'discarding generator (654), which is started from fail in any state that is not over (an abnormal closure ' +
    'leaves OPEN as it is, 449), by recv_frame in CLOSING, and by both handshakes in CONNECTING.',
  core: {
    'CONNECTING>OPEN': [336, 528],
    'OPEN>CLOSING': [395, 460, 716],
    'CONNECTING>CLOSED': [654],
    'OPEN>CLOSED': [654],
    'CLOSING>CLOSED': [654],
  },
  possible: {},
  wrong: {
    'CONNECTING>CLOSING': 'each write of CLOSING is behind a test of OPEN',
    'CLOSED>OPEN': 'behind an assertion of CONNECTING',
  },
  writes: {
    'websockets/protocol.py': [114, 395, 460, 654, 716],
    'websockets/client.py': [336],
    'websockets/server.py': [528],
  },
  setters: [],
  roles: [],
  hazards: [],
  files: ['websockets/protocol.py', 'websockets/client.py', 'websockets/server.py'],
};
