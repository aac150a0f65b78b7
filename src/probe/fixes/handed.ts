import type { Word } from '../lines/words.ts';
import { findFiles, type Choice } from './find-files.ts';
import { pipe, stagesOf, wordsOf, type Candidate } from './text.ts';
import { patternAt } from './unpacked.ts';

/** A command that another one hands its files to. */
interface Handed {
  /** The words that name the files, with their command. */
  readonly from: readonly Word[];
  /** Their command as it was typed. */
  readonly listing: string;
  /** Filters between, as typed. */
  readonly between: readonly string[];
  readonly command: readonly Word[];
  readonly silent: boolean;
  /** The command binds to the last test of a find, not to all of it. */
  readonly binds: boolean;
  readonly rest: readonly string[];
}

/**
 * What another command would be run on, searched, counted or listed by one command that does it itself:
 * `find … -exec grep`, `find … | xargs grep`. Where the files come from a search, the two searches in a row.
 */
export function handed(line: string): readonly Candidate[] {
  const hand = handOf(line);
  if (hand === undefined) return [];
  const [name, second] = hand.from.map((word) => word.text);
  if (name === 'find') {
    const made = fromFind(hand);
    return made === undefined ? [] : [made];
  }
  if (name === 'git' && second === 'ls-files') return gitFiles(hand);
  if (name === 'ls') return finish(hand, fromLs(hand), []);
  return searchInHits(hand);
}

function finish(hand: Handed, made: string | undefined, filters: readonly string[]): readonly Candidate[] {
  if (made === undefined) return [];
  return [[pipe(`${made}${hand.silent ? ' 2>/dev/null' : ''}`, ...filters, ...hand.rest)]];
}

/** A filter that no pathspec can say is put behind the search: it sees the names there as well. */
function gitFiles(hand: Handed): readonly Candidate[] {
  const made = fromGit(hand);
  if (made !== undefined) return finish(hand, made, []);
  const searchable = hand.between.every(isSearch) && isGrep(hand.command);
  return searchable ? finish(hand, fromGit({ ...hand, between: [] }), hand.between) : [];
}

function handOf(line: string): Handed | undefined {
  const stages = stagesOf(line);
  const listing = stages[0] ?? '';
  const from = wordsOf(listing);
  const isSilent = (stage: string): boolean => /2>\s*\/dev\/null$/.test(stage);
  const run = from.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word.text));
  if (run > 0 && from[0]?.text === 'find') {
    const end = from.findIndex((word, index) => index > run && /^[;+]$/.test(word.text));
    const stop = end < 0 ? from.length : end;
    if (end >= 0 && from.slice(end + 1).some((word) => word.text !== '-print')) return undefined;
    const command = from.slice(run + 1, stop).filter((word) => word.text !== '{}');
    const silent = isSilent(listing);
    const found = from.slice(0, run);
    return { from: found, listing, between: [], command, silent, binds: true, rest: stages.slice(1) };
  }
  const at = stages.findIndex((stage) => /^xargs(?:\s|$)/.test(stage));
  if (at < 1) return undefined;
  const command = commandOfXargs(wordsOf(stages[at] ?? '').slice(1));
  if (command === undefined) return undefined;
  const silent = isSilent(listing) || isSilent(stages[at] ?? '');
  const between = stages.slice(1, at);
  return { from, listing, between, command, silent, binds: false, rest: stages.slice(at + 1) };
}

/** The command behind xargs' own options, without its place for the name; that must be the last word. */
function commandOfXargs(words: readonly Word[]): readonly Word[] | undefined {
  let start = 0;
  let mark: string | undefined;
  while (words[start]?.text.startsWith('-') === true) {
    const option = words[start]?.text ?? '';
    if (option === '-I') mark = words[start + 1]?.text;
    else if (/^-I./.test(option)) mark = option.slice(2);
    else if (/^(?:-i|--replace)/.test(option)) mark = option.replace(/^(?:-i|--replace=?)/, '') || '{}';
    start += /^-[nPLsdI]$/.test(option) ? 2 : 1;
  }
  const command = words.slice(start);
  if (mark === undefined) return command;
  const place = command.findIndex((word) => word.text.includes(mark));
  return place === command.length - 1 && command[place]?.text === mark ? command.slice(0, -1) : undefined;
}

const isLineCount = (command: readonly Word[]): boolean =>
  command[0]?.text === 'wc' && command[1]?.text === '-l' && command.length === 2;

const isGrep = (command: readonly Word[]): boolean => /^(?:[ef]?grep|rg)$/.test(command[0]?.text ?? '');

const raws = (words: readonly Word[]): string => words.map((word) => word.raw).join(' ');

const isSearch = (stage: string): boolean => /^[ef]?grep\s/.test(stage);

/**
 * The files of find, searched, counted or read without another program. Where a search cannot choose as narrowly
 * as the find does, the files are only listed.
 */
function fromFind(hand: Handed): Candidate | undefined {
  const { from, between, command, rest } = hand;
  if (!between.every(isSearch)) return undefined;
  const files = findFiles(from, hand.binds);
  const done = (made: string, ...more: readonly string[]): Candidate => [
    pipe(`${made}${hand.silent ? ' 2>/dev/null' : ''}`, ...between, ...more),
  ];
  if (command[0]?.text === 'ls') return done(`${files.words} -ls`, ...rest);
  const isRead =
    isGrep(command) || isLineCount(command) || /^(?:cat|head|tail|sed)$/.test(command[0]?.text ?? '');
  if (
    !isRead ||
    command.some(
      (word) => /^(?:-[A-Za-z]*i[A-Za-z]*|--in-place.*)$/.test(word.text) && command[0]?.text === 'sed',
    )
  )
    return undefined;
  const search = files.choice && searchOf(command, files.choice);
  return search === undefined ? done(files.listing) : done(search, ...rest);
}

