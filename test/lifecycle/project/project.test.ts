import { describe, expect, test } from 'vitest';
import { linearize } from '../../../src/lifecycle/project/ancestry.ts';
import { ModuleIndex, moduleOf } from '../../../src/lifecycle/project/imports.ts';
import { Types } from '../../../src/lifecycle/project/types.ts';
import { setterKey, type ClassInfo, type Project } from '../../../src/lifecycle/project/project.ts';
import { projectOf } from '../../support/lifecycle.ts';

function classNamed(project: Project, name: string): ClassInfo {
  const found = project.classes.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no class ${name}`);
  return found;
}

const names = (classes: readonly ClassInfo[]): readonly string[] => classes.map((each) => each.name);

describe('method resolution order', () => {
  test('the diamond of the Python documentation', () => {
    // O; A(O); B(O); C(A, B): C A B O.
    expect(
      linearize('C', [
        ['A', 'O'],
        ['B', 'O'],
      ]),
    ).toEqual(['C', 'A', 'B', 'O']);
  });

  test('a class that is named first stays before one that is named later', () => {
    // https://docs.python.org/3/howto/mro.html: class Z(K1, K2, K3).
    const k1 = ['K1', 'A', 'B', 'C', 'O'];
    const k2 = ['K2', 'D', 'B', 'E', 'O'];
    const k3 = ['K3', 'D', 'A', 'O'];
    expect(linearize('Z', [k1, k2, k3])).toEqual(['Z', 'K1', 'K2', 'K3', 'D', 'A', 'B', 'C', 'E', 'O']);
  });

  test('orders that contradict each other still end', () => {
    // Python refuses class Z(X, Y) with X: A B and Y: B A.
    expect(
      linearize('Z', [
        ['X', 'A', 'B'],
        ['Y', 'B', 'A'],
      ]),
    ).toHaveLength(5);
  });

  test('a class that is its own ancestor ends too', () => {
    const project = projectOf({ 'a.py': 'class A(B):\n    pass\nclass B(A):\n    pass\n' });
    expect(names(project.ancestry(classNamed(project, 'A'))).includes('A')).toBe(true);
  });
});

describe('modules', () => {
  const files = new Set([
    'pkg/__init__.py',
    'pkg/a.py',
    'pkg/sub/__init__.py',
    'pkg/sub/b.py',
    'lib/pkg/a.py',
    'top.py',
  ]);

  test.each([
    ['from . import', 'pkg/a.py', '', 1, 'pkg/__init__.py'],
    ['from .sub', 'pkg/a.py', 'sub', 1, 'pkg/sub/__init__.py'],
    ['from .sub.b', 'pkg/a.py', 'sub.b', 1, 'pkg/sub/b.py'],
    ['from ..a', 'pkg/sub/b.py', 'a', 2, 'pkg/a.py'],
    ['from ... beyond the root', 'pkg/sub/b.py', 'top', 3, 'top.py'],
    ['absolute, from the root', 'pkg/sub/b.py', 'pkg.a', 0, 'pkg/a.py'],
    ['absolute, from a folder that the path starts at', 'x.py', 'sub.b', 0, 'pkg/sub/b.py'],
    ['not there', 'pkg/a.py', 'threading', 0, null],
  ])('%s', (_name, file, module, level, expected) => {
    expect(moduleOf(file, module, level, files)).toBe(expected);
  });

  test('of several the nearest', () => {
    const several = new Set(['one/x/m.py', 'two/x/m.py']);
    expect(moduleOf('two/y.py', 'x.m', 0, several)).toBe('two/x/m.py');
  });

  test('the root lies in the package that an import names', () => {
    const inside = new Set(['__init__.py', 'a.py', 'sub/b.py', 'sub/pkg/a.py']);
    const index = new ModuleIndex(inside, '/srv/app/pkg');
    expect(index.resolve('sub/b.py', 'pkg.a', 0)).toBe('a.py');
    expect(index.resolve('a.py', 'app.pkg.sub.b', 0)).toBe('sub/b.py');
    expect(index.resolve('a.py', 'pkg.none', 0)).toBeNull();
    expect(new ModuleIndex(inside, '/srv/app').resolve('a.py', 'sub.b', 0)).toBe('sub/b.py');
  });
});

describe('names across files', () => {
  const project = projectOf({
    'base.py': 'IDLE = 1\nclass Base:\n    LIMIT = 3\n    def m(self):\n        pass\n',
    'hub.py': 'from base import *\nfrom base import Base as Root\nRENAMED = Root\n',
    'use.py': `import hub
from hub import Root, IDLE
import base as b
AGAIN = b.IDLE
class Use(Root):
    def n(self):
        from late import Late
        return Late
    @property
    def p(self):
        return 1
    @p.setter
    def p(self, value):
        pass
    @staticmethod
    def s(x):
        def inner():
            return x
        return inner
`,
    'late.py': 'class Late:\n    pass\n',
  });

  test.each([
    ['IDLE', 'value'],
    ['Root', 'class'],
    ['AGAIN', 'value'],
    ['hub', 'module'],
    ['Late', 'class'],
  ])('%s is a %s', (name, kind) => {
    expect(project.lookup('use.py', name)?.kind).toBe(kind);
  });

  test('an alias is what it names', () => {
    const symbol = project.lookup('use.py', 'AGAIN');
    expect(symbol).toMatchObject({ kind: 'value', name: 'IDLE', file: 'base.py' });
  });

  test('a name that leads in a circle ends', () => {
    const circle = projectOf({ 'a.py': 'from b import X\n', 'b.py': 'from a import X\n' });
    expect(circle.lookup('a.py', 'X')).toBeNull();
  });

  test('methods come from the first class of the order; super() goes on after one', () => {
    const use = classNamed(project, 'Use');
    expect(names(project.ancestry(use))).toEqual(['Use', 'Base']);
    expect(project.method(use, 'm')?.path).toBe('Base.m');
    expect(project.method(use, 'n', use)).toBeNull();
    expect(project.method(use, setterKey('p'))?.variety).toBe('property-setter');
    expect(project.method(use, 'p')?.variety).toBe('property');
    expect(project.member(use, 'LIMIT')).toMatchObject({ kind: 'value', name: 'LIMIT' });
  });

  test('nested functions know the method around them and its class', () => {
    const inner = project.functions.get('use.py#Use.s.inner');
    expect(inner).toMatchObject({ isMethod: false, parent: { path: 'Use.s' }, owner: { name: 'Use' } });
  });

  test('descendants, direct and indirect', () => {
    const family = projectOf({
      'a.py': 'class A:\n    pass\nclass B(A):\n    pass\nclass C(B):\n    pass\n',
    });
    expect(names(family.descendants(classNamed(family, 'A')))).toEqual(['B', 'C']);
  });
});

describe('types', () => {
  const project = projectOf({
    'a.py': `from typing import Optional
class Desk:
    pass
class Home:
    spare: 'Desk'
    def __init__(self, desk: Optional[Desk], other, third: Desk | None = None):
        self.desk = desk
        self.made = Desk()
        self.other = other
        self.third = third
        self.noted: Desk = other
    def pick(self) -> Desk:
        return self.desk
    def use(self, given: "Desk"):
        local = Desk()
        picked = self.pick()
        unknown = given.thing()
`,
  });
  const types = new Types(project);
  const home = classNamed(project, 'Home');

  test.each([
    ['desk', 'Desk'],
    ['made', 'Desk'],
    ['third', 'Desk'],
    ['noted', 'Desk'],
    ['spare', 'Desk'],
    ['other', undefined],
  ])('field %s is %s', (field, expected) => {
    expect(types.field(home, field)?.name).toBe(expected);
  });

  test.each([
    ['local', 'Desk'],
    ['picked', 'Desk'],
    ['given', 'Desk'],
    ['unknown', undefined],
    ['self', 'Home'],
  ])('variable %s is %s', (name, expected) => {
    const use = project.functions.get('a.py#Home.use');
    if (use === undefined) throw new Error('no function');
    const span = use.node.span;
    expect(types.of({ kind: 'name', id: name, span }, use, home)?.name).toBe(expected);
  });
});

describe('a function in a method', () => {
  const project = projectOf({
    'a.py': `class Home:
    def use(self, job: Home):
        def closure(name):
            return self, job
        def hook(self: Desk, job):
            return self, job
class Desk: pass
`,
  });
  const types = new Types(project);
  const home = classNamed(project, 'Home');

  test.each([
    ['closure', 'self', 'Home'],
    ['closure', 'job', 'Home'],
    ['hook', 'self', 'Desk'],
    ['hook', 'job', undefined],
  ])('in %s, %s is %s', (inner, name, expected) => {
    const inside = project.functions.get(`a.py#Home.use.${inner}`);
    const use = inside?.node.body[0];
    if (inside === undefined || use?.kind !== 'return' || use.value?.kind !== 'tuple')
      throw new Error('no function');
    const item = use.value.items.find((each) => each.kind === 'name' && each.id === name);
    if (item === undefined) throw new Error('no variable');
    expect(types.of(item, inside, home)?.name).toBe(expected);
  });
});
