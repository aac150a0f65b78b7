import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { ExportLabel, ExportWords } from '../investigation/index.ts';
import { editorMessages } from './editor.ts';
import { lifecycleWords } from './lifecycle.ts';
import { confidence, severity, transitionClass } from './lifecycleView.ts';
import { analysisFailureMessage } from './notebook.ts';
import { probeErrorMessage } from './probe.ts';
import { refusalMessage } from './refusal.ts';
import { runWords } from './run.ts';

/** The sentences and labels of exported reports. */
export const exportWords: ExportWords = {
  ...lifecycleWords,
  language: 'en',
  label,
  claimKind: editorMessages.claimKind,
  claimStatus: editorMessages.claimStatus,
  verdict,
  severity,
  confidence,
  transitionClass,
  refusal: refusalMessage,
  probeError: probeErrorMessage,
  notRun: (outcome) => runWords.notRun(outcome),
  analysisFailure: analysisFailureMessage,
  count,
};

function verdict(value: Parameters<ExportWords['verdict']>[0]): string {
  switch (value) {
    case 'same':
      return l10n.t('same');
    case 'moved':
      return l10n.t('moved');
    case 'changed':
      return l10n.t('changed');
    case 'found':
      return l10n.t('found');
    case 'gone':
      return l10n.t('gone');
    case 'ambiguous':
      return l10n.t('ambiguous');
    case 'refused':
      return l10n.t('refused');
    case 'unreachable':
      return l10n.t('unreachable');
    default:
      return unreachable(value);
  }
}

function count(what: Parameters<ExportWords['count']>[0], number: number): string {
  const one = number === 1;
  switch (what) {
    case 'probes':
      return one ? l10n.t('1 probe') : l10n.t('{0} probes', number);
    case 'pins':
      return one ? l10n.t('1 pin') : l10n.t('{0} pins', number);
    case 'claims':
      return one ? l10n.t('1 claim') : l10n.t('{0} claims', number);
    case 'hazards':
      return one ? l10n.t('1 hazard') : l10n.t('{0} hazards', number);
    case 'lines':
      return one ? l10n.t('1 line') : l10n.t('{0} lines', number);
    default:
      return unreachable(what);
  }
}

function label(name: ExportLabel): string {
  const labels: Readonly<Record<ExportLabel, string>> = {
    contents: l10n.t('Contents'),
    targets: l10n.t('Targets'),
    'run-on': l10n.t('Run on'),
    'read-only': l10n.t('Made with read-only probes: nothing on a target was changed.'),
    exit: l10n.t('exit'),
    stopped: l10n.t('stopped'),
    'no-output': l10n.t('No output.'),
    'not-run-yet': l10n.t('Not run yet.'),
    'left-out': l10n.t('left out'),
    'cut-bytes': l10n.t('cut at the limit of output'),
    'cut-time': l10n.t('stopped at the limit of time'),
    seen: l10n.t('seen'),
    commit: l10n.t('commit'),
    for: l10n.t('Rests on'),
    against: l10n.t('Speaks against it:'),
    states: l10n.t('States'),
    terminal: l10n.t('terminal'),
    stores: l10n.t('Held in'),
    setter: l10n.t('Setter'),
    'old-and-argument': l10n.t('old ↓ argument →'),
    transitions: l10n.t('Transitions'),
    from: l10n.t('From'),
    to: l10n.t('To'),
    class: l10n.t('How sure'),
    sites: l10n.t('Where'),
    writes: l10n.t('Writes and removals'),
    function: l10n.t('Function'),
    role: l10n.t('Role'),
    roles: l10n.t('Roles'),
    guard: l10n.t('Guard'),
    hazards: l10n.t('Hazards'),
    witness: l10n.t('Witness, step by step'),
    unresolved: l10n.t('Not resolved'),
    diagram: l10n.t('Diagram of the states and transitions; the table below says the same.'),
    'full-size': l10n.t('Full size'),
    lifecycle: l10n.t('Lifecycle'),
    'no-excerpt': l10n.t('No excerpt yet: run the notebook with its target connected.'),
  };
  return labels[name];
}
