import * as l10n from '@vscode/l10n';
import type { HazardRule } from '../lifecycle/index.ts';

/** How fresh a finding is; see the extension's marks. */
type Age = 'now' | 'stored' | 'changed';

/** A finding's sentence, with a word on its age where it was not analysed now. */
export function hazardNote(title: string, age: Age): string {
  switch (age) {
    case 'now':
      return title;
    case 'stored':
      return l10n.t(
        '{0} (as the notebook keeps it; run the lifecycle cell to see whether it is still so)',
        title,
      );
    case 'changed':
      return l10n.t('{0} (the file has changed since the analysis; run the lifecycle cell again)', title);
  }
}

/** Labels of findings in the editor. */
export const editorHazardWords = {
  atPlace: (message: string, file: string, line: number) => l10n.t('{1}:{2}: {0}', message, file, line),
  /** `alike`: how many findings the entry would be about. */
  notHere: (rule: HazardRule, alike: number) =>
    alike > 1
      ? l10n.t('Not a hazard here… ({0}, all {1} that are alike)', rule, alike)
      : l10n.t('Not a hazard here… ({0})', rule),
  /** `alike`: how many findings the entry is about. */
  afterAll: (rule: HazardRule, alike: number) =>
    alike > 1
      ? l10n.t('A hazard after all ({0}, all {1} that the entry is about)', rule, alike)
      : l10n.t('A hazard after all ({0})', rule),
  takeOut: (rule: HazardRule, symbol: string) => l10n.t('Take {0} {1} out of the list', rule, symbol),
  choose: () => l10n.t('Which Finding?'),
  noneHere: () =>
    l10n.t('No such finding stands on the line of the cursor. The Problems view lists them all.'),
  notNamed: () =>
    l10n.t(
      'This finding cannot be named in a notebook: no cell of an open one asks for its lifecycle, or its result is older than symbols. Run the lifecycle cell.',
    ),
  reasonTitle: (rule: string, symbol: string) => l10n.t('Why Is {0} in {1} Not a Hazard?', rule, symbol),
  reasonHint: () =>
    l10n.t('The reason stands in the notebook beside the finding, for whoever reads it next.'),
  reasonMissing: () => l10n.t('Give a reason: without one nobody can check it later.'),
} as const;

/** What a hover in a remote file says about a lifecycle. */
export const hoverWords = {
  state: (state: string, store: string, terminal: boolean) =>
    terminal
      ? l10n.t('State {0} of {1}, an end. Its transitions:', state, store)
      : l10n.t('State {0} of {1}. Its transitions:', state, store),
  write: (store: string) => l10n.t('Written here, {0}:', store),
  none: () => l10n.t('no transition was found in the files read'),
  more: (count: number) => l10n.t('… {0} more', count),
  age: (age: 'stored' | 'changed') =>
    age === 'stored'
      ? l10n.t('As the notebook keeps it; run the lifecycle cell to see whether it is still so.')
      : l10n.t('The file has changed since the analysis; run the lifecycle cell again.'),
} as const;
