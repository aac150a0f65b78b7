import type { TrueMachine } from '../machine.ts';

const STATES = [
  'STOPPED',
  'STARTING',
  'RUNNING',
  'BACKOFF',
  'STOPPING',
  'EXITED',
  'FATAL',
  'UNKNOWN',
] as const;

/** A plain assignment: whatever stood before, the argument stands after it. */
const plain = Object.fromEntries(
  STATES.map((old) => [old, Object.fromEntries(STATES.map((argument) => [argument, argument]))]),
);

export const supervisor: TrueMachine = {
  title: 'supervisor process',
  corpus: 'supervisor',
  root: '',
  query: { states: 'ProcessStates', class: 'Subprocess' },
  source:
    'Every call of change_state stands behind _assertInState, which raises for the states that are not listed, or ' +
    'behind a test of the status. UNKNOWN is written in the bare except of kill (482) and of signal (531), where ' +
    'the status is one of those that were asserted before the signal was sent, or what kill wrote (458). ' +
    'change_state returns when nothing changes and counts for BACKOFF; the assignment is the same for all.',
  core: {
    'STOPPED>STARTING': [215],
    'EXITED>STARTING': [215],
    'FATAL>STARTING': [215],
    'BACKOFF>STARTING': [215],
    'STARTING>BACKOFF': [222, 237, 253, 584],
    'STARTING>RUNNING': [599, 694],
    'STARTING>STOPPING': [458],
    'STARTING>UNKNOWN': [531],
    'BACKOFF>FATAL': [402],
    'BACKOFF>STOPPED': [423],
    'RUNNING>STOPPING': [458],
    'RUNNING>EXITED': [606, 612],
    'RUNNING>UNKNOWN': [531],
    'STOPPING>STOPPED': [570],
    'STOPPING>UNKNOWN': [482, 531],
  },
  possible: {},
  wrong: {},
  writes: {
    'supervisor/process.py': [67, 215, 222, 237, 253, 402, 423, 458, 482, 531, 570, 584, 599, 606, 612, 694],
  },
  setters: [{ name: 'Subprocess.change_state', table: plain }],
  roles: [],
  hazards: [],
  files: ['supervisor/process.py', 'supervisor/states.py'],
};
