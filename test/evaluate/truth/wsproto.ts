import type { TrueMachine } from '../machine.ts';

const CONNECTION = 'wsproto/connection.py';
const HANDSHAKE = 'wsproto/handshake.py';

const SHARED = {
  corpus: 'wsproto',
  root: '',
  setters: [],
  roles: [],
  hazards: [],
} as const;

export const wsproto: readonly TrueMachine[] = [
  {
    ...SHARED,
    title: 'wsproto connection',
    judge: { precision: 1, recall: 1 },
    query: { class: 'Connection', store: '_state', files: [CONNECTION] },
    source:
      'The constructor writes OPEN (92). send closes behind a test of OPEN or REMOTE_CLOSING and asks again which ' +
      'of the two (107-115). receive_data(None) writes CLOSED whatever stood (139). events writes CLOSED behind a ' +
      'test of LOCAL_CLOSING (178), REMOTE_CLOSING otherwise (180).',
    core: {
      'OPEN>LOCAL_CLOSING': [115],
      'OPEN>REMOTE_CLOSING': [180],
      'OPEN>CLOSED': [139],
      'REMOTE_CLOSING>CLOSED': [113, 139],
      'LOCAL_CLOSING>CLOSED': [139, 178],
    },
    possible: {
      'CLOSED>REMOTE_CLOSING':
        'a frame that was in the buffer when the transport ended is looked at by events all the same',
    },
    wrong: {
      'REMOTE_CLOSING>LOCAL_CLOSING': 'the branch of 112 keeps it out',
      'LOCAL_CLOSING>REMOTE_CLOSING': 'the branch of 177 keeps it out',
    },
    writes: { [CONNECTION]: [92, 113, 115, 139, 178, 180] },
    files: [CONNECTION],
  },
  {
    ...SHARED,
    title: 'wsproto handshake',
    judge: { precision: 0.78, recall: 1 },
    query: { class: 'H11Handshake', store: '_state', files: [HANDSHAKE] },
    source:
      'One class for both sides, split by self.client. As client, receive_data writes by the kind of what came in ' +
      '(160, 162, 176, and 452 in its helper), and tests no status; an informational answer before the last one ' +
      'leaves CLOSED. As server, _accept tests no status (309) and writes before the send that would raise; ' +
      '_reject asks for CONNECTING (317), _send_reject_data for REJECTING (331). After a 101 the inner connection ' +
      'pauses for good, so nothing leaves OPEN.',
    core: {
      'CONNECTING>OPEN': [309, 452],
      'CONNECTING>CLOSED': [160],
      'CONNECTING>REJECTING': [162, 324],
      'REJECTING>CLOSED': [176, 327, 340],
    },
    possible: {
      'CLOSED>OPEN': '101 after another informational answer (client); an accept after a reject (server)',
      'CLOSED>REJECTING': 'an answer after an informational one',
      'REJECTING>OPEN': 'an accept after a reject: written before the send raises',
    },
    wrong: {
      'OPEN>CLOSED': 'after a 101 the inner connection gives no further event',
      'OPEN>REJECTING': 'after a 101 the inner connection gives no further event',
    },
    writes: { [HANDSHAKE]: [46, 160, 162, 176, 309, 324, 327, 340, 452] },
    files: [HANDSHAKE],
  },
];
