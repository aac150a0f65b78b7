import type { Expression } from '../../syntax/index.ts';
import type { ClassInfo, Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { constantText } from '../states/entries.ts';
import { declarationKey, stateName, type Member } from '../states/group.ts';
import { memberOf, memberOfSymbol } from '../states/leaves.ts';
import { memberKey, type Move, type Surroundings } from './model.ts';

/** The state that an expression names: a declared constant, a `State(…)` of the class, or a text; else null. */
export function stateOf(expression: Expression, around: Surroundings, project: Project): Member | null {
  if (expression.kind === 'constant') {
    if (expression.value.type !== 'string') return null;
    const { value } = expression.value;
    return {
      name: stateName(value),
      value,
      file: around.file,
      line: expression.span.line,
      declaration: null,
    };
  }
  if (expression.kind === 'name' && around.owner !== null) {
    const own = project.member(around.owner, expression.id);
    if (own !== null) return memberOfSymbol(own) ?? stateObject(own);
  }
  const listed = ofStates(expression, around, project);
  if (listed !== null) return listed;
  return memberOf(expression, around.file, around.inside, project);
}

/** `states.GREEN` of `states = States.from_enum(Colour)` and of `States({"GREEN": State()})`. */
function ofStates(expression: Expression, around: Surroundings, project: Project): Member | null {
  if (around.owner === null || expression.kind !== 'attribute' || expression.value.kind !== 'name')
    return null;
  const holder = project.member(around.owner, expression.value.id);
  if (holder?.kind !== 'value' || holder.binding.kind !== 'value') return null;
  const { value, span } = holder.binding;
  const [first] = value.kind === 'call' ? value.args : [];
  if (value.kind !== 'call' || first === undefined) return null;
  if (lastName(value.callee) === 'from_enum') {
    const symbol = project.lookupExpression(holder.file, first);
    if (symbol?.kind !== 'class') return null;
    const member = memberOfSymbol(project.member(symbol.info, expression.name));
    return member === null ? null : { ...member, value: null };
  }
  if (lastName(value.callee) !== 'States' || first.kind !== 'dictionary') return null;
  const entry = first.entries.find((each) => each.key !== null && constantText(each.key) === expression.name);
  if (entry === undefined) return null;
  return {
    name: stateName(expression.name),
    value: null,
    file: holder.file,
    line: entry.value.span.line,
    declaration: `${declarationKey(holder.file, span)}.${expression.name}`,
  };
}

/** `class trip(State.Compound)`: a state that holds states. */
export function isCompound(info: ClassInfo): boolean {
  return info.node.bases.some(
    (base) => base.kind === 'attribute' && /^(Compound|Parallel)$/.test(base.name) && isState(base.value),
  );
}

function isState(expression: Expression): boolean {
  return /(^|_)state$/i.test(lastName(expression));
}

/** All states of a class: `State()` and compound ones, those that end it left out. */
export function allStates(owner: ClassInfo, project: Project): readonly Member[] {
  return [...owner.scope.bindings].flatMap(([name, binding]) => {
    const symbol = project.member(owner, name);
    const isFinal =
      binding.kind === 'value' &&
      binding.value.kind === 'call' &&
      binding.value.keywords.some((each) => each.name === 'final' && isTrue(each.value));
    return isFinal ? [] : (stateObject(symbol) ?? []);
  });
}

function isTrue(expression: Expression): boolean {
  return expression.kind === 'constant' && expression.value.type === 'boolean' && expression.value.value;
}

/** `green = State()` in the body of a class, or a class of states. */
function stateObject(symbol: ReturnType<Project['member']>): Member | null {
  if (symbol?.kind === 'class') {
    const { name, file, node } = symbol.info;
    if (!isCompound(symbol.info)) return null;
    const line = node.nameSpan.line;
    return {
      name: stateName(name),
      value: null,
      file,
      line,
      declaration: declarationKey(file, node.nameSpan),
    };
  }
  if (symbol?.kind !== 'value' || symbol.binding.kind !== 'value') return null;
  const { value, span } = symbol.binding;
  if (value.kind !== 'call' || !isState(value.callee)) return null;
  const { name, file } = symbol;
  return {
    name: stateName(name),
    value: null,
    file,
    line: span.line,
    declaration: declarationKey(file, span),
  };
}

/** The same for each item of a list, tuple or set, and for a single state. */
export function statesOf(
  expression: Expression,
  around: Surroundings,
  project: Project,
): readonly Member[] | null {
  const items = itemsOf(expression);
  if (items === null) {
    const only = stateOf(expression, around, project);
    return only === null ? null : [only];
  }
  const found = items.map((item) => stateOf(item, around, project));
  const members = found.flatMap((member) => member ?? []);
  return members.length === items.length && members.length > 0 ? members : null;
}

const BUILDERS = new Set(['frozenset', 'set', 'tuple', 'list', 'dict', 'MappingProxyType', 'OrderedDict']);

/** What a container literal holds, through `frozenset(…)` and its like; null for everything else. */
export function itemsOf(expression: Expression): readonly Expression[] | null {
  const inner = unwrapped(expression);
  return inner.kind === 'tuple' || inner.kind === 'list' || inner.kind === 'set' ? inner.items : null;
}

/** Through the calls that only build a container from another one. */
export function unwrapped(expression: Expression): Expression {
  const only = expression.kind === 'call' ? expression.args[0] : undefined;
  if (expression.kind !== 'call' || only === undefined || expression.args.length !== 1) return expression;
  return BUILDERS.has(lastName(expression.callee)) ? unwrapped(only) : expression;
}

/** In a name that says what the table is for. */
const TELLING = /transition|allowed_next|next_state|valid_next|legal_next|state_?machine|fsm/i;

/**
 * Are these the moves of one machine? All states are declared constants or all are texts; those of classes are of
 * one class; and either the name says so, or some state is both left and entered, as in every machine of more
 * than two. A table of routes or of choices has neither.
 */
export function isMachine(name: string, moves: readonly Omit<Move, 'file' | 'line'>[]): boolean {
  const states = moves.flatMap((move) => [move.from, move.to]);
  const known = new Set(states.map(memberKey));
  if (moves.length === 0 || known.size < 2) return false;
  const declared = states.filter((state) => state.declaration !== null).length;
  if (declared > 0 && declared < states.length) return false;
  const froms = new Set(moves.map((move) => memberKey(move.from)));
  const meets = moves.some(
    (move) => froms.has(memberKey(move.to)) && memberKey(move.from) !== memberKey(move.to),
  );
  if (TELLING.test(name)) return true;
  // Pairs of texts are of many kinds; those that a function or an event belongs to are of few.
  const plain = declared === 0 && moves.every((move) => move.event === null && move.handler === null);
  if (plain || moves.length < 2 || !meets) return false;
  // Texts with a text between them are renamed, routed or looked up as well; states are left as they are entered.
  const entered = new Set(moves.map((move) => memberKey(move.to)));
  const left = [...entered].filter((key) => froms.has(key)).length;
  return declared > 0 || moves.some((move) => move.handler !== null) || left * 2 >= entered.size;
}
