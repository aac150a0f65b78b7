import { readFileSync } from 'node:fs';
import {
  analyse,
  type Lifecycle,
  type LifecycleError,
  type LifecycleQuery,
} from '../../src/lifecycle/index.ts';
import { Project } from '../../src/lifecycle/project/project.ts';
import { moduleOf } from '../../src/lifecycle/project/imports.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { loadPythonParser } from './python.ts';

const parser = await loadPythonParser();

/** The text of a file in test/fixtures/lifecycle. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/lifecycle/${name}`, import.meta.url), 'utf8');
}

/** The names of a project's files as the analysis resolves them, without a host. */
export function projectOf(files: Readonly<Record<string, string>>): Project {
  const paths = new Set(Object.keys(files));
  const modules = Object.entries(files).map(([file, text]) => ({ file, text, module: parser.parse(text) }));
  return new Project(modules, (file, module, level) => moduleOf(file, module, level, paths));
}

/** The real parser, program and engine over files in memory. */
export async function run(
  files: Readonly<Record<string, string>> | string,
  query: LifecycleQuery = {},
): Promise<{ readonly lifecycle: Lifecycle | null; readonly error: LifecycleError | null }> {
  const sources = typeof files === 'string' ? { 'module.py': files } : files;
  const tree = createMemoryTree(sources);
  const program = createProgram({ tree, parser });
  const result = await analyse({ files: Object.keys(sources), ...query }, { tree, program });
  return result.ok ? { lifecycle: result.value, error: null } : { lifecycle: null, error: result.error };
}

export async function lifecycleOf(
  files: Readonly<Record<string, string>> | string,
  query: LifecycleQuery = {},
): Promise<Lifecycle> {
  const { lifecycle, error } = await run(files, query);
  if (lifecycle === null) throw new Error(JSON.stringify(error));
  return lifecycle;
}

/** `A>B proved`, sorted. */
export function edges(lifecycle: Lifecycle): readonly string[] {
  return lifecycle.transitions.map((each) => `${each.from}>${each.to} ${each.class}`).sort();
}

/** `A>B` of the edges that are drawn, sorted. */
export function drawn(lifecycle: Lifecycle): readonly string[] {
  return lifecycle.transitions
    .filter((each) => each.class !== 'interleaving')
    .map((each) => `${each.from}>${each.to}`)
    .sort();
}

/** `12 caller: A B -> C`, by line. */
export function writes(lifecycle: Lifecycle): readonly string[] {
  return lifecycle.writes.map(
    (each) => `${each.line} ${each.role}: ${each.from.join(' ')} -> ${each.to.join(' ')}`,
  );
}

/**
 * The truth that a fixture states about itself: `#> role: A B -> C` on the line of a write, `#- role: A B` on that
 * of a removal, and lines `#= A>B proved` for the transitions.
 */
export function marks(text: string): {
  readonly writes: readonly string[];
  readonly removals: readonly string[];
  readonly edges: readonly string[];
} {
  const found = { writes: [] as string[], removals: [] as string[], edges: [] as string[] };
  text.split('\n').forEach((content, index) => {
    const [, kind, rest] = /#([>=-]) (.*)$/.exec(content) ?? [];
    if (kind === undefined || rest === undefined) return;
    if (kind === '>') found.writes.push(...rest.split('; ').map((each) => `${index + 1} ${each.trim()}`));
    if (kind === '-') found.removals.push(`${index + 1} ${rest.trim()}`);
    if (kind === '=') found.edges.push(...rest.split(', ').map((each) => each.trim()));
  });
  return { ...found, edges: found.edges.sort() };
}

export function removals(lifecycle: Lifecycle): readonly string[] {
  return lifecycle.removals.map((each) => `${each.line} ${each.role}: ${each.from.join(' ')}`);
}
