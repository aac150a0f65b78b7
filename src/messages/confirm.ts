import * as l10n from '@vscode/l10n';
import type { ConfirmQuestion } from '../probe/index.ts';

/** What a line is for that nobody typed, as a line of its own before what the host gets; empty for the others. */
export function confirmReason({ forCommit }: ConfirmQuestion): string {
  return forCommit === true
    ? `${l10n.t('Sonde asks this to note as of which commit the answers are.')}\n`
    : '';
}
