import { tokenize } from './lines/lexer.ts';
import type { Word } from './lines/words.ts';

/**
 * Lines that search, list or count what another command would be run on, as one command that does it itself:
 * `find … -exec grep`, `… | xargs grep`, `zcat`, `zgrep`. Only candidates, best first.
 */
export function rewrite(line: string): readonly string[] {
  return [...unpacked(line), ...handed(line)];
}

/** The parts of a line between `;`, `&&` and `||`, each behind the line's own `cd FOLDER &&`. */
export function splitSequence(line: string): readonly string[] {
  const cd = /^\s*cd\s+(?:'[^']*'|[^\s;&|'"]+)\s*&&\s*/.exec(line)?.[0] ?? '';
  return cutAt(line.slice(cd.length), /;|&&|\|\|/y)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => cd + part);
}

/** Cuts where the separator stands outside quotes and without a backslash. */
function cutAt(line: string, separator: RegExp): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  const piece = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./y;
  while (at < line.length) {
    separator.lastIndex = at;
    const cut = separator.exec(line)?.[0];
    if (cut !== undefined) {
      parts.push(line.slice(start, at));
      at += cut.length;
      start = at;
      continue;
    }
    piece.lastIndex = at;
    at += piece.exec(line)?.[0].length ?? 1;
  }
  return [...parts, line.slice(start)];
}

const stagesOf = (line: string): readonly string[] => cutAt(line, /\|/y).map((stage) => stage.trim());

/** The words of one command, `\;` and `{}` among them; what redirects is left out. */
function wordsOf(stage: string): readonly Word[] {
  const tokens = tokenize(stage.replace(/\\;/g, "';'").replaceAll('{}', "'{}'"));
  if (!tokens.ok) return [];
  return tokens.value.flatMap((token): readonly Word[] => (token.kind === 'word' ? [token.word] : []));
}

const pipe = (...stages: readonly string[]): string => stages.join(' | ');

/** Compressed files, decompressed to a pipe. */
function unpacked(line: string): readonly string[] {
  const [first = '', ...rest] = stagesOf(line);
  const zcat = /^(?:g?zcat|zless|zmore|gunzip\s+(?:-c|--stdout))\s+(-f\s+)?/.exec(first);
  if (zcat !== null) {
    const flags = zcat[1] === undefined ? '-dc' : '-dcf';
    return [pipe(`gzip ${flags} -- ${first.slice(zcat[0].length)}`, ...rest)];
  }
  const search = /^z([ef]?grep)\s/.exec(first);
  if (search === null) return [];
  const words = wordsOf(first).slice(1);
  const pattern = patternAt(words);
  const raws = words.map((word) => word.raw);
  const grep = `${search[1] ?? 'grep'} ${raws.slice(0, pattern + 1).join(' ')}`;
  return [pipe(`gzip -dc -- ${raws.slice(pattern + 1).join(' ')}`, grep, ...rest)];
}

/** Where grep's pattern stands among its words. */
function patternAt(words: readonly Word[]): number {
  let at = 0;
  while (words[at]?.text.startsWith('-') === true) {
    const option = words[at]?.text ?? '';
    if (option === '-e') return at + 1;
    at += /^-[A-Za-z]*[mABC]$/.test(option) ? 2 : 1;
  }
  return at;
}

interface Handed {
  /** The words that name the files, with their command. */
  readonly from: readonly Word[];
  /** Stages between. */
  readonly between: readonly string[];
  readonly command: readonly Word[];
  readonly silent: boolean;
  readonly rest: readonly string[];
}

function handed(line: string): readonly string[] {
  const hand = handOf(line);
  if (hand === undefined) return [];
  const [name, second] = hand.from.map((word) => word.text);
  const made =
    name === 'find'
      ? fromFind(hand)
      : name === 'git' && second === 'ls-files'
        ? fromGit(hand)
        : name === 'ls' && second === undefined && isLineCount(hand.command)
          ? 'wc -l *'
          : undefined;
  if (made === undefined) return [];
  return [pipe(`${made}${hand.silent ? ' 2>/dev/null' : ''}`, ...hand.rest)];
}

