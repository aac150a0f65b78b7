import type {
  Spot,
  TransitionVerdict,
  TrueHazard,
  TrueSetter,
  Truth,
  WitnessSpot,
} from '../support/truth.ts';
import { ABSENT } from '../../src/lifecycle/index.ts';

/*
 * sglang 0.5.13.post1 (built 2026-06-15), the files below sglang/srt/disaggregation. Looked up with grep and
 * by reading; names and lines only. The investigated fork is not public: its lines in nixl/conn.py are those of
 * this release plus 5, in a file that is 34 lines longer. 0.5.13 (2026-06-11) has the same files, byte for byte.
 *
 * Where this release differs from the reference machine and the story:
 * - `self.request_status` has one hit in nixl/conn.py (508), not two: the branch for aborts, which tests the
 *   membership in the table, is one of the fork's edits.
 * - There is no branch for aborts in bootstrap_thread. The receiver does send an abort message, so the assert at
 *   1849 ends the thread when one arrives (the guard of the message is another one).
 * - The worker asserts (707) where the fork continues: rooms without transfer_infos become Failed through the
 *   handler. So H6 and H7 of the fork (G2, G3) have no place here.
 * - `update_status` is called in two more places of nixl/conn.py than the story names: 1882 in
 *   bootstrap_thread, 2007 in the receiver.
 * - The setter has absent with Failed giving absent, as in the reference table. NIXL has no setter of its own yet
 *   (it came with 0.5.16), so callers of NixlKVManager get the table of the base class.
 * - The success branch iterates a shared set only with staging enabled (873).
 * - There are timers, but none for the sender of this backend: 853 is called by the Mooncake backend only,
 *   1081 by receivers (here NixlKVReceiver.poll), in the other process.
 */

const BASE = 'sglang/srt/disaggregation/base/conn.py';
const COMMON = 'sglang/srt/disaggregation/common/conn.py';
const NIXL = 'sglang/srt/disaggregation/nixl/conn.py';

const F = 'Failed';
const B = 'Bootstrapping';
const W = 'WaitingForInput';
const T = 'Transferring';
const S = 'Success';
const ANY = [ABSENT, F, B, W, T, S] as const;
const STORED = [F, B, W, T, S] as const;

const base = (line: number): Spot => ({ file: BASE, line });
const common = (line: number): Spot => ({ file: COMMON, line });
const nixl = (line: number): Spot => ({ file: NIXL, line });

/** What the greps and reads of the story give on this release. */
export const story = {
  file: NIXL,
  /** Of nixl/conn.py. */
  lines: 2157,
  hits: {
    request_status: [508],
    transfer_infos: [480, 499, 707, 720, 871, 1846, 1863, 1864, 1865, 1868, 1872, 1876],
    req_to_decode_prefix_len: [872, 1873],
    /** 718 to 893 are the story's 723, 873, 886 and 898. */
    update_status: [718, 868, 881, 893, 1882, 2007],
    check_status: [507, 704, 1939, 2065],
  },
  /** Where the base class is imported (a list of names from line 20) and named. */
  imported: nixl(22),
  derived: nixl(239),
  regions: [
    { symbol: 'NixlKVManager.check_status', file: NIXL, lines: [507, 508] },
    { symbol: 'NixlKVManager.transfer_worker', file: NIXL, lines: [693, 893] },
    { symbol: 'NixlKVManager._start_bootstrap_thread.bootstrap_thread', file: NIXL, lines: [1821, 1882] },
    { symbol: 'NixlKVManager.add_transfer_request', file: NIXL, lines: [1643, 1681] },
    { symbol: 'CommonKVManager.update_status', file: COMMON, lines: [212, 227] },
  ],
} as const;

