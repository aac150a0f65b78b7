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

/** Lines and kinds of what looks like secrets, without any of it; a few are named, the rest is counted. */
export function secretLines(found: readonly FoundSecret[]): string {
  const shown = found.slice(0, 5).map(({ kind, line }) => l10n.t('line {0} ({1})', line, secretKind(kind)));
  const rest = found.length - shown.length;
  return [...shown, ...(rest > 0 ? [l10n.t('and {0} more', rest)] : [])].join(', ');
}

/** The same as a sentence. */
export function secretsSentence(found: readonly FoundSecret[]): string {
  return l10n.t('Looks like a secret: {0}.', secretLines(found));
}

/** Said of an approved line that names such a file: a verdict alone asks nobody. */
export function sensitiveAsked(): string {
  return l10n.t(
    'It names what may hold keys, passwords or a history: whoever runs it is asked first, or says yes with --allow-sensitive.',
  );
}
