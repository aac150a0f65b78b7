import type { TrueMachine } from '../machine.ts';

const DAG = 'prefect/cli/transfer/_dag.py';
const TRANSACTION = 'prefect/transactions.py';
const DELIVERY = 'prefect/_internal/_observation_delivery.py';
const COMMON = { corpus: 'prefect', root: '', wrong: {}, setters: [], roles: [] } as const;

/** Read in prefect 3.9.1. */
export const prefect: readonly TrueMachine[] = [
  {
    ...COMMON,
    title: 'prefect transfer node',
    query: { states: 'NodeState', files: [DAG] },
    judge: { precision: 0.86, recall: 1 },
    source:
      'A dictionary of records. A worker leaves unless READY (264), waits for its turn (268) and writes IN_PROGRESS ' +
      '(270); the three ends are written behind it (276, 296, 302), TransferSkipped comes from the call before 276. ' +
      'Dependents become READY from PENDING (283), and are skipped from PENDING and READY (320).',
    core: {
      'PENDING>READY': [253, 288],
      'READY>IN_PROGRESS': [270],
      'IN_PROGRESS>COMPLETED': [276],
      'IN_PROGRESS>SKIPPED': [296],
      'IN_PROGRESS>FAILED': [302],
      'PENDING>SKIPPED': [321],
      'READY>SKIPPED': [321],
    },
    possible: {
      'COMPLETED>FAILED': 'what follows 276 in the same try may raise',
      'IN_PROGRESS>READY': '253 looks at nothing, and the method may be called again',
      'COMPLETED>READY': '253 looks at nothing, and the method may be called again',
      'SKIPPED>READY': '253 looks at nothing, and the method may be called again',
      'FAILED>READY': '253 looks at nothing, and the method may be called again',
    },
    writes: { [DAG]: [47, 253, 270, 276, 288, 296, 302, 321] },
    hazards: [
      {
        rule: 'H8',
        at: [`${DAG}:270`],
        expected: false,
        reason:
          'tested at 264, written behind the wait of 268, while another worker may have written SKIPPED',
      },
    ],
    files: [DAG],
  },
  {
    ...COMMON,
    title: 'prefect transaction',
    query: { states: 'TransactionState', files: [TRANSACTION] },
    judge: { precision: 0.93, recall: 1 },
    source:
      'prepare_transaction (215) and begin (313) look at nothing; stage (243), commit (336) and rollback (419) leave ' +
      'for what is over. Two classes, with and without await, share the base class.',
    core: {
      'PENDING>ACTIVE': [215],
      'ACTIVE>STAGED': [247],
      'ACTIVE>COMMITTED': [313, 367, 471, 527],
      'STAGED>COMMITTED': [367, 527],
      'ACTIVE>ROLLED_BACK': [426, 586],
      'STAGED>ROLLED_BACK': [426, 586],
    },
    possible: {
      'STAGED>ACTIVE': 'a transaction that is entered again',
      'COMMITTED>ACTIVE': 'a transaction that is entered again',
      'ROLLED_BACK>ACTIVE': 'a transaction that is entered again',
      'PENDING>STAGED': 'stage leaves for COMMITTED alone',
      'ROLLED_BACK>STAGED': 'stage leaves for COMMITTED alone',
      'PENDING>COMMITTED': 'commit leaves for the two ends alone',
      'ROLLED_BACK>COMMITTED': 'begin looks at nothing',
      'PENDING>ROLLED_BACK': 'rollback leaves for the two ends alone',
    },
    writes: { [TRANSACTION]: [77, 215, 247, 313, 367, 426, 471, 527, 586] },
    hazards: [],
    files: [TRANSACTION],
  },
  {
    ...COMMON,
    title: 'prefect observation delivery',
    query: { class: 'ObservationDelivery', files: [DELIVERY] },
    judge: { precision: 0.92, recall: 1 },
    source:
      'start asserts STOPPED (138); one task matches on the state (196-305) and ends in FAILED (186) from the three ' +
      'states in which _run returns; stop (157-162) looks at nothing.',
    core: {
      'STOPPED>STARTING': [139],
      'STARTING>STREAMING': [144],
      'STARTING>POLLING': [146],
      'STREAMING>STOPPING': [157],
      'POLLING>STOPPING': [157],
      'CONNECTING>STOPPING': [157],
      'RECONCILING>STOPPING': [157],
      'FAILED>STOPPING': [157],
      'STOPPING>STOPPED': [162],
      'STREAMING>POLLING': [206],
      'POLLING>CONNECTING': [224],
      'CONNECTING>POLLING': [245],
      'CONNECTING>RECONCILING': [249],
      'RECONCILING>STREAMING': [270],
      'RECONCILING>POLLING': [302],
      'POLLING>FAILED': [186],
      'CONNECTING>FAILED': [186],
      'RECONCILING>FAILED': [186],
    },
    possible: {
      'STREAMING>FAILED': 'an exception in that branch',
      'STARTING>STOPPING': 'stop while start waits',
      'STOPPED>STOPPING': 'stop looks at nothing',
      'STOPPING>FAILED': 'the last branch raises for it',
    },
    writes: { [DELIVERY]: [131, 139, 144, 146, 157, 162, 186, 206, 224, 245, 249, 270, 302] },
    roles: [{ name: '_supervise', kind: 'task' }],
    hazards: [
      {
        rule: 'H8',
        at: [`${DELIVERY}:144`],
        expected: false,
        reason: 'written behind the wait of 141 without a look, while stop may have been called',
      },
    ],
    files: [DELIVERY],
  },
];