/** Names for the lines that the rows below refer to. */
export const sites = {
  senderWaits: common(725),
  senderBoots: common(728),
  routingFails: common(749),
  dummySucceeds: common(825),
  overdueFails: common(853),
  senderClear: common(863),
  senderAborts: common(874),
  latch: common(875),
  nodeFails: common(694),
  receiverBoots: common(898),
  receiverInitFails: common(907),
  receiverWaits: common(935),
  receiverInfosFail: common(974),
  receiverOverdueFails: common(1081),
  receiverClear: common(1095),
  receiverAborts: common(1104),
  reader: nixl(507),
  readerDefault: nixl(508),
  workerCheck: nixl(704),
  workerFailedContinue: nixl(705),
  workerAssert: nixl(707),
  workerStarts: nixl(718),
  workerTakesInfos: nixl(720),
  workerDummyContinue: nixl(731),
  workerDeferredContinue: nixl(857),
  workerSucceeds: nixl(868),
  workerPopsInfos: nixl(871),
  workerComprehension: nixl(875),
  workerGoesOn: nixl(881),
  workerHandler: nixl(882),
  workerFails: nixl(893),
  bootAssert: nixl(1849),
  bootWaits: nixl(1882),
  senderPoll: nixl(1936),
  metadataFails: nixl(2007),
} as const;

export const baseTable: TrueSetter['table'] = {
  [ABSENT]: { [F]: ABSENT, [B]: B, [W]: W, [T]: T, [S]: S },
  [F]: { [F]: F, [B]: B, [W]: W, [T]: T, [S]: S },
  [B]: { [F]: F, [B]: B, [W]: W, [T]: T, [S]: S },
  [W]: { [F]: F, [B]: W, [W]: W, [T]: T, [S]: S },
  [T]: { [F]: F, [B]: T, [W]: T, [T]: T, [S]: S },
  [S]: { [F]: F, [B]: S, [W]: S, [T]: S, [S]: S },
};

export const baseReasons: TrueSetter['reasons'] = {
  [ABSENT]: 'Not a member: Failed returns early, everything else is stored as it is.',
  [F]: 'A member: Failed is stored as such; else the larger of 0 and the argument.',
  [B]: 'The larger of 1 and the argument; Failed is handled before.',
  [W]: 'The larger of 2 and the argument: B is lifted to W.',
  [T]: 'The larger of 3 and the argument: B and W are lifted to T.',
  [S]: 'The larger of 4 and the argument is S; only Failed replaces it.',
};

const WORKER = 'transfer_worker';
const BOOT = 'bootstrap_thread';
const HEART = 'heartbeat_checker';
const CALLER = 'caller';
const worker = 'NixlKVManager.transfer_worker';
const boot = 'NixlKVManager._start_bootstrap_thread.bootstrap_thread';

const step = (spot: Spot, role: string, state: WitnessSpot['state']): WitnessSpot => ({
  ...spot,
  role,
  state,
});

const row =
  (verdict: TransitionVerdict) =>
  (from: string, to: string, places: readonly Spot[], reason: string): Truth['transitions'][number] => ({
    from,
    to,
    verdict,
    sites: places,
    reason,
  });
const core = row('core');
const possible = row('possible');
const interleaving = row('interleaving');
const wrong = row('wrong');

/** Writes of Failed that do not look at the old value. */
const fails = [
  sites.senderAborts,
  sites.workerFails,
  sites.overdueFails,
  sites.receiverInitFails,
  sites.receiverInfosFail,
  sites.receiverAborts,
  sites.metadataFails,
];
/** Those, and the two that leave out Success (and absent, which the setter ignores). */
const failsEarly = [...fails, sites.nodeFails, sites.receiverOverdueFails];
const clears = [sites.senderClear, sites.receiverClear];

