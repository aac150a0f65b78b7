import type { TrueMachine } from '../machine.ts';

const FILE = 'circus/watcher.py';

export const circus: TrueMachine = {
  title: 'circus watcher',
  corpus: 'circus',
  root: '',
  query: { class: 'Watcher', store: '_status', files: [FILE] },
  judge: { precision: 1, recall: 1 },
  source:
    'Texts, asked through is_stopped and its like (1158-1165). _start returns unless stopped (939), writes starting ' +
    '(950), spawns and writes active (969); _stop returns when stopped (849), writes stopping (851), kills over a ' +
    'yield and writes stopped (871). spawn_processes writes stopped when it waits for a socket (594); it is called ' +
    'behind a test for stopped and stopping (543), and from _start. Where spawning stopped the watcher, no process ' +
    'is left, and _start gives up (963) before it writes active.',
  core: {
    'stopped>starting': [950],
    'starting>active': [969],
    'starting>stopping': [851],
    'active>stopping': [851],
    'stopping>stopped': [871],
    'active>stopped': [594],
  },
  possible: { 'starting>stopped': 'spawning in _start may find that it has to wait for a socket' },
  wrong: { 'stopped>active': 'no process is left, so _start gives up before it' },
  writes: { [FILE]: [208, 594, 851, 871, 950, 969] },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
};
