import { beforeAll, describe, expect, it } from 'vitest';
import {
  createMemoryTree,
  createProgram,
  type ClassSymbol,
  type PythonFile,
  type PythonProgram,
  type SourceTree,
} from '../../src/source/index.ts';
import { visitExpressions, type Call, type Expression, type PythonParser } from '../../src/syntax/index.ts';
import { loadPythonParser } from '../support/python.ts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

interface Setup {
  readonly tree: SourceTree;
  readonly program: PythonProgram;
}

function setup(files: Readonly<Record<string, string>>, root = ''): Setup {
  const tree = createMemoryTree(files, root);
  return { tree, program: createProgram({ tree, parser }) };
}

async function open(program: PythonProgram, path: string): Promise<PythonFile> {
  const file = await program.file(path);
  if (!file.ok) throw new Error(`${path}: ${file.error.code}`);
  return file.value;
}

function classOf(program: PythonProgram, file: PythonFile, path: string): ClassSymbol {
  const symbol = program.symbol(file, path);
  if (symbol?.kind !== 'class') throw new Error(`no class ${path}`);
  return symbol;
}

/** The first call whose text starts so. */
function callAt(file: PythonFile, text: string): Call {
  const calls: Call[] = [];
  visitExpressions(file.module.body, (each) => {
    const own = file.source.text.slice(each.span.start, each.span.end);
    if (each.kind === 'call' && own.startsWith(text)) calls.push(each);
    return undefined;
  });
  const [first] = calls;
  if (first === undefined) throw new Error(`no call ${text}`);
  return first;
}

const names = (symbols: readonly { readonly file: PythonFile; readonly path: string }[]): readonly string[] =>
  symbols.map((symbol) => `${symbol.file.path}:${symbol.path}`);

describe('symbols', () => {
  const text = [
    'import os',
    'LIMIT = 3',
    'A, B = 1, 2',
    'if LIMIT:',
    '    def conditional(): pass',
    'class Outer(Base):',
    '    kind: str = "x"',
    '    class Inner:',
    '        def deep(self): pass',
    '    def run(self, job: Job, *rest):',
    '        def worker():',
    '            self.done = True',
    '        self.job, self.size = job, 3',
    '        self.helper: Helper = make()',
    '        for self.index in range(3): pass',
    '        global COUNT',
    '        COUNT = 1',
    '        (other := 3)',
    '    @staticmethod',
    '    def make(self): self.not_a_field = 1',
    '    @property',
    '    def value(self): return 1',
    '    @value.setter',
    '    def value(self, new): pass',
  ].join('\n');

  it('have paths of names joined with dots, nested functions included', async () => {
    const { program } = setup({ 'a.py': text });
    const file = await open(program, 'a.py');
    expect(file.symbols.map((symbol) => `${symbol.kind} ${symbol.path}`)).toEqual([
      'function conditional',
      'class Outer',
      'class Outer.Inner',
      'function Outer.Inner.deep',
      'function Outer.run',
      'function Outer.run.worker',
      'function Outer.make',
      'function Outer.value',
      'function Outer.value',
    ]);
  });

  it('bind module names, globals declared in functions too', async () => {
    const { program } = setup({ 'a.py': text });
    const file = await open(program, 'a.py');
    expect([...file.names.keys()]).toEqual(['os', 'LIMIT', 'A', 'B', 'conditional', 'COUNT', 'Outer']);
    const b = file.names.get('B')?.[0];
    expect(b?.kind === 'variable' && b.value?.kind === 'constant' && b.value.value).toEqual({
      type: 'integer',
      value: 2,
    });
  });

  it('know the fields that methods and the body assign, nested functions included, static methods not', async () => {
    const { program } = setup({ 'a.py': text });
    const outer = classOf(program, await open(program, 'a.py'), 'Outer');
    expect([...outer.fields].map(([name, sites]) => `${name} ${sites[0]?.function?.path ?? '-'}`)).toEqual([
      'kind -',
      'done Outer.run.worker',
      'job Outer.run',
      'size Outer.run',
      'helper Outer.run',
      'index Outer.run',
    ]);
    expect(outer.methods.get('value')?.node.parameters.length).toBe(2);
  });

  it('bind locals and parameters of functions', async () => {
    const { program } = setup({ 'a.py': text });
    const run = program.symbol(await open(program, 'a.py'), 'Outer.run');
    expect([...(run?.names.keys() ?? [])]).toEqual(['self', 'job', 'rest', 'worker', 'other']);
  });

  it('count names of comprehensions and lambdas to the function around them, not to modules and classes', async () => {
    const { program } = setup({
      'a.py':
        'k = [m for m in x]\nclass A:\n    b = {c for c in x}\n    def f(self):\n        return [y for y, z in x], lambda w, self: w\n',
    });
    const file = await open(program, 'a.py');
    const a = classOf(program, file, 'A');
    expect([...file.names.keys()]).toEqual(['k', 'A']);
    expect([...a.names.keys()]).toEqual(['b', 'f']);
    expect([...(program.symbol(file, 'A.f')?.names.keys() ?? [])]).toEqual(['self', 'y', 'z', 'w']);
  });

  it('are found at an offset; decorators belong to the scope around', async () => {
    const { program } = setup({ 'a.py': text });
    const file = await open(program, 'a.py');
    const at = (part: string): string => {
      const scope = program.scopeAt(file, text.indexOf(part));
      return scope.kind === 'module' ? '<module>' : scope.path;
    };
    expect(at('self.done')).toBe('Outer.run.worker');
    expect(at('kind:')).toBe('Outer');
    expect(at('LIMIT')).toBe('<module>');
    expect(at('staticmethod')).toBe('Outer');
  });
});