const hazards: readonly TrueHazard[] = [
  {
    id: 'G1 resurrection, worker goes on',
    rule: 'H1',
    verdict: 'expected',
    severity: 'high',
    at: [sites.workerGoesOn],
    witness: [step(sites.senderAborts, CALLER, F), step(sites.workerGoesOn, WORKER, T)],
    reason: 'abort of the scheduler while a chunk is on its way; the merge keeps the larger value.',
  },
  {
    id: 'G1 resurrection, worker starts',
    rule: 'H1',
    verdict: 'expected',
    severity: 'high',
    at: [sites.workerStarts],
    witness: [
      step(sites.workerCheck, WORKER, null),
      step(sites.senderAborts, CALLER, F),
      step(sites.workerStarts, WORKER, T),
    ],
    reason: 'Between the check at 704 and this write another role can write Failed.',
  },
  {
    id: 'G1 answer flips',
    rule: 'H1',
    verdict: 'expected',
    severity: 'warning',
    at: [sites.workerSucceeds],
    witness: [step(sites.senderAborts, CALLER, F), step(sites.workerSucceeds, WORKER, S)],
    reason: 'Failed to Success, terminal to terminal.',
  },
  {
    id: 'G1 resurrection, late metadata',
    rule: 'H1',
    verdict: 'expected',
    severity: 'high',
    at: [sites.bootWaits],
    witness: [step(sites.bootWaits, BOOT, W)],
    reason: 'Nothing looks at the status before it: F to W without any race.',
  },
  {
    id: 'G4 absent reads as waiting',
    rule: 'H4',
    verdict: 'expected',
    severity: 'warning',
    at: [sites.reader, sites.readerDefault],
    witness: [step(sites.senderClear, CALLER, ABSENT), step(sites.readerDefault, CALLER, null)],
    reason:
      'clear removes entries, the poll of a cleared room reads WaitingForInput. Severity warning or high.',
  },
  {
    id: 'G5 zombie',
    rule: 'H3',
    verdict: 'expected',
    severity: 'warning',
    at: [sites.workerStarts, sites.workerSucceeds, sites.workerGoesOn],
    witness: [step(sites.senderClear, CALLER, ABSENT), step(sites.workerGoesOn, WORKER, T)],
    reason: 'A worker that was still sending makes the entry again after clear.',
  },
  {
    id: 'G6 write-only latch',
    rule: 'H10',
    verdict: 'expected',
    severity: 'warning',
    at: [sites.latch, sites.senderPoll],
    witness: [],
    reason:
      'Set by abort at 875; the sender of this backend polls without reading it, its receiver reads it at 2063.',
  },
  {
    id: 'G7 stuck states',
    rule: 'H5',
    verdict: 'expected',
    severity: 'warning',
    at: [base(74), base(75), sites.workerStarts],
    witness: [],
    reason: 'No timer on W and T on the prefill side of this backend.',
  },
  {
    id: 'G8 fragile role',
    rule: 'H9',
    verdict: 'expected',
    severity: 'warning',
    at: [nixl(1821), sites.bootAssert],
    witness: [],
    reason: 'The assert stands in the loop outside any try, and this thread owns B to W.',
  },
  {
    id: 'G9 flip after publish',
    rule: 'H12',
    verdict: 'expected',
    severity: 'warning',
    at: [sites.workerSucceeds, sites.workerComprehension, sites.workerHandler, sites.workerFails],
    witness: [step(sites.workerSucceeds, WORKER, S), step(sites.workerFails, WORKER, F)],
    reason:
      'Success, then a comprehension over a shared set (with staging), all in a try whose handler writes Failed.',
  },
  {
    id: 'G10 setter without a lock',
    rule: 'H8',
    verdict: 'expected',
    severity: 'warning',
    at: [common(212), common(213), common(225)],
    witness: [],
    reason: 'Membership, then read, then write, from caller, workers and bootstrap thread; no common lock.',
  },
  {
    id: 'G11 merge does not keep Failed',
    rule: 'H2',
    verdict: 'expected',
    severity: 'high',
    at: [common(212), common(225)],
    witness: [],
    reason: 'Row Failed is B W T S F. A warning by itself, high with H1.',
  },
  {
    id: 'timeout before the notifications',
    rule: 'H13',
    verdict: 'expected',
    severity: 'warning',
    at: [nixl(2072)],
    witness: [],
    reason:
      'poll of the receiver writes the timeout at 2072 and takes the notifications in only after it; mended in 0.5.17.',
  },
  {
    id: 'dummy rank flips Failed',
    rule: 'H1',
    verdict: 'tolerated',
    severity: 'warning',
    at: [sites.dummySucceeds],
    witness: [],
    reason: 'Unguarded write of a dummy rank.',
  },
  {
    id: 'Success is overwritten by Failed',
    rule: 'H1',
    verdict: 'tolerated',
    severity: 'warning',
    at: fails,
    witness: [],
    reason: 'Terminal to terminal where nothing looks at the old value.',
  },
  {
    id: 'receiver waits after a failure',
    rule: 'H1',
    verdict: 'tolerated',
    severity: 'high',
    at: [sites.receiverWaits],
    witness: [],
    reason: 'By the letter; the latch tested at 933 covers the failures of the same call.',
  },
  {
    id: 'metadata may come before the sender',
    rule: 'H15',
    verdict: 'tolerated',
    severity: 'info',
    at: [sites.senderBoots],
    witness: [],
    reason: 'The merge makes it harmless.',
  },
];

