import type { HighVerdict } from '../machine.ts';

/**
 * Findings of high severity that no truth lists, judged by reading the code at each step of their witness, after they
 * were reported. A finding that a truth lists among its hazards is right and is not repeated here.
 */
export const verdicts: readonly HighVerdict[] = [
  {
    title: 'rq worker pool',
    rule: 'H1',
    symbol: 'WorkerPool.start',
    at: 'rq/worker_pool.py:236',
    verdict: 'wrong',
    reason:
      'the handler that writes STOPPED (102) is installed behind 236 (238); a second start of a stopped pool is a restart',
  },
  {
    title: 'saq job',
    rule: 'H1',
    symbol: 'Worker.process',
    at: 'saq/worker.py:358',
    verdict: 'assumption',
    reason:
      'nobody here passes FAILED to the public update of the first step; but a sweep may end a job that was taken and ' +
      'not yet marked, and 358 does not look',
  },
];
