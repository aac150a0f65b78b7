import {
  childBlocks,
  ownExpressions,
  visitExpression,
  type Expression,
  type Span,
  type Statement,
} from '../../syntax/index.ts';
import type { Condition, ModeFact } from '../analysis.ts';
import { conditionsAt, type ConditionContext } from '../facts/conditions.ts';
import type { Machine } from '../flow/machine.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import type { StateName } from '../model.ts';
import { memberOf } from '../states/leaves.ts';
import { isConstructor } from '../states/survey.ts';
import { selfName } from '../project/types.ts';
import { AttributeChanges, type Assignment, type Changes } from './attribute-changes.ts';

/** What a place demands of one flag: one of some values, or none of others. */
export interface Demand {
  readonly one: ReadonlySet<string>;
  readonly none: ReadonlySet<string>;
}

/** Demands by the flag's name; a place without any runs on either side. */
export type Side = ReadonlyMap<string, Demand>;

/** A place that writes, with the conditions that hold there. */
export interface SidedPlace {
  readonly inside: FunctionInfo;
  readonly at: Span;
  readonly conditions: readonly Condition[];
}

const EMPTY: ReadonlySet<string> = new Set();

/**
 * Which side of a class that runs as either one a place belongs to. A mode is an attribute of the store's own class
 * that constructors alone assign: what a place says about it holds for as long as the object lives. `self.client`
 * counts by itself only where it is made as a truth; compared with a constant it counts whatever it is made from.
 */
export class Modes {
  readonly #machine: Machine;
  readonly #homes = new Map<string, Home | null>();
  #changes: AttributeChanges | undefined;
  readonly #sides = new Map<string, Side>();
  readonly conditions: ConditionContext;

  constructor(machine: Machine, conditions: ConditionContext) {
    this.#machine = machine;
    this.conditions = conditions;
  }

  side(place: SidedPlace): Side {
    const side = new Map<string, Demand>();
    const { inside } = place;
    for (const { test, holds } of place.conditions) this.#note(test, holds, inside, side);
    for (const each of passedBefore(inside.node.body, place.at)) this.#imply(each, inside, side);
    const maker = inside.owner === null ? null : this.#machine.project.method(inside.owner, '__init__');
    if (maker !== null && maker !== inside)
      for (const each of passedBefore(maker.node.body, null)) this.#imply(each, maker, side);
    return side;
  }

  /** An attribute that a constructor makes on one side alone: where it is used, that side runs. */
  #imply(expression: Expression, inside: FunctionInfo, side: Map<string, Demand>): void {
    visitExpression(expression, (each) => {
      if (each.kind === 'lambda' || each.kind === 'comprehension') return 'skip';
      // Only what comes first is evaluated on every way.
      const first =
        each.kind === 'boolean' ? each.values[0] : each.kind === 'conditional' ? each.test : undefined;
      if (first !== undefined) {
        this.#imply(first, inside, side);
        return 'skip';
      }
      if (each.kind !== 'attribute' || this.#home(each, inside) === null) return undefined;
      for (const [name, own] of this.#made(each.name)) {
        if (own.one.size > 0) demand(side, name, [...own.one], true);
        if (own.none.size > 0) demand(side, name, [...own.none], false);
      }
      return undefined;
    });
  }

