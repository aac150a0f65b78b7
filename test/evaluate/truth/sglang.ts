import { truth } from '../../real/sglang-truth.ts';
import type { TrueMachine } from '../machine.ts';

const BASE = 'sglang/srt/disaggregation/base/conn.py';
const COMMON = 'sglang/srt/disaggregation/common/conn.py';
const NIXL = 'sglang/srt/disaggregation/nixl/conn.py';

/** The reference machine, from the truth that the tests of the story use (test/real/sglang-truth.ts). */
export const sglang: TrueMachine = {
  title: 'sglang NIXL prefill',
  corpus: 'sglang',
  root: '',
  query: { states: 'KVPoll', class: 'NixlKVManager', store: 'request_status', files: [NIXL] },
  source:
    'Each row with its reason in test/real/sglang-truth.ts; the tables were checked by running the setters.',
  core: edges('core'),
  possible: Object.fromEntries(rows('possible').map((row) => [`${row.from}>${row.to}`, row.reason])),
  wrong: Object.fromEntries(rows('wrong').map((row) => [`${row.from}>${row.to}`, row.reason])),
  writes: Object.fromEntries(
    [COMMON, NIXL].map((file) => [
      file,
      truth.writes.filter((write) => write.at.file === file).map((write) => write.at.line),
    ]),
  ),
  setters: truth.setters.map(({ name, table }) => ({ name, table })),
  roles: truth.roles.map(({ name, kind }) => ({ name, kind })),
  hazards: truth.hazards.map((hazard) => ({
    rule: hazard.rule,
    at: hazard.at.map((spot) => `${spot.file}:${spot.line}`),
    expected: hazard.verdict === 'expected',
    reason: hazard.reason,
  })),
  files: [BASE, COMMON, NIXL],
};

function rows(verdict: 'core' | 'possible' | 'wrong'): (typeof truth)['transitions'] {
  return truth.transitions.filter((row) => row.verdict === verdict);
}

function edges(verdict: 'core'): TrueMachine['core'] {
  return Object.fromEntries(
    rows(verdict).map((row) => [`${row.from}>${row.to}`, row.sites.map((spot) => spot.line)]),
  );
}
