import { readFileSync } from 'node:fs';
import { systemClock } from '../../src/base/index.ts';
import { analyse, type Hazard, type HazardRule, type Lifecycle } from '../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { loadPythonParser } from './python.ts';

const parser = await loadPythonParser();

/** The text of a file in test/fixtures/hazards. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/hazards/${name}`, import.meta.url), 'utf8');
}

/** The lifecycle of one file, with the real parser and the real engine. */
export async function lifecycleOf(text: string, states: string, file = 'module.py'): Promise<Lifecycle> {
  const tree = createMemoryTree({ [file]: text });
  const program = createProgram({ tree, parser });
  const result = await analyse({ states, files: [file] }, { tree, program, clock: systemClock });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** What a fixture's comments say about one line. */
export interface Expectation {
  readonly rule: HazardRule;
  readonly line: number;
  /** `expect H6 high` wants this severity; `never H6` wants no finding of the rule on the line. */
  readonly severity: Hazard['severity'] | 'never';
}

/** The `# expect H1 high, H2 info` and `# never H7` comments of a fixture. */
export function expectations(text: string): readonly Expectation[] {
  return text.split('\n').flatMap((content, index) => {
    const [, kind, list] = /# (expect|never) (.*)$/.exec(content) ?? [];
    if (kind === undefined || list === undefined) return [];
    return list.split(', ').map((item): Expectation => {
      const [rule = '', severity = 'never'] = item.split(' ');
      return { rule: rule as HazardRule, line: index + 1, severity: severity as Expectation['severity'] };
    });
  });
}

/** `H1 high 12`, in the order of the lines. */
export function findings(lifecycle: Lifecycle): readonly string[] {
  return lifecycle.hazards
    .map(({ rule, severity, line }) => ({ line, text: `${String(line)} ${rule} ${severity}` }))
    .sort((a, b) => a.line - b.line)
    .map(({ text }) => text);
}

/** `H1 high`: each rule with each severity that it fires with. */
export function rulesOf(lifecycle: Lifecycle): ReadonlySet<string> {
  return new Set(lifecycle.hazards.map((hazard) => `${hazard.rule} ${hazard.severity}`));
}

/** A fixture with one place changed; the place has to be there exactly once. */
export function mutated(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${String(parts.length - 1)} times in the fixture: ${from}`);
  return parts.join(to);
}

/** One program of a fixture in which `# --- title` lines stand between programs that share what is before them. */
export interface Trap {
  readonly title: string;
  /** The shared head and this program; the others are left as empty lines, so that line numbers stay. */
  readonly text: string;
}

/** The programs of such a fixture. */
export function traps(text: string): readonly Trap[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('# --- ') ? [index] : []));
  const head = starts[0] ?? lines.length;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    const kept = lines.map((line, at) => (at < head || (start <= at && at < end) ? line : ''));
    return { title: (lines[start] ?? '').slice('# --- '.length), text: kept.join('\n') };
  });
}
