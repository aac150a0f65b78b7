import { beforeAll, describe, expect, it } from 'vitest';
import { leadMessage } from '../../src/messages/index.ts';
import { judge } from '../../src/probe/index.ts';
import { createMemoryTree, createProgram, findLeads, type Lead } from '../../src/source/index.ts';
import type { PythonParser } from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

async function leads(files: Readonly<Record<string, string>>, path: string): Promise<readonly Lead[]> {
  const program = createProgram({ tree: createMemoryTree(files), parser });
  const file = await program.file(path);
  if (!file.ok) throw new Error(file.error.code);
  return findLeads(file.value, program);
}

const MAIN = [
  'from store.common.conn import CommonStore as Root',
  'class Special(Root):',
  '    def work(self):',
  '        def worker():',
  '            self.put_status(1)',
  '        self.put_status(2)',
  '        self.own()',
  '        if self.table: self.table.pop(1)',
  '    def own(self): self.mine = 1; return self.mine, self.__class__',
  '    @staticmethod',
  '    def plain(other): other.unknown()',
].join('\n');

const COMMON =
  'class CommonStore:\n    def __init__(self): self.table = {}\n    def put_status(self, x): pass\n';

describe('leads', () => {
  it('name what is called here and defined nowhere here, with the base and the probe', async () => {
    const found = await leads(
      { 'lib/store/special.py': MAIN, 'lib/store/common/conn.py': COMMON },
      'lib/store/special.py',
    );
    expect(found).toEqual([
      {
        kind: 'inherited-method',
        name: 'put_status',
        file: 'lib/store/special.py',
        class: 'Special',
        sites: [
          { line: 5, function: 'Special.work.worker' },
          { line: 6, function: 'Special.work' },
        ],
        bases: [
          {
            text: 'Root',
            name: 'store.common.conn.CommonStore',
            module: 'store.common.conn',
            file: 'lib/store/common/conn.py',
          },
        ],
        probe: "grep -nHE -e 'def put_status[^A-Za-z0-9_]' -- lib/store/common/conn.py",
        definition: { file: 'lib/store/common/conn.py', line: 3, path: 'CommonStore.put_status' },
      },
      expect.objectContaining({
        kind: 'inherited-field',
        name: 'table',
        sites: [{ line: 8, function: 'Special.work' }],
        definition: { file: 'lib/store/common/conn.py', line: 2, path: 'CommonStore.table' },
      }),
    ]);
    expect(found.map(leadMessage)).toEqual([
      'put_status is called at lib/store/special.py:5, 6 and defined nowhere there. It comes from CommonStore.put_status at lib/store/common/conn.py:3.',
      'table is used at lib/store/special.py:8 and assigned nowhere there. It comes from CommonStore.table at lib/store/common/conn.py:2.',
    ]);
  });

  it('search below the root where the base is not found', async () => {
    const [lead] = await leads({ 'store/special.py': MAIN }, 'store/special.py');
    expect(lead).toMatchObject({
      bases: [{ text: 'Root', module: 'store.common.conn', file: null }],
      definition: null,
      probe: "grep -rnHE --include='*.py' -e 'def put_status[^A-Za-z0-9_]' -- .",
    });
    expect(lead && leadMessage(lead)).toContain(
      'Look in the base class Root, imported from store.common.conn.',
    );
  });

  it('carry probes that are approved', async () => {
    const found = await leads(
      { 'lib/store/special.py': MAIN, 'lib/store/common/conn.py': COMMON },
      'lib/store/special.py',
    );
    const missing = await leads({ 'store/special.py': MAIN }, 'store/special.py');
    for (const lead of [...found, ...missing]) expect(judge(lead.probe).approved, lead.probe).toBe(true);
  });

  it('are raised for nothing that the file or Python itself defines', async () => {
    const text = [
      'import threading',
      'from abc import ABC',
      'class Base: ',
      '    def up(self): self.x = 1',
      'class Mine(Base):',
      '    y: int',
      '    def go(self): self.up(); return self.x + self.y',
      'class Worker(threading.Thread):',
      '    def go(self): self.start()',
      'class Abstract(ABC):',
      '    def go(self): self.hook()',
    ].join('\n');
    const found = await leads({ 'a.py': text }, 'a.py');
    expect(found.map(({ class: of, name }) => `${of} ${name}`)).toEqual(['Abstract hook']);
    expect(found.map(leadMessage)).toEqual([
      'hook is called at a.py:11 and defined nowhere there. Abstract has no base here: look in its subclasses.',
    ]);
  });

  it('see through bases in the same file', async () => {
    const text =
      'from b import Far\nclass Near(Far): pass\nclass Main(Near):\n    def go(self): self.far()\n';
    const [lead] = await leads({ 'a.py': text, 'b.py': 'class Far:\n    def far(self): pass\n' }, 'a.py');
    expect(lead).toMatchObject({
      class: 'Main',
      bases: [{ text: 'Far', file: 'b.py' }],
      definition: { file: 'b.py', line: 2 },
    });
  });
});
