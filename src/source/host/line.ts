import type { SearchQuery } from '../tree.ts';

/** The probe line that answers a search; paths are relative to the root. */
export function searchLine(query: SearchQuery): string {
  const mode = query.syntax === 'extended' ? 'E' : 'F';
  const include = query.include === undefined ? '' : ` --include=${quoteWord(query.include)}`;
  const under = query.under === undefined || query.under === '' ? '.' : query.under;
  const output = query.filesOnly === true ? 'l' : 'nH';
  return `grep -r${output}I${mode}${include} -e ${quoteWord(query.pattern)} -- ${quoteWord(under)}`;
}

/**
 * A word of a probe line that stands for exactly this text. Probe lines are parsed and judged before
 * anything is sent; what is sent is quoted again, by the probe layer.
 */
export function quoteWord(text: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
