import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CONSTANTS,
  declarations,
  definitions,
  TABLES,
  TEXTS,
} from '../../../src/lifecycle/discovery/patterns.ts';
import { discoverLifecycles } from '../../../src/lifecycle/index.ts';
import { createMemoryTree, createProgram, type SourceTree } from '../../../src/source/index.ts';
import { openProject, type LocalProject } from '../../source/local.ts';
import { loadPythonParser } from '../../support/python.ts';

const parser = await loadPythonParser();
const fixtures = new URL('../../fixtures/', import.meta.url);

/** Every program of the fixtures as a tree of its own: all forms that are told to be found. */
function programs(): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const folder of ['idioms', 'hazards', 'lifecycle', 'demo']) {
    const url = new URL(`${folder}/`, fixtures);
    for (const name of readdirSync(url).filter((each) => each.endsWith('.py'))) {
      const parts = readFileSync(new URL(name, url), 'utf8').split(/^# %% /m);
      const own = parts.length === 1 ? parts : parts.slice(1);
      // What stands behind `# %% ` is a title.
      for (const part of own) {
        const title = parts.length === 1 ? '' : (part.split('\n')[0] ?? '');
        const key = `${folder}/${name.slice(0, -3)}-${title.replace(/\W+/g, '_')}.py`;
        all[key] = part.slice(title.length);
      }
    }
  }
  return all;
}

const tables: Readonly<Record<string, string>> = {
  'pairs with handlers': `class Task:\n    def go(self): pass\n    TABLE = {\n        ("a", "b"): go,\n        ("b", "c"): go,\n    }\n`,
  'a named table of texts': `ALLOWED_TRANSITIONS = {\n    "a": ["b"],\n    "b": ["c"],\n}\n`,
  'calls that add transitions': `def build(m):\n    m.add_transition("go", "a", "b")\n    m.add_transition("stop", "b", "c")\n`,
  'records of a machine': `m = Machine(transitions=[\n    {"trigger": "go", "source": "a", "dest": "b"},\n    {"trigger": "end", "source": "b", "dest": "c"},\n])\n`,
  'objects of states': `class Light(StateMachine):\n    green = State(initial=True)\n    red = State()\n    off = State()\n    go = green.to(red) | red.to(off)\n`,
  decorators: `class Job:\n    @transition(field="state", source="new", target="open")\n    def open(self): pass\n    @transition(field="state", source="open", target="closed")\n    def close(self): pass\n`,
};

const ENUM = 'from enum import Enum\nclass S(Enum):\n    A = 1\n    B = 2\n    C = 3\n';
const USE = '    def ask(self):\n        return self.s == S.A or self.s == S.B\n';
const stores: Readonly<Record<string, string>> = {
  'an attribute': `${ENUM}class J:\n    s = S.A\n    def go(self):\n        self.s = S.B\n${USE}`,
  'a setter': `${ENUM}class J:\n    def put(self, s):\n        self.s = s\n${USE}def go(j):\n    j.put(S.A)\n    j.put(S.B)\n`,
  'a conditional over lines': `${ENUM}class J:\n    def go(self, x):\n        self.s = (\n            S.B\n            if x\n            else S.C\n        )\n${USE}`,
  setattr: `${ENUM}class J:\n    s = S.A\n    def go(self):\n        setattr(self, "s", S.B)\n${USE}`,
  'a local variable': `${ENUM}class J:\n    s = S.A\n    def go(self, x):\n        n = S.B\n        if x:\n            n = S.C\n        self.s = n\n${USE}`,
  'a map by key': `${ENUM}class J:\n    def __init__(self):\n        self.s = {}\n    def go(self, k):\n        self.s[k] = S.A\n    def end(self, k):\n        if self.s[k] == S.A:\n            self.s[k] = S.B\n`,
  'constants of the module': `NEW = 0\nDONE = 1\nclass J:\n    def __init__(self):\n        self.s = NEW\n    def go(self):\n        if self.s == NEW:\n            self.s = DONE\n`,
  'constants of the class': `class J:\n    NEW = 0\n    DONE = 1\n    BAD = 2\n    def __init__(self):\n        self.s = self.NEW\n    def go(self, x):\n        if self.s == self.NEW:\n            self.s = self.DONE if x else self.BAD\n`,
  texts: `class J:\n    def __init__(self):\n        self.s = "new"\n    def go(self):\n        if self.s == "new":\n            self.s = "open"\n        elif self.s == "open":\n            self.s = "closed"\n`,
};

/** What is listed, and whether the files are found or given. */
async function listed(text: string, given: boolean): Promise<readonly string[]> {
  const tree = createMemoryTree({ 'module.py': text });
  const query = given ? { files: ['module.py'] } : {};
  const found = await discoverLifecycles(query, { tree, program: createProgram({ tree, parser }) });
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value.listings.map((each) => `${each.states ?? '-'} ${each.store} ${String(each.writes)}`);
}

