import fc from 'fast-check';
import { judge, type PolicyFacts } from '../../src/probe/index.ts';
import { readCorpus } from '../probe/corpora.ts';

/** Lines that lead to the odd places of the hostile tree, besides those of the corpus. */
const ODD_LINES: readonly string[] = [
  'cat -n -- -rf',
  'cat ./--output=x',
  'head -n 3 new*',
  'wc -c *',
  'ls -laR .',
  'ls -ld pipe socket zero',
  'stat pipe',
  'stat -L keys',
  'file *',
  'du -a .',
  'find . -type l -ls',
  'find . -type p',
  'find -H keys -name "id*"',
  'find . -user root',
  'find . -newer src.py -printf "%p %l\\n"',
  'grep -R update .',
  'grep -rn update keys devices',
  'grep -c update *',
  'grep -rl x --include="*.bin" .',
  'sed -n "1,3p" src.py python/a.py',
  "sed -e 's/update/x/g' python/a.py",
  "awk 'NR == 2 {print $1}' src.py",
  'sort -u src.py f',
  'sort -rn f | uniq -c',
  'cut -d: -f1 src.py',
  'tr a-z A-Z',
  'tail -c 20 f',
  'diff -ru python old',
  'cmp f g',
  'sha256sum *',
  'readlink -f README',
  'realpath keys',
  'basename src.py',
  'git -C sub status',
  'git -C sub diff',
  'git -C sub log -p',
  'git -C filtered status',
  'git -C filtered diff',
  'git -C filtered blame s.bin',
  'git -C partial show HEAD',
  'git -C partial log -p -S two',
  'git -C partial cat-file -p HEAD:lost.py',
  'git -C partial grep one HEAD',
  'git diff',
  'git diff --stat HEAD',
  'git diff HEAD -- src.py sub',
  'git status',
  'git status --porcelain',
  'git log --stat -3',
  'git log -p --cc -- src.py',
  'git log -S update -p',
  'git log --format="%h %an %s" -5',
  'git log --graph --oneline --all',
  'git show HEAD~1:src.py',
  'git show --stat v1',
  'git stash show -p',
  'git ls-tree -r HEAD',
  'git ls-files -m',
  'git ls-files --others',
  'git describe --tags',
  'git remote -v',
  'git reflog',
  'git show-ref',
  'git for-each-ref',
  'git name-rev HEAD',
  'git count-objects -v',
  'git blame -L 1,2 src.py',
];

const OPERANDS: readonly string[] = [
  '.',
  '..',
  '../..',
  './',
  '~',
  '~/notes',
  '*',
  './*',
  'new*',
  '-*',
  '?*',
  'python/*.py',
  '[a-f]*',
  'README',
  'keys',
  'keys/id_ed25519',
  'environ',
  'devices',
  'devices/zero',
  'zero',
  'pipe',
  'socket',
  'self/self/src.py',
  'dangling',
  '-- -rf',
  './-rf',
  './--output=x',
  "'a b'",
  'caf\u00e9.py',
  '.git/config',
  '.git/HEAD',
  '.git',
  'sub',
  'sub/s.py',
  'filtered',
  'filtered/s.bin',
  'partial',
  'python',
  'python/a.py',
  'src.py',
  'f',
  'g',
  'big.bin',
  'missing',
  'HEAD',
  'HEAD~1',
  'v1',
  'HEAD:src.py',
  'HEAD~1..HEAD',
  '-- src.py',
  '-- sub',
  '/dev/zero',
  '/proc/self/environ',
  '/etc/passwd',
  '/etc/shadow',
];

const LONG_OPTIONS: readonly string[] = [
  '--all',
  '--color=always',
  '--stat',
  '--patch',
  '--cached',
  '--cc',
  '-m',
  '--full-diff',
  '--submodule=diff',
  '--no-renames',
  '--find-renames',
  '--follow',
  '--ignore-case',
  '--include=*.py',
  '--exclude=*.md',
  '--exclude-dir=.git',
  '--text',
  '--null',
  '--max-count=2',
  '--reverse',
  '--unique',
  '--numeric-sort',
  '--bytes=5',
  '--lines=3',
  '--oneline',
  '--decorate',
  '--word-diff',
  '--no-index',
  '--ignored',
  '--untracked-files=all',
  '--porcelain',
  '--recursive',
  '--dereference',
  '--human-readable',
  '--textconv',
  '--ext-diff',
  '--output=x',
  '--show-signature',
  '--in-place',
  '-exec id ;',
  '-delete',
  '-ls',
  '-L',
  '-mindepth 1',
  '-maxdepth 2',
  '-size +0',
  '-print0',
  '-n 2',
  '-C 1',
  '-A2',
  '-k2',
  '-t:',
  '-5',
];

