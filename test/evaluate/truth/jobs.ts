import type { TrueMachine } from '../machine.ts';

const COMMON = { root: '', wrong: {}, setters: [], roles: [], hazards: [] } as const;
const RUNNERS = 'locust/runners.py';
const POOL = 'rq/worker_pool.py';
const SCHEDULER = 'rq/scheduler.py';
const ANSIBLE = 'ansible_runner/runner.py';
const MEMORY = 'procrastinate/testing.py';
const HUEY = 'huey/contrib/djhuey/tasks_backend.py';
const KERNEL = 'jupyter_client/manager.py';
const SAQ = {
  job: 'saq/job.py',
  base: 'saq/queue/base.py',
  redis: 'saq/queue/redis.py',
  worker: 'saq/worker.py',
};

/** What is tolerated: edges into a state that a public method writes whatever the state was. */
function fromAny(
  into: Readonly<Record<string, string>>,
  states: readonly string[],
  core: Readonly<Record<string, readonly number[]>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(into).flatMap(([to, reason]) =>
      states
        .filter((from) => from !== to && !Object.hasOwn(core, `${from}>${to}`))
        .map((from) => [`${from}>${to}`, reason]),
    ),
  );
}

const SAQ_CORE: Readonly<Record<string, readonly number[]>> = {
  'NEW>QUEUED': [353],
  'ACTIVE>QUEUED': [276],
  'QUEUED>ACTIVE': [358],
  'ACTIVE>COMPLETE': [377],
  'ACTIVE>FAILED': [421],
  'ACTIVE>ABORTED': [385],
  'ABORTING>ABORTED': [337],
  'QUEUED>ABORTING': [324],
  'ACTIVE>ABORTING': [324],
};

