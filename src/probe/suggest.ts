import type { Candidate } from './fixes/text.ts';
import { parseLine } from './lines/grammar.ts';
import type { RawStage } from './lines/words.ts';
import { rewrite } from './rewrite.ts';
import type { Refusal } from './verdict.ts';

/**
 * Lines that may do what a refused one was meant to, best first. They are only candidates: whoever shows one
 * has it approved first. `last` also gives the front of the line, without the command that is refused.
 */
export function suggest(line: string, refusal: Refusal, last: boolean): readonly Candidate[] {
  const weak = last ? withoutRest(line, refusal) : [];
  return [...rewrite(line), ...[...specific(line, refusal), ...weak].map((one) => [one])]
    .map((lines) => lines.map((one) => one.trim()).filter((one) => one !== ''))
    .filter((lines) => lines.length > 0);
}

function specific(line: string, refusal: Refusal): readonly string[] {
  const { at, word, data } = refusal;
  const before = line.slice(0, at);
  const after = line.slice(at + word.length);
  const cut = (): string => before.replace(/[;&|\s]+$/, '');
  switch (refusal.rule) {
    case 'sequence':
    case 'background':
    case 'comment':
      return [cut()];
    case 'empty-stage':
      return [cut(), after.replace(/^[\s|]+/, '')];
    case 'history':
      return [before + word.replace(/^!+/, '') + after];
    case 'glob':
      return namesFiles(line, at) ? [] : quoted(before, word, after);
    case 'brace':
      return braces(line, refusal);
    case 'expansion':
      return word === "$'" ? tabbed(line) : expansions(line, refusal);
    case 'group':
      return grouped(line);
    case 'tilde':
      if (word === '~') return [`${before}~/${after}`];
      return namesFiles(line, at) ? [] : quoted(before, word, after);
    case 'redirection':
      return redirections(before, word, after, data['kind'] ?? '');
    case 'invisible-character':
      return [`${before} ${after}`, before + after];
    case 'control-character':
      return [cut(), before + after];
    case 'look-alike':
      return [plainLookAlikes(line), plainLookAlikes(line).replace(/\s#.*$/, '')];
    case 'unterminated-quote':
      return word.startsWith('\\') ? [before] : [line + word.charAt(0), before + word.slice(1)];
    case 'command-word':
      return [`${before}${data['command'] ?? ''}${after}`];
    case 'assignment':
      return [before + after.trimStart()];
    case 'too-many-stages':
      return [mergedCat(line)];
    case 'path':
      return data['reason'] === 'stdin' ? [before + after.trimStart()] : [];
    case 'recursion-from-root':
      return [`${before}.${after}`];
    case 'extra-operand':
      return [before + after.trimStart()];
    case 'missing-operand':
      return missing(line);
    case 'abbreviated-option':
      return [
        ...(data['full'] ?? '').split(' ').map((full) => before + word.replace(/^[^=]*/, full) + after),
        ...dropOption(line, refusal),
      ];
    case 'option':
    case 'option-value':
    case 'writes':
    case 'runs-programs':
    case 'network':
    case 'follow':
    case 'subcommand':
    case 'wrapper':
    case 'command':
    case 'format':
    case 'script':
      return [...commands(line, refusal), ...dropOption(line, refusal)];
    default:
      return [];
  }
}

/** `$'\\t'` in a search: its own patterns know the tab. */
function tabbed(line: string): readonly string[] {
  const search = /^([ef]?grep)\s(.*)\$'\\t'(.*)$/.exec(line);
  if (search === null) return [];
  return [`grep -P ${search[2] ?? ''}'\\t'${search[3] ?? ''}`];
}

/** `(cd d && ls)` as the line without its brackets. */
function grouped(line: string): readonly string[] {
  const inner = /^\s*\(\s*([^()]+?)\s*\)\s*$/.exec(line)?.[1];
  return inner === undefined ? [] : [inner];
}

/** Commands whose operands are all names of files: what a shell makes of a word is not meant as it stands. */
const NAMES_FILES =
  /^(?:cat|head|tail|ls|wc|nl|tac|stat|file|du|diff|cmp|comm|readlink|realpath|basename|dirname|\w+sum|strings|od|hexdump)$/;

function namesFiles(line: string, at: number): boolean {
  return NAMES_FILES.test(commandAt(line, at));
}

/** The name of the command that a place of the line belongs to; of lines that cannot be read too. */
function commandAt(line: string, at: number): string {
  const before = line.slice(0, at);
  const stage = before.slice(Math.max(before.lastIndexOf('|'), before.lastIndexOf('&')) + 1);
  return /^\s*(\S*)/.exec(stage)?.[1] ?? '';
}

/** More words than these are no longer a line for people. */
const BRACES_LIMIT = 20;

/** The words that the shell would make, written out; a count such as {2,3} in a pattern is meant as it stands. */
function braces(line: string, { at, word }: Refusal): readonly string[] {
  const before = line.slice(0, at);
  const after = line.slice(at + word.length);
  const words = expanded(word);
  const out = words === undefined ? [] : [`${before}${words.join(' ')}${after}`];
  if (namesFiles(line, at)) return out;
  const count = /\{[0-9]*,?[0-9]*\}/.test(word) || /^\{|\{[^,}]*\}/.test(word);
  return count ? quoted(before, word, after) : [...out, ...quoted(before, word, after)];
}

/** The words of `a{b,c}d` or `a{1..3}d`, each with the option that it is the value of. */
function expanded(word: string): readonly string[] | undefined {
  const match = /^([^{}'"\\]*)\{([^{}'"\\]*)\}([^'"\\]*)$/.exec(word);
  if (match === null) return undefined;
  const [, head = '', list = '', tail = ''] = match;
  const range = /^([0-9]{1,6})\.\.([0-9]{1,6})$/.exec(list);
  const [first, last] = [Number(range?.[1]), Number(range?.[2])];
  const between = Math.max(0, Math.min(last - first + 1, BRACES_LIMIT + 1));
  const parts =
    range === null ? list.split(',') : Array.from({ length: between }, (_, index) => String(first + index));
  if (parts.length < 2 || parts.length > BRACES_LIMIT) return undefined;
  const words = parts.map((part) => head + part + tail);
  if (!tail.includes('{')) return words;
  const all = words.map((one) => expanded(one));
  return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);
}

/** The word in single quotes; only where it holds no quoting of its own. */
function quoted(before: string, word: string, after: string): readonly string[] {
  const split = /^(--?[A-Za-z-]+=)(.*)$/s.exec(word);
  // A wildcard at the top of the file system is meant as one: in quotes it would name nothing.
  if (/['"\\]|^\/+[^/]*[*?[]/.test(word)) return [];
  return [`${before}${split?.[1] ?? ''}'${split?.[2] ?? word}'${after}`];
}

function expansions(line: string, { at, word }: Refusal): readonly string[] {
  const before = line.slice(0, at);
  const after = line.slice(at + word.length);
  if (word === '$HOME' || word === '${HOME}')
    return [`${before}~${after.startsWith('/') ? '' : '/'}${after}`];
  // No file is called so.
  if (namesFiles(line, at)) return [];
  // The whole word in single quotes, or its double quotes made single.
  const start = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\t')) + 1;
  const end = /[ \t|]/.exec(line.slice(at))?.index ?? line.length - at;
  const whole = line.slice(start, at + end);
  const opened = before.lastIndexOf('"');
  const closed = line.indexOf('"', at);
  const single =
    opened >= 0 && closed > at
      ? `${line.slice(0, opened)}'${line.slice(opened + 1, closed)}'${line.slice(closed + 1)}`
      : '';
  return [
    ...(/['"\\]/.test(whole) ? [] : [`${line.slice(0, start)}'${whole}'${line.slice(at + end)}`]),
    ...(single === '' ? [] : [single]),
  ];
}

function redirections(before: string, word: string, after: string, kind: string): readonly string[] {
  if (kind === 'pipe-both') return [`${before.trimEnd()} 2>&1 |${after}`];
  if (kind === 'not-last' || kind === 'second') {
    const moved = /^(.*?)\s*(2>\/dev\/null|2>&1)\s*$/s.exec(before);
    return moved === null
      ? [before + after]
      : [`${moved[1] ?? ''} ${word}${after} ${moved[2] ?? ''}`, `${moved[1] ?? ''}${after} ${word}`];
  }
  if (/^2>\s*\/dev\/null$/.test(word)) return [`${before}2>/dev/null${after}`];
  if (/^&>+\s*\/dev\/null$/.test(word)) return [`${before.trimEnd()} 2>/dev/null${after}`, before + after];
  if (kind === 'input' && /^<[^<&]/.test(word)) {
    const file = word.slice(1).trimStart();
    // A filter that takes no names reads it from a pipe.
    const piped = before.includes('|') ? [] : [`cat ${file} | ${before.trimEnd()}${after}`];
    return [`${before}${file}${after}`, ...piped];
  }
  return [before + after];
}

function plainLookAlikes(line: string): string {
  return line
    .replaceAll(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replaceAll(/\u2014/g, '--')
    .replaceAll(/[\u2010-\u2013\u2212]/g, '-')
    .replaceAll('\u2026', '...')
    .normalize('NFKC')
    .replaceAll(/[\u0430\u0435\u043e\u0440\u0441\u0445\u0456\u0455]/g, (letter) =>
      'aeopcxis'.charAt('\u0430\u0435\u043e\u0440\u0441\u0445\u0456\u0455'.indexOf(letter)),
    );
}

/** A search without a file searches the tree; other commands have no such default. */
function missing(line: string): readonly string[] {
  const stage = stagesOf(line)[0];
  if (stage === undefined || !/^[ef]?grep$/.test(stage.name.text)) return [];
  if (stage.words.every((word) => word.text.startsWith('-'))) return [];
  return [`${line.slice(0, stage.end).replace(/^(\w+)/, '$1 -rn')} .${line.slice(stage.end)}`];
}

function stagesOf(line: string): readonly RawStage[] {
  const parsed = parseLine(line);
  return parsed.ok ? parsed.value.stages : [];
}

/** Commands that can be written so that they end, or only look. */
const WRITTEN_OTHERWISE: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^tail\s+-([0-9]+)[fF]\s+/, 'tail -n $1 '],
  // Behind a filter the last ten lines would say little.
  [/^tail\s+-(?:f|F|-follow(?:=\S*)?)\s+(?!-)([^|]*)\|/, 'tail -n 1000 $1|'],
  [/^tail\s+(.*?)-(?:f|F|-follow(?:=\S*)?)(?=\s)\s*/, 'tail $1'],
  [/^tail\s+\+([0-9]+)f?\b/, 'tail -n +$1'],
  [/^git\s+stash\s+(?:pop|apply|drop|push|save).*$/, 'git stash list'],
  [/^git\s+stash$/, 'git stash list'],
  [/^git\s+branch\b.*$/, 'git branch'],
  [/^git\s+tag\b.*$/, 'git tag'],
  [/^git\s+checkout\s+([\w][\w./~^-]*)\s+(?:--\s+)?([\w.][\w./-]*)$/, 'git show $1:$2'],
  [/^git\s+(?:checkout|switch)\s+([\w][\w./~^-]*)$/, 'git log $1'],
  [/^git\s+(?:checkout|switch|restore)\b.*$/, 'git log'],
  [/^git\s+cherry\s+([\w][\w./~^-]*)(?:\s+([\w][\w./~^-]*))?$/, 'git log --oneline $1..$2'],
  [/^git\s+submodule\s+(?:status|summary)\b.*$/, 'cat .gitmodules'],
  [/^git\s+config\s+(?:--local\s+)?(?:--list|-l)$/, 'cat .git/config'],
  [/^perl\s+-ne\s+'print\s+if\s+\/([^/'\\]+)\/'/, "grep -E '$1'"],
  [/^git\s+remote\b.*$/, 'git remote -v'],
  [/^git\s+worktree\b.*$/, 'git worktree list'],
  [/^git\s+reflog\b.*$/, 'git reflog'],
  [/^git\s+symbolic-ref\s+(?:--short\s+)?HEAD$/, 'git rev-parse --abbrev-ref HEAD'],
  [/^git\s+config\s+(?:--get\s+)?remote\..*$/, 'git remote -v'],
  [/^date\b.*$/, 'date'],
  [/^awk\s+'BEGIN\s*\{\s*FS\s*=\s*"([^"'\\]+)"\s*;?\s*\}\s*;?\s*/, "awk -F '$1' '"],
];

function commands(line: string, refusal: Refusal): readonly string[] {
  const stage = stagesOf(line).find(
    (one) => refusal.at >= one.start && refusal.at < Math.max(one.end, one.start + 1),
  );
  const start = stage?.start ?? 0;
  const head = line.slice(0, start);
  const rest = line.slice(start);
  return WRITTEN_OTHERWISE.flatMap(([pattern, replacement]) =>
    pattern.test(rest) ? [head + rest.replace(pattern, replacement)] : [],
  );
}

/** Refused options whose value stands in the next word: dropping the option alone would make it an operand. */
const TAKES_NEXT =
  /^(?:-o|-T|-f|-D|-d|-X|-S|-W|-v|-m|-files0-from|-fprint|-fprint0|-fls|--file|--output|--pre|--pre-glob|--hostname-bin|--hyperlink-format|--ignore-file|--exec-path|--git-dir|--work-tree|--compress-program|--random-source|--magic-file)$/;

/** Without the option: its letter, its word, or its word and the next one; of find, without its action. */
function dropOption(line: string, { at, word, data }: Refusal): readonly string[] {
  const option = data['option'] ?? '';
  const before = line.slice(0, at);
  const after = line.slice(at + word.length);
  if (!word.startsWith('-')) return [];
  // Without its file of patterns or its program, a search is another one.
  if (/^(?:-f|--file)$/.test(option) && /^(?:[ef]?grep|rg|sed|awk|git grep)$/.test(data['command'] ?? ''))
    return [];
  if (/^-(?:exec|ok)(?:dir)?$|^-fprintf$/.test(option))
    return [`${before.trimEnd()} ${/\|.*$/s.exec(after)?.[0] ?? ''}`];
  if (/^-[A-Za-z]$/.test(option) && /^-[A-Za-z0-9]{2,}$/.test(word)) {
    return [before + word.replace(option.charAt(1), '') + after, before + after.trimStart()];
  }
  const next = /^\s+(?:'[^']*'|"[^"]*"|[^\s|'"]+)/.exec(after)?.[0];
  const alone = before + after.trimStart();
  const both = next === undefined ? alone : before + after.slice(next.length).trimStart();
  return TAKES_NEXT.test(option) && word === option ? [both] : [alone, both];
}

/** `cat FILE | CMD …` as `CMD … FILE`, which is one command less. */
function mergedCat(line: string): string {
  return line.replace(/^cat\s+([^|'"-][^|'"]*?)\s*\|\s*([^|]+?)\s*(?=\||$)/, '$2 $1 ');
}

/** The front of the line, up to the command that is refused. */
function withoutRest(line: string, { rule, at }: Refusal): readonly string[] {
  const isCut = rule === 'too-many-stages' || rule === 'not-a-filter';
  if (isCut) return [line.slice(0, at).replace(/[|\s]+$/, '')];
  return at > 0 ? dropStage(line, at) : [];
}

/** Without the stage and all behind it. */
function dropStage(line: string, at: number): readonly string[] {
  const stage = stagesOf(line).find((one) => one.start === at);
  return stage === undefined ? [] : [line.slice(0, at).replace(/[|\s]+$/, '')];
}
