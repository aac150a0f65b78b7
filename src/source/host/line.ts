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

/** The same in the files of a commit; paths are relative to the folder that the line runs in. */
export function commitSearchLine(query: SearchQuery, commit: string): string {
  const mode = query.syntax === 'extended' ? 'E' : 'F';
  const output = query.filesOnly === true ? 'l' : 'n';
  const under = query.under === undefined || query.under === '' ? '' : `${escapeGlob(query.under)}/`;
  // Without a pattern for names the path itself is named, which may be a file or a folder.
  const path = query.include === undefined ? under.replace(/\/$/, '') || '.' : `${under}${query.include}`;
  return `git grep -${output}I${mode} -e ${quoteWord(query.pattern)} ${commit} -- ${quoteWord(path)}`;
}

/** A path that names itself, whatever its letters mean in a pattern. */
function escapeGlob(path: string): string {
  return path.replaceAll(/[*?[\]\\]/g, '\\$&').replace(/^:/, './:');
}
