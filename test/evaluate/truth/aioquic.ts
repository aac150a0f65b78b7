import type { TrueMachine } from '../machine.ts';

const C = 'CLIENT_EXPECT';
const S = 'SERVER_EXPECT';
const OR = `${C}_CERTIFICATE_REQUEST_OR_CERTIFICATE`;

export const aioquic: TrueMachine = {
  title: 'aioquic TLS',
  corpus: 'aioquic',
  root: '',
  query: { states: 'State', class: 'Context', files: ['aioquic/tls.py'] },
  source:
    'One method dispatches on the state (1387-1460) and each handler is called for the states of its branches alone; ' +
    'the client hello is sent for the first state (1359). _server_expect_finished (1860) is called by three handlers.',
  core: {
    [`CLIENT_HANDSHAKE_START>${C}_SERVER_HELLO`]: [1619],
    [`${C}_SERVER_HELLO>${C}_ENCRYPTED_EXTENSIONS`]: [1682],
    [`${C}_ENCRYPTED_EXTENSIONS>${C}_FINISHED`]: [1702],
    [`${C}_ENCRYPTED_EXTENSIONS>${OR}`]: [1704],
    [`${OR}>${C}_CERTIFICATE`]: [1709],
    [`${OR}>${C}_CERTIFICATE_VERIFY`]: [1716],
    [`${C}_CERTIFICATE>${C}_CERTIFICATE_VERIFY`]: [1716],
    [`${C}_CERTIFICATE_VERIFY>${C}_FINISHED`]: [1736],
    [`${C}_FINISHED>CLIENT_POST_HANDSHAKE`]: [1817],
    [`${S}_CLIENT_HELLO>${S}_CERTIFICATE`]: [2087],
    [`${S}_CLIENT_HELLO>${S}_FINISHED`]: [1860],
    [`${S}_CERTIFICATE>${S}_CERTIFICATE_VERIFY`]: [2097],
    [`${S}_CERTIFICATE>${S}_FINISHED`]: [1860],
    [`${S}_CERTIFICATE_VERIFY>${S}_FINISHED`]: [1860],
    [`${S}_FINISHED>SERVER_POST_HANDSHAKE`]: [2129],
  },
  possible: {},
  wrong: {},
  writes: {
    'aioquic/tls.py': [1343, 1347, 1619, 1682, 1702, 1704, 1709, 1716, 1736, 1817, 1860, 2087, 2097, 2129],
  },
  setters: [],
  roles: [],
  hazards: [],
  files: ['aioquic/tls.py'],
};
