import fc from 'fast-check';
import { judge, type PolicyFacts } from '../../../src/probe/index.ts';
import { readCorpus } from '../../probe/corpora.ts';
import { catalogueLines } from './catalogue-lines.ts';
import { patterns } from './patterns.ts';
import { written } from './quoting.ts';
import {
  CD_FOLDERS,
  FILES,
  FOLDERS,
  ODD_LINES,
  PIECES,
  STAGES,
  STRAY_OPTIONS,
  TRAPS,
  TYPED_OPERANDS,
} from './vocabulary.ts';

const SEEDS: readonly string[] = [...readCorpus('accepted.txt').map(({ line }) => line), ...ODD_LINES];

const OPERANDS: readonly string[] = [
  ...[...FILES, ...FOLDERS, ...TRAPS].map((name) => written(name, 'bare')),
  ...TYPED_OPERANDS,
];

type Change = (line: string, place: number) => string;

/** The line with one of its words changed; words are what spaces part, quotes or not. */
function atWord(line: string, place: number, change: (word: string) => string): string {
  const words = line.split(' ');
  const index = place % words.length;
  return words.map((word, at) => (at === index ? change(word) : word)).join(' ');
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

/** Changes of words: operands, letters and names of options, stages, folders. */
const wordChanges: readonly fc.Arbitrary<Change>[] = [
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
  fc.constantFrom(...STRAY_OPTIONS).map(
    (option): Change =>
      (line, place) =>
        atWord(line, place % 3, (word) => `${word} ${option}`),
  ),
  fc.constantFrom(...STAGES).map(
    (stage): Change =>
      (line) =>
        `${line} | ${stage}`,
  ),
  fc.constantFrom(...CD_FOLDERS).map(
    (folder): Change =>
      (line) =>
        `cd ${folder} && ${line}`,
  ),
  fc.constantFrom(...SEEDS).map((other): Change => (line, place) => {
    const words = other.split(' ');
    return `${line} ${words[place % words.length] ?? ''}`;
  }),
  fc.constant<Change>((line, place) => atWord(line, place, () => '')),
  fc.constant<Change>((line, place) => atWord(line, place, (word) => `${word} ${word}`)),
  fc.constant<Change>((line, place) => {
    const words = line.split(' ');
    const at = place % words.length;
    return [...words.slice(0, at), ...words.slice(at).reverse()].join(' ');
  }),
];

/** Changes of quotes and characters. */
const characterChanges: readonly fc.Arbitrary<Change>[] = [
  fc.constantFrom('"', "'").map(
    (mark): Change =>
      (line, place) =>
        atWord(line, place, (word) => mark + word + mark),
  ),
  fc.constant<Change>((line, place) =>
    atWord(line, place, (word) => word.replace(/[a-z]/, (letter) => `\\${letter}`)),
  ),
  fc.constantFrom('single', 'double', 'backslash', 'split').map(
    (style): Change =>
      (line, place) =>
        atWord(line, place, (word) => written(word, style)),
  ),
  fc.constantFrom(...PIECES).map(
    (piece): Change =>
      (line, place) =>
        line.slice(0, place % (line.length + 1)) + piece + line.slice(place % (line.length + 1)),
  ),
  fc.constant<Change>(
    (line, place) => line.slice(0, place % (line.length + 1)) + line.slice((place % (line.length + 1)) + 1),
  ),
  fc.constant<Change>((line, place) => line.slice(0, place % (line.length + 1))),
];

/** Nesting and length: quotes in quotes, pipelines of pipelines, many options, long words, `cd` behind `cd`. */
const deepChanges: readonly fc.Arbitrary<Change>[] = [
  fc.array(fc.constantFrom('single', 'double', 'backslash', 'split'), { minLength: 2, maxLength: 5 }).map(
    (styles): Change =>
      (line, place) =>
        atWord(line, place, (word) => styles.reduce((text, style) => written(text, style), word)),
  ),
  fc.constantFrom('single', 'double').map(
    (style): Change =>
      (line) =>
        `grep ${written(line, style)} f`,
  ),
  fc.constantFrom(...SEEDS).map(
    (other): Change =>
      (line) =>
        `${line} | ${other}`,
  ),
  fc.array(fc.constantFrom(...STAGES), { minLength: 2, maxLength: 8 }).map(
    (stages): Change =>
      (line) =>
        [line, ...stages].join(' | '),
  ),
  fc.integer({ min: 2, max: 300 }).map(
    (times): Change =>
      (line, place) =>
        atWord(line, place, (word) => `${word} `.repeat(times).trim()),
  ),
  fc.integer({ min: 3000, max: 5000 }).map(
    (size): Change =>
      (line, place) =>
        atWord(line, place, (word) => word.padEnd(size - line.length, 'x')),
  ),
  patterns.map(
    (pattern): Change =>
      (line, place) =>
        atWord(line, place, () => written(pattern, 'single')),
  ),
  fc.constantFrom(...CD_FOLDERS).map(
    (folder): Change =>
      (line) =>
        `cd ${folder} && cd python && ${line}`,
  ),
  fc.constantFrom('; ', ' && ', ' || ', ' & ', '\n').chain((mark) =>
    fc.constantFrom(...SEEDS).map(
      (other): Change =>
        (line) =>
          `${line}${mark}${other}`,
    ),
  ),
];

const change = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(...wordChanges) },
  { weight: 4, arbitrary: fc.oneof(...characterChanges) },
  { weight: 1, arbitrary: fc.oneof(...deepChanges) },
);

const starts = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...SEEDS), fc.constant(1)) },
  { weight: 4, arbitrary: fc.tuple(catalogueLines, fc.constant(0)) },
);

/** Lines of the corpus and of the catalogue with up to four changes of words, quotes, characters or depth. */
export const mutants: fc.Arbitrary<string> = starts.chain(([line, minLength]) =>
  fc
    .array(fc.tuple(change, fc.nat(400)), { minLength, maxLength: 3 + minLength })
    .map((changes) => changes.reduce((text, [apply, place]) => apply(text, place), line)),
);

/** Lines of any kind: mutants, and text that nobody would type. */
export const anyLines: fc.Arbitrary<string> = fc.oneof(
  { weight: 17, arbitrary: mutants },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(mutants, fc.integer({ min: 2, max: 40 })).map(([a, n]) => a.repeat(n).slice(0, 9000)),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...PIECES), { maxLength: 30 })
      .map((pieces) => `grep ${pieces.join('')} f`),
  },
);

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
