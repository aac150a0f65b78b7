/** How the value of an option is checked. */
export interface ValueKind {
  /** For sentences: `count`, `text`, or the choices joined by `|`. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Every value there is, where they can be listed. */
  readonly choices?: readonly string[];
  /** Some values that are often wanted, where they cannot. */
  readonly suggestions?: readonly string[];
  /** True if a shell wildcard may stand in it unquoted behind `=`: no file is named like the whole word. */
  readonly wildcard?: true;
  /** The value names a file that the command reads or looks up: it is checked and guarded like an operand. */
  readonly file?: 'content' | 'metadata';
}

/** Date formats of git and ls: letters, no widths. */
const DATE_FORMAT =
  /^(?:relative|local|iso|iso8601|iso-strict|iso8601-strict|rfc|rfc2822|short|raw|human|unix|default|format:[%A-Za-z:/\-_., ]{1,60})(?:-local)?$/;

const REF_FIELD =
  /^-?(?:v:|version:)?\*?(?:refname|objectname|objecttype|objectsize|upstream|subject|creatordate|authordate|committerdate|taggerdate|authorname|committername)(?::[a-z0-9-]{1,20})?$/;

/** Columns of ps; none shows the environment of a process. */
const PS_COLUMNS = 'pid|ppid|user|lstart|etime|stat|comm|args';

/** The kinds that option tables name behind `=`. */
export const VALUE_KINDS: Readonly<Record<string, ValueKind>> = {
  count: { name: 'count', pattern: /^[0-9]{1,9}$/ },
  small: { name: 'count', pattern: /^[0-9]{1,3}$/ },
  width: { name: 'count', pattern: /^[0-9]{1,2}$/ },
  signed: { name: 'count', pattern: /^[+-]?[0-9]{1,9}$/ },
  size: { name: 'size', pattern: /^[+-]?[0-9]{1,9}[bkKMG]?$/ },
  text: { name: 'text', pattern: /^[^]{0,1000}$/ },
  pattern: { name: 'pattern', pattern: /^[^]*$/ },
  glob: { name: 'glob', pattern: /^[^]{1,500}$/, wildcard: true },
  char: { name: 'character', pattern: /^.$/u },
  separator: { name: 'text', pattern: /^[^]{0,8}$/ },
  list: { name: 'list', pattern: /^[0-9,-]{1,200}$/ },
  key: {
    name: 'key',
    pattern: /^[0-9]{1,4}(?:\.[0-9]{1,4})?[bdfgiMhnrV]*(?:,[0-9]{1,4}(?:\.[0-9]{1,4})?[bdfgiMhnrV]*)?$/,
  },
  word: { name: 'word', pattern: /^[A-Za-z0-9_][A-Za-z0-9_.,:+-]{0,60}$/ },
  statformat: { name: 'format', pattern: /^(?!.*[0-9]{4})[^]{1,500}$/ },
  percent: { name: 'percentage', pattern: /^[0-9]{1,3}%?$/ },
  sortkey: {
    name: 'sort key',
    pattern: REF_FIELD,
    suggestions: ['-committerdate', '-creatordate', 'refname', '-version:refname', '-taggerdate'],
  },
  revision: {
    name: 'revision',
    pattern: /^\^?[A-Za-z0-9_@][\w.\-/@{}~^+]{0,300}$/,
    suggestions: ['HEAD', 'HEAD~1'],
  },
  date: {
    name: 'date',
    pattern: DATE_FORMAT,
    suggestions: [
      'relative',
      'iso',
      'iso-strict',
      'short',
      'local',
      'human',
      'unix',
      'raw',
      'rfc',
      'default',
    ],
  },
  pids: { name: 'count', pattern: /^[0-9]{1,9}(?:,[0-9]{1,9}){0,99}$/ },
  columns: {
    name: 'columns',
    pattern: new RegExp(`^(?:${PS_COLUMNS})(?:,(?:${PS_COLUMNS})){0,15}$`),
    suggestions: ['pid,ppid,user,lstart,args', ...PS_COLUMNS.split('|')],
  },
  file: { name: 'file', pattern: /^[^]+$/, file: 'metadata' },
};

/** A choice of fixed words. */
export function choice(names: readonly string[]): ValueKind {
  return {
    name: names.join('|'),
    pattern: new RegExp(`^(?:${names.map(escapeRegExp).join('|')})$`),
    choices: names,
  };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
