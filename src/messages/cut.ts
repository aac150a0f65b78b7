import * as l10n from '@vscode/l10n';

/** Sentences about cells whose run was cut off by a lost connection. */
export const cutWords = {
  cellCut: () => l10n.t('Cut off: Run Again'),
  cellCutHint: () =>
    l10n.t(
      'The connection ended while this cell ran, so that what it shows is not complete. Connects if need be.',
    ),
  connectedAgain: (name: string, file: string, count: number) =>
    count === 1
      ? l10n.t('{0} is connected again. 1 cell of {1} was cut off.', name, file)
      : l10n.t('{0} is connected again. {2} cells of {1} were cut off.', name, file, count),
  runAgain: () => l10n.t('Run Again'),
} as const;