describe('imports', () => {
  const files = {
    'src/pool/__init__.py': 'from .base import Pool\nfrom .many import *\nfrom . import late\n',
    'src/pool/base.py': 'class Pool: pass\nLIMIT = 3\n',
    'src/pool/late.py': 'X = 1\n',
    'src/pool/many.py': 'from .deep.more import Star, _hidden\n__version__ = 1\n',
    'src/pool/deep/more.py': 'class Star: pass\nclass _hidden: pass\n',
    'src/pool/deep/user.py': [
      'from pool.base import Pool as P',
      'import pool.base as base',
      'import pool.deep.more',
      'from pool import Pool, Star',
      'from ..base import LIMIT',
      'from .. import base as b2',
      'from ... import nothing',
      'from .absent import Y',
      'import threading as t, os.path',
      'import numpy as np',
      'from pool import late',
      'from pool.deep import more as m2',
      'try:',
      '    import ujson as json',
      'except ImportError:',
      '    json = None',
      'from pool import _hidden',
    ].join('\n'),
    'tests/test_pool.py': 'import pool\nfrom pool.base import Pool\nfrom helper import run\n',
    'tests/helper.py': 'def run(): pass\n',
  };

  const resolved = async (path: string, expression: string): Promise<string> => {
    const { program } = setup(files);
    const file = await open(program, path);
    const [statement] = parser.parse(expression).body;
    if (statement?.kind !== 'expression') throw new Error(expression);
    const found = await program.resolve(statement.value, file);
    switch (found.kind) {
      case 'symbol':
        return found.symbol.kind === 'module' ? found.symbol.path : names([found.symbol]).join();
      case 'package':
        return `${found.folder}/`;
      case 'external':
        return `${found.origin} ${found.name}`;
      case 'unresolved':
        return found.reason.code;
    }
  };

  it.each([
    ['P', 'src/pool/base.py:Pool'],
    ['base', 'src/pool/base.py'],
    ['base.LIMIT', 'src/pool/base.py:LIMIT'],
    ['pool', 'src/pool/__init__.py'],
    ['pool.deep.more.Star', 'src/pool/deep/more.py:Star'],
    ['pool.deep', 'src/pool/deep/'],
    ['Pool', 'src/pool/base.py:Pool'],
    ['Star', 'src/pool/deep/more.py:Star'],
    ['LIMIT', 'src/pool/base.py:LIMIT'],
    ['b2.Pool', 'src/pool/base.py:Pool'],
    ['late.X', 'src/pool/late.py:X'],
    ['m2.Star', 'src/pool/deep/more.py:Star'],
    ['t.Thread', 'standard-library threading.Thread'],
    ['os.path.join', 'standard-library os.path.join'],
    ['np.ndarray', 'elsewhere numpy.ndarray'],
    ['json', 'elsewhere ujson'],
    ['max', 'builtin builtins.max'],
    ['Y', 'import-not-found'],
    ['nothing', 'name-not-found'],
    ['undefined_name', 'name-not-found'],
    ['_hidden', 'name-not-found'],
    ['pool.base.absent', 'name-not-found'],
  ])('%s is %s', async (expression, expected) => {
    expect(await resolved('src/pool/deep/user.py', expression)).toBe(expected);
  });

  it("are found from a folder beside the sources and from the file's own folder", async () => {
    expect(await resolved('tests/test_pool.py', 'pool.Pool')).toBe('src/pool/base.py:Pool');
    expect(await resolved('tests/test_pool.py', 'Pool')).toBe('src/pool/base.py:Pool');
    expect(await resolved('tests/test_pool.py', 'run')).toBe('tests/helper.py:run');
  });

  it("never take a package's own module for one of the standard library", async () => {
    const { program } = setup({
      'p/__init__.py': '',
      'p/queue.py': 'class Queue: pass',
      'p/a.py': 'import queue\nfrom foo import x',
      'p/foo.py': 'x = 1',
    });
    const file = await open(program, 'p/a.py');
    expect(await program.resolveName('queue', file)).toMatchObject({
      kind: 'external',
      origin: 'standard-library',
    });
    expect(await program.resolveName('x', file)).toMatchObject({ kind: 'external', name: 'foo.x' });
  });

  it('are not taken for a folder of the own package that is called like a package from elsewhere', async () => {
    const files = {
      'serve/__init__.py': '',
      'serve/srt/fast/__init__.py': 'X = 1',
      'serve/srt/fast/conn.py':
        'import fast\nfrom fast import agent\nfrom fast.api import y\nimport serve.srt.fast.gone as gone\n',
      'serve/srt/fast/alone.py': 'import fast\nfrom fast import agent\nfrom fast.api import y\n',
    };
    for (const path of ['serve/srt/fast/conn.py', 'serve/srt/fast/alone.py']) {
      const { program } = setup(files);
      const file = await open(program, path);
      expect(await program.resolveName('fast', file)).toEqual({
        kind: 'external',
        name: 'fast',
        origin: 'elsewhere',
      });
      expect(await program.resolveName('agent', file)).toMatchObject({
        kind: 'external',
        name: 'fast.agent',
      });
      expect(await program.resolveName('y', file)).toMatchObject({ kind: 'external', name: 'fast.api.y' });
      if (path.endsWith('conn.py')) {
        expect(await program.resolveName('gone', file)).toMatchObject({
          reason: { code: 'import-not-found' },
        });
      }
    }
  });

  it('are found when the root is a folder inside the package', async () => {
    const { program } = setup(
      {
        'disagg/common.py': 'class Base: pass',
        'disagg/nixl/conn.py': 'from serve.srt.disagg.common import Base',
      },
      '/opt/x/serve/srt',
    );
    const file = await open(program, 'disagg/nixl/conn.py');
    expect(await program.resolveName('Base', file)).toMatchObject({
      kind: 'symbol',
      symbol: { path: 'Base' },
    });
  });

  it('that lead round in a circle end', async () => {
    const { program } = setup({
      'a.py': 'from b import x\nfrom b import *',
      'b.py': 'from a import x\nfrom a import *',
    });
    const file = await open(program, 'a.py');
    expect(await program.resolveName('x', file)).toMatchObject({
      kind: 'unresolved',
      reason: { code: 'import-cycle' },
    });
    expect(await program.resolveName('y', file)).toMatchObject({
      kind: 'unresolved',
      reason: { code: 'name-not-found' },
    });
  });

  it('read one file for an import along the own path, and nothing twice', async () => {
    const { program, tree } = setup({
      'python/pkg/__init__.py': '',
      'python/pkg/a/conn.py': 'from pkg.b.conn import Base\nimport pkg.a.other\nimport torch\nimport zmq\n',
      'python/pkg/b/conn.py': 'class Base: pass',
    });
    const file = await open(program, 'python/pkg/a/conn.py');
    expect(tree.cost.reads).toBe(1);
    await program.resolveName('Base', file);
    expect(tree.cost.reads).toBe(2);
    await program.resolveName('torch', file);
    const { reads } = tree.cost;
    // The folders python and the root: a package is not imported from inside itself.
    expect(reads).toBe(4);
    await program.resolveName('zmq', file);
    await program.resolveName('torch', file);
    await program.resolveName('Base', file);
    expect(tree.cost.reads).toBe(reads);
  });

  it('are written out in qualified names without reading', async () => {
    const { program, tree } = setup(files);
    const file = await open(program, 'src/pool/deep/user.py');
    const { reads } = tree.cost;
    const of = (text: string): string | null => {
      const [statement] = parser.parse(text).body;
      return statement?.kind === 'expression' ? program.qualifiedName(statement.value, file) : null;
    };
    expect(['t.Thread', 'P', 'LIMIT', 'b2.Pool', 'self.x', 'f()'].map(of)).toEqual([
      'threading.Thread',
      'pool.base.Pool',
      '..base.LIMIT',
      '..base.Pool',
      'self.x',
      null,
    ]);
    expect(tree.cost.reads).toBe(reads);
  });
});

