import type { TrueMachine } from '../machine.ts';

const FILE = 'kafka/coordinator/base.py';

export const kafka: TrueMachine = {
  title: 'kafka-python group member',
  corpus: 'kafka-python',
  root: '',
  query: { class: 'BaseCoordinator', store: 'state', files: [FILE] },
  judge: { precision: 1, recall: 1 },
  source:
    'No write tests the status: REBALANCING when a join is sent (744), STABLE after it was waited for (545), ' +
    'UNJOINED on every reset (929). The join task writes REBALANCING before 545 can be reached; a reset may come ' +
    'between.',
  core: {
    'UNJOINED>REBALANCING': [744],
    'STABLE>REBALANCING': [744],
    'REBALANCING>STABLE': [545],
    'REBALANCING>UNJOINED': [929],
    'STABLE>UNJOINED': [929],
  },
  possible: { 'UNJOINED>STABLE': 'a reset between the end of the join task and 545, which looks at nothing' },
  wrong: {},
  writes: { [FILE]: [198, 545, 744, 929] },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
};
