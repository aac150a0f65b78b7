import * as l10n from '@vscode/l10n';

/** What the editor says around the lifecycle panel. */
export const panelMessages = {
  notThere: (): string =>
    l10n.t(
      'The lifecycle that was shown here is not in its investigation any more. Open an investigation and run “Sonde: Show Lifecycle”.',
    ),
  asksElse: (): string =>
    l10n.t(
      'The cell of this lifecycle has changed since it was run: what is shown answers the cell as it was.',
    ),
  goneFromCell: (): string =>
    l10n.t('The investigation does not keep this result any more: what is shown is what it was.'),
  runCell: (): string => l10n.t('Run the Cell'),
  notJudged: (): string =>
    l10n.t(
      'This finding cannot be named: its investigation is not open, or its result is older than symbols. Open it, and run the lifecycle cell.',
    ),
  noCell: (): string =>
    l10n.t(
      'The cell of this lifecycle is not in an open investigation any more. Open it, and run the cell there.',
    ),
  compareTitle: (): string => l10n.t('Compare the Lifecycle With'),
  anotherCommit: (on: string): string => l10n.t('Another commit on {0}…', on),
  onTarget: (name: string): string => l10n.t('The same question on {0}', name),
  connectsFirst: (): string => l10n.t('connects first'),
  stored: (title: string): string => l10n.t('Kept result: {0}', title),
  nothingToCompare: (): string =>
    l10n.t(
      'There is nothing to compare with: add a target, or open an investigation that keeps another lifecycle.',
    ),
  commitPrompt: (): string => l10n.t('A commit, branch or tag, as git on the target names it'),
  atCommit: (on: string, at: string): string => l10n.t('{0} at {1}', on, at),
  comparing: (name: string): string => l10n.t('Reading the lifecycle of {0}', name),
} as const;