describe('class hierarchies', () => {
  it("are in the order of Python's own method resolution", async () => {
    // The example of the Python 2.3 MRO paper; python3 -c prints A B E C D F (and object).
    const { program } = setup({
      'm.py':
        'class F: pass\nclass E: pass\nclass D: pass\nclass C(D, F): pass\nclass B(E, D): pass\nclass A(B, C): pass\n',
    });
    const file = await open(program, 'm.py');
    const hierarchy = await program.hierarchy(classOf(program, file, 'A'));
    expect(hierarchy.order.map((each) => each.name)).toEqual(['A', 'B', 'E', 'C', 'D', 'F']);
    expect(hierarchy).toMatchObject({ missing: [], problem: null });
  });

  it('reach over files, generic bases and aliases, and name what is missing', async () => {
    const { program } = setup({
      'a.py':
        'import b\nfrom abc import ABC\nAlias = b.Base\nclass A(Alias, b.Gone, ABC, Generic[T], object, make()): pass\n',
      'b.py': 'from threading import Thread\nclass Base(Thread): pass\n',
    });
    const file = await open(program, 'a.py');
    const hierarchy = await program.hierarchy(classOf(program, file, 'A'));
    expect(names(hierarchy.order)).toEqual(['a.py:A', 'b.py:Base']);
    expect(hierarchy.missing.map((base) => [base.of.name, base.text, base.resolution.kind])).toEqual([
      ['Base', 'Thread', 'external'],
      ['A', 'b.Gone', 'unresolved'],
      ['A', 'ABC', 'external'],
      ['A', 'Generic[T]', 'unresolved'],
      ['A', 'make()', 'unresolved'],
    ]);
  });

  it('report cycles and orders that do not exist', async () => {
    const { program } = setup({
      'a.py': 'from b import B\nclass A(B): pass\n',
      'b.py': 'from a import A\nclass B(A): pass\n',
      'c.py':
        'class X: pass\nclass Y: pass\nclass P(X, Y): pass\nclass Q(Y, X): pass\nclass Z(P, Q): pass\nclass S(S): pass\n',
    });
    const a = await program.hierarchy(classOf(program, await open(program, 'a.py'), 'A'));
    expect(a.problem).toBe('cycle');
    expect(names(a.order)).toEqual(['a.py:A', 'b.py:B']);
    const c = await open(program, 'c.py');
    const z = await program.hierarchy(classOf(program, c, 'Z'));
    expect(z.problem).toBe('inconsistent');
    expect(new Set(z.order.map((each) => each.name))).toEqual(new Set(['Z', 'P', 'X', 'Y', 'Q']));
    expect((await program.hierarchy(classOf(program, c, 'S'))).problem).toBe('cycle');
  });

  const project = {
    'p/__init__.py': '',
    'p/base.py':
      'class Base:\n    limit = 3\n    def __init__(self): self.kept = {}\n    def put(self): pass\n    def get(self): pass\n',
    'p/mixin.py': 'from p.base import Base\nclass Mixin(Base):\n    def put(self): super().put()\n',
    'p/main.py':
      'from .mixin import Mixin\nfrom .base import Base\nclass Main(Mixin):\n    def put(self): super().put()\nclass Other(Base): pass\n',
  };

  it('answer members, fields and super()', async () => {
    const { program } = setup(project);
    const file = await open(program, 'p/main.py');
    const main = classOf(program, file, 'Main');
    const owner = async (name: string, after?: ClassSymbol): Promise<string> => {
      const found = await program.lookupMember(main, name, after === undefined ? {} : { after });
      return found.kind === 'found'
        ? `${found.owner.name} ${found.symbol.kind} ${found.symbol.path}`
        : found.kind;
    };
    expect(await owner('put')).toBe('Main function Main.put');
    expect(await owner('put', main)).toBe('Mixin function Mixin.put');
    expect(await owner('get')).toBe('Base function Base.get');
    expect(await owner('limit')).toBe('Base variable Base.limit');
    expect(await owner('kept')).toBe('Base variable Base.kept');
    expect(await owner('absent')).toBe('not-found');
  });

  it('find subclasses over files with one search per name', async () => {
    const { program } = setup(project);
    const base = classOf(program, await open(program, 'p/base.py'), 'Base');
    expect(names(await program.subclasses(base))).toEqual([
      'p/mixin.py:Mixin',
      'p/main.py:Main',
      'p/main.py:Other',
    ]);
  });
});

