import type { TrueMachine } from '../machine.ts';

const FILE = 'twisted/web/_newclient.py';

const SHARED = {
  corpus: 'twisted',
  root: '',
  setters: [],
  hazards: [],
  files: [FILE],
} as const;

/** Methods are found by their prefix and the state: `_connectionLost_WAITING` runs in WAITING. */
export const twisted: readonly TrueMachine[] = [
  {
    ...SHARED,
    title: 'twisted HTTP/1.1 client',
    judge: { precision: 0.8, recall: 1 },
    query: { class: 'HTTP11ClientProtocol', store: '_state', files: [FILE] },
    source:
      'request asks for QUIESCENT (1528); the two callbacks of what it writes for TRANSMITTING (1558, 1563). ' +
      'finishResponse is there for WAITING and TRANSMITTING, one function that asks which (1601). connectionLost is ' +
      'there for every state but CONNECTION_LOST (1694-1743), and abort keeps that one out (1753).',
    core: {
      'QUIESCENT>TRANSMITTING': [1531],
      'TRANSMITTING>WAITING': [1559],
      'TRANSMITTING>GENERATION_FAILED': [1564],
      'WAITING>QUIESCENT': [1602],
      'TRANSMITTING>TRANSMITTING_AFTER_RECEIVING_RESPONSE': [1609],
      'QUIESCENT>CONNECTION_LOST': [1699],
      'GENERATION_FAILED>CONNECTION_LOST': [1706],
      'TRANSMITTING>CONNECTION_LOST': [1714],
      'TRANSMITTING_AFTER_RECEIVING_RESPONSE>CONNECTION_LOST': [1725],
      'WAITING>CONNECTION_LOST': [1735],
      'ABORTING>CONNECTION_LOST': [1743],
      'QUIESCENT>ABORTING': [1756],
      'TRANSMITTING>ABORTING': [1756],
      'TRANSMITTING_AFTER_RECEIVING_RESPONSE>ABORTING': [1756],
      'GENERATION_FAILED>ABORTING': [1756],
      'WAITING>ABORTING': [1756],
    },
    possible: {},
    wrong: {
      'QUIESCENT>TRANSMITTING_AFTER_RECEIVING_RESPONSE': 'finishResponse is not there for QUIESCENT',
      'CONNECTION_LOST>ABORTING': 'abort returns',
    },
    writes: { [FILE]: [1489, 1531, 1559, 1564, 1602, 1609, 1699, 1706, 1714, 1725, 1735, 1743, 1756] },
    roles: [
      { name: 'cbRequestWritten', kind: 'callback' },
      { name: 'ebRequestWriting', kind: 'callback' },
    ],
  },
  {
    ...SHARED,
    title: 'twisted HTTP response',
    judge: { precision: 0.44, recall: 1 },
    query: { class: 'Response', store: '_state', files: [FILE] },
    source: 'Each write is in a method that is found by the state (1176-1317); the others raise.',
    core: {
      'INITIAL>CONNECTED': [1187],
      'INITIAL>DEFERRED_CLOSE': [1286],
      'CONNECTED>FINISHED': [1303],
      'DEFERRED_CLOSE>FINISHED': [1222],
    },
    possible: {},
    wrong: { 'INITIAL>FINISHED': 'no method for INITIAL writes it', 'FINISHED>CONNECTED': 'raises' },
    writes: { [FILE]: [1143, 1187, 1222, 1286, 1303] },
    roles: [],
  },
];
