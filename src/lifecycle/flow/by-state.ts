import { visitExpressions, visitStatements, type Expression } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { StateName } from '../model.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import type { Candidate } from '../states/candidates.ts';
import { lastName } from '../states/declared.ts';
import type { Domain } from '../states/domain.ts';
import { onlyValue } from '../states/only-value.ts';
import { staticKey } from './statics.ts';
import { nameParts, type NamePart } from './built-names.ts';

type Found = Map<FunctionId, Set<StateName>>;

/** Handlers of fewer states may carry a state's name by chance. */
const LEAST_HANDLERS = 2;

/**
 * Functions that are chosen by the state, with the states in which they are: methods whose name is put together with
 * it (`getattr(self, f'on_{self.state}')`), and values of a dictionary that is looked up with it
 * (`HANDLERS[self.state]()`).
 */
export function chosenByState(
  candidate: Candidate,
  domain: Domain,
  project: Project,
): ReadonlyMap<FunctionId, ReadonlySet<StateName>> {
  const found: Found = new Map();
  if (candidate.slot.kind !== 'attribute') return found;
  const { name: store } = candidate.slot;
  const later: Found = new Map();
  for (const info of project.functions.values()) {
    const handed = handedOver(info);
    visitExpressions(
      info.node.body,
      (each) => {
        const into = handed.has(each) ? later : found;
        const named = each.kind === 'call' && lastName(each.callee) === 'getattr' ? each.args[1] : undefined;
        if (named !== undefined) byName(named, info, candidate, domain, project, into);
        const [table, key] = lookedUp(each);
        if (table !== null && key !== null && isStore(key, store, info))
          byTable(table, info, domain, project, into);
        return undefined;
      },
      'function',
    );
  }
  // Until they are run the state may change.
  for (const id of later.keys()) found.delete(id);
  return found;
}

const LATER =
  /^(?:call_(?:later|at|soon|soon_threadsafe)|(?:\w+_)?callback|create_task|ensure_future|start_soon|submit|run_in_executor|Timer|Thread)$/;

/** What is handed to a timer, a thread, a task or as a callback. */
function handedOver(info: FunctionInfo): ReadonlySet<Expression> {
  const found = new Set<Expression>();
  visitExpressions(
    info.node.body,
    (each) => {
      if (each.kind === 'call' && LATER.test(lastName(each.callee)))
        for (const value of [...each.args, ...each.keywords.map((keyword) => keyword.value)]) {
          found.add(value);
          if (value.kind === 'call') found.add(value.callee);
        }
      return undefined;
    },
    'function',
  );
  return found;
}

function add(found: Found, info: FunctionInfo, state: StateName): void {
  found.set(info.id, (found.get(info.id) ?? new Set()).add(state));
}

/** `table[key]`, `table.get(key)`. */
function lookedUp(expression: Expression): readonly [Expression | null, Expression | null] {
  if (expression.kind === 'subscript') return [expression.value, expression.index];
  if (expression.kind !== 'call' || expression.callee.kind !== 'attribute') return [null, null];
  return expression.callee.name === 'get'
    ? [expression.callee.value, expression.args[0] ?? null]
    : [null, null];
}

/** `self.state`, or a variable that is given it and nothing else. */
function isStore(expression: Expression, store: string, inside: FunctionInfo): boolean {
  if (expression.kind === 'attribute') return expression.name === store;
  if (expression.kind !== 'name') return false;
  const value = onlyValue(expression.id, inside);
  return value?.kind === 'attribute' && value.name === store;
}

/** The classes whose objects have the store. */
function family(candidate: Candidate, project: Project): readonly ClassInfo[] {
  const { owner } = candidate;
  return owner === null ? [] : [owner, ...project.descendants(owner)];
}

/** Methods whose name is what `getattr` is asked for in one of the states. */
function byName(
  expression: Expression,
  inside: FunctionInfo,
  candidate: Candidate,
  domain: Domain,
  project: Project,
  found: Found,
): void {
  const parts = nameParts(expression, candidate.slot.name, inside, project);
  if (parts === null) return;
  const own: Found = new Map();
  const texts = domain.names.map((state) => [state, textOf(state, parts, domain)] as const);
  for (const info of family(candidate, project)) {
    for (const name of info.scope.bindings.keys()) {
      const fitting = texts.filter(([, text]) => text !== '' && patternOf(parts, text).test(name));
      // `on_half_closed` ends in `closed` as well.
      const longest = fitting.reduce((most, [, text]) => Math.max(most, text.length), 0);
      const [chosen] = fitting.find(([, text]) => text.length === longest) ?? [];
      const method = chosen === undefined ? null : methodOf(info, name, project);
      if (chosen !== undefined && method !== null) add(own, method, chosen);
    }
  }
  if (new Set([...own.values()].flatMap((states) => [...states])).size < LEAST_HANDLERS) return;
  for (const [id, states] of own) {
    const info = project.functions.get(id);
    if (info !== undefined) for (const state of states) add(found, info, state);
  }
}