describe('types of values', () => {
  const files = {
    'kv.py': [
      'from typing import Optional, Dict, List, Union',
      'from parts import Store, make_store, Shelf',
      'SHARED = Store()',
      'class Manager:',
      '    def poll(self): pass',
      '    def again(self) -> "Manager": return self',
      '    @property',
      '    def shelf(self) -> Shelf: ...',
      '    @classmethod',
      '    def build(cls) -> "Self": ...',
      'class Special(Manager): pass',
      'class User:',
      '    extra: "Optional[Store]"',
      '    rooms: Dict[int, Store]',
      '    def __init__(self, mgr: Optional[Manager], plain, either: Union[Store, Shelf] = None):',
      '        self.mgr = mgr',
      '        self.store = make_store()',
      '        self.made = Special() if plain else Manager()',
      '        self.plain = plain',
      '        self.either = either or None',
      '        self.items: List["Shelf"] = []',
      '        self.later = mgr.again()',
      '    def run(self):',
      '        local = self.mgr',
      '        shared = SHARED',
      '        node = self.mgr',
      '        node = node.next',
      '        special = Special.build()',
      '        use(local, node, shared, special)',
      '        def inner():',
      '            return self.store',
    ].join('\n'),
    'parts.py': 'class Store: pass\nclass Shelf: pass\ndef make_store() -> Store: pass\n',
  };

  it.each([
    ['self.mgr', 'Manager'],
    ['self.store', 'Store'],
    ['self.made', 'Special Manager'],
    ['self.plain', ''],
    ['self.either', 'Store Shelf'],
    ['self.extra', 'Store'],
    ['self.rooms', ''],
    ['self.rooms[3]', 'Store'],
    ['self.items[0]', 'Shelf'],
    ['self.later', 'Manager'],
    ['self.mgr.shelf', 'Shelf'],
    ['local', 'Manager'],
    ['local.again().again()', 'Manager'],
    ['shared', 'Store'],
    ['node', 'Manager'],
    ['special', 'Special'],
    ['self', 'User'],
    ['Store()', 'Store'],
    ['await x or Store()', 'Store'],
    ['(y := Store())', 'Store'],
    ['3', ''],
  ])('%s is %s', async (text, expected) => {
    const { program } = setup(files);
    const file = await open(program, 'kv.py');
    const scope = program.symbol(file, 'User.run');
    const [statement] = parser.parse(text).body;
    if (scope === null || statement?.kind !== 'expression') throw new Error(text);
    const types = await program.valueType(statement.value, scope);
    expect(types.classes.map((each) => each.name).join(' ')).toBe(expected);
  });

  it('of fields are asked for by class', async () => {
    const { program } = setup(files);
    const user = classOf(program, await open(program, 'kv.py'), 'User');
    expect(names((await program.fieldType(user, 'mgr')).classes)).toEqual(['kv.py:Manager']);
    expect((await program.fieldType(user, 'absent')).classes).toEqual([]);
  });

  it('see self in nested functions', async () => {
    const { program } = setup(files);
    const file = await open(program, 'kv.py');
    const inner = program.symbol(file, 'User.run.inner');
    const value: Expression = {
      kind: 'name',
      id: 'self',
      span: { line: 1, column: 0, endLine: 1, endColumn: 4, start: 0, end: 4 },
    };
    expect(names((await program.valueType(value, inner ?? file)).classes)).toEqual(['kv.py:User']);
  });
});

