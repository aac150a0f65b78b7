import { readFileSync } from 'node:fs';

/** One line of a corpus. */
export interface CorpusLine {
  readonly line: string;
  readonly reason: string;
  readonly rule: string;
}

/** Reads a corpus beside this file: line, tab, reason, tab, rule; a line after `json:` is a JSON string. */
export function readCorpus(name: string): readonly CorpusLine[] {
  const text = readFileSync(new URL(`corpora/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => {
      const [typed = '', reason = '', rule = ''] = row.split('\t');
      return { line: typed.startsWith('json:') ? String(JSON.parse(typed.slice(5))) : typed, reason, rule };
    });
}
