import type { TrueMachine } from '../machine.ts';

const FILE = 'trio/_ssl.py';

export const trio: TrueMachine = {
  title: 'trio SSL stream',
  corpus: 'trio',
  root: '',
  judge: { precision: 1, recall: 0 },
  query: { class: 'SSLStream', store: '_state', files: [FILE] },
  source:
    'BROKEN is written in handlers of the one function that talks to the peer (510, 616) and of the handshake (651); ' +
    'those who call it ask for OK first, and wait (678, 703, 756, 783). CLOSED is written at the end of unwrap (787), ' +
    'and by aclose, which returns when closed (803) and writes behind BROKEN (807) or in a finally (874).',
  core: {
    'OK>BROKEN': [510, 616, 651],
    'OK>CLOSED': [787, 807, 874],
    'BROKEN>CLOSED': [807, 874],
  },
  possible: { 'CLOSED>BROKEN': 'a read that was waiting when the stream was closed' },
  wrong: {},
  writes: { [FILE]: [373, 510, 616, 651, 787, 807, 874] },
  setters: [],
  roles: [],
  hazards: [],
  files: [FILE],
};