describe('call targets', () => {
  const files = {
    'a.py': [
      'import b',
      'from b import helper as h, Base',
      'class Manager(Base):',
      '    def __init__(self): self.inner = b.Part()',
      '    def run(self):',
      '        self.step()',
      '        super().run()',
      '        self.inner.work()',
      '        h(); b.helper(); b.Part()',
      '        self.unknown(); print(1); Base.step(self)',
      '        def local(): pass',
      '        local()',
      '    def step(self): pass',
      'class Late(Manager):',
      '    def step(self): pass',
    ].join('\n'),
    'b.py':
      'class Part:\n    def __init__(self): pass\n    def work(self): pass\nclass Base:\n    def run(self): pass\n    def step(self): pass\ndef helper(): pass\n',
  };

  it.each([
    ['self.step', 'a.py:Manager.step', ''],
    ['super().run', 'b.py:Base.run', ''],
    ['self.inner.work', 'b.py:Part.work', ''],
    ['h()', 'b.py:helper', ''],
    ['b.helper', 'b.py:helper', ''],
    ['b.Part', 'b.py:Part.__init__', 'b.py:Part'],
    ['Base.step', 'b.py:Base.step', ''],
    ['local', 'a.py:Manager.run.local', ''],
    ['self.unknown', '', ''],
    ['print', '', ''],
  ])('%s reaches %s', async (text, functions, classes) => {
    const { program } = setup(files);
    const file = await open(program, 'a.py');
    const call = callAt(file, text);
    const targets = await program.callTargets(call, program.scopeAt(file, call.span.start));
    expect(names(targets.functions).join(' ')).toBe(functions);
    expect(names(targets.classes).join(' ')).toBe(classes);
  });

  it('depend on the class of the object, when it is known', async () => {
    const { program } = setup(files);
    const file = await open(program, 'a.py');
    const call = callAt(file, 'self.step');
    const receiver = classOf(program, file, 'Late');
    const targets = await program.callTargets(call, program.scopeAt(file, call.span.start), { receiver });
    expect(names(targets.functions)).toEqual(['a.py:Late.step']);
  });

  it('name the base outside that may have the method', async () => {
    const { program } = setup({
      'a.py': 'import threading\nclass T(threading.Thread):\n    def go(self): self.start()\n',
    });
    const file = await open(program, 'a.py');
    const call = callAt(file, 'self.start');
    const targets = await program.callTargets(call, program.scopeAt(file, call.span.start));
    expect(targets.others).toEqual([
      { kind: 'external', name: 'threading.Thread.start', origin: 'standard-library' },
    ]);
  });
});

describe('definitions', () => {
  const files = {
    'p/a.py':
      'from .b import Base as Root\nimport p.b\nclass A(Root):\n    def go(self):\n        self.put(1)\n        super().put\n        self.kept\n        Root.put\n        return unknown\n',
    'p/b.py': 'class Base:\n    def __init__(self):\n        self.kept = {}\n    def put(self, x): pass\n',
  };

  it.each([
    ['put(1)', 'p/b.py:Base.put'],
    ['put\n        self.kept', 'p/b.py:Base.put'],
    ['kept', 'p/b.py:Base.kept'],
    ['Root):', 'p/b.py:Base'],
    ['Base as', 'p/b.py:Base'],
    ['p.b', 'p/b.py:module'],
    ['go(self', 'p/a.py:A.go'],
    ['b import', 'p/b.py:module'],
    ['unknown', 'null'],
    ['return', 'null'],
  ])('of %j is %s', async (text, expected) => {
    const { program } = setup(files);
    const file = await open(program, 'p/a.py');
    const found = await program.definitionAt(file, file.source.text.indexOf(text));
    const name =
      found === null ? 'null' : found.kind === 'module' ? `${found.path}:module` : names([found]).join();
    expect(name).toBe(expected);
  });
});
