import { cutAt, pipe, rawWords, stagesOf, type Candidate } from './text.ts';

const WORDS_LIMIT = 40;

/**
 * Lines of a shell's own language that only go through files, as commands that do so themselves: loops,
 * `$(…)` as a list of files, and variables that are set in the same line.
 */
export function unrolled(line: string): readonly Candidate[] {
  return [...overWords(line), ...overLines(line), ...listed(line), ...inputs(line), ...named(line)];
}

/** `for f in WORDS; do BODY; done`. */
function overWords(line: string): readonly Candidate[] {
  const loop = /^for\s+(\w+)\s+in\s+(.*?)\s*;\s*do\s+(.*?)\s*;?\s*done\s*((?:\||2>|>).*)?$/s.exec(line);
  if (loop === null) return [];
  const [, name = '', list = '', body = '', rest = ''] = loop;
  const inner = /^(?:\$\((.*)\)|`(.*)`)$/s.exec(list);
  if (inner !== null) return overList(inner[1] ?? inner[2] ?? '', name, body, rest);
  const words = rawWords(list).flatMap(counted);
  if (words.length === 0 || words.length > WORDS_LIMIT || words.some((word) => /^["']?\$/.test(word)))
    return [];
  const lines = bodies(body, name).flatMap((command) => {
    const made = put(command, name, words);
    return made === undefined ? [] : [made];
  });
  if (lines.length === 0) return [];
  // What the whole loop is piped into makes sense for one command only.
  return [lines.length === 1 ? [`${lines[0] ?? ''} ${rest}`.trim()] : lines];
}

/** `LIST | while read f; do BODY; done`. */
function overLines(line: string): readonly Candidate[] {
  const loop =
    /^(.*?)\|\s*while\s+(?:IFS=\S*\s+)?read\s+(?:-\S+\s+)*(\w+)\s*;\s*do\s+(.*?)\s*;?\s*done\s*(\|.*)?$/s.exec(
      line,
    );
  if (loop === null) return [];
  const [, list = '', name = '', body = '', rest = ''] = loop;
  return overList(list, name, body, rest);
}

/** The body for each line of a list is what xargs does; what becomes of that is decided elsewhere. */
function overList(list: string, name: string, body: string, rest: string): readonly Candidate[] {
  const lines = bodies(body, name).flatMap((command) => {
    const [first = '', ...filters] = stagesOf(command);
    const words = rawWords(first);
    if (words.filter((word) => isVariable(word, name)).length !== 1) return [];
    const bare = words.filter((word) => !isVariable(word, name)).join(' ');
    return mentions(bare, name) ? [] : [`${pipe(list.trim(), `xargs ${bare}`, ...filters)} ${rest}`.trim()];
  });
  return lines.length === 0 ? [] : [lines];
}

/** `CMD $(LIST)`, and the same with backticks, at the end of a command. */
function listed(line: string): readonly Candidate[] {
  const match = /^([a-z][^|;&`$]*?)\s+(?:\$\(([^()]*)\)|`([^`]*)`)\s*(\|.*|2>\/dev\/null.*)?$/s.exec(line);
  if (match === null) return [];
  const [, command = '', inner, ticked, rest = ''] = match;
  const list = (inner ?? ticked ?? '').trim();
  if (!/^(?:find|git\s+(?:ls-files|grep|diff)|[ef]?grep|rg|ls)\s/.test(list)) return [];
  // git's own search is asked for git's files: the two are one search each.
  const searcher = command.replace(/^git\s+(?=grep\b)/, '');
  return [[`${list} | xargs ${searcher} ${rest}`.trim()]];
}

/** `diff <(A) <(B)`: what each of them prints, to be looked at one beside the other. */
function inputs(line: string): readonly Candidate[] {
  const inner = [...line.matchAll(/<\(([^()]*)\)/g)].map((match) => (match[1] ?? '').trim());
  const only = /^([^|;&<]*)<\(\s*cat\s+([^\s()|;&$'"]+)\s*\)\s*(\|.*)?$/.exec(line);
  if (only !== null) return [[`${only[1] ?? ''}${only[2] ?? ''} ${only[3] ?? ''}`.trim()]];
  return inner.length === 0 ? [] : [inner];
}

/** `F=VALUE; CMD $F`, with the value put in. */
function named(line: string): readonly Candidate[] {
  const set = /^(?:export\s+)?([A-Za-z_]\w*)=((?:'[^']*'|"[^"$`]*"|[^\s;&|'"$`])*)\s*(?:;|&&)\s*(.+)$/s.exec(
    line,
  );
  if (set === null) return [];
  const [, name = '', value = '', rest = ''] = set;
  if (value === '' || !mentions(rest, name)) return [[rest]];
  const bare = value.replace(/^(['"])(.*)\1$/s, '$2');
  if (!/^[\w@%+=:,./~*?-]*$/.test(bare)) return [];
  return [[rest.replaceAll(variable(name), bare)]];
}

function variable(name: string): RegExp {
  return new RegExp(`\\$(?:${name}\\b|\\{${name}\\})`, 'g');
}

function mentions(text: string, name: string): boolean {
  return text.search(variable(name)) >= 0;
}

function isVariable(word: string, name: string): boolean {
  return word.replace(/^"(.*)"$/s, '$1').replace(variable(name), '') === '' && mentions(word, name);
}

/** `{1..9}` and `{01..31}` as the words that a shell makes of them. */
function counted(word: string): readonly string[] {
  const range = /^\{(\d+)\.\.(\d+)\}$/.exec(word);
  if (range === null) return [word];
  const [from, to] = [Number(range[1]), Number(range[2])];
  const width = /^0\d/.test(range[1] ?? '') ? (range[1] ?? '').length : 0;
  if (to < from || to - from >= WORDS_LIMIT) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(width, '0'));
}

/**
 * The commands of a loop's body that read, without those that only print the name; `grep -q P F && echo F`
 * asks which files match, with `||` which do not.
 */
function bodies(body: string, name: string): readonly string[] {
  const which =
    /^([ef]?grep)\s+-([A-Za-z]*)q([A-Za-z]*)\s+(.*?)\s*(&&|\|\|)\s*(?:echo|printf)\s[^;&|]*$/s.exec(body);
  if (which !== null && mentions(which[4] ?? '', name) && !(which[4] ?? '').includes('&&')) {
    const [, grep = '', before = '', after = '', words = '', operator] = which;
    return [`${grep} -${before}${operator === '&&' ? 'l' : 'L'}${after} ${words}`];
  }
  const named = /&&\s*(?:echo|printf)\s/.test(body);
  return cutAt(body, /;|&&|\|\|/y)
    .map((part) => part.trim())
    .map((part) => (named ? part.replace(/^([ef]?grep\s+-[A-Za-z]*)q/, '$1l') : part))
    .filter((part) => part !== '' && !/^(?:echo|printf|true|:)(?:\s|$)/.test(part));
}

/** The command with the loop's words in the place of its variable; undefined if there is not one place. */
function put(command: string, name: string, words: readonly string[]): string | undefined {
  const [first = '', ...filters] = stagesOf(command);
  const typed = rawWords(first);
  const places = typed.filter((word) => mentions(word, name));
  const [place] = places;
  if (place === undefined || places.length > 1 || place.startsWith("'")) return undefined;
  if (words.length > 1 && filters.length > 0 && !filters.every((one) => /^grep\s/.test(one)))
    return undefined;
  const bare = place.replace(/^"([^"\\]*)"$/s, '$1');
  const made = words.map((word) =>
    bare.replaceAll(
      variable(name),
      /^["']/.test(word) && bare.search(variable(name)) > 0 ? word.slice(1, -1) : word,
    ),
  );
  return pipe(typed.map((word) => (word === place ? made.join(' ') : word)).join(' '), ...filters);
}
