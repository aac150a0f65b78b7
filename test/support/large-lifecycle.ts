import type { Lifecycle, Place, Removal, State, Transition, Write } from '../../src/lifecycle/index.ts';

const FILE = 'engine/session.py';
const PHASES = ['CONNECT', 'HANDSHAKE', 'UPLOAD', 'DOWNLOAD', 'VERIFY', 'CLOSE'] as const;
const STEPS = ['INIT', 'WAIT', 'SENT', 'REPLY', 'CHECK', 'RETRY', 'PAUSE', 'RESUME', 'DONE'] as const;
const ENDS = ['Finished', 'Failed', 'Cancelled', 'TimedOut', 'Rejected'] as const;
const ROLES = ['caller', 'reader', 'writer', 'supervisor'] as const;

/**
 * A lifecycle of sixty states: six phases of nine steps each, one start, five ends. Every phase runs through its
 * steps, retries and pauses; each can fail, and the supervisor cancels any waiting one.
 */
export function largeLifecycle(): Lifecycle {
  const names = ['Created', ...PHASES.flatMap((phase) => STEPS.map((step) => `${phase}_${step}`)), ...ENDS];
  const states = names.map((name, index): State => ({
    name,
    value: index,
    terminal: ENDS.some((end) => end === name),
    file: FILE,
    line: 10 + index,
  }));
  const edges = new Edges();
  edges.add('Created', 'CONNECT_INIT', 'caller', 'proved');
  for (const [index, phase] of PHASES.entries()) {
    const at = (step: (typeof STEPS)[number]): string => `${phase}_${step}`;
    const role = ROLES[index % 3] ?? 'caller';
    edges.add(at('INIT'), at('WAIT'), role, 'proved');
    edges.add(at('WAIT'), at('SENT'), role, 'proved');
    edges.add(at('SENT'), at('REPLY'), 'reader', 'proved');
    edges.add(at('REPLY'), at('CHECK'), 'reader', 'proved');
    edges.add(at('CHECK'), at('DONE'), role, 'proved');
    edges.add(at('CHECK'), at('RETRY'), role, 'proved');
    edges.add(at('RETRY'), at('WAIT'), role, 'possible');
    edges.add(at('WAIT'), at('PAUSE'), 'supervisor', 'possible');
    edges.add(at('PAUSE'), at('RESUME'), 'supervisor', 'proved');
    edges.add(at('RESUME'), at('WAIT'), role, 'proved');
    edges.add(at('WAIT'), 'Cancelled', 'supervisor', 'possible');
    edges.add(at('RETRY'), 'Failed', role, 'proved');
    edges.add(at('SENT'), 'TimedOut', 'supervisor', 'proved');
    const next = PHASES[index + 1];
    edges.add(at('DONE'), next === undefined ? 'Finished' : `${next}_INIT`, 'caller', 'proved');
  }
  edges.add('HANDSHAKE_CHECK', 'Rejected', 'reader', 'proved');
  edges.add('Cancelled', 'UPLOAD_WAIT', 'writer', 'interleaving');
  return {
    states,
    stores: [{ name: 'state', owner: 'Session', file: FILE, line: 80 }],
    setters: [],
    writes: edges.writes,
    removals: NO_REMOVALS,
    transitions: edges.transitions,
    hazards: [],
    roles: ROLES.map((name, index) => ({
      name,
      kind: name === 'caller' ? 'caller' : 'thread',
      file: FILE,
      line: 90 + index,
    })),
    unresolved: [],
    cost: { files: 1, bytes: 40_000, reads: 1, ms: 90 },
  };
}

const NO_REMOVALS: readonly Removal[] = [];

class Edges {
  readonly transitions: Transition[] = [];
  readonly writes: Write[] = [];
  #line = 100;

  add(from: string, to: string, role: string, kind: Transition['class']): void {
    this.#line += 3;
    const site: Place = { file: FILE, line: this.#line };
    this.transitions.push({ from, to, class: kind, sites: [site] });
    this.writes.push({
      ...site,
      function: `Session.${to.toLowerCase()}`,
      role,
      to: [to],
      from: [from],
      class: kind,
      guard: `self.state == ${from}`,
    });
  }
}
