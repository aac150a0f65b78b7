import * as l10n from '@vscode/l10n';
import { unreachable } from '../base/index.ts';
import type { FoundSecret, SecretKind } from '../investigation/index.ts';

/** What a secret looks like, in words. */
export function secretKind(kind: SecretKind): string {
  const t = l10n.t;
  switch (kind) {
    case 'private-key':
      return t('private key');
    case 'service-token':
      return t('token of a service');
    case 'web-token':
      return t('web token');
    case 'authorization':
      return t('credentials of a header');
    case 'url-credentials':
      return t('password in a URL');
    case 'password':
      return t('password');
    case 'secret-value':
      return t('secret value');
    case 'password-hash':
      return t('password hash');
    default:
      return unreachable(kind);
  }
}

/** Where a text holds what looks like secrets, without any of it. */
export function secretsSentence(found: readonly FoundSecret[]): string {
  const shown = found.slice(0, 5).map(({ kind, line }) => l10n.t('line {0} ({1})', line, secretKind(kind)));
  const more = found.length > shown.length ? `, ${l10n.t('and {0} more', found.length - shown.length)}` : '';
  return l10n.t('Looks like a secret: {0}{1}.', shown.join(', '), more);
}
