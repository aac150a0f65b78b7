import type { HazardRule, LifecycleQuery } from '../../src/lifecycle/index.ts';

/** One release that a person read: where the defect stands, or stood. */
export interface Side {
  /** A name of test/real/corpora.json. */
  readonly corpus: string;
  /** Of the finding, or of the place that was mended. */
  readonly line: number;
}

/** A public defect in the life of a status, and the release that mended it. */
export interface Pair {
  /** What went wrong, in a person's words. */
  readonly title: string;
  /** Where its authors speak of it. */
  readonly source: string;
  /** The folder of the package that is read, and the question that is asked. */
  readonly folder: string;
  readonly query: LifecycleQuery;
  readonly rule: HazardRule;
  /** Path of the function or class that the finding stands in. */
  readonly symbol: string;
  /** What the finding has to say of itself: states, for the most part. */
  readonly data: Readonly<Record<string, string>>;
  readonly before: Side;
  readonly after: Side;
  /** How the defect was mended. */
  readonly mended: string;
  /** Lines of the later release at which the same is still found, and rightly so; none where this is missing. */
  readonly left?: { readonly lines: readonly number[]; readonly reason: string };
}

const DISAGGREGATION = 'sglang/srt/disaggregation';
const nixl = {
  folder: DISAGGREGATION,
  query: {
    states: 'KVPoll',
    class: 'NixlKVManager',
    store: 'request_status',
    files: [`${DISAGGREGATION}/nixl/conn.py`],
  },
};
const mooncake = {
  folder: DISAGGREGATION,
  query: { ...nixl.query, class: 'MooncakeKVManager', files: [`${DISAGGREGATION}/mooncake/conn.py`] },
};

/** Defects whose hazard fires in the release before the repair, and no longer in the one with it. */
export const pairs: readonly Pair[] = [
  {
    title: 'A merge by the greater value takes a failure back',
    source: 'sgl-project/sglang pull request 30352 ("Handle NIXL abort notifications")',
    ...nixl,
    rule: 'H2',
    symbol: 'CommonKVManager.update_status',
    data: { from: 'Failed' },
    before: { corpus: 'sglang', line: 212 },
    after: { corpus: 'sglang-sticky', line: 637 },
    mended: 'An override returns early where Failed is stored.',
  },
  {
    title: 'Metadata that arrives after an abort makes a failed room wait again',
    source: 'sgl-project/sglang pull request 30352',
    ...nixl,
    rule: 'H1',
    symbol: 'NixlKVManager._start_bootstrap_thread.bootstrap_thread',
    data: { from: 'Failed', to: 'WaitingForInput' },
    before: { corpus: 'sglang', line: 1882 },
    after: { corpus: 'sglang-sticky', line: 2450 },
    mended: 'The same override.',
  },
  {
    title: 'A transfer whose peer has given up is waited for without an end',
    source:
      'sgl-project/sglang pull request 30352: the abort that the peer sends ended the thread that reads it',
    ...nixl,
    rule: 'H5',
    symbol: 'KVPoll',
    data: { state: 'Transferring' },
    before: { corpus: 'sglang', line: 75 },
    after: { corpus: 'sglang-sticky', line: 88 },
    mended: 'The thread that reads the messages marks the room failed for an abort.',
  },
  {
    title: 'A timeout is written before the notifications that arrived in time are taken in',
    source: 'sgl-project/sglang pull request 32267',
    ...nixl,
    rule: 'H13',
    symbol: 'NixlKVReceiver.poll',
    data: { to: 'Failed' },
    before: { corpus: 'sglang-sticky', line: 2648 },
    after: { corpus: 'sglang-drained', line: 2918 },
    mended: 'The poll takes them in first.',
  },
  {
    title: 'A chunk still under way makes the status of a cleared room again',
    source: 'the comment in the setter of the later release; sgl-project/sglang issue 34510, its fourth step',
    ...nixl,
    rule: 'H3',
    symbol: 'NixlKVManager.transfer_worker',
    data: { to: 'Transferring' },
    before: { corpus: 'sglang-drained', line: 1131 },
    after: { corpus: 'sglang-opening', line: 1201 },
    mended: 'Only a status that opens a room makes an entry.',
  },
  {
    title: 'The same taking back of a failure in another backend',
    source: 'the comment in the setter of the later release',
    ...mooncake,
    rule: 'H1',
    symbol: 'MooncakeKVManager.start_prefill_thread.bootstrap_thread',
    data: { from: 'Failed', to: 'WaitingForInput' },
    before: { corpus: 'sglang-drained', line: 1943 },
    after: { corpus: 'sglang-opening', line: 2313 },
    mended: 'The setter of the base class keeps Failed.',
  },
  {
    title: 'A server that was closed while it started says that it runs',
    source: 'dask/distributed pull request 7773, issue 7699',
    folder: 'distributed',
    query: {
      states: 'Status',
      store: '_status',
      files: ['distributed/nanny.py', 'distributed/core.py'],
      terminal: ['closed', 'failed'],
    },
    rule: 'H1',
    symbol: 'Server.start',
    data: { from: 'closed', to: 'running' },
    before: { corpus: 'distributed-started', line: 545 },
    after: { corpus: 'distributed-asked', line: 547 },
    mended: 'It is asked for its first state before it is said to run.',
  },
  {
    title:
      'A process that has stopped while its start failed is marked failed, and cannot be closed any more',
    source: 'dask/distributed pull request 9317',
    folder: 'distributed',
    query: {
      states: 'Status',
      class: 'WorkerProcess',
      store: 'status',
      files: ['distributed/nanny.py'],
      terminal: ['stopped'],
    },
    rule: 'H1',
    symbol: 'WorkerProcess.start',
    data: { from: 'stopped', to: 'failed' },
    before: { corpus: 'distributed-marked', line: 738 },
    after: { corpus: 'distributed-kept', line: 755 },
    mended: 'It is marked only while it is starting.',
    left: {
      lines: [734],
      reason: 'The handler above, for a process that could not be made, marks it without a look.',
    },
  },
];
