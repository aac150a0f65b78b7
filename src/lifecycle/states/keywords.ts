import {
  visitExpressions,
  visitStatements,
  type Call,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName, type Types } from '../project/types.ts';
import { lastName } from './declared.ts';
import { argumentOf } from './sinks.ts';

const DEPTH = 3;

/**
 * Functions that set attributes by the names of their keywords: `for k, v in fields.items(): setattr(job, k, v)`,
 * `job.__dict__.update(fields)`, `vars(job).update(**fields)`, and those that hand their keywords to one. Each is
 * looked through once.
 */
export class KeywordSetters {
  readonly #project: Project;
  readonly #types: Types;
  readonly #known = new Map<FunctionInfo, string | null>();
  readonly #places = new Map<FunctionInfo, Statement>();
  /** Of functions that take keywords of any name. */
  readonly #names: ReadonlySet<string>;

  constructor(project: Project, types: Types) {
    this.#project = project;
    this.#types = types;
    this.#names = new Set(
      [...project.functions.values()].flatMap(({ name, node }) =>
        node.parameters.some((each) => each.variety === 'dictionary') ? [name] : [],
      ),
    );
  }

  /** What the function calls the object whose attributes it sets: its `self` or a parameter; null for others. */
  objectOf(info: FunctionInfo, depth = DEPTH): string | null {
    const known = this.#known.get(info);
    if (known !== undefined) return known;
    this.#known.set(info, null);
    const fields = info.node.parameters.find((each) => each.variety === 'dictionary')?.name;
    const found = fields === undefined || depth === 0 ? null : this.#find(info, fields, depth);
    this.#known.set(info, found);
    return found;
  }

  /** The statement of such a function that sets them: what stands before may prevent it. */
  placeIn(info: FunctionInfo): Statement | null {
    return this.objectOf(info) === null ? null : (this.#places.get(info) ?? null);
  }

  /** The parameter that holds the keywords, where the function takes one of a name out of it to set it by itself. */
  takesOut(info: FunctionInfo, field: string): string | null {
    const fields = info.node.parameters.find((each) => each.variety === 'dictionary')?.name;
    if (fields === undefined) return null;
    const takes = (each: Expression): boolean => {
      if (each.kind !== 'call' || each.callee.kind !== 'attribute' || each.callee.name !== 'pop')
        return false;
      const { value } = each.callee;
      const [key] = each.args;
      const isField = key?.kind === 'constant' && key.value.type === 'string' && key.value.value === field;
      return isField && value.kind === 'name' && value.id === fields;
    };
    const taken: Expression[] = [];
    visitExpressions(
      info.node.body,
      (each) => {
        if (takes(each)) taken.push(each);
        return undefined;
      },
      'function',
    );
    return taken.length > 0 ? fields : null;
  }

  /** Keywords of a call that such a function takes for attributes. */
  setBy(call: Call, target: FunctionInfo): readonly { readonly name: string; readonly value: Expression }[] {
    const own = new Set(target.node.parameters.map((each) => each.name));
    return call.keywords.flatMap(({ name, value }) =>
      name === null || own.has(name) ? [] : [{ name, value }],
    );
  }

  /** The function that a call means, if it is such a one. */
  calledBy(call: Call, inside: FunctionInfo): FunctionInfo | null {
    const { callee } = call;
    if (!this.#names.has(lastName(callee))) return null;
    const symbol = this.#project.lookupExpression(inside.file, callee);
    if (symbol?.kind === 'function') return this.objectOf(symbol.info) === null ? null : symbol.info;
    if (callee.kind !== 'attribute') return null;
    const isSelf = callee.value.kind === 'name' && callee.value.id === selfName(inside);
    const type = isSelf ? inside.owner : this.#types.of(callee.value, inside, inside.owner);
    if (type !== null) {
      const method = this.#project.method(type, callee.name);
      return method === null || this.objectOf(method) === null ? null : method;
    }
    const all = this.#project.methodsNamed(callee.name).filter((each) => this.objectOf(each) !== null);
    return all.length === 1 ? (all[0] ?? null) : null;
  }

  /** The expression at a call for the object whose attributes are set; null where it is not to be told. */
  objectAt(call: Call, target: FunctionInfo): Expression | null {
    const object = this.objectOf(target);
    if (object === null) return null;
    if (object === selfName(target)) return call.callee.kind === 'attribute' ? call.callee.value : null;
    return argumentOf(call, target, object);
  }

  #find(info: FunctionInfo, fields: string, depth: number): string | null {
    const isMine = (expression: Expression | null | undefined): string | null =>
      expression?.kind === 'name' &&
      (expression.id === selfName(info) || info.node.parameters.some((each) => each.name === expression.id))
        ? expression.id
        : null;
    let found: string | null = null;
    const note = (object: string | null, place: Statement): void => {
      if (object === null || found !== null) return;
      found = object;
      this.#places.set(info, place);
    };
    visitStatements(info.node.body, (statement) => {
      if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
      if (statement.kind !== 'for' || !isItemsOf(statement.iterable, fields)) return undefined;
      const [key, value] = statement.target.kind === 'tuple' ? statement.target.items : [];
      visitExpressions(statement.body, (each) => {
        if (each.kind === 'call' && /^(__)?setattr(__)?$/.test(lastName(each.callee))) {
          const [object, name, given] = each.args;
          if (isSame(name, key) && isSame(given, value)) note(isMine(object), statement);
        }
        return undefined;
      });
      return undefined;
    });
    visitExpressions(
      info.node.body,
      (each, statement) => {
        if (each.kind === 'call') {
          note(isMine(updated(each, fields)), statement);
          const handsOn = each.keywords.some(
            ({ name, value }) => name === null && value.kind === 'name' && value.id === fields,
          );
          if (handsOn && found === null && depth > 1) {
            const next = this.calledBy(each, info);
            if (next !== null && next !== info) note(isMine(this.objectAt(each, next)), statement);
          }
        }
        return undefined;
      },
      'function',
    );
    return found;
  }
}

function isItemsOf(expression: Expression, name: string): boolean {
  return (
    expression.kind === 'call' &&
    expression.callee.kind === 'attribute' &&
    expression.callee.name === 'items' &&
    expression.callee.value.kind === 'name' &&
    expression.callee.value.id === name
  );
}

function isSame(one: Expression | undefined, two: Expression | undefined): boolean {
  return one?.kind === 'name' && two?.kind === 'name' && one.id === two.id;
}

/** The object of `job.__dict__.update(fields)` and of `vars(job).update(**fields)`. */
function updated(call: Call, fields: string): Expression | null {
  const { callee } = call;
  if (callee.kind !== 'attribute' || callee.name !== 'update') return null;
  const given = [...call.args, ...call.keywords.map((each) => each.value)];
  if (!given.some((each) => each.kind === 'name' && each.id === fields)) return null;
  if (callee.value.kind === 'attribute' && callee.value.name === '__dict__') return callee.value.value;
  if (callee.value.kind !== 'call' || lastName(callee.value.callee) !== 'vars') return null;
  return callee.value.args[0] ?? null;
}
