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
    step: l10n.t('Step'),
    role: l10n.t('Role'),
    what: l10n.t('What happens'),
    after: l10n.t('State after'),
    place: l10n.t('Place'),
    unresolved: l10n.t('Not resolved'),
    allRoles: l10n.t('All roles'),
    filter: l10n.t('Show the transitions of one role'),
    none: l10n.t('None found.'),
    diagram: l10n.t('Diagram'),
    notDrawn: l10n.t('Only when another role writes in between (not drawn)'),
    zoomIn: l10n.t('Zoom In'),
    zoomOut: l10n.t('Zoom Out'),
    fit: l10n.t('Fit'),
    copyMermaid: l10n.t('Copy Mermaid'),
    copySvg: l10n.t('Copy SVG'),
    saveMermaid: l10n.t('Save Mermaid'),
    saveSvg: l10n.t('Save SVG'),
    savePng: l10n.t('Save PNG'),
  };
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