const STAGES: readonly string[] = [
  'head',
  'head -n 3',
  'tail -n 2',
  'tail -n +2',
  'sort',
  'sort -u',
  'sort -rn -k 2',
  'uniq -c',
  'wc -l',
  'cut -c 1-20',
  'grep -v update',
  'grep -c .',
  'sed -n 1,5p',
  "awk '{print $1}'",
  'tr a-z A-Z',
  'cat -A',
  'nl',
  'tac',
  'sha256sum',
  'tee x',
  'xargs cat',
  'git log',
];

const FOLDERS: readonly string[] = [
  'python',
  './sub',
  'filtered',
  'partial',
  'keys',
  'devices',
  'self/self',
  '..',
  '~',
  '.git',
  "'a b'",
  '/proc',
];

const PIECES: readonly string[] = [
  "'",
  '"',
  '\\',
  '*',
  ' ',
  '--',
  '-',
  '\u00e9',
  '\u2019',
  '\u200b',
  '\u00a0',
  '\u{1f600}',
  '$',
  ';',
  '|',
  '>x',
  '2>/dev/null',
  '2>&1',
  '#',
  '=',
  '%',
  '../',
  './',
  'x',
  '0',
];

const SEEDS: readonly string[] = [...readCorpus('accepted.txt').map(({ line }) => line), ...ODD_LINES];

type Change = (line: string, place: number) => string;

/** The line with one of its words changed; words are what spaces part, quotes or not. */
function atWord(line: string, place: number, change: (word: string) => string): string {
  const words = line.split(' ');
  const index = place % words.length;
  return words.map((word, at) => (at === index ? change(word) : word)).join(' ');
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...OPERANDS).map(
    (operand): Change =>
      (line) =>
        `${line} ${operand}`,
  ),
  fc.constantFrom(...OPERANDS).map((operand): Change => (line, place) => {
    const count = line.split(' ').length;
    return atWord(line, Math.max(1, count - 1 - (place % 3)), () => operand);
  }),
  fc.constantFrom(...letters).map(
    (letter): Change =>
      (line, place) =>
        atWord(line, place % 3, (word) => `${word} -${letter}`),
  ),
  fc.constantFrom(...letters).map(
    (letter): Change =>
      (line, place) =>
        atWord(line, place, (word) => (/^-[a-zA-Z]+$/.test(word) ? word + letter : word)),
  ),
  fc.constantFrom(...LONG_OPTIONS).map(
    (option): Change =>
      (line, place) =>
        atWord(line, place % 3, (word) => `${word} ${option}`),
  ),
  fc.constantFrom(...STAGES).map(
    (stage): Change =>
      (line) =>
        `${line} | ${stage}`,
  ),
  fc.constantFrom(...FOLDERS).map(
    (folder): Change =>
      (line) =>
        `cd ${folder} && ${line}`,
  ),
  fc.constantFrom('"', "'").map(
    (mark): Change =>
      (line, place) =>
        atWord(line, place, (word) => mark + word + mark),
  ),
  fc.constant<Change>((line, place) =>
    atWord(line, place, (word) => word.replace(/[a-z]/, (letter) => `\\${letter}`)),
  ),
  fc.constantFrom(...PIECES).map(
    (piece): Change =>
      (line, place) =>
        line.slice(0, place % (line.length + 1)) + piece + line.slice(place % (line.length + 1)),
  ),
  fc.constantFrom(...SEEDS).map(
    (other): Change =>
      (line) =>
        `${line} | ${other}`,
  ),
  fc.constantFrom(...SEEDS).map((other): Change => (line, place) => {
    const words = other.split(' ');
    return `${line} ${words[place % words.length] ?? ''}`;
  }),
);

/** Corpus lines and odd lines with one to four changes: options, quoting, Unicode, operands, stages, cd. */
export const mutants: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(fc.tuple(change, fc.nat(400)), { minLength: 1, maxLength: 4 }))
  .map(([line, changes]) => changes.reduce((text, [apply, place]) => apply(text, place), line));

/** What `acceptedMutants` drew to get its lines. */
export interface Drawn {
  readonly lines: readonly string[];
  readonly tried: number;
}

/** The first `count` different mutants of a seed that are wanted and approved; the same for the same seed. */
export function acceptedMutants(
  count: number,
  seed: number,
  facts: PolicyFacts,
  wanted: (line: string) => boolean,
): Drawn {
  const lines = new Set<string>();
  let tried = 0;
  for (let round = 0; lines.size < count; round += 1) {
    for (const line of fc.sample(mutants, { numRuns: 2000, seed: seed + round })) {
      if (lines.size === count) break;
      if (!wanted(line)) continue;
      tried += 1;
      if (judge(line, facts).approved) lines.add(line);
    }
  }
  return { lines: [...lines], tried };
}
