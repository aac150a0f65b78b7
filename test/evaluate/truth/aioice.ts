import type { TrueMachine } from '../machine.ts';

const FILE = 'aioice/ice.py';

export const aioice: TrueMachine = {
  title: 'aioice candidate pair',
  judge: { precision: 0.75, recall: 1 },
  corpus: 'aioice',
  root: '',
  query: { class: 'CandidatePair', store: 'state', files: [FILE] },
  source:
    'Another class writes it through a setter (1093). WAITING is behind FROZEN (898, 1395, 1404), or FROZEN or FAILED ' +
    '(942), or on a new pair (937). A check is a task that is started for what waits or is frozen (945, 1009, 1015), ' +
    'once at a time; it writes IN_PROGRESS (1027), and after its answers FAILED or SUCCEEDED (1046, 1053, 1074, 1078).',
  core: {
    'FROZEN>WAITING': [900, 937, 943, 1396, 1406],
    'FAILED>WAITING': [943],
    'WAITING>IN_PROGRESS': [1027],
    'FROZEN>IN_PROGRESS': [1027],
    'IN_PROGRESS>FAILED': [1046, 1053, 1074],
    'IN_PROGRESS>SUCCEEDED': [1078],
  },
  possible: {},
  wrong: {
    'SUCCEEDED>IN_PROGRESS': 'a check is started for what waits or is frozen',
    'FAILED>IN_PROGRESS': 'a check is started for what waits or is frozen',
    'WAITING>SUCCEEDED': 'the check has written IN_PROGRESS',
  },
  writes: { [FILE]: [235, 900, 937, 943, 1027, 1046, 1053, 1074, 1078, 1396, 1406] },
  setters: [],
  roles: [{ name: 'check_start', kind: 'task' }],
  hazards: [],
  files: [FILE],
};
