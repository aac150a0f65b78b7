import type { CellRole } from '../../investigation/index.ts';
import { PROBE_LANGUAGE } from '../manifest.ts';

/** The language that the editor shows a cell in. */
export function languageOf(role: CellRole): string {
  switch (role) {
    case 'probe':
      return PROBE_LANGUAGE;
    case 'prose':
    case 'raw':
      return 'markdown';
    case 'front-matter':
    case 'pins':
    case 'claim':
    case 'lifecycle':
      return 'yaml';
  }
}

/** What a cell that was made in the editor is: by its language, and in YAML by the fields that it starts with. */
export function inferRole(markup: boolean, language: string, text: string, first: boolean): CellRole {
  if (markup) return 'prose';
  if (language === PROBE_LANGUAGE) return 'probe';
  if (language !== 'yaml') return 'raw';
  const fields = new Set([...text.matchAll(/^([a-z][a-z-]*)[ \t]*:/gm)].map((match) => match[1] ?? ''));
  if (first && fields.has('sonde')) return 'front-matter';
  if (/^\s*(?:#.*\n\s*)*-\s/.test(text)) return 'pins';
  if (fields.has('kind') || fields.has('text')) return 'claim';
  return ['states', 'store', 'class', 'files'].some((field) => fields.has(field)) ? 'lifecycle' : 'claim';
}
