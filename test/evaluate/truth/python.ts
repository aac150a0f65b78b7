import type { TrueMachine } from '../machine.ts';

const NOTHING = { possible: {}, wrong: {}, setters: [], roles: [], hazards: [] } as const;

/** Read in Debian's libpython3.11-stdlib 3.11.2-6+deb12u6; the digests of the files are checked before a run. */
export const digests: Readonly<Record<string, string>> = {
  'concurrent/futures/_base.py': '8c6d5f09f7c535d40fa1c30ebfcb35e0601c2abf32286a82cf151af7ddf72473',
  'asyncio/futures.py': 'a1b23b2d0a1333a27115676a934157057b3007306957f005100e1ff27276baed',
  'asyncio/base_futures.py': '385a1fd5e8688f1f79e0fdfea8c27d7ca6dd78a770f0bd9a438863628a7589fb',
};

export const concurrentFuture: TrueMachine = {
  ...NOTHING,
  title: 'concurrent.futures.Future',
  corpus: 'debian-python3',
  root: 'concurrent',
  query: { class: 'Future', files: ['futures/_base.py'] },
  source:
    'cancel (366-381) returns for RUNNING and FINISHED, and for both cancelled states; set_running_or_notify_cancel ' +
    '(520-535) tests each state; set_result and set_exception (542-561) raise for the three final ones.',
  core: {
    'PENDING>RUNNING': [529],
    'PENDING>CANCELLED': [377],
    'PENDING>FINISHED': [546, 561],
    'RUNNING>FINISHED': [546, 561],
    'CANCELLED>CANCELLED_AND_NOTIFIED': [522],
  },
  writes: { 'futures/_base.py': [331, 377, 522, 529, 546, 561] },
  files: ['futures/_base.py'],
};

export const asyncioFuture: TrueMachine = {
  ...NOTHING,
  title: 'asyncio.Future',
  corpus: 'debian-python3',
  root: 'asyncio',
  query: { class: 'Future', files: ['futures.py'] },
  source:
    'The default in the class body (50) is PENDING; cancel (154), set_result (259) and set_exception (271) leave ' +
    'for every other state. The constants are aliases of those of base_futures (9-11); bare names of members have the underscore.',
  core: { '_PENDING>_CANCELLED': [156], '_PENDING>_FINISHED': [262, 280] },
  writes: { 'futures.py': [50, 156, 262, 280] },
  files: ['futures.py'],
};
