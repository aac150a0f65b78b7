import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { describeModule } from './describe.ts';

const run = promisify(execFile);
const script = new URL('reference.py', import.meta.url).pathname;

interface Reference {
  readonly file: string;
  readonly nodes?: readonly string[];
  readonly error?: string;
}

/** Files of the installed Python that show every corner of its grammar, where they are installed. */
const CORNERS = [
  'grammar',
  'patma',
  'named_expressions',
  'unpack_ex',
  'coroutines',
  'except_star',
  'decorators',
  'genexps',
  'string_literals',
  'positional_only_arg',
  'keywordonlyarg',
  'dictcomps',
  'with',
  'generators',
];

/** With SONDE_WHOLE=1 every file of the library is compared, else a fixed share of 150. */
const WHOLE = process.env['SONDE_WHOLE'] === '1';

let parser: PythonParser;
let files: readonly string[] = [];

beforeAll(async () => {
  parser = await loadPythonParser();
  const { stdout } = await run('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))']);
  const library = stdout.trim();
  const all = readdirSync(library, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.py') &&
        !/(^|\/)(test|tests|lib2to3|site-packages|dist-packages|__pycache__)\//.test(name),
    )
    .sort();
  const step = WHOLE ? 1 : Math.max(Math.floor(all.length / 150), 1);
  const corners = CORNERS.map((name) => `test/test_${name}.py`).filter((name) =>
    existsSync(join(library, name)),
  );
  files = [...all.filter((_, index) => index % step === 0), ...corners].map((name) => join(library, name));
});

async function reference(names: readonly string[]): Promise<readonly Reference[]> {
  const { stdout } = await run('python3', [script, ...names], { maxBuffer: 1 << 30 });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reference);
}

/** Definitions start at their name's line; their column is not compared. */
function comparable(node: string): string {
  return /^\d+:-?\d+-\d+:\d+ (function|class) /.test(node) ? node.replace(/^(\d+):-?\d+-/, '$1:*-') : node;
}

describe("Python's own parser", () => {
  it('finds the same statements and expressions at the same places in the standard library', async () => {
    expect(files.length).toBeGreaterThanOrEqual(100);
    const differences: string[] = [];
    let nodes = 0;
    const answers: Reference[] = [];
    for (let at = 0; at < files.length; at += 50)
      answers.push(...(await reference(files.slice(at, at + 50))));
    for (const answer of answers) {
      if (answer.nodes === undefined) continue;
      const text = readFileSync(answer.file, 'utf8');
      const module = parser.parse(text);
      const ours = describeModule(module).map(comparable);
      const theirs = answer.nodes.map(comparable);
      nodes += theirs.length;
      const ourSet = new Set(ours);
      const theirSet = new Set(theirs);
      // Names of characters are not in the product: `\\N{…}` stays as it is written.
      const named = new Set(
        text.split('\n').flatMap((line, index) => (line.includes('\\N{') ? [index + 1] : [])),
      );
      const isNamed = (node: string): boolean =>
        node.includes(' constant string ') && named.has(Number.parseInt(node));
      for (const node of theirs)
        if (!ourSet.has(node) && !isNamed(node)) differences.push(`${answer.file} misses ${node}`);
      for (const node of ours)
        if (!theirSet.has(node) && !isNamed(node)) differences.push(`${answer.file} has ${node}`);
      if (module.errors.length > 0) differences.push(`${answer.file} has errors`);
    }
    expect(nodes).toBeGreaterThan(100_000);
    expect(differences.slice(0, 60)).toEqual([]);
  }, 600_000);
});
