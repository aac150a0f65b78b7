import type { TrueMachine } from '../machine.ts';

const COMMON = { corpus: 'lmcache', root: '', wrong: {}, setters: [], roles: [], hazards: [] } as const;
const DAX = 'lmcache/v1/distributed/l2_adapters/dax_l2_adapter.py';
const ARENA = 'lmcache/v1/memory_allocators/devdax_memory_allocator.py';
const CONNECTOR = 'lmcache/integration/vllm/lmcache_mp_connector.py';
const METADATA = 'lmcache/integration/vllm/lmcache_mp_metadata.py';
const SYNC = 'lmcache/v1/cache_controller/controllers/full_sync_tracker.py';
const BLOCK = 'lmcache/v1/mp_observability/subscribers/metrics/l0_lifecycle.py';
const PEER = 'lmcache/v1/multiprocess/modules/p2p_controller.py';
const OFFLOAD = 'lmcache/integration/vllm/lazy_offload_state.py';
const SERDE = 'lmcache/v1/distributed/l2_adapters/serde_wrapper.py';
const EVENTS = 'lmcache/v1/event_manager.py';

/** Read in lmcache 0.5.6. */
export const lmcache: readonly TrueMachine[] = [
  {
    ...COMMON,
    title: 'lmcache mapped device',
    query: { class: 'DaxDeviceEntry', store: 'state', files: [DAX] },
    judge: { precision: 0.58, recall: 1 },
    source:
      'Texts with a Literal type. Entries that are closed, removed or failed are passed over where one is looked up ' +
      '(1367); all writes hold one lock, so that removing never rests. What is saved before (925, 1025) is put back.',
    core: {
      'active>draining': [915, 926],
      'draining>removing': [958],
      'removing>removed': [960],
      'draining>active': [964],
      'removing>active': [964],
      'removing>draining': [964],
      'active>resizing': [1026],
      'draining>resizing': [1026],
      'resizing>active': [1034, 1037, 1040, 1047],
      'resizing>draining': [1034, 1037, 1040, 1047],
      'active>closed': [662],
      'draining>closed': [662],
      'removed>closed': [662],
    },
    possible: {
      'resizing>closed': 'an exception that none of the handlers of 1036-1046 takes leaves resizing',
      'removing>resizing': 'what is put back',
    },
    writes: { [DAX]: [662, 915, 926, 958, 960, 964, 1026, 1034, 1037, 1040, 1047, 1320] },
    files: [DAX],
  },
  {
    ...COMMON,
    title: 'lmcache arena',
    query: { states: 'DevDaxArenaState', files: [ARENA] },
    judge: { precision: 0.67, recall: 1 },
    source:
      'REMOVED is written when the arena has left the list (418) in which 826 looks; 399 tests DRAINING.',
    core: { 'ACTIVE>DRAINING': [831], 'DRAINING>REMOVED': [419] },
    possible: {},
    wrong: { 'REMOVED>DRAINING': 'a removed arena is in no list' },
    writes: { [ARENA]: [106, 419, 831] },
    files: [ARENA],
  },
  {
    ...COMMON,
    title: 'lmcache request tracker',
    query: { states: 'LMCacheMPRequestState', files: [CONNECTOR, METADATA] },
    judge: { precision: 1, recall: 1 },
    source: 'Each write of the connector stands behind a test: 1276, 1416, 1424, 1679.',
    core: {
      'READY>BYPASS_LMCACHE': [1290],
      'BYPASS_LMCACHE>READY': [1420],
      'PREFETCHING>WAITING_FOR_LOAD': [1427],
      'PREFETCHING>READY': [1427],
      'WAITING_FOR_LOAD>READY': [1688],
    },
    possible: {},
    writes: { [CONNECTOR]: [1290, 1420, 1427, 1688], [METADATA]: [74, 97] },
    files: [CONNECTOR, METADATA],
  },
  {
    ...COMMON,
    title: 'lmcache full sync',
    query: { states: 'FullSyncState', files: [SYNC] },
    judge: { precision: 1, recall: 1 },
    source:
      'The one caller of mark_failed tests SYNCING (312); complete_sync tests another field alone (261).',
    core: { 'SYNCING>COMPLETED': [278], 'SYNCING>FAILED': [297] },
    possible: {
      'FAILED>COMPLETED': 'complete_sync does not look at the state',
      'COMPLETED>FAILED': 'mark_failed may be called by others',
    },
    writes: { [SYNC]: [159, 278, 297] },
    files: [SYNC],
  },
  {
    ...COMMON,
    title: 'lmcache block of a cache',
    query: { states: '_BlockStatus', files: [BLOCK] },
    judge: { precision: 1, recall: 1 },
    source:
      '159 is reached when the last owner has gone; 241 stands in the other branch of a test for ACTIVE (232).',
    core: { 'ACTIVE>RELEASED': [159], 'RELEASED>ACTIVE': [241] },
    possible: {},
    writes: { [BLOCK]: [159, 212, 241, 256] },
    files: [BLOCK],
  },
  {
    ...COMMON,
    title: 'lmcache peer registration',
    query: { states: '_P2PState', files: [PEER] },
    judge: { precision: 1, recall: 0 },
    source:
      'Each poll writes what it found, through one method (517); nobody compares, the state is reported (233).',
    core: {
      'UNREGISTERED>REGISTERED': [453],
      'DISCONNECTED>REGISTERED': [453],
      'REGISTERED>UNREGISTERED': [437, 440, 443],
      'DISCONNECTED>UNREGISTERED': [437, 440, 443],
      'REGISTERED>DISCONNECTED': [434],
      'UNREGISTERED>DISCONNECTED': [434],
    },
    possible: {},
    writes: { [PEER]: [185, 434, 437, 440, 443, 453] },
    files: [PEER],
  },
  {
    ...COMMON,
    title: 'lmcache request generation',
    query: { states: 'RequestPhase', files: [OFFLOAD] },
    judge: { precision: 1, recall: 1 },
    source: 'Records of a dictionary, made by setdefault where there is none.',
    core: { 'ACTIVE>FINISHED': [117], 'FINISHED>ACTIVE': [93, 108] },
    possible: {},
    writes: { [OFFLOAD]: [50, 93, 108, 117] },
    files: [OFFLOAD],
  },
  {
    ...COMMON,
    title: 'lmcache store task',
    query: { states: '_StorePhase', files: [SERDE] },
    judge: { precision: 1, recall: 1 },
    source: 'One write behind the record that is made (199).',
    core: { 'SERIALIZE>INNER_STORE': [489] },
    possible: {},
    writes: { [SERDE]: [199, 489] },
    files: [SERDE],
  },
  {
    ...COMMON,
    title: 'lmcache events by status',
    query: { states: 'EventStatus', files: [EVENTS] },
    judge: { precision: 1, recall: 0 },
    source:
      'The status is the key of the dictionary that an event is in; it is moved from one to another (99, 106).',
    core: { 'ONGOING>DONE': [106] },
    possible: {},
    writes: {},
    files: [EVENTS],
  },
];