function searchOf(command: readonly Word[], { places, flat, chosen, globs }: Choice): string | undefined {
  if (flat) {
    const walks = command.some((word) => /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive$/.test(word.text));
    return walks || command[0]?.text === 'rg' ? undefined : `${raws(command)} ${places}`;
  }
  if (isLineCount(command)) return `grep -rc ''${chosen} ${places}`;
  if (command[0]?.text === 'cat' && command.length === 1) return `grep -rh ''${chosen} ${places}`;
  if (command[0]?.text === 'sed') {
    const [, option, script] = command;
    const pattern = /^\/([^/\\]+)\/p$/.exec(script?.text ?? '')?.[1];
    if (option?.text !== '-n' || pattern === undefined || command.length > 3) return undefined;
    return pattern.includes("'") ? undefined : `grep -rh '${pattern}'${chosen} ${places}`;
  }
  if (!isGrep(command)) return undefined;
  return `${recursive(command)}${command[0]?.text === 'rg' ? globs : chosen} ${places}`;
}

/** A grep with its options and pattern, made recursive. */
function recursive(command: readonly Word[], more = ''): string {
  const [grep, ...words] = command;
  const name = grep?.text ?? 'grep';
  if (name === 'rg') return `rg ${raws(words)}`;
  const [option, ...others] = words.map((word) => word.raw);
  const letters = /^-[A-Za-z]+$/.test(option ?? '') ? (option ?? '').slice(1) : undefined;
  const flags =
    letters === undefined
      ? [`-r${more}`, ...words.map((word) => word.raw)]
      : [`-${letters.includes('r') ? '' : 'r'}${letters}`, ...others];
  return `${name} ${flags.join(' ')}`;
}

/** The files of git, searched or counted by git; a `grep '\.py$'` between becomes a pathspec. */
function fromGit({ from, between, command }: Handed): string | undefined {
  const given = from.slice(2);
  if (given.some((word) => word.text.startsWith('-'))) return undefined;
  let paths = given.map((word) => word.raw);
  const [filter, ...more] = between;
  if (filter !== undefined) {
    const ending = /^grep\s+(?:-E\s+)?['"]?\\(\.\w+)\$['"]?$/.exec(filter)?.[1];
    if (ending === undefined || more.length > 0 || given.some((word) => word.glob)) return undefined;
    paths = given.length === 0 ? [`'*${ending}'`] : given.map((word) => `'${word.text}/*${ending}'`);
  }
  const scope = paths.length === 0 ? '' : ` -- ${paths.join(' ')}`;
  if (isLineCount(command)) return `git grep -c ''${scope}`;
  if (command[0]?.text === 'cat' && command.length === 1) return `git grep -h ''${scope}`;
  if (!isGrep(command) || command[0]?.text === 'rg') return undefined;
  const mode = command[0]?.text === 'egrep' ? ' -E' : command[0]?.text === 'fgrep' ? ' -F' : '';
  return `git grep${mode} ${raws(command.slice(1))}${scope}`;
}

/** The files that ls names, given to the command itself. */
function fromLs({ from, between, command }: Handed): string | undefined {
  const names = from.slice(1).filter((word) => !word.text.startsWith('-'));
  if (between.length > 0 || command.length === 0) return undefined;
  const folders = names.some((word) => !word.glob);
  const files =
    names.length === 0 ? '*' : names.map((word) => (folders ? `${word.raw}/*` : word.raw)).join(' ');
  return `${raws(command)} ${files.replaceAll('//*', '/*')}`;
}

/** The first search lists its files, the second searches the same place: what both have is easily seen. */
function searchInHits({ from, listing, between, command, rest }: Handed): readonly Candidate[] {
  if (!isGrep(command)) return [];
  const words = from.slice(1);
  const [name] = from.map((word) => word.text);
  const list = pipe(listing, ...between);
  if (name === 'git') {
    if (words[0]?.text === 'grep') {
      const searched = words.slice(1);
      const dashes = searched.findIndex((word) => word.text === '--');
      const places = searched.slice(dashes < 0 ? patternAt(searched) + 1 : dashes + 1);
      const scope = places.length === 0 ? '' : ` -- ${raws(places)}`;
      return [[list, pipe(`git grep ${raws(command.slice(1))}${scope}`, ...rest)]];
    }
    // A search of the whole tree would read more than the changed files.
    return words[0]?.text === 'diff' || words[0]?.text === 'log' ? [[list]] : [];
  }
  if (name !== 'rg' && !isGrep(from)) return [];
  const pattern = patternAt(words);
  const places = raws(words.slice(pattern + 1).filter((word) => !word.text.startsWith('-')));
  const chosen = words
    .filter((word) => /^--(?:include|exclude|exclude-dir)=/.test(word.text))
    .map((word) => ` ${word.raw}`);
  const walks = name === 'rg' || words.some((word) => /^-[A-Za-z]*[rR]/.test(word.text));
  const search =
    name === 'rg' || !walks ? `${command[0]?.text ?? ''} ${raws(command.slice(1))}` : recursive(command, 'n');
  const where = places === '' ? (name === 'rg' ? '' : ' .') : ` ${places}`;
  return [[list, pipe(`${search}${name === 'rg' ? '' : chosen.join('')}${where}`, ...rest)]];
}
