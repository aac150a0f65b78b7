import type { OptionRow } from '../../src/probe/catalogue/options.ts';

/** A value that fits, by the name of its kind. */
const SAMPLES: Readonly<Record<string, string>> = {
  count: '2',
  size: '3',
  text: 'x',
  pattern: 'x',
  glob: "'*.txt'",
  character: ':',
  list: '1',
  key: '1',
  word: 'x',
  percentage: '90%',
  date: 'iso',
  file: 'f.txt',
  format: 'x',
  revision: 'v1',
  'sort key': 'refname',
  columns: 'pid,args',
};

/** Values that an option wants in a form of its own. */
const SPECIAL: Readonly<Record<string, string>> = {
  'sed -e': '1p',
  'od -t': 'x1',
  'rg -t': 'py',
  'rg -T': 'py',
  'git log --format': "'%h'",
  'git log --pretty': 'oneline',
  'git log -L': '1,2:f.txt',
  'git log --encoding': 'UTF-8',
  'git log --diff-filter': 'M',
  'git blame -L': '1,2',
  'git branch --format': "'%(refname)'",
  'git tag --format': "'%(refname)'",
  'git for-each-ref --format': "'%(refname)'",
};

function sample(command: string, option: OptionRow): string {
  const name = option.letter === undefined ? (option.long[0] ?? '') : `-${option.letter}`;
  const special = SPECIAL[`${command} ${name}`] ?? SPECIAL[`${command.replace(/ .*/, ' log')} ${name}`];
  const kind = option.value?.name ?? '';
  return special ?? SAMPLES[kind] ?? kind.split('|')[0] ?? '';
}

/** The option in each of its spellings. */
export function spellings(command: string, option: OptionRow): readonly string[] {
  const value = option.value === undefined ? undefined : sample(command, option);
  const letter =
    option.letter === undefined
      ? []
      : [`-${option.letter}${value === undefined ? '' : option.optional ? value : ` ${value}`}`];
  return [...letter, ...option.long.map((name) => (value === undefined ? name : `${name}=${value}`))];
}

/** The rest of a line in which an option of the command makes sense. */
export function around(command: string, option: OptionRow): readonly [before: string, after: string] {
  const given = (key: string): boolean => option.key === key;
  switch (command) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
      return ['', given('e') ? 'f.txt' : given('files') || given('type-list') ? '' : 'x f.txt'];
    case 'sed':
      return ['', given('e') ? 'f.txt' : "'1p' f.txt"];
    case 'awk':
      return ['', "'{print}' f.txt"];
    case 'gzip':
      // Only with both letters; forced, it hands on what is not compressed.
      return ['', given('d') ? '-cf f.txt' : given('c') ? '-df f.txt' : '-dcf f.txt'];
    case 'tr':
      return ['cat f.txt | ', given('d') ? 'x' : 'x y'];
    case 'cut':
      return ['', ['f', 'c', 'b'].some(given) ? 'f.txt' : '-f 1 f.txt'];
    case 'diff':
    case 'cmp':
    case 'comm':
      return ['', 'f.txt g.txt'];
    case 'id':
      // Names, or the real ones, of what?
      return ['', given('n') || given('r') ? '-u' : ''];
    case 'pwd':
    case 'date':
    case 'uname':
    case 'nproc':
    case 'ps':
      return ['', ''];
    case 'df':
    case 'du':
    case 'ls':
      return ['', '.'];
    default:
      return ['', 'f.txt'];
  }
}

/** What tools say of an option that they do not have. */
export const UNKNOWN =
  /unrecognized|unknown (?:option|switch)|invalid option|illegal option|usage:|is ambiguous|option .* requires|Try '/i;