/**
 * The lifecycle of a room, from nixl/conn.py with its base classes (three files). Both processes are in it:
 * prefill (sender, workers, bootstrap thread) and decode (receiver, heartbeat).
 */
export const truth: Truth = {
  states: [
    { name: F, value: 0, terminal: true, at: base(72) },
    { name: B, value: 1, terminal: false, at: base(73) },
    { name: W, value: 2, terminal: false, at: base(74) },
    { name: T, value: 3, terminal: false, at: base(75) },
    { name: S, value: 4, terminal: true, at: base(76) },
  ],
  store: { name: 'request_status', owner: 'CommonKVManager', at: common(153) },
  setters: [
    { name: 'CommonKVManager.update_status', at: common(212), table: baseTable, reasons: baseReasons },
  ],
  readers: [
    { name: 'CommonKVManager.check_status', at: common(209), absent: 'rejected' },
    { name: 'NixlKVManager.check_status', at: nixl(507), absent: W },
  ],
  writes: [
    {
      at: sites.nodeFails,
      function: 'CommonKVManager._handle_node_failure',
      role: HEART,
      to: [F],
      from: [F, B, W, T],
      reason: 'Called by the nested heartbeat_checker; guarded by membership and by not Success.',
    },
    {
      at: sites.senderWaits,
      function: 'CommonKVSender.__init__',
      role: CALLER,
      to: [W],
      from: [ABSENT],
      reason: 'Constructor, dummy rank.',
    },
    {
      at: sites.senderBoots,
      function: 'CommonKVSender.__init__',
      role: CALLER,
      to: [B],
      from: [ABSENT],
      reason: 'Constructor; with metadata first the merge keeps W.',
    },
    {
      at: sites.routingFails,
      function: 'CommonKVSender.__init__',
      role: CALLER,
      to: [F],
      from: [B],
      reason: 'After the write above, same call.',
    },
    {
      at: sites.dummySucceeds,
      function: 'CommonKVSender._prepare_send_indices',
      role: CALLER,
      to: [S],
      from: [ABSENT, F, W, S],
      reason:
        'Private helper of the public send; guarded by the dummy rank, for which B and T are never stored. A tool that cannot relate the two guards finds any state.',
    },
    {
      at: sites.overdueFails,
      function: 'CommonKVSender._check_bootstrap_timeout',
      role: CALLER,
      to: [F],
      from: ANY,
      reason:
        'Private; its only caller is the Mooncake sender, which asks for B first and is outside these files.',
    },
    {
      at: sites.senderAborts,
      function: 'CommonKVSender.abort',
      role: CALLER,
      to: [F],
      from: ANY,
      reason: 'Public, no guard.',
    },
    {
      at: sites.receiverBoots,
      function: 'CommonKVReceiver.__init__',
      role: CALLER,
      to: [B],
      from: [ABSENT],
      reason: 'Constructor of the decode side.',
    },
    {
      at: sites.receiverInitFails,
      function: 'CommonKVReceiver.init',
      role: CALLER,
      to: [F],
      from: ANY,
      reason: 'Public, guarded by the table of servers only.',
    },
    {
      at: sites.receiverWaits,
      function: 'CommonKVReceiver.init',
      role: CALLER,
      to: [W],
      from: ANY,
      reason: 'Public; the guard at 933 asks the latch, not the store.',
    },
    {
      at: sites.receiverInfosFail,
      function: 'CommonKVReceiver._setup_bootstrap_infos',
      role: CALLER,
      to: [F],
      from: ANY,
      reason: 'Private helper of init, no guard on the status.',
    },
    {
      at: sites.receiverOverdueFails,
      function: 'CommonKVReceiver._check_waiting_timeout',
      role: CALLER,
      to: [F],
      from: [ABSENT, B, W, T],
      reason:
        'Private helper of NixlKVReceiver.poll, which returned before for Success and Failed; absent reads as W.',
    },
    {
      at: sites.receiverAborts,
      function: 'CommonKVReceiver.abort',
      role: CALLER,
      to: [F],
      from: ANY,
      reason: 'Public, no guard.',
    },
    {
      at: sites.workerStarts,
      function: worker,
      role: WORKER,
      to: [T],
      from: [ABSENT, B, W, T, S],
      reason:
        'Failed went to continue at 705; absent reads as W. The assert at 707 says nothing about the status.',
    },
    {
      at: sites.workerSucceeds,
      function: worker,
      role: WORKER,
      to: [S],
      from: [T, S],
      reason: 'Same role, after the write at 718.',
    },
    {
      at: sites.workerGoesOn,
      function: worker,
      role: WORKER,
      to: [T],
      from: [T, S],
      reason: 'Same role, after the write at 718; alone it changes nothing.',
    },
    {
      at: sites.workerFails,
      function: worker,
      role: WORKER,
      to: [F],
      from: ANY,
      reason: 'Anything in the try can raise, before the check and after Success alike.',
    },
    {
      at: sites.bootWaits,
      function: boot,
      role: BOOT,
      to: [W],
      from: ANY,
      reason: 'Guarded by the number of peers only.',
    },
    {
      at: sites.metadataFails,
      function: 'NixlKVReceiver.send_metadata',
      role: CALLER,
      to: [F],
      from: ANY,
      reason: 'Public, guarded by the bootstrap infos only.',
    },
  ],
  removals: [
    {
      at: sites.senderClear,
      function: 'CommonKVSender.clear',
      role: CALLER,
      from: STORED,
      reason: 'Public, no guard.',
    },
    {
      at: sites.receiverClear,
      function: 'CommonKVReceiver.clear',
      role: CALLER,
      from: STORED,
      reason: 'Public, no guard.',
    },
  ],
  transitions: [
    core(
      ABSENT,
      B,
      [sites.senderBoots, sites.receiverBoots],
      'A sender or receiver is made. As in the reference.',
    ),
    core(
      ABSENT,
      W,
      [sites.senderWaits, sites.bootWaits, sites.receiverWaits],
      'Dummy rank, or metadata first.',
    ),
    core(B, W, [sites.bootWaits, sites.receiverWaits], 'All peers have spoken; init of the receiver.'),
    core(
      W,
      T,
      [sites.workerStarts],
      'First chunk. The assert at 707 instead of the fork’s continue changes nothing.',
    ),
    core(T, S, [sites.workerSucceeds], 'Last chunk.'),
    core(
      B,
      F,
      [sites.routingFails, ...failsEarly],
      'In this release also by a conflict of routing (749) and by heartbeat (694).',
    ),
    core(W, F, failsEarly, 'By abort of the scheduler (874); the fork’s abort branch does not exist here.'),
    core(T, F, failsEarly, 'Handler of the worker (893) or abort (874).'),
    core(S, ABSENT, clears, 'clear after the end.'),
    core(F, ABSENT, clears, 'clear through failure_exception.'),
    core(B, ABSENT, clears, 'clear is public and does not look.'),
    core(W, ABSENT, clears, 'clear is public and does not look.'),
    core(T, ABSENT, clears, 'clear is public and does not look.'),
    possible(W, S, [sites.dummySucceeds], 'Last chunk of a dummy rank.'),
    possible(B, T, [sites.workerStarts], 'Nothing at 718 refutes it.'),
    possible(ABSENT, T, [sites.workerStarts], 'Absent reads as W and passes the check.'),
    possible(ABSENT, S, [sites.dummySucceeds], 'Unguarded write of a dummy rank after clear.'),
    possible(F, S, [sites.dummySucceeds], 'Unguarded write of a dummy rank after abort.'),
    possible(F, W, [sites.bootWaits, sites.receiverWaits], 'Metadata after an abort.'),
    possible(
      F,
      B,
      [sites.senderBoots, sites.receiverBoots],
      'A number in use again before clear; constructors count as from absent.',
    ),
    possible(S, F, fails, 'Nothing looks at the old value.'),
    interleaving(F, T, [sites.workerStarts, sites.workerGoesOn], 'Failed between check and write.'),
    interleaving(F, S, [sites.workerSucceeds], 'Failed while the last chunk is on its way.'),
    interleaving(ABSENT, S, [sites.workerSucceeds], 'Cleared while the last chunk is on its way.'),
    interleaving(ABSENT, T, [sites.workerGoesOn], 'Cleared while a chunk is on its way.'),
    interleaving(B, S, [sites.workerSucceeds], 'Cleared and made again meanwhile.'),
    interleaving(B, T, [sites.workerGoesOn], 'Cleared and made again meanwhile.'),
    interleaving(W, S, [sites.workerSucceeds], 'Cleared, and metadata again, meanwhile.'),
    interleaving(W, T, [sites.workerGoesOn], 'Cleared, and metadata again, meanwhile.'),
    wrong(
      B,
      S,
      [sites.dummySucceeds],
      'B is never stored for a dummy rank: its constructor writes W and returns.',
    ),
    wrong(S, T, [sites.workerStarts, sites.workerGoesOn], 'The larger value is kept.'),
    wrong(S, B, [sites.senderBoots], 'The larger value is kept.'),
    wrong(S, W, [sites.bootWaits], 'The larger value is kept.'),
    wrong(T, W, [sites.bootWaits], 'The larger value is kept.'),
    wrong(T, B, [sites.senderBoots], 'The larger value is kept.'),
    wrong(W, B, [sites.senderBoots], 'The larger value is kept.'),
    wrong(ABSENT, F, fails, 'The setter returns early.'),
  ],
  roles: [
    { name: WORKER, kind: 'thread', defined: nixl(693), spawned: nixl(324) },
    { name: BOOT, kind: 'thread', defined: nixl(1821), spawned: nixl(1884) },
    { name: HEART, kind: 'thread', defined: common(619), spawned: common(663) },
    // Writes no status; a role of the same file all the same.
    { name: 'decode_staging_thread', kind: 'thread', defined: nixl(420), spawned: nixl(431) },
  ],
  hazards,
  notHazards: [
    { rule: 'H7', at: sites.workerFailedContinue, reason: 'The guard implies a terminal state.' },
    {
      rule: 'H7',
      at: sites.workerDummyContinue,
      reason: 'Inner loop over the peers; the status is written after it.',
    },
    { rule: 'H7', at: sites.workerDeferredContinue, reason: 'The chunk was put back.' },
    { rule: 'H6', at: sites.workerPopsInfos, reason: 'Success was written unconditionally just before.' },
    { rule: 'H6', at: sites.senderClear, reason: 'Status and companions are removed together.' },
    {
      rule: 'H16',
      at: sites.workerSucceeds,
      reason: 'The handler writes Failed for whatever raises before it.',
    },
    {
      rule: 'H8',
      at: sites.workerTakesInfos,
      reason: 'One worker a room, and the values are taken at once.',
    },
  ],
};
