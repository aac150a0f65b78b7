import type { TrueMachine } from '../machine.ts';

/** Read before the engine was run on it. */
export const buildbot: TrueMachine = {
  title: 'buildbot machine',
  corpus: 'buildbot',
  root: '',
  query: { states: 'States', class: 'AbstractLatentMachine', files: ['buildbot/machine/latent.py'] },
  source:
    'substantiate (76-90) waits while STOPPING, leaves for STARTED and STARTING, so that STOPPED is left; it writes ' +
    'STARTED or STOPPED (119) after STARTING. _stop (126-133) leaves for STARTING and STOPPING and stops a machine ' +
    'that is STARTED or STOPPED; STOPPED follows (144). checkConfig (44) and reconfigService (59) set STOPPED ' +
    'whatever stood there: they run at the start, and again when the configuration of the machine changes.',
  core: {
    'STOPPED>STARTING': [90],
    'STARTING>STARTED': [119],
    'STARTING>STOPPED': [119],
    'STARTED>STOPPING': [133],
    'STOPPED>STOPPING': [133],
    'STOPPING>STOPPED': [144],
  },
  possible: {
    'STARTED>STOPPED': 'a new configuration (44, 59) forgets that the machine is up',
  },
  wrong: {
    'STOPPING>STARTING': 'the wait (79) ends after 144 has written STOPPED',
    'STOPPING>STARTED': 'only 119 writes it, after 90',
  },
  writes: { 'buildbot/machine/latent.py': [44, 59, 90, 119, 133, 144] },
  setters: [],
  roles: [],
  hazards: [],
  files: ['buildbot/machine/latent.py'],
};