  /** The side on which constructors assign an attribute; empty where they do so on both. */
  #made(name: string): Side {
    const known = this.#sides.get(name);
    if (known !== undefined) return known;
    // Set before it is filled, so that two attributes that depend on each other end.
    this.#sides.set(name, new Map());
    const home = this.#homes.get(name);
    // A value in the class is there on either side.
    if (home?.shared === true) return new Map();
    const sides = (home?.places ?? []).map(({ statement, inside }) => {
      const side = new Map<string, Demand>();
      const { conditions } = this;
      for (const { test, holds } of conditionsAt(inside, statement.span, conditions))
        this.#note(test, holds, inside, side);
      return side;
    });
    const [first = new Map<string, Demand>(), ...others] = sides;
    const common = new Map(
      [...first].filter(([flag, own]) =>
        others.every((other) => sideText(other.get(flag)) === sideText(own)),
      ),
    );
    this.#sides.set(name, common);
    return common;
  }

  /** The modes on which two of the writes disagree, with the states that each side writes. */
  facts(
    writes: readonly { readonly side: Side; readonly states: Iterable<StateName> }[],
  ): readonly ModeFact[] {
    const names = new Set(writes.flatMap(({ side }) => [...side.keys()]));
    return [...names].flatMap((name): readonly ModeFact[] => {
      const own = writes.flatMap(({ side }) => side.get(name) ?? []);
      const home = this.#homes.get(name);
      if (home == null || own.every((a) => own.every((b) => agree(a, b)))) return [];
      const sides = new Map<string, Set<StateName>>();
      for (const { side, states } of writes) {
        const text = sideText(side.get(name));
        const known = sides.get(text) ?? new Set();
        sides.set(text, known);
        for (const state of states) known.add(state);
      }
      return [{ name, owner: home.owner.name, file: home.owner.file, line: home.line, sides }];
    });
  }

  /** What a condition says about modes. */
  #note(test: Expression, holds: boolean, inside: FunctionInfo, side: Map<string, Demand>): void {
    if (test.kind === 'not') this.#note(test.value, !holds, inside, side);
    if (test.kind === 'boolean' && (test.operator === 'and') === holds)
      for (const each of test.values) this.#note(each, holds, inside, side);
    if (test.kind === 'attribute' && this.#home(test, inside)?.truth === true)
      demand(side, test.name, [holds ? 'true' : 'false'], true);
    if (test.kind === 'compare') this.#noteComparison(test, holds, inside, side);
  }

  #noteComparison(
    test: Extract<Expression, { kind: 'compare' }>,
    holds: boolean,
    inside: FunctionInfo,
    side: Map<string, Demand>,
  ): void {
    const [operator] = test.operators;
    const [right] = test.comparators;
    if (test.operators.length !== 1 || operator === undefined || right === undefined) return;
    const [flag, other] =
      test.left.kind === 'attribute' && this.#home(test.left, inside) !== null
        ? [test.left, right]
        : [right, test.left];
    if (flag.kind !== 'attribute' || this.#home(flag, inside) === null) return;
    const several = other.kind === 'tuple' || other.kind === 'list' || other.kind === 'set';
    const values = (several ? other.items : [other]).map((each) => this.#constant(each, inside));
    if (!values.every((each) => each !== null)) return;
    const positive = ['==', 'is', 'in'].includes(operator);
    if (!positive && !['!=', 'is not', 'not in'].includes(operator)) return;
    demand(side, flag.name, values, positive === holds);
  }

  #constant(expression: Expression, inside: FunctionInfo): string | null {
    const member = memberOf(expression, inside.file, inside, this.#machine.project);
    if (member !== null) return member.name;
    // A member of a class that was not read is told by how it is written.
    if (expression.kind === 'attribute' && /^_*[A-Z][A-Z0-9_]*$/.test(expression.name))
      return expression.name;
    if (expression.kind !== 'constant') return null;
    const { value } = expression;
    switch (value.type) {
      case 'string':
      case 'integer':
      case 'boolean':
        return String(value.value);
      default:
        return null;
    }
  }

  /** Where the flag is made; null where it is none, or of another object. */
  #home(flag: Extract<Expression, { kind: 'attribute' }>, inside: FunctionInfo): Home | null {
    const { store, project, types, latchNames } = this.#machine;
    const { owner } = store;
    if (owner === null || flag.name === store.name || latchNames.has(flag.name)) return null;
    const related = (each: ClassInfo): boolean =>
      project.ancestry(each).includes(owner) || project.ancestry(owner).includes(each);
    // Where the method's own object has the flag, that of another one says nothing of it.
    if (inside.owner !== null && related(inside.owner) && isOther(flag.value, inside)) return null;
    const base = types.of(flag.value, inside, inside.owner);
    if (base !== null && !related(base)) return null;
    const known = this.#homes.get(flag.name);
    if (known !== undefined) return known;
    this.#changes ??= new AttributeChanges(project);
    const home = findHome(flag.name, owner, this.#changes.of(flag.name), project);
    this.#homes.set(flag.name, home);
    return home;
  }
}

/** In a method, a variable that is not its own object: `other.client` says nothing of `self`. */
function isOther(holder: Expression, inside: FunctionInfo): boolean {
  const self = selfName(inside);
  return holder.kind === 'name' && self !== null && holder.id !== self;
}

interface Home {
  readonly owner: ClassInfo;
  readonly places: readonly Assignment[];
  readonly line: number;
  /** A class gives it a value as well, for all of its objects. */
  readonly shared: boolean;
  /** It is made as a truth, so that asking for it tells something that stays. */
  readonly truth: boolean;
}

/** The constructors that assign the flag; null where anything else does, or another class has one of that name. */
function findHome(name: string, owner: ClassInfo, changes: Changes, project: Project): Home | null {
  const { assignments, otherwise } = changes;
  const related = (each: ClassInfo): boolean =>
    project.ancestry(each).includes(owner) || project.ancestry(owner).includes(each);
  const fits = assignments.every(
    ({ inside }) => isConstructor(inside) && inside.owner !== null && related(inside.owner),
  );
  const [first] = assignments;
  const home = first?.inside.owner ?? null;
  if (otherwise || !fits || first === undefined || home === null) return null;
  const truth = assignments.every(({ value, inside }) => isTruth(value, inside));
  const shared = project.classes.some((each) => each.scope.bindings.has(name) && related(each));
  return { owner: home, places: assignments, line: first.statement.span.line, shared, truth };
}

function isTruth(value: Expression, inside: FunctionInfo): boolean {
  switch (value.kind) {
    case 'compare':
    case 'not':
      return true;
    case 'boolean':
      return value.values.every((each) => isTruth(each, inside));
    case 'constant':
      return value.value.type === 'boolean';
    case 'call':
      return value.callee.kind === 'name' && ['bool', 'isinstance'].includes(value.callee.id);
    case 'name': {
      const parameter = inside.node.parameters.find((each) => each.name === value.id);
      const annotation = parameter?.annotation;
      const fallback = parameter?.default;
      return (
        (annotation?.kind === 'name' && annotation.id === 'bool') ||
        (fallback?.kind === 'constant' && fallback.value.type === 'boolean')
      );
    }
    default:
      return false;
  }
}

function demand(side: Map<string, Demand>, name: string, values: readonly string[], positive: boolean): void {
  const known = side.get(name) ?? { one: EMPTY, none: EMPTY };
  const one = positive
    ? new Set(values.filter((each) => known.one.size === 0 || known.one.has(each)))
    : known.one;
  const none = positive ? known.none : new Set([...known.none, ...values]);
  side.set(name, { one, none });
}

/** Can both hold for one object? */
export function agree(a: Demand, b: Demand): boolean {
  const left = [...a.one].filter((each) => !a.none.has(each) && !b.none.has(each));
  const right = [...b.one].filter((each) => !a.none.has(each) && !b.none.has(each));
  if (a.one.size > 0 && b.one.size > 0) return left.some((each) => right.includes(each));
  return (a.one.size === 0 || left.length > 0) && (b.one.size === 0 || right.length > 0);
}

/** Can one object come to both places? */
export function sameSide(a: Side, b: Side): boolean {
  return [...a].every(([name, own]) => {
    const other = b.get(name);
    return other === undefined || agree(own, other);
  });
}

/** `true`, `PREFILL`, `not PREFILL`; empty where the place says nothing of the mode. */
export function sideText(demanded: Demand | undefined): string {
  if (demanded === undefined) return '';
  if (demanded.one.size > 0) return [...demanded.one].join(' or ');
  return `not ${[...demanded.none].join(' or ')}`;
}

/** What every way to a place has come through: the statements before it, block by block, without their inner blocks. */
function passedBefore(block: readonly Statement[], at: Span | null): readonly Expression[] {
  const found: Expression[] = [];
  for (const statement of block) {
    if (statement.kind === 'function' || statement.kind === 'class') continue;
    if (at !== null && statement.span.start > at.start) break;
    if (at === null || statement.span.end <= at.start) {
      found.push(...ownExpressions(statement));
      continue;
    }
    for (const inner of childBlocks(statement)) {
      const [first] = inner;
      const last = inner.at(-1);
      if (
        first !== undefined &&
        last !== undefined &&
        first.span.start <= at.start &&
        at.start < last.span.end
      )
        found.push(...passedBefore(inner, at));
    }
  }
  return found;
}
