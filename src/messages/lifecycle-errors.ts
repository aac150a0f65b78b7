import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { LifecycleError } from '../lifecycle/index.ts';
import type { CommitError } from '../source/index.ts';
import { quoted, visible } from './quoted.ts';
import { filesRead, writesCounted } from './counts.ts';
import { fileErrorMessage } from './file-errors.ts';

/** git finds no such commit on the target; the files of it cannot be read. */
export type CommitUnknown = Extract<CommitError, { readonly code: 'commit-unknown' }>;

/** Why a lifecycle could not be given, with the way out. */
export function lifecycleErrorMessage(error: LifecycleError | CommitUnknown): string {
  switch (error.code) {
    case 'lifecycle-ambiguous': {
      const choices = error.choices.map(
        ({ states, owner, store, file, line, writes }) =>
          `  ${states === null ? '' : `--states ${states} `}--class ${owner} --store ${store}  (${file}:${String(line)}, ${writesCounted(writes)})`,
      );
      return `${l10n.t('Several lifecycles fit. Name one:')}\n${choices.join('\n')}`;
    }
    case 'lifecycle-unreadable':
      return error.file === null
        ? l10n.t('The search for the lifecycle failed: {0}', fileErrorMessage(error.error))
        : fileErrorMessage(error.error);
    case 'lifecycle-not-python':
      return l10n.t('{0} is not a Python file: name one whose code is to be read.', quoted(error.file));
    case 'lifecycle-unknown-state':
      return l10n.t(
        'The lifecycle has no state {0}; terminal can name these: {1}.',
        error.names.map(quoted).join(', '),
        error.states.map(quoted).join(', '),
      );
    case 'commit-unknown':
      return error.said === ''
        ? l10n.t(
            '{0} is no name of a commit: give a commit, tag or branch, as git log shows them.',
            quoted(error.commit),
          )
        : noRepository(error.said)
          ? l10n.t(
              'No git repository lies at the root there or above it ({0}), so nothing can be read as of {1}. Take a root in a repository, or the files as they are.',
              visible(error.said),
              quoted(error.commit),
            )
          : l10n.t(
              'git knows no commit {0} there ({1}): give a commit, tag or branch, as git log shows them.',
              quoted(error.commit),
              visible(error.said),
            );
    case 'cancelled':
      return l10n.t('Cancelled.');
    default:
      return unreachable(error);
  }
}

/** git's own words where it finds no repository; hosts are asked in the C locale. */
function noRepository(said: string): boolean {
  return said.startsWith('fatal: not a git repository');
}

/** Said beside an answer with nothing in it. */
export function nothingFoundHint(target: string): string {
  return l10n.t(
    'No lifecycle was found below {0}: check the names that were given (sonde lifecycles lists what is there), or say where to start with --file.',
    target,
  );
}

/** Heads of the columns of a list of lifecycles. */
export const listingWords = {
  states: () => l10n.t('states'),
  store: () => l10n.t('store'),
  kind: () => l10n.t('kind'),
  writes: () => l10n.t('writes'),
  reads: () => l10n.t('reads'),
  place: () => l10n.t('place'),
  members: () => l10n.t('values'),
  /** The last line of the list. */
  scope: (files: number, bytes: number, left: number) =>
    left === 0
      ? l10n.t('{0} ({1} KB); nothing was left out', filesRead(files), Math.ceil(bytes / 1024))
      : l10n.t('{0} ({1} KB); left out, {2}:', filesRead(files), Math.ceil(bytes / 1024), left),
  leftOut: (left: number) =>
    left === 1
      ? l10n.t('sonde: 1 thing was not read, and may hold more lifecycles: --unread names it.')
      : l10n.t('sonde: {0} things were not read, and may hold more lifecycles: --unread names them.', left),
} as const;
