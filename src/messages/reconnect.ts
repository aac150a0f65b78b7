import * as l10n from '@vscode/l10n';
import type { TransportError } from '../transport/index.ts';
import { transportErrorMessage } from './transport.ts';

/** Says that a lost connection is made once more, and what of the work that means. */
export function reconnectingLine(target: string, lost: TransportError): string {
  return l10n.t(
    '{0}: {1} Connecting once more; what was cut is repeated, and what was answered stays.',
    target,
    transportErrorMessage(lost),
  );
}

/** Says that this did not work either; the reason follows. */
export function notReconnectedLine(target: string, reason: string): string {
  return l10n.t(
    '{0} could not be reached again: {1} What was answered before stays; start the command again for the rest.',
    target,
    reason,
  );
}
