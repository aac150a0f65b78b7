import * as l10n from '@vscode/l10n';
import type { ComparePart, CompareWords } from '../lifecycle/index.ts';
import { filesRead } from './counts.ts';
import { lifecycleWords } from './lifecycle.ts';

/** The sentences of a comparison of two lifecycles. */
export const compareWords: CompareWords = {
  side: (which, { target, at, commit }) => {
    const where =
      at === null
        ? l10n.t('{0}, the files as they are', target)
        : commit === null || commit.startsWith(at)
          ? l10n.t('{0} at {1}', target, at)
          : l10n.t('{0} at {1} ({2})', target, at, commit.slice(0, 12));
    return which === 'before' ? l10n.t('- before: {0}', where) : l10n.t('+ after:  {0}', where);
  },
  heading,
  summary: (same, { before, after }) =>
    same
      ? l10n.t(
          'No difference was found in {0} before and {1} after; moved lines do not count.',
          filesRead(before),
          after,
        )
      : l10n.t('{0} before, {1} after; moved lines are no difference.', filesRead(before), after),
  aspect,
  earlier: (title) => l10n.t('before: {0}', title),
  none: () => l10n.t('none'),
  yes: (value) => (value ? l10n.t('yes') : l10n.t('no')),
};

function heading(part: ComparePart): string {
  switch (part) {
    case 'cells':
      return l10n.t('Cells of setters: (old status, argument), then what is stored');
    case 'unresolved':
      return l10n.t('Unresolved in one of the two only');
    default:
      return lifecycleWords.heading(part);
  }
}

/** What differs between two findings or transitions, in a word. */
function aspect(what: string): string {
  switch (what) {
    case 'severity':
      return l10n.t('severity');
    case 'confidence':
      return l10n.t('confidence');
    case 'witness':
      return l10n.t('witness');
    case 'accepted':
      return l10n.t('accepted');
    case 'title':
      return l10n.t('what was found');
    case 'class':
      return l10n.t('how sure');
    case 'role':
      return l10n.t('role');
    case 'guard':
      return l10n.t('guard');
    default:
      return what;
  }
}
