import type { TrueMachine } from '../machine.ts';

const NOTHING = {
  corpus: 'taskflow',
  root: '',
  wrong: {},
  possible: {},
  writes: {},
  setters: [],
  roles: [],
  hazards: [],
} as const;

function at(edges: Readonly<Record<string, number>>): TrueMachine['core'] {
  return Object.fromEntries(Object.entries(edges).map(([edge, line]) => [edge, [line]]));
}

const task = at({
  'PENDING>RUNNING': 163,
  'PENDING>IGNORE': 164,
  'RUNNING>SUCCESS': 166,
  'RUNNING>FAILURE': 167,
  'FAILURE>REVERTING': 169,
  'SUCCESS>REVERTING': 170,
  'REVERTING>REVERTED': 172,
  'REVERTING>REVERT_FAILURE': 173,
  'REVERTED>PENDING': 175,
  'IGNORE>PENDING': 176,
});

const flow = at({
  'PENDING>RUNNING': 91,
  'RUNNING>SUCCESS': 93,
  'RUNNING>FAILURE': 94,
  'RUNNING>REVERTED': 95,
  'RUNNING>SUSPENDING': 96,
  'RUNNING>RESUMING': 97,
  'SUCCESS>RUNNING': 99,
  'FAILURE>RUNNING': 101,
  'REVERTED>PENDING': 103,
  'SUCCESS>PENDING': 104,
  'SUSPENDING>SUSPENDED': 106,
  'SUSPENDING>SUCCESS': 107,
  'SUSPENDING>FAILURE': 108,
  'SUSPENDING>REVERTED': 109,
  'SUSPENDING>RESUMING': 110,
  'SUSPENDED>RUNNING': 112,
  'RESUMING>SUSPENDED': 114,
});

const job = at({ 'UNCLAIMED>CLAIMED': 61, 'CLAIMED>UNCLAIMED': 64, 'CLAIMED>COMPLETE': 67 });

const engine = at({
  'GAME_OVER>REVERTED': 349,
  'GAME_OVER>SUCCESS': 350,
  'GAME_OVER>SUSPENDED': 351,
  'GAME_OVER>FAILURE': 352,
  'UNDEFINED>RESUMING': 353,
  'ANALYZING>GAME_OVER': 354,
  'ANALYZING>SCHEDULING': 355,
  'ANALYZING>WAITING': 356,
  'RESUMING>SCHEDULING': 357,
  'SCHEDULING>WAITING': 358,
  'WAITING>ANALYZING': 359,
});

function declares(title: string, name: string, file: string, core: TrueMachine['core']): TrueMachine {
  return {
    ...NOTHING,
    title,
    query: { store: name },
    source: 'A table of pairs; its lines were copied by hand as names.',
    core,
    files: [file],
    declared: { name, edges: Object.keys(core) },
  };
}

const STATES = 'taskflow/states.py';

export const taskflow: readonly TrueMachine[] = [
  declares('taskflow task', '_ALLOWED_TASK_TRANSITIONS', STATES, task),
  declares('taskflow flow', '_ALLOWED_FLOW_TRANSITIONS', STATES, flow),
  declares('taskflow job', '_ALLOWED_JOB_TRANSITIONS', STATES, job),
  {
    ...declares('taskflow engine', 'm', 'taskflow/engines/action_engine/builder.py', engine),
    query: { store: 'm', files: ['taskflow/engines/action_engine/builder.py'] },
    source: 'Calls of add_transition(from, to, event) at 349-359; the constants come from two modules.',
  },
];
