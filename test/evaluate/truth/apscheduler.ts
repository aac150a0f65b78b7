import type { TrueMachine } from '../machine.ts';

const FILE = 'apscheduler/schedulers/base.py';

export const apscheduler: TrueMachine = {
  title: 'apscheduler scheduler',
  corpus: 'apscheduler',
  root: '',
  query: { class: 'BaseScheduler', store: 'state', files: [FILE] },
  judge: { precision: 1, recall: 1 },
  source:
    'Every write stands behind a test of the status in the same method: start raises unless stopped (185), then ' +
    'writes one of two (213); shutdown raises when stopped (231); pause and resume write behind the other state.',
  core: {
    'STATE_STOPPED>STATE_RUNNING': [213],
    'STATE_STOPPED>STATE_PAUSED': [213],
    'STATE_RUNNING>STATE_STOPPED': [234],
    'STATE_PAUSED>STATE_STOPPED': [234],
    'STATE_RUNNING>STATE_PAUSED': [259],
    'STATE_PAUSED>STATE_RUNNING': [268],
  },
  possible: {},
  wrong: {},
  writes: { [FILE]: [124, 213, 234, 259, 268] },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
};
