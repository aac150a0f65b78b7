import { rawWords } from './text.ts';

/** A command's words as typed, without its name, to the commands that stand for it. */
type StandIn = (words: readonly string[]) => readonly string[];

const isOption = (word: string): boolean => /^-./.test(word);
const bare = (word: string): string => word.replace(/^(['"])(.*)\1$/s, '$2');
const operandsOf = (words: readonly string[]): readonly string[] => words.filter((word) => !isOption(word));

/** The value of an option, in the next word or attached; undefined if it is not there. */
function valueOf(words: readonly string[], option: string): string | undefined {
  const at = words.findIndex((word) => word === option);
  if (at >= 0) return words[at + 1];
  return words.find((word) => word.startsWith(option) && word.length > option.length)?.slice(option.length);
}

const without = (words: readonly string[], value: string | undefined): readonly string[] =>
  value === undefined ? words : words.filter((word) => word !== value);

/** less, more and editors: the file, or the part of it that they would show first. */
function shown(words: readonly string[]): readonly string[] {
  const jump = words.find((word) => word.startsWith('+'));
  const files = operandsOf(words).filter((word) => word !== jump && word !== '-');
  // Behind a pipe there is none: what comes is shown anyway.
  if (files.length === 0) return [''];
  const names = files.join(' ');
  const line = /^\+([0-9]+)/.exec(jump ?? '')?.[1];
  if (line !== undefined) {
    const first = Math.max(1, Number(line) - 20);
    return [`sed -n '${String(first)},${String(Number(line) + 60)}p' ${names}`];
  }
  const pattern = /^\+\/(.+)$/.exec(bare(jump ?? ''))?.[1];
  if (pattern !== undefined) return [`grep -n '${pattern}' ${names}`];
  if (/^\+[FG]/.test(jump ?? '')) return [`tail -n 100 ${names}`];
  return [`${words.some((word) => /^-[a-zA-Z]*N/.test(word)) ? 'cat -n' : 'cat'} ${names}`];
}

/** ack and ag: a recursive grep with line numbers. */
function searched(words: readonly string[]): readonly string[] {
  const name = valueOf(words, '-g');
  if (name !== undefined) return [`find . -path '*${bare(name).replace(/^\^|\$$/g, '')}*'`];
  const kinds: string[] = [];
  let letters = '';
  const counts: string[] = [];
  const operands: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const kind = /^--(?:type=)?(python|py|js|ts|cc|cpp|go|java|rust|ruby|sh|md)$/.exec(word)?.[1];
    if (kind !== undefined)
      kinds.push(` --include='*.${{ python: 'py', rust: 'rs', ruby: 'rb' }[kind] ?? kind}'`);
    else if (/^-[ABCm]$/.test(word)) counts.push(` ${word} ${words[(index += 1)] ?? ''}`);
    else if (/^-[ABCm][0-9]+$/.test(word)) counts.push(` ${word}`);
    else if (/^-[A-Za-z]+$/.test(word))
      letters += word
        .slice(1)
        .replaceAll('Q', 'F')
        .replace(/[^iwvlcFoLhH]/g, '');
    else if (!word.startsWith('--')) operands.push(word);
  }
  const [pattern, ...places] = operands;
  if (pattern === undefined) return [];
  return [`grep -rn${letters}${kinds.join('')}${counts.join('')} ${pattern} ${places.join(' ') || '.'}`];
}

/** tree: find, to the same depth. */
function treed(words: readonly string[]): readonly string[] {
  const [depth, left, name] = [valueOf(words, '-L'), valueOf(words, '-I'), valueOf(words, '-P')];
  const places = operandsOf(words).filter((word) => word !== depth && word !== left && word !== name);
  const pruned = left === undefined ? [] : bare(left).split('|');
  return [
    [
      'find',
      places.length === 0 ? '.' : places.join(' '),
      ...(depth === undefined ? [] : ['-maxdepth', depth]),
      ...(words.some((word) => /^-[a-z]*a/.test(word)) ? [] : ["-not -path '*/.*'"]),
      ...pruned.map((one) => `-not -path '*/${one}' -not -path '*/${one}/*'`),
      ...(words.some((word) => /^-[a-z]*d/.test(word)) ? ['-type d'] : []),
      ...(name === undefined ? [] : ['-name', name]),
    ].join(' '),
  ];
}

/** fd: find by a part of the name, hidden files left out. */
function foundByName(words: readonly string[]): readonly string[] {
  const ending = valueOf(words, '-e');
  const [part, ...places] = without(operandsOf(words), ending);
  const start = places.length === 0 ? '.' : places.join(' ');
  const name = part === undefined ? '' : ` -iname '*${bare(part)}*'`;
  const kind = ending === undefined ? '' : ` -name '*.${bare(ending)}'`;
  return [`find ${start}${kind}${name} -not -path '*/.*'`];
}

/** Where a program is: the folders that a probe would look in. */
function where(words: readonly string[]): readonly string[] {
  const names = operandsOf(words).filter((word) => /^[\w.+-]+$/.test(word));
  return names.map((name) => `find /usr/local/bin /usr/bin /bin -name '${name}'`);
}

const COLUMNS: Readonly<Record<string, string>> = {
  cmd: 'args',
  command: 'args',
  start: 'lstart',
  start_time: 'lstart',
  s: 'stat',
  uid: 'user',
  ucmd: 'comm',
};

/** ps in its other spellings: all processes, or the columns that may be shown. */
function processes(words: readonly string[]): readonly string[] {
  const pid = valueOf(words, '-p') ?? valueOf(words, '-fp') ?? valueOf(words, '--pid');
  const which = pid !== undefined && /^[0-9,]+$/.test(pid) ? `-p ${pid}` : '-e';
  const asked = words.flatMap((word, index) =>
    /^-[A-Za-z]*o$|^--format$/.test(words[index - 1] ?? '')
      ? word.split(',')
      : /^-[A-Za-z]*o./.test(word)
        ? word.replace(/^-[A-Za-z]*?o/, '').split(',')
        : [],
  );
  const columns = asked
    .map((column) => bare(column).replace(/[=:].*$/, ''))
    .map((column) => COLUMNS[column] ?? column)
    .filter((column) => /^(?:pid|ppid|user|lstart|etime|stat|comm|args)$/.test(column));
  if (columns.length > 0) return [`ps ${which} -o ${columns.join(',')}`];
  return [which === '-e' ? 'ps -ef' : `ps -f ${which}`];
}

/** pgrep and pidof: the list of processes, searched. */
function processesLike(words: readonly string[]): readonly string[] {
  const [pattern] = operandsOf(words);
  return pattern === undefined ? ['ps -ef'] : [`ps -ef | grep ${pattern}`];
}

/** jq: the lines that name the key it asks for, or all of them. */
function keyed(words: readonly string[], piped: boolean): readonly string[] {
  const [filter = '.', ...files] = operandsOf(words);
  const names = files.join(' ');
  if (!piped && names === '') return [];
  const equal = /==\s*("[\w .:/-]+")/.exec(filter)?.[1];
  const keys = [...bare(filter).matchAll(/\.([A-Za-z_]\w*)/g)].map((match) => `"${match[1] ?? ''}"`);
  const [key] = keys.slice(-1);
  // Chosen objects, of which one field is shown: their lines, then the field.
  if (piped && equal !== undefined && keys.length === 2 && key !== undefined)
    return [`grep '${equal}' | grep -o '${key}: *"[^"]*"'`];
  const pattern = equal ?? (keys.length === 1 ? key : undefined);
  if (piped) return [pattern === undefined ? '' : `grep '${pattern}'`];
  return [pattern === undefined ? `cat ${names}` : `grep -n '${pattern}' ${names}`];
}

const STAND_INS: Readonly<Record<string, StandIn>> = {
  ...named(
    shown,
    'less',
    'more',
    'most',
    'bat',
    'batcat',
    'vi',
    'vim',
    'nvim',
    'nano',
    'emacs',
    'view',
    'code',
  ),
  ...named(searched, 'ack', 'ag', 'pt'),
  ...named(foundByName, 'fd', 'fdfind'),
  ...named(where, 'which', 'whereis', 'type'),
  ...named(processes, 'ps'),
  ...named(processesLike, 'pgrep', 'pidof', 'pstree', 'top', 'htop'),
  tree: treed,
  locate: (words) => operandsOf(words).map((word) => `find . -name '*${bare(word)}*'`),
  ll: (words) => [['ls -l', ...words].join(' ')],
  la: (words) => [['ls -A', ...words].join(' ')],
  l: (words) => [['ls', ...words].join(' ')],
  dir: (words) => [['ls', ...words].join(' ')],
  exa: (words) => [['ls', ...words].join(' ')],
  eza: (words) => [['ls', ...words].join(' ')],
  vimdiff: (words) => [['diff -u', ...operandsOf(words)].join(' ')],
  colordiff: (words) => [['diff', ...words].join(' ')],
  sdiff: (words) => [['diff -y', ...operandsOf(words)].join(' ')],
  xxd: (words) => [['hexdump -C', ...operandsOf(words).slice(0, 1)].join(' ')],
  history: () => ['cat ~/.bash_history'],
};

function named(standIn: StandIn, ...names: readonly string[]): Readonly<Record<string, StandIn>> {
  return Object.fromEntries(names.map((name) => [name, standIn]));
}

/** What may be typed for one command of a pipeline, best first. `piped` if it reads the one before it. */
export function standIns(stage: string, piped: boolean): readonly string[] {
  const [name = '', ...words] = rawWords(stage);
  const kept = words.filter((word) => !/^(?:2>.*|>.*)$/.test(word));
  if (name === 'jq') return keyed(kept, piped);
  const standIn = Object.hasOwn(STAND_INS, name) ? STAND_INS[name] : undefined;
  const errors = /\s2>\s*\/dev\/null$/.test(stage) ? ' 2>/dev/null' : '';
  return (standIn?.(kept) ?? []).map((line) => line + errors);
}
