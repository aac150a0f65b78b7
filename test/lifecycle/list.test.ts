import { expect, test } from 'vitest';
import { discoverLifecycles, listLifecycles } from '../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram } from '../../src/source/index.ts';
import { fixture } from '../support/lifecycle.ts';
import { loadPythonParser } from '../support/python.ts';

const parser = await loadPythonParser();

test('every lifecycle below the root, most written first', async () => {
  const names = ['rooms.py', 'future.py', 'process.py', 'download.py'];
  const tree = createMemoryTree(Object.fromEntries(names.map((name) => [name, fixture(name)])));
  const result = await listLifecycles({}, { tree, program: createProgram({ tree, parser }) });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  expect(result.value.map(({ states, store, file, kind }) => ({ states, store, file, kind }))).toEqual([
    { states: 'Life', store: 'state', file: 'process.py', kind: 'constants' },
    { states: 'Phase', store: 'phases', file: 'rooms.py', kind: 'constants' },
    { states: null, store: '_stage', file: 'future.py', kind: 'constants' },
    { states: 'Status', store: 'status', file: 'download.py', kind: 'enum' },
  ]);
  // Which states each has, and which class holds its store: a store of constants alone has no class of states to show.
  expect(result.value.map(({ owner, members }) => ({ owner, members }))).toEqual([
    {
      owner: 'Process',
      members: ['STOPPED', 'STARTING', 'RUNNING', 'BACKOFF', 'STOPPING', 'EXITED', 'FATAL'],
    },
    { owner: 'Desk', members: ['Lost', 'Joining', 'Waiting', 'Moving', 'Arrived'] },
    { owner: 'Promise', members: ['PENDING', 'RUNNING', 'CANCELLED', 'NOTIFIED', 'FINISHED'] },
    { owner: 'Download', members: ['NEW', 'ACTIVE', 'DONE', 'FAILED'] },
  ]);
  const process = result.value.find((each) => each.file === 'process.py');
  // One in the constructor, ten calls of the setter; read at lines 20, 26, 27, 45, 59 and 65.
  expect(process).toMatchObject({ writes: 11, reads: 6 });
});

test('what is left out is told once, however many classes it is missing for', async () => {
  const part = (name: string): string => `class ${name}(Shape):\n    pass\n`;
  const tree = createMemoryTree({
    'shapes.py': `from elsewhere import *\nclass Shape(Structure):\n    pass\n${['A', 'B', 'C'].map(part).join('')}`,
  });
  const found = await discoverLifecycles(
    { files: ['shapes.py'] },
    { tree, program: createProgram({ tree, parser }) },
  );
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  expect(found.value.unread).toEqual([
    { what: 'Structure', file: 'shapes.py', line: 2, why: 'base-class-not-found' },
  ]);
});