function handOf(line: string): Handed | undefined {
  const stages = stagesOf(line);
  const from = wordsOf(stages[0] ?? '');
  const silent = /2>\s*\/dev\/null$/.test(stages[0] ?? '');
  const run = from.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word.text));
  if (run > 0 && from[0]?.text === 'find') {
    const end = from.findIndex((word, index) => index > run && /^[;+]$/.test(word.text));
    const stop = end < 0 ? from.length : end;
    if (end >= 0 && end < from.length - 1) return undefined;
    const command = from.slice(run + 1, stop).filter((word) => word.text !== '{}');
    return { from: from.slice(0, run), between: [], command, silent, rest: stages.slice(1) };
  }
  const at = stages.findIndex((stage) => /^xargs(?:\s|$)/.test(stage));
  if (at < 1) return undefined;
  const words = wordsOf(stages[at] ?? '').slice(1);
  let start = 0;
  while (words[start]?.text.startsWith('-') === true) {
    const option = words[start]?.text ?? '';
    if (/^-(?:I|i|-replace)/.test(option)) return undefined;
    start += /^-[nPLsd]$/.test(option) ? 2 : 1;
  }
  const between = stages.slice(1, at);
  return { from, between, command: words.slice(start), silent, rest: stages.slice(at + 1) };
}

function isLineCount(command: readonly Word[]): boolean {
  return command[0]?.text === 'wc' && command[1]?.text === '-l' && command.length === 2;
}

function isGrep(command: readonly Word[]): boolean {
  return /^[ef]?grep$/.test(command[0]?.text ?? '');
}

/** The files of find, searched, counted or listed without another program. */
function fromFind({ from, between, command }: Handed): string | undefined {
  if (between.length > 0) return undefined;
  const first = from.findIndex((word, index) => index > 0 && /^[-(!]/.test(word.text));
  const starts = from.slice(1, first < 0 ? from.length : first).map((word) => word.raw);
  const tests = first < 0 ? [] : from.slice(first).filter((word) => !/^-print0?$/.test(word.text));
  const folders = starts.length === 0 ? '.' : starts.join(' ');
  if (command[0]?.text === 'ls') {
    const listed = tests.map((word) => (word.raw === '(' || word.raw === ')' ? `\\${word.raw}` : word.raw));
    return ['find', ...starts, ...listed, '-ls'].join(' ');
  }
  const names = tests.flatMap((word, index) =>
    tests[index - 1]?.text === '-name' && !/^(?:!|-not)$/.test(tests[index - 2]?.text ?? '')
      ? [word.text]
      : [],
  );
  const included = names.map((name) => ` --include='${name}'`).join('');
  if (isLineCount(command)) {
    const [name] = names;
    const flat = tests.findIndex((word) => word.text === '-maxdepth');
    if (flat >= 0)
      return tests[flat + 1]?.text === '1' && name !== undefined && folders === '.'
        ? `wc -l ${name}`
        : undefined;
    return `grep -rc ''${included} ${folders}`;
  }
  if (!isGrep(command)) return undefined;
  const [grep, ...words] = command;
  const [option, ...others] = words.map((word) => word.raw);
  const letters = /^-[A-Za-z]+$/.test(option ?? '') ? (option ?? '').slice(1) : undefined;
  const flags =
    letters === undefined
      ? ['-r', ...words.map((word) => word.raw)]
      : [`-${letters.includes('r') ? '' : 'r'}${letters}`, ...others];
  return `${grep?.text ?? 'grep'} ${flags.join(' ')}${included} ${folders}`;
}

/** The files of git, searched or counted by git; a `grep '\.py$'` between becomes a pathspec. */
function fromGit({ from, between, command }: Handed): string | undefined {
  const given = from.slice(2);
  if (between.length > 1 || given.some((word) => word.text.startsWith('-'))) return undefined;
  let paths = given.map((word) => word.raw);
  const filter = between[0];
  if (filter !== undefined) {
    const ending = /^grep\s+(?:-E\s+)?['"]?\\(\.\w+)\$['"]?$/.exec(filter)?.[1];
    if (ending === undefined || given.some((word) => word.glob)) return undefined;
    paths = given.length === 0 ? [`'*${ending}'`] : given.map((word) => `'${word.text}/*${ending}'`);
  }
  const scope = paths.length === 0 ? '' : ` -- ${paths.join(' ')}`;
  if (isLineCount(command)) return `git grep -c ''${scope}`;
  if (!isGrep(command)) return undefined;
  const mode = command[0]?.text === 'egrep' ? ' -E' : command[0]?.text === 'fgrep' ? ' -F' : '';
  return `git grep${mode} ${command
    .slice(1)
    .map((word) => word.raw)
    .join(' ')}${scope}`;
}