describe('what is listed when the file is read is found by the search', () => {
  const forms = { ...programs(), ...tables, ...stores };
  test.each(Object.entries(forms))('%s', async (_name, text) => {
    expect(await listed(text, false)).toEqual(await listed(text, true));
  });

  test.each(Object.entries({ ...tables, ...stores }))('%s is a lifecycle', async (_name, text) => {
    expect(await listed(text, true)).toHaveLength(1);
  });
});

test('what holds no lifecycle is not read', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `plain/m${String(index)}.py`,
      `import os\nLIMIT = ${String(index)}\nclass Box:\n    def __init__(self, size=LIMIT):\n        self.size = size\n        self.name = "box"\n    def grow(self):\n        self.size += 1\n`,
    ]),
  );
  const states = 'from enum import Enum\nclass Life(Enum):\n    NEW = 1\n    OPEN = 2\n    DONE = 3\n';
  const job =
    'from states import Life\nclass Job:\n    def __init__(self):\n        self.life = Life.NEW\n    def go(self):\n        if self.life == Life.NEW:\n            self.life = Life.OPEN\n        else:\n            self.life = Life.DONE\n';
  const tree = createMemoryTree({ ...many, 'states.py': states, 'job.py': job });
  const found = await discoverLifecycles({}, { tree, program: createProgram({ tree, parser }) });
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  expect(found.value.listings.map((each) => each.states)).toEqual(['Life']);
  expect(found.value.unread).toEqual([]);
  expect(tree.cost.files).toBe(2);
});

test('states under the name that an import gives them', async () => {
  const tree = createMemoryTree({
    'states.py': 'from enum import Enum\nclass Life(Enum):\n    NEW = 1\n    OPEN = 2\n    DONE = 3\n',
    'job.py':
      'from states import (\n    Life as L,\n)\nclass Job:\n    def __init__(self):\n        self.life = L.NEW\n    def go(self):\n        if self.life == L.NEW:\n            self.life = L.OPEN\n        else:\n            self.life = L.DONE\n',
  });
  const found = await discoverLifecycles({}, { tree, program: createProgram({ tree, parser }) });
  expect(found).toMatchObject({
    ok: true,
    value: { listings: [{ states: 'Life', store: 'life', writes: 3 }] },
  });
});

describe('on a host', () => {
  let project: LocalProject;
  let tree: SourceTree;
  const files = Object.fromEntries(
    Object.entries({ ...programs(), ...tables, ...stores }).map(([name, text], index) => [
      name.endsWith('.py') ? name : `form${String(index)}.py`,
      text,
    ]),
  );
  beforeAll(async () => {
    project = await openProject(files);
    tree = project.tree();
  });
  afterAll(() => {
    project.dispose();
  });

  test.each([
    ['constants', CONSTANTS],
    ['texts', TEXTS],
    ['tables', TABLES],
    ['declarations', declarations(['S', 'Life'])],
    ['functions', definitions(['go', 'put'])],
  ])(
    'grep finds the same lines as in memory: %s, and the policy lets the line pass',
    async (_name, pattern) => {
      const query = { pattern, syntax: 'extended', include: '*.py', limit: 8_000_000 } as const;
      const [own, other] = await Promise.all([tree.search(query), createMemoryTree(files).search(query)]);
      if (!own.ok || !other.ok) throw new Error(JSON.stringify([own, other]));
      const places = (answer: typeof own.value): readonly string[] =>
        answer.hits.map(({ file, line }) => `${file}:${String(line)}`).sort();
      expect(own.value.truncated).toBe(false);
      expect(places(own.value)).toEqual(places(other.value));
      expect(own.value.hits.length).toBeGreaterThan(0);
    },
  );

  test('of many classes and functions with long names every line is short enough for the policy', async () => {
    const name = (index: number): string => `WorkerLifecyclePhaseOfTheTransfer${String(index)}`;
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [
        `m${String(index)}.py`,
        `${ENUM.replace('class S', `class ${name(index)}`)}${(stores['a setter'] ?? '')
          .slice(ENUM.length)
          .replaceAll('S.', `${name(index)}.`)
          .replaceAll('put', `move_to_the_phase_of_the_transfer_${String(index)}`)}`,
      ]),
    );
    const large = await openProject(many);
    try {
      const source = large.tree();
      const found = await discoverLifecycles(
        {},
        { tree: source, program: createProgram({ tree: source, parser }) },
      );
      if (!found.ok) throw new Error(JSON.stringify(found.error));
      expect(found.value.unread).toEqual([]);
      expect(found.value.listings).toHaveLength(150);
    } finally {
      large.dispose();
    }
  });
});