/** Jobs, tasks and the processes that run them, in nine releases. */
export const jobs: readonly TrueMachine[] = [
  {
    ...COMMON,
    title: 'locust worker',
    corpus: 'locust',
    query: { class: 'WorkerRunner', store: 'worker_state', files: [RUNNERS] },
    judge: { precision: 1, recall: 1 },
    source:
      'Constants from a list. A message starts spawning (1414) and starts a function that ends in RUNNING ' +
      '(1293, 1328); another one ends in INIT (1430). The two before look at nothing that matters.',
    core: {
      'STATE_INIT>STATE_SPAWNING': [1414],
      'STATE_RUNNING>STATE_SPAWNING': [1414],
      'STATE_SPAWNING>STATE_RUNNING': [1293, 1328],
      'STATE_RUNNING>STATE_INIT': [1430],
      'STATE_SPAWNING>STATE_INIT': [1430],
    },
    possible: { 'STATE_INIT>STATE_RUNNING': 'the spawning function may end after a stop' },
    writes: { [RUNNERS]: [1248, 1293, 1328, 1414, 1430] },
    files: [RUNNERS],
  },
  {
    ...COMMON,
    title: 'rq worker pool',
    corpus: 'rq',
    query: { class: 'WorkerPool', files: [POOL] },
    judge: { precision: 1, recall: 0 },
    source: 'The states are a class in the class, named by self. The signal handler (96) is set behind 236.',
    core: { 'IDLE>STARTED': [236], 'STARTED>STOPPED': [102] },
    possible: { 'IDLE>STOPPED': 'request_stop is public', 'STOPPED>STARTED': 'start is public' },
    writes: { [POOL]: [71, 102, 236] },
    files: [POOL],
  },
  {
    ...COMMON,
    title: 'rq scheduler',
    corpus: 'rq',
    query: { class: 'RQScheduler', store: '_status', files: [SCHEDULER] },
    judge: { precision: 1, recall: 0 },
    source: 'The class of the states has another name in the class (56). No write looks at the state.',
    core: {
      'STOPPED>STARTED': [333],
      'STARTED>WORKING': [234],
      'WORKING>STARTED': [278],
      'STARTED>STOPPED': [323],
    },
    possible: { 'WORKING>STOPPED': 'stop is public', 'STOPPED>WORKING': 'enqueue_scheduled_jobs is public' },
    writes: { [SCHEDULER]: [86, 234, 278, 323, 333] },
    files: [SCHEDULER],
  },
  {
    ...COMMON,
    title: 'ansible-runner run',
    corpus: 'ansible-runner',
    query: { class: 'Runner', store: 'status', files: [ANSIBLE] },
    judge: { precision: 1, recall: 1 },
    source:
      'Texts that one method stores (103); run calls it in the order of its text, with one of four ends.',
    core: {
      'unstarted>starting': [123],
      'starting>running': [207],
      'running>canceled': [359],
      'running>successful': [361],
      'running>timeout': [363],
      'running>failed': [365],
    },
    possible: fromAny({ starting: 'run may be called again' }, [
      'running',
      'canceled',
      'successful',
      'timeout',
      'failed',
    ]),
    writes: { [ANSIBLE]: [40, 123, 207, 359, 361, 363, 365] },
    files: [ANSIBLE],
  },
  {
    ...COMMON,
    title: 'saq job',
    corpus: 'saq',
    query: { states: 'Status', class: 'Job', files: Object.values(SAQ) },
    judge: { precision: 0.83, recall: 0.22 },
    source:
      'The worker updates by keywords that are set one by one (base 118-120) and finishes with a status that it hands ' +
      'over (base 296); abort and enqueue look at nothing.',
    core: SAQ_CORE,
    possible: fromAny(
      {
        QUEUED: 'enqueue and retry are public',
        ABORTING: 'abort is public',
        ACTIVE: 'what is taken from the queue is in any state',
        COMPLETE: 'finish is public',
        FAILED: 'finish is public',
        ABORTED: 'finish is public',
      },
      ['NEW', 'QUEUED', 'ACTIVE', 'ABORTING', 'ABORTED', 'FAILED', 'COMPLETE'],
      SAQ_CORE,
    ),
    writes: {
      [SAQ.job]: [136, 190],
      [SAQ.base]: [121, 152, 276, 353],
      [SAQ.redis]: [263, 324, 337],
      [SAQ.worker]: [358, 377, 385, 421],
    },
    files: Object.values(SAQ),
  },
  {
    ...COMMON,
    title: 'procrastinate job in memory',
    corpus: 'procrastinate',
    query: { store: 'status', files: [MEMORY] },
    judge: { precision: 0.8, recall: 1 },
    source:
      'Records of a dictionary, texts. 310 takes the first of a list that was filtered (297); 336 stands behind a ' +
      'test (331), 365 looks at nothing; what 321 and 479 store is handed over by name of a query.',
    core: { 'todo>doing': [310], 'todo>cancelled': [336], 'doing>todo': [365] },
    possible: { 'cancelled>todo': '365 looks at nothing' },
    writes: { [MEMORY]: [173, 310, 336, 365] },
    files: [MEMORY],
  },
  {
    ...COMMON,
    title: 'huey task of another framework',
    corpus: 'huey',
    query: { store: 'status', files: [HUEY] },
    judge: { precision: 1, recall: 0 },
    source:
      'The states are those of a library that is not there; the ends go through a function (107) that updates.',
    core: { 'READY>RUNNING': [121], 'RUNNING>FAILED': [141], 'RUNNING>SUCCESSFUL': [143] },
    possible: { 'FAILED>RUNNING': '121 looks at nothing', 'SUCCESSFUL>RUNNING': '121 looks at nothing' },
    writes: { [HUEY]: [62, 121, 141, 143] },
    files: [HUEY],
  },
  {
    ...COMMON,
    title: 'jupyter kernel shutdown',
    corpus: 'jupyter-client',
    query: { states: '_ShutdownStatus', files: [KERNEL] },
    judge: { precision: 1, recall: 0 },
    source: 'Nobody in the package looks at it. 581 may follow 572 or not; both methods are public.',
    core: {
      'Unset>ShutdownRequest': [546],
      'ShutdownRequest>SigtermRequest': [572],
      'SigtermRequest>SigkillRequest': [581],
    },
    possible: {
      'SigtermRequest>ShutdownRequest': 'request_shutdown is public',
      'SigkillRequest>ShutdownRequest': 'request_shutdown is public',
      'Unset>SigtermRequest': 'finish_shutdown is public',
      'SigkillRequest>SigtermRequest': 'finish_shutdown is public',
      'Unset>SigkillRequest': '572 is not on every way',
      'ShutdownRequest>SigkillRequest': '572 is not on every way',
    },
    writes: { [KERNEL]: [142, 546, 572, 581] },
    files: [KERNEL],
  },
];