/** A method, also by another name that the body of the class gives it. */
function methodOf(info: ClassInfo, name: string, project: Project): FunctionInfo | null {
  const symbol = project.member(info, name);
  if (symbol?.kind !== 'value') return symbol?.kind === 'function' ? symbol.info : null;
  const { binding } = symbol;
  return binding.kind === 'value' && binding.value.kind === 'name'
    ? project.method(info, binding.value.id)
    : null;
}

/** What a state is written as in a name. */
function textOf(state: StateName, parts: readonly NamePart[], domain: Domain): string {
  const part = parts.find((each) => each.kind === 'state');
  if (part?.kind !== 'state') return '';
  const value = domain.value(state);
  const text = part.of === 'name' || typeof value !== 'string' ? state : value;
  return part.letters === 'lower' ? text.toLowerCase() : part.letters === 'upper' ? text.toUpperCase() : text;
}

function patternOf(parts: readonly NamePart[], text: string): RegExp {
  const escaped = (each: string): string => each.replaceAll(/[^\w]/g, '\\$&');
  const source = parts.map((part) => {
    if (part.kind === 'text') return escaped(part.text);
    return part.kind === 'unknown' ? '.*' : escaped(text);
  });
  // After an unknown beginning the state is a word of its own.
  return new RegExp(`^${source.join('').replace(/^\.\*(?=[A-Za-z])/, '.*_')}$`);
}

/** Methods and functions that a dictionary holds under states. */
function byTable(
  table: Expression,
  inside: FunctionInfo,
  domain: Domain,
  project: Project,
  found: Found,
): void {
  const dictionary = dictionaryOf(table, inside, project);
  if (dictionary === null) return;
  const own = dictionary.value.entries.flatMap(({ key, value }) => {
    const state = key === null ? null : staticKey(key, dictionary.file, dictionary.inside, domain, project);
    const target = state === null ? null : handlerOf(value, dictionary.file, inside, project);
    return state === null || target === null ? [] : [{ state, target }];
  });
  if (new Set(own.map((each) => each.state)).size < LEAST_HANDLERS) return;
  for (const { state, target } of own) add(found, target, state);
}

interface Written {
  readonly value: Extract<Expression, { kind: 'dictionary' }>;
  readonly file: string;
  readonly inside: FunctionInfo | null;
}

/** The dictionary that a name of a module or class, an attribute of the object, or a variable is given. */
function dictionaryOf(table: Expression, inside: FunctionInfo, project: Project): Written | null {
  if (table.kind === 'dictionary') return { value: table, file: inside.file, inside };
  if (table.kind === 'name') {
    const value = onlyValue(table.id, inside);
    if (value?.kind === 'dictionary') return { value, file: inside.file, inside };
  }
  const symbol =
    table.kind === 'attribute' && inside.owner !== null
      ? (project.member(inside.owner, table.name) ?? project.lookupExpression(inside.file, table))
      : project.lookupExpression(inside.file, table);
  if (symbol?.kind === 'value' && symbol.binding.kind === 'value')
    return symbol.binding.value.kind === 'dictionary'
      ? { value: symbol.binding.value, file: symbol.file, inside: null }
      : null;
  if (table.kind !== 'attribute' || inside.owner === null) return null;
  return (
    project
      .ancestry(inside.owner)
      .flatMap((each) => [...each.methods.values()])
      .map((method) => fieldDictionary(method, table.name))
      .find((each) => each !== null) ?? null
  );
}

/** `self._handlers = {…}` in a method. */
function fieldDictionary(method: FunctionInfo, name: string): Written | null {
  let found: Written | null = null;
  visitStatements(method.node.body, (statement) => {
    if (statement.kind === 'assign' && statement.value?.kind === 'dictionary')
      for (const target of statement.targets)
        if (target.kind === 'attribute' && target.name === name)
          found = { value: statement.value, file: method.file, inside: method };
    return undefined;
  });
  return found;
}

function handlerOf(
  value: Expression,
  file: string,
  inside: FunctionInfo,
  project: Project,
): FunctionInfo | null {
  const named =
    value.kind === 'constant' && value.value.type === 'string' ? value.value.value : lastName(value);
  const own = inside.owner === null || named === '' ? null : project.method(inside.owner, named);
  if (own !== null) return own;
  const symbol = project.lookupExpression(file, value);
  return symbol?.kind === 'function' ? symbol.info : null;
}
