import * as l10n from '@vscode/l10n';

/** Sentences about parts of files, and files that are no text. */
export const filesWords = {
  tooLarge: (file: string, size: number) =>
    l10n.t(
      '{0} has {1} bytes, too many to open it whole. Open some of its lines, or of its bytes.',
      file,
      size.toLocaleString(),
    ),
  openLines: () => l10n.t('Open Lines…'),
  openBytes: () => l10n.t('Open Bytes'),
  openAsText: () => l10n.t('Open as Text'),
  bytesAsText: (bytes: string) => l10n.t('{0} as text', bytes),
  openPartTitle: (file: string) => l10n.t('Open a Part of {0}', file),
  openPartHint: (size: number) =>
    l10n.t(
      'Lines 1000-2000, or 1000 for a thousand from there, or -500 for the last; bytes @4096+1024. The file has {0} bytes.',
      size.toLocaleString(),
    ),
  partForm: () =>
    l10n.t(
      'Not a part of a file. Write lines such as 1000-2000, at most 100,000 of them, or bytes such as @4096+1024, at most 5,000,000.',
    ),
  binary: (file: string, size: number) =>
    l10n.t(
      '{0} is no text ({1} bytes): it is not shown. Open some of its bytes, or see them as text all the same.',
      file,
      size.toLocaleString(),
    ),
  wide: (file: string) =>
    l10n.t(
      '{0} is in UTF-16, in which the host cannot count lines. Open some of its bytes, such as @0+100000.',
      file,
    ),
  onlyBytes: (file: string) =>
    l10n.t(
      'The name {0} can stand in no line for the host. Open some of its bytes, such as @0+100000.',
      file,
    ),
  notAllowed: (file: string) => l10n.t('{0} was not read: you did not agree to it.', file),
  changed: (file: string, before: number, after: number) =>
    before === after
      ? l10n.t('{0} changed while it was read. What is shown may be of two states; open it again.', file)
      : l10n.t(
          '{0} changed while it was read, from {1} to {2} bytes. What is shown may be of two states; open it again.',
          file,
          before.toLocaleString(),
          after.toLocaleString(),
        ),
  cutAt: (bytes: number) => l10n.t('Cut at {0} bytes. Open fewer lines.', bytes.toLocaleString()),
  folderTitle: (folder: string) => l10n.t('Files of {0}', folder),
  folderMore: (shown: number, count: number) =>
    l10n.t('{0} of {1} entries are listed. Type the path of another file.', shown, count),
  folderUp: () => l10n.t('The folder above'),
  typePath: () => l10n.t('Type a path…'),
} as const;

/** Marks of what an output holds, and of what is shown of it. */
export const outputWords = {
  cutAtBytes: (bytes: number) => l10n.t('cut at {0} bytes', bytes.toLocaleString()),
  someLines: (shown: number, count: number) =>
    l10n.t('first {0} of {1} lines shown', shown.toLocaleString(), count.toLocaleString()),
  someCharacters: (shown: number) => l10n.t('first {0} characters shown', shown.toLocaleString()),
  someHits: (shown: number, count: number) =>
    l10n.t('first {0} of {1} hits shown', shown.toLocaleString(), count.toLocaleString()),
  binary: (bytes: number, shown: number) =>
    l10n.t('no text: {0} bytes, the first {1} shown', bytes.toLocaleString(), shown.toLocaleString()),
  invalid: () => l10n.t('not all of it is UTF-8'),
} as const;
