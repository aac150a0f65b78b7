import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { analyse } from '../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { loadPythonParser } from '../support/python.ts';
import { interleave, report } from './measure.ts';

const demo = resolve(import.meta.dirname, '../../guides/demo/project');
const read = (file: string): string => readFileSync(join(demo, file), 'utf8');

/** The demo's transfer module, with copies of its classes under other names up to 3,000 lines. */
function longModule(): string {
  const text = read('disagg/nixl/conn.py');
  const [head, ...classes] = text.split(/^(?=class )/m);
  let module = text;
  for (let copy = 2; module.split('\n').length < 3000; copy += 1)
    module += classes.join('').replaceAll(/\b(Nixl\w+|Arrivals)\b/g, `$1Copy${String(copy)}`);
  expect(head).toBeDefined();
  return module;
}

it('a file of 3,000 lines: parse, facts and analysis', async () => {
  const parser = await loadPythonParser();
  const module = longModule();
  const files = {
    'disagg/nixl/conn.py': module,
    'disagg/common/conn.py': read('disagg/common/conn.py'),
    'disagg/base/conn.py': read('disagg/base/conn.py'),
  };
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  writeFileSync(join(folder, 'long.py'), module);
  const python =
    'import ast,sys,time; s=open(sys.argv[1]).read(); t=time.perf_counter(); ast.parse(s); print((time.perf_counter()-t)*1000)';
  const reference: number[] = [];
  const times = await interleave(10, {
    parse: async () => {
      expect(parser.parse(module).errors).toEqual([]);
      return Promise.resolve();
    },
    whole: async () => {
      const tree = createMemoryTree(files);
      const found = await analyse(
        { class: 'CommonKVManager', files: ['disagg/nixl/conn.py'] },
        { tree, program: createProgram({ tree, parser }) },
      );
      expect(found.ok && found.value.states.length).toBe(5);
    },
    python: async () => {
      reference.push(
        Number(execFileSync('python3', ['-c', python, join(folder, 'long.py')], { encoding: 'utf8' })),
      );
      return Promise.resolve();
    },
  });
  rmSync(folder, { recursive: true, force: true });
  const lines = `${String(module.split('\n').length)} lines of Python`;
  report(`${lines}: parse`, times('parse'), reference, "Python's ast.parse");
  report(
    `${lines}: parse, facts and analysis`,
    times('whole'),
    reference,
    "Python's ast.parse",
    'under 300 ms',
  );
});
