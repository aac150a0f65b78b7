import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseLine } from '../../src/probe/lines/grammar.ts';

/** Shells that hosts have as `/bin/sh`, or that people have in mind when they quote. */
export const SHELLS: readonly (readonly [program: string, ...args: readonly string[]])[] = [
  ['dash'],
  ['bash', '--posix'],
  ['bash', '--norc'],
  ['busybox', 'ash'],
  ['mksh'],
];

/** Lines at a time: one run of a shell. */
const BATCH = 500;

/** One stage as typed, without what stands behind its words, and the words that we read in it. */
interface Typed {
  readonly line: string;
  readonly text: string;
  readonly words: readonly string[];
}

function stagesOf(line: string): readonly Typed[] {
  const parsed = parseLine(line);
  if (!parsed.ok) return [];
  const { cwd, stages } = parsed.value;
  return [
    ...(cwd === undefined ? [] : [{ line, text: cwd.raw, words: [cwd.text] }]),
    ...stages.map((stage) => ({
      line,
      text: line.slice(stage.start, stage.end),
      words: [stage.name, ...stage.words].map((word) => word.text),
    })),
  ];
}

/** What a shell reads otherwise than we do. */
export interface Difference {
  readonly line: string;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** Has a real shell read every stage of these lines, as typed, and compares its words with ours. */
export function compareWithShell(
  [program, ...args]: (typeof SHELLS)[number],
  lines: readonly string[],
  locale: string,
): { readonly stages: number; readonly differences: readonly Difference[] } {
  const typed = lines.flatMap(stagesOf);
  const folder = mkdtempSync(join(tmpdir(), 'sonde-words-'));
  const differences: Difference[] = [];
  try {
    for (let start = 0; start < typed.length; start += BATCH) {
      const batch = typed.slice(start, start + BATCH);
      const script = join(folder, 'script');
      // Wildcards are data here; `~/` stays what it is, because the home is called so.
      const rows = batch.map(({ text }) => `printf '%s\\0' ${text}; echo`);
      writeFileSync(script, `set -f\n${rows.join('\n')}\n`);
      const env = { PATH: '/usr/bin:/bin', HOME: '~', LC_ALL: locale };
      const run = spawnSync(program, [...args, script], {
        env,
        maxBuffer: 1e9,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const records = run.stdout.toString('utf8').split('\0\n');
      for (const [index, { line, words }] of batch.entries()) {
        const theirs = (records[index] ?? '').split('\0');
        if (JSON.stringify(theirs) !== JSON.stringify(words)) differences.push({ line, ours: words, theirs });
      }
      if (run.stderr.length > 0 && differences.length === 0)
        differences.push({ line: '', ours: [], theirs: [run.stderr.toString('utf8').slice(0, 500)] });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { stages: typed.length, differences };
}

const MARKS = Array.from(' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\taZ0\u00e9');

/** Words of nothing but what shells give a meaning to; most are refused, and the rest must be the same to all. */
export const marks: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.array(fc.constantFrom(...MARKS), { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
      fc
        .array(fc.constantFrom(...MARKS), { maxLength: 12 })
        .map((all) => `'${all.join('').replaceAll("'", '')}'`),
      fc
        .array(fc.constantFrom(...MARKS), { maxLength: 12 })
        .map((all) => `"${all.join('').replaceAll('"', '')}"`),
      fc
        .array(fc.constantFrom(...MARKS), { maxLength: 6 })
        .map((all) => all.map((one) => `\\${one}`).join('')),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((words) => fc.constantFrom('', ' ').map((gap) => `grep x${gap}${words.join(gap)} f`));
