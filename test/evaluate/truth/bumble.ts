import type { TrueMachine } from '../machine.ts';

const RFCOMM = 'bumble/rfcomm.py';
const L2CAP = 'bumble/l2cap.py';
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
  {
    ...SHARED,
    title: 'bumble L2CAP classic channel',
    judge: { precision: 1, recall: 1 },
    query: { class: 'ClassicChannel', store: 'state', files: [L2CAP] },
    source:
      'A request to connect is taken in any state (1344), as are the request to disconnect (1557) and its answer ' +
      '(1569). Everything else asks first (1243, 1292, 1300, 1359, 1382, 1497-1507, 1512-1514); a mode that does not ' +
      'fit ends it while it is configured (1433, 1454), in a helper of disconnect.',
    core: {
      'CLOSED>WAIT_CONNECT_RSP': [1250],
      'CLOSED>WAIT_CONNECT': [1344],
      'WAIT_CONNECT>WAIT_CONFIG': [1354],
      'WAIT_CONNECT_RSP>WAIT_CONFIG': [1365],
      'WAIT_CONNECT_RSP>CLOSED': [1371, 1557],
      'WAIT_CONFIG>WAIT_CONFIG_REQ_RSP': [1356, 1367],
      'WAIT_CONFIG>WAIT_SEND_CONFIG': [1498],
      'WAIT_SEND_CONFIG>WAIT_CONFIG_RSP': [1500],
      'WAIT_CONFIG_REQ_RSP>WAIT_CONFIG_RSP': [1508],
      'WAIT_CONFIG_REQ_RSP>WAIT_CONFIG_REQ': [1513],
      'WAIT_CONFIG_REQ>OPEN': [1502],
      'WAIT_CONFIG_RSP>OPEN': [1518],
      'WAIT_CONFIG>WAIT_DISCONNECT': [1433, 1454],
      'WAIT_CONFIG_REQ>WAIT_DISCONNECT': [1433, 1454],
      'WAIT_CONFIG_REQ_RSP>WAIT_DISCONNECT': [1433, 1454],
      'OPEN>WAIT_DISCONNECT': [1295],
      'OPEN>CLOSED': [1301, 1557, 1569],
      'WAIT_DISCONNECT>CLOSED': [1557, 1569],
      'WAIT_CONFIG_REQ>CLOSED': [1557, 1569],
      'WAIT_CONFIG_REQ_RSP>CLOSED': [1557, 1569],
      'WAIT_CONFIG_RSP>CLOSED': [1557, 1569],
    },
    possible: {
      'WAIT_CONNECT>CLOSED': 'left within the function that writes it, unless that raises',
      'WAIT_CONFIG>CLOSED': 'left within the function that writes it, unless that raises',
      'WAIT_SEND_CONFIG>CLOSED': 'left within the function that writes it, unless that raises',
      ...Object.fromEntries(
        [
          'WAIT_CONNECT_RSP',
          'WAIT_CONFIG',
          'WAIT_CONFIG_REQ_RSP',
          'WAIT_SEND_CONFIG',
          'WAIT_CONFIG_RSP',
          'WAIT_CONFIG_REQ',
          'OPEN',
          'WAIT_DISCONNECT',
        ].map((old) => [`${old}>WAIT_CONNECT`, 'a request to connect is taken in any state']),
      ),
    },
    wrong: {
      'WAIT_CONNECT_RSP>OPEN': 'it is configured first',
      'CLOSED>WAIT_DISCONNECT': 'behind OPEN, or while it is configured',
      'OPEN>WAIT_CONFIG_REQ': 'behind WAIT_CONFIG_REQ_RSP',
    },
    writes: {
      [L2CAP]: [
        1190, 1250, 1271, 1301, 1344, 1354, 1356, 1365, 1367, 1371, 1498, 1500, 1502, 1508, 1513, 1518, 1557,
        1569,
      ],
    },
    files: [L2CAP],
  },
  {
    ...SHARED,
    title: 'bumble L2CAP credit-based channel',
    judge: { precision: 1, recall: 1 },
    query: { class: 'LeCreditBasedChannel', store: 'state', files: [L2CAP] },
    source:
      'Made connected or not (1657-1659). connect and disconnect ask first (1678, 1707), as do abort (1728), a packet ' +
      'that is too long (1743) and the answer to disconnect (1883). The two answers to connect (1829, 1856) and the ' +
      'request to disconnect (1875) are taken in any state; channels of an enhanced request are still in INIT then.',
    core: {
      'INIT>CONNECTING': [1690],
      'INIT>CONNECTED': [1856],
      'INIT>CONNECTION_ERROR': [1858],
      'CONNECTING>CONNECTED': [1829, 1856],
      'CONNECTING>CONNECTION_ERROR': [1839, 1858],
      'CONNECTED>DISCONNECTING': [1715, 1784],
      'CONNECTED>DISCONNECTED': [1729, 1875],
      'DISCONNECTING>DISCONNECTED': [1729, 1875, 1894],
    },
    possible: Object.fromEntries(
      [
        'DISCONNECTING>CONNECTED',
        'DISCONNECTED>CONNECTED',
        'CONNECTION_ERROR>CONNECTED',
        'CONNECTED>CONNECTION_ERROR',
        'DISCONNECTING>CONNECTION_ERROR',
        'DISCONNECTED>CONNECTION_ERROR',
        'INIT>DISCONNECTED',
        'CONNECTING>DISCONNECTED',
        'CONNECTION_ERROR>DISCONNECTED',
      ].map((edge) => [edge, 'the answer or the request is taken in any state']),
    ),
    wrong: {
      'CONNECTING>DISCONNECTING': 'behind CONNECTED',
      'DISCONNECTED>CONNECTING': 'behind INIT',
      'DISCONNECTED>DISCONNECTING': 'behind CONNECTED',
    },
    writes: {
      [L2CAP]: [1657, 1659, 1690, 1715, 1729, 1784, 1829, 1839, 1856, 1858, 1875, 1894],
    },
    files: [L2CAP],
  },
];
