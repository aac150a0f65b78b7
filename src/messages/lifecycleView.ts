import * as l10n from '@vscode/l10n';
import type { Hazard, TransitionClass } from '../lifecycle/index.ts';

/** Headings and labels around a lifecycle's diagram and tables. */
export function lifecycleViewWords() {
  return {
    states: l10n.t('States'),
    state: l10n.t('State'),
    value: l10n.t('Value'),
    terminal: l10n.t('Terminal'),
    yes: l10n.t('yes'),
    transitions: l10n.t('Transitions'),
    from: l10n.t('From'),
    to: l10n.t('To'),
    class: l10n.t('How sure'),
    sites: l10n.t('Where'),
    setters: l10n.t('Setters'),
    old: l10n.t('old'),
    argument: l10n.t('argument'),
    hazards: l10n.t('Hazards'),
    acceptedHere: l10n.t('Not a hazard here:'),
    accept: l10n.t('Not a Hazard Here…'),
    withdraw: l10n.t('A Hazard After All'),
    step: l10n.t('Step'),
    role: l10n.t('Role'),
    what: l10n.t('What happens'),
    after: l10n.t('State after'),
    place: l10n.t('Place'),
    unresolved: l10n.t('Not resolved'),
    none: l10n.t('None found.'),
    diagram: l10n.t('Diagram'),
    notDrawn: l10n.t('Only when another role writes in between (not drawn)'),
    zoomIn: l10n.t('Zoom In'),
    zoomOut: l10n.t('Zoom Out'),
    fit: l10n.t('Fit'),
    proved: l10n.t('proved'),
    possible: l10n.t('possible'),
    interleaving: l10n.t('interleaving (listed, not drawn)'),
    high: l10n.t('confidence: high'),
    warning: l10n.t('warning'),
    info: l10n.t('info'),
    medium: l10n.t('confidence: medium'),
    low: l10n.t('confidence: low'),
    roles: l10n.t('Roles'),
    filters: l10n.t('Filters'),
    noRole: l10n.t('no role known'),
    classes: l10n.t('How sure'),
    search: l10n.t('Search states, roles, guards and places'),
    found: l10n.t('{0} found. Enter goes from one to the next.'),
    notFound: l10n.t('Nothing found for {0}.'),
    folding: l10n.t('Fold'),
    foldNone: l10n.t('nothing'),
    foldPrefix: l10n.t('names that begin alike'),
    foldTerminal: l10n.t('terminal states'),
    foldedIn: l10n.t('{0} states are folded into {1}.'),
    folded: l10n.t('in {0}'),
    unfold: l10n.t('opens the fold'),
    labels: l10n.t('Labels'),
    nothingChosen: l10n.t('Only around the chosen state'),
    noSteps: l10n.t('all'),
    aroundNow: l10n.t('Around {1}, at most {0} away.'),
    shown: l10n.t('{0} of {1} states and {2} of {3} transitions are drawn.'),
    listed: l10n.t('Listed only: {0}.'),
    leftOut: l10n.t('Left out: {0}.'),
    reset: l10n.t('Reset'),
    renewed: l10n.t('The investigation has another result now; it is shown here.'),
    stepThrough: l10n.t('Step Through'),
    stepOf: l10n.t('Step {0} of {1}'),
    next: l10n.t('Next'),
    previous: l10n.t('Previous'),
    endSteps: l10n.t('End Steps'),
    stateAfter: l10n.t('State after: {0}'),
    copy: l10n.t('Copy'),
    save: l10n.t('Save'),
    copied: l10n.t('{0} copied.'),
    copyFailed: l10n.t('{0} could not be copied here. Save it instead.'),
    compare: l10n.t('Compare…'),
    endCompare: l10n.t('End Comparison'),
    changes: l10n.t('Changes'),
    onlyChanges: l10n.t('Only changes'),
    inDiagram: l10n.t('Show in diagram'),
    keys: l10n.t('Keyboard'),
    close: l10n.t('Close'),
    gridLegend: l10n.t(
      '{0} leaves a terminal state for one that is not; {1} swaps one terminal state for another; {2} may do so.',
    ),
    revives: l10n.t('moves the terminal state {0} to {1}, which is not terminal'),
    flips: l10n.t('moves the terminal state {0} to the terminal state {1}'),
    unsure: l10n.t('may move the terminal state {0}'),
    was: l10n.t('was {0}'),
    guard: l10n.t('Guard'),
    noGuard: l10n.t('no guard seen'),
    moreSites: l10n.t('and {0} more'),
    stateTip: l10n.t('{0} in, {1} out'),
    edgesMerged: l10n.t('{0} transitions'),
    notDrawnText: l10n.t('The diagram could not be drawn; this is its text.'),
    shortcuts: shortcuts(),
  };
}

/** The keys of the diagram, as the panel lists them. */
function shortcuts() {
  const key = (keys: string, what: string) => ({ keys, what });
  return [
    key('Tab', l10n.t('into the diagram, and on')),
    key('← ↑ → ↓', l10n.t('the next state in that direction; along a transition to its end')),
    key('O / I', l10n.t('the next transition out of the state, or into it')),
    key('Home / End', l10n.t('first or last state')),
    key('Enter', l10n.t('open the code; open a fold')),
    key('F', l10n.t('only what is around the state; again: one step more')),
    key('/', l10n.t('search; Enter goes from one to the next')),
    key('N / P', l10n.t('next or previous step of the hazard')),
    key('G', l10n.t('fold states, or unfold')),
    key('L', l10n.t('labels of transitions on or off')),
    key('Shift+← ↑ → ↓', l10n.t('move the picture')),
    key('+ / - / 0', l10n.t('larger, smaller, all')),
    key('Esc', l10n.t('close the hint, end steps, search or neighbourhood')),
    key('?', l10n.t('this list')),
  ];
}

/** How sure a transition is. */
export function transitionClass(value: TransitionClass): string {
  const words: Readonly<Record<TransitionClass, string>> = {
    proved: l10n.t('proved'),
    possible: l10n.t('possible'),
    interleaving: l10n.t('interleaving'),
  };
  return words[value];
}

/** How grave a hazard is. */
export function severity(value: Hazard['severity']): string {
  const words: Readonly<Record<Hazard['severity'], string>> = {
    high: l10n.t('high'),
    warning: l10n.t('warning'),
    info: l10n.t('info'),
  };
  return words[value];
}

/** How sure a hazard is. */
export function confidence(value: Hazard['confidence']): string {
  const words: Readonly<Record<Hazard['confidence'], string>> = {
    high: l10n.t('confidence: high'),
    medium: l10n.t('confidence: medium'),
    low: l10n.t('confidence: low'),
  };
  return words[value];
}

/** A cell of a setter's table that is no state. */
export function setterCell(value: string): string {
  if (value === 'absent') return '∅';
  if (value === 'rejected') return l10n.t('rejected');
  return value === 'argument-or-old' ? l10n.t('argument or old') : value;
}
