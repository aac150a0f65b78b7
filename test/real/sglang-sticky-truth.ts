import type { TrueSetter } from '../support/truth.ts';
import { ABSENT } from '../../src/lifecycle/index.ts';
import { baseTable, baseReasons } from './sglang-truth.ts';

const F = 'Failed';
const sticky = { Failed: F, Bootstrapping: F, WaitingForInput: F, Transferring: F, Success: F };

/**
 * sglang 0.5.16, the first release in which the NIXL backend has a setter of its own: it returns early when
 * the stored value is Failed, else it calls the one of the base class. Worked out by reading.
 */
export const stickySetters: readonly TrueSetter[] = [
  {
    name: 'CommonKVManager.update_status',
    at: { file: 'sglang/srt/disaggregation/common/conn.py', line: 250 },
    table: baseTable,
    reasons: baseReasons,
  },
  {
    name: 'NixlKVManager.update_status',
    at: { file: 'sglang/srt/disaggregation/nixl/conn.py', line: 637 },
    table: { ...baseTable, [F]: sticky },
    reasons: {
      ...baseReasons,
      [ABSENT]: 'get gives None, which is not Failed, so super decides: as in the base class.',
      [F]: 'The early return: nothing replaces Failed until the room is cleared.',
    },
  },
];
