import type { Call, Expression, Statement } from '../../syntax/index.ts';
import type { Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { memberKey, type Move, type Surroundings } from './model.ts';
import { allStates, itemsOf, statesOf } from './states.ts';
import { movesOf, records, spokenBy, textOf, type Spoken } from './tables.ts';

type Told = Spoken & { readonly line: number };

/** `machine.add_transition(a, b, event)`, with keywords, or with the trigger first; all calls on one object. */
export function addedTransitions(
  calls: readonly Call[],
  around: Surroundings,
  project: Project,
): readonly Move[] {
  const told: Told[] = [];
  const positional: Call[] = [];
  const listed: Move[] = [];
  for (const call of calls) {
    if (lastName(call.callee) === 'add_transitions') {
      const items = call.args[0] === undefined ? null : itemsOf(call.args[0]);
      listed.push(...(items === null ? [] : (records(items, around, project)?.moves ?? [])));
    } else if (call.args.length >= 2) positional.push(call);
    else told.push({ ...named(call), line: call.span.line });
  }
  const first = startsWithTrigger(positional, around, project) ? 1 : 0;
  for (const call of positional) {
    const said = named(call);
    told.push({
      source: call.args[first] ?? said.source,
      target: call.args[first + 1] ?? said.target,
      event: call.args[first === 1 ? 0 : 2] ?? said.event,
      line: call.span.line,
    });
  }
  return [...listed, ...(movesOf(told, around, project) ?? [])];
}

function named(call: Call): Spoken {
  return spokenBy((name) => call.keywords.find((each) => each.name === name)?.value);
}

/** Some libraries take the trigger first. Targets are sources of other calls: where they meet, the states are. */
function startsWithTrigger(calls: readonly Call[], around: Surroundings, project: Project): boolean {
  const keys = (index: number): readonly string[] =>
    calls.flatMap((call) => {
      const arg = call.args[index];
      return arg === undefined ? [] : (statesOf(arg, around, project) ?? []).map(memberKey);
    });
  const meets = (a: number, b: number): number => {
    const other = new Set(keys(b));
    return keys(a).filter((key) => other.has(key)).length;
  };
  const isThere = calls.every((call) => call.args.length >= 3);
  return isThere && meets(1, 2) > meets(0, 1);
}

/** `a.to(b, c) | d.to(b)` in the body of a class; the event is the name that it is bound to. */
export function stateCalls(
  expression: Expression,
  event: string | null,
  around: Surroundings,
  project: Project,
): readonly Move[] {
  if (expression.kind === 'binary' && expression.operator === '|') {
    return [
      ...stateCalls(expression.left, event, around, project),
      ...stateCalls(expression.right, event, around, project),
    ];
  }
  if (expression.kind !== 'call') return [];
  const [only] = expression.args;
  // `Event(a.to(b), id="error.run")`
  if (lastName(expression.callee) === 'Event' && only !== undefined)
    return stateCalls(only, event, around, project);
  if (expression.callee.kind !== 'attribute') return [];
  const { name, value } = expression.callee;
  if (name === 'any' && value.kind === 'attribute' && value.name === 'from_' && around.owner !== null) {
    const [to] = statesOf(value.value, around, project) ?? [];
    if (to?.value !== null) return [];
    return allStates(around.owner, project).map((from): Move => ({
      ...{ from, to, event, handler: null },
      ...{ file: around.file, line: expression.span.line },
    }));
  }
  if (name !== 'to' && name !== 'from_') return [];
  const one = statesOf(value, around, project);
  if (one === null || one.some((state) => state.value !== null)) return [];
  return expression.args.flatMap((arg) =>
    (statesOf(arg, around, project) ?? []).flatMap((other) =>
      one.map((state): Move => {
        const [from, to] = name === 'to' ? [state, other] : [other, state];
        return { from, to, event, handler: null, file: around.file, line: expression.span.line };
      }),
    ),
  );
}

/** `@transition(field=status, source=[…], target=…)` on the methods of a class, by the field that they name. */
export function decorated(
  body: readonly Statement[],
  around: Surroundings,
  project: Project,
): ReadonlyMap<string, { readonly moves: readonly Move[]; readonly line: number }> {
  const told = new Map<string, (Told & { readonly handler: { name: string; info: null } })[]>();
  for (const statement of body) {
    if (statement.kind !== 'function') continue;
    for (const decorator of statement.decorators) {
      if (decorator.kind !== 'call' || !/(^|_)transition$/.test(lastName(decorator.callee))) continue;
      const said = named(decorator);
      if (said.source === undefined || said.target === undefined) continue;
      const field = decorator.keywords.find((each) => each.name === 'field')?.value ?? decorator.args[0];
      const key = field === undefined ? '' : (textOf(field) ?? '');
      const list = told.get(key) ?? [];
      told.set(key, list);
      list.push({
        ...said,
        event: undefined,
        line: decorator.span.line,
        handler: { name: statement.name, info: null },
      });
    }
  }
  return new Map(
    [...told].map(([field, list]) => [
      field,
      { moves: movesOf(list, around, project) ?? [], line: list[0]?.line ?? 1 },
    ]),
  );
}
