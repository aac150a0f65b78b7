import * as l10n from '@vscode/l10n';

/** Translations of the sentences: English text to the reader's language. */
export type Translations = Readonly<Record<string, string>>;

/** Uses these translations from now on; without them sentences are English. */
export function useTranslations(translations: Translations): void {
  l10n.config({ contents: { ...translations } });
}
