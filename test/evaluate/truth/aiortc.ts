import type { TrueMachine } from '../machine.ts';

const DTLS = 'aiortc/rtcdtlstransport.py';
const SCTP = 'aiortc/rtcsctptransport.py';

const SHARED = { corpus: 'aiortc', root: '', setters: [], hazards: [] } as const;

const chunk = 'a chunk that comes in while the first one is sent: nothing tests the state';

export const aiortc: readonly TrueMachine[] = [
  {
    ...SHARED,
    title: 'aiortc DTLS transport',
    judge: { precision: 0.57, recall: 1 },
    query: { class: 'RTCDtlsTransport', store: '_state', files: [DTLS] },
    source:
      'start asserts NEW (505) and writes CONNECTING (530). Each of its three private steps may write FAILED (424, 430, ' +
      '450, 467), after which start returns (532, 537, 542). CONNECTED is written before the task that receives is ' +
      'started (547), and that task alone writes CLOSED (581).',
    core: {
      'NEW>CONNECTING': [530],
      'CONNECTING>FAILED': [424, 430, 450, 467],
      'CONNECTING>CONNECTED': [547],
      'CONNECTED>CLOSED': [581],
    },
    possible: {},
    wrong: {
      'NEW>CLOSED': 'the task is started behind CONNECTED',
      'CONNECTING>CLOSED': 'the task is started behind CONNECTED',
      'FAILED>CLOSED': 'the task is started behind CONNECTED',
      'FAILED>CONNECTED': 'start returns when a step has failed',
    },
    writes: { [DTLS]: [364, 424, 430, 450, 467, 530, 547, 581] },
    roles: [{ name: '__run', kind: 'task' }],
    files: [DTLS],
  },
  {
    ...SHARED,
    title: 'aiortc SCTP association',
    judge: { precision: 1, recall: 0 },
    query: { class: 'RTCSctpTransport', store: '_association_state', files: [SCTP] },
    source:
      'start runs once and writes COOKIE_WAIT (872). Chunks write what they stand for: behind a test (1062, 1135, 1169, ' +
      '1174) or whatever stood (1052, 1055, 1131). stop and the timers write CLOSED (845, 1616, 1649, 1675).',
    core: {
      'CLOSED>COOKIE_WAIT': [872],
      'CLOSED>ESTABLISHED': [1131],
      'COOKIE_WAIT>COOKIE_ECHOED': [1166],
      'COOKIE_WAIT>ESTABLISHED': [1131],
      'COOKIE_WAIT>CLOSED': [845, 1052, 1179, 1649],
      'COOKIE_ECHOED>ESTABLISHED': [1131, 1173],
      'COOKIE_ECHOED>CLOSED': [845, 1052, 1179, 1649],
      'ESTABLISHED>SHUTDOWN_RECEIVED': [1055],
      'ESTABLISHED>CLOSED': [845, 1052, 1616],
      'SHUTDOWN_RECEIVED>SHUTDOWN_ACK_SENT': [1059],
      'SHUTDOWN_RECEIVED>CLOSED': [845, 1052],
      'SHUTDOWN_ACK_SENT>CLOSED': [845, 1052, 1065, 1675],
    },
    possible: {
      'ESTABLISHED>COOKIE_WAIT': chunk,
      'SHUTDOWN_ACK_SENT>COOKIE_WAIT': chunk,
      'SHUTDOWN_RECEIVED>COOKIE_WAIT': chunk,
      'SHUTDOWN_RECEIVED>ESTABLISHED': chunk,
      'SHUTDOWN_ACK_SENT>ESTABLISHED': chunk,
      'CLOSED>SHUTDOWN_RECEIVED': chunk,
      'COOKIE_WAIT>SHUTDOWN_RECEIVED': chunk,
      'COOKIE_ECHOED>SHUTDOWN_RECEIVED': chunk,
      'SHUTDOWN_ACK_SENT>SHUTDOWN_RECEIVED': chunk,
    },
    wrong: {
      'COOKIE_ECHOED>COOKIE_WAIT': 'COOKIE_WAIT is written once, before the answer to it can come',
      'ESTABLISHED>COOKIE_ECHOED': 'behind a test of COOKIE_WAIT',
      'CLOSED>COOKIE_ECHOED': 'behind a test of COOKIE_WAIT',
    },
    writes: {
      [SCTP]: [679, 845, 872, 1052, 1055, 1059, 1065, 1131, 1166, 1173, 1179, 1616, 1649, 1675],
    },
    roles: [
      { name: '_reconfig_timer_expired', kind: 'timer' },
      { name: '_t1_expired', kind: 'timer' },
      { name: '_t2_expired', kind: 'timer' },
    ],
    files: [SCTP],
  },
];
