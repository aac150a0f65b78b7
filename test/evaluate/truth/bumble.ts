import type { TrueMachine } from '../machine.ts';

const RFCOMM = 'bumble/rfcomm.py';
const AVDTP = 'bumble/avdtp.py';

const SHARED = { corpus: 'bumble', root: '', setters: [], roles: [], hazards: [] } as const;

const late = 'the answer for a channel that was accepted, after the multiplexer was told to end';

export const bumble: readonly TrueMachine[] = [
  {
    ...SHARED,
    title: 'bumble RFCOMM channel',
    judge: { precision: 1, recall: 0 },
    query: { class: 'DLC', store: 'state', files: [RFCOMM] },
    source:
      'All but abort ask for the state first: connect and accept for INIT (626, 647), the two frames for CONNECTING ' +
      '(516, 534) or DISCONNECTING (546), disconnect for CONNECTED (634). abort writes RESET whatever stood (738); it is ' +
      'called for the channels that the multiplexer has.',
    core: {
      'INIT>CONNECTING': [629, 662],
      'CONNECTING>CONNECTED': [530, 541],
      'CONNECTED>DISCONNECTING': [638],
      'DISCONNECTING>DISCONNECTED': [547],
      'CONNECTING>RESET': [738],
      'CONNECTED>RESET': [738],
      'DISCONNECTING>RESET': [738],
    },
    possible: {
      'INIT>RESET': 'abort is public; a channel is connected or accepted as soon as it is made',
      'DISCONNECTED>RESET': 'abort is public; a channel that ended is taken out first',
    },
    wrong: { 'CONNECTED>DISCONNECTED': 'behind DISCONNECTING', 'INIT>CONNECTED': 'behind CONNECTING' },
    writes: { [RFCOMM]: [472, 530, 541, 547, 629, 638, 662, 738] },
    files: [RFCOMM],
  },
  {
    ...SHARED,
    title: 'bumble RFCOMM multiplexer',
    judge: { precision: 1, recall: 0 },
    query: { class: 'Multiplexer', store: 'state', files: [RFCOMM] },
    source:
      'Written behind tests (828, 835, 840, 847, 946, 955, 973), but for a DISC frame (863) and for the end of the ' +
      'opening of a channel (1006), which its channel reports.',
    core: {
      'INIT>CONNECTING': [949],
      'INIT>CONNECTED': [831],
      'CONNECTING>CONNECTED': [836],
      'CONNECTED>OPENING': [993],
      'OPENING>CONNECTED': [848, 1006],
      'CONNECTED>DISCONNECTING': [959],
      'DISCONNECTING>DISCONNECTED': [841, 863],
      'CONNECTED>DISCONNECTED': [863],
      'OPENING>DISCONNECTED': [863],
      'CONNECTING>DISCONNECTED': [863],
    },
    possible: {
      'INIT>DISCONNECTED': 'a frame before the first one',
      'DISCONNECTED>CONNECTED': late,
      'DISCONNECTING>CONNECTED': late,
    },
    wrong: { 'OPENING>DISCONNECTING': 'behind CONNECTED', 'INIT>OPENING': 'behind CONNECTED' },
    writes: { [RFCOMM]: [781, 831, 836, 841, 848, 863, 949, 959, 993, 1006] },
    files: [RFCOMM],
  },
  {
    ...SHARED,
    title: 'bumble AVDTP stream',
    judge: { precision: 1, recall: 1 },
    query: { class: 'Stream', store: 'state', files: [AVDTP] },
    source:
      'Each command and each method asks for the state first and writes after an await; abort asks for the channel ' +
      'instead (2049): without one IDLE, with one ABORTING. start opens what is configured and asks again (1906-1909).',
    core: {
      'IDLE>CONFIGURED': [1885, 1962],
      'CONFIGURED>OPEN': [1894, 1998],
      'OPEN>STREAMING': [1918, 2014],
      'STREAMING>OPEN': [1931, 2025],
      'OPEN>CLOSING': [1945, 2036],
      'STREAMING>CLOSING': [1945, 2036],
      'CLOSING>IDLE': [1950, 2040, 2076],
      'ABORTING>IDLE': [2076],
      'CONFIGURED>IDLE': [2051],
      'OPEN>IDLE': [2051],
      'OPEN>ABORTING': [2054],
      'STREAMING>ABORTING': [2054],
      'CLOSING>ABORTING': [2054],
    },
    possible: {
      'STREAMING>IDLE': 'abort after the channel was lost',
      'CONFIGURED>ABORTING': 'abort while a channel is there',
      'IDLE>ABORTING': 'abort while a channel is there',
    },
    wrong: { 'CONFIGURED>STREAMING': 'start opens first', 'IDLE>OPEN': 'behind CONFIGURED' },
    writes: {
      [AVDTP]: [
        1885, 1894, 1918, 1931, 1945, 1950, 1962, 1998, 2014, 2025, 2036, 2040, 2051, 2054, 2076, 2094,
      ],
    },
    files: [AVDTP],
  },
];
