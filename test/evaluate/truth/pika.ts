import type { TrueMachine } from '../machine.ts';

const FILE = 'pika/connection.py';

const STATES = ['CLOSED', 'INIT', 'PROTOCOL', 'START', 'TUNE', 'OPEN', 'CLOSING'].map(
  (name) => `CONNECTION_${name}`,
);

/** A plain assignment: whatever stood before, the argument stands after it. */
const plain = Object.fromEntries(
  STATES.map((old) => [old, Object.fromEntries(STATES.map((argument) => [argument, argument]))]),
);

function edges(short: Readonly<Record<string, number>>): TrueMachine['core'] {
  return Object.fromEntries(Object.entries(short).map(([edge, line]) => [long(edge), [line]]));
}

function long(edge: string): string {
  return edge
    .split('>')
    .map((name) => `CONNECTION_${name}`)
    .join('>');
}

const late = 'a frame that was in the buffer when close was called';

/** Nothing tests the status before a write: the order comes from callbacks that are registered one after another. */
export const pika: TrueMachine = {
  title: 'pika connection',
  corpus: 'pika',
  root: '',
  query: { class: 'Connection', store: 'connection_state', files: [FILE] },
  judge: { precision: 0.53, recall: 1 },
  source:
    'The constructor leaves INIT (1057, 1142, 1119). Each frame of the handshake writes its own state (1929, 2008, ' +
    '1915) in a callback that the step before it registered for one frame; the adapter reports the stream (1810) ' +
    'and its end (2157, then 1142 again). close raises when closing or closed (1357) and writes CLOSING (1374).',
  core: edges({
    'INIT>PROTOCOL': 1810,
    'PROTOCOL>START': 1929,
    'START>TUNE': 2008,
    'TUNE>OPEN': 1915,
    'INIT>CLOSING': 1374,
    'PROTOCOL>CLOSING': 1374,
    'START>CLOSING': 1374,
    'TUNE>CLOSING': 1374,
    'OPEN>CLOSING': 1374,
    'INIT>CLOSED': 2157,
    'PROTOCOL>CLOSED': 2157,
    'START>CLOSED': 2157,
    'TUNE>CLOSED': 2157,
    'OPEN>CLOSED': 2157,
    'CLOSING>CLOSED': 2157,
  }),
  possible: Object.fromEntries(
    ['CLOSING>PROTOCOL', 'CLOSING>START', 'CLOSING>TUNE', 'CLOSING>OPEN'].map((edge) => [long(edge), late]),
  ),
  wrong: { [long('CLOSED>CLOSING')]: 'close raises when closed' },
  writes: { [FILE]: [1057, 1119, 1142, 1374, 1810, 1915, 1929, 2008, 2157] },
  setters: [{ name: 'Connection._set_connection_state', table: plain }],
  roles: [],
  hazards: [],
  files: [FILE],
};
