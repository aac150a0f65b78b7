import type { Expression } from '../../syntax/index.ts';
import type { DeclaredForm } from '../model.ts';
import type { Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { constantText } from '../states/entries.ts';
import type { Member } from '../states/group.ts';
import { memberKey, type Handler, type Move, type Surroundings } from './model.ts';
import { itemsOf, stateOf, statesOf, unwrapped } from './states.ts';

/** What a container declares, if it has the shape of a table of transitions. */
export interface Table {
  readonly form: DeclaredForm;
  readonly moves: readonly Move[];
  /** What is said stands in an order alone, without a word for source and target. */
  readonly rows?: boolean;
}

/** The moves of a dictionary, of a collection of pairs, or of a list of records; null for other shapes. */
export function tableOf(expression: Expression, around: Surroundings, project: Project): Table | null {
  const parts = flattened(expression, around);
  const entries = parts.flatMap((part) => (part.kind === 'dictionary' ? part.entries : []));
  if (entries.length > 0) return dictionary(entries, around, project);
  const items = parts.flatMap((part) => itemsOf(part) ?? []);
  if (items.length === 0) return null;
  return pairs(items, around, project) ?? records(items, around, project);
}

/** `A | {…}`, `A + […]`, `[*A, …]`, `frozenset(A)`: the literals that it is made from. */
function flattened(expression: Expression, around: Surroundings): readonly Expression[] {
  const inner = unwrapped(expression);
  switch (inner.kind) {
    case 'name':
      return around.tables.get(inner.id) ?? [];
    case 'binary':
      return inner.operator === '|' || inner.operator === '+'
        ? [...flattened(inner.left, around), ...flattened(inner.right, around)]
        : [];
    case 'tuple':
    case 'list':
    case 'set': {
      const spread = inner.items.flatMap((item) =>
        item.kind === 'starred' ? flattened(item.value, around) : [],
      );
      const own = inner.items.filter((item) => item.kind !== 'starred');
      return [{ ...inner, items: own }, ...spread];
    }
    case 'dictionary':
      return [
        { ...inner, entries: inner.entries.filter((entry) => entry.key !== null) },
        ...inner.entries.flatMap((entry) => (entry.key === null ? flattened(entry.value, around) : [])),
      ];
    default:
      return [];
  }
}

type Entries = Extract<Expression, { kind: 'dictionary' }>['entries'];

function dictionary(entries: Entries, around: Surroundings, project: Project): Table | null {
  const keyed = entries.flatMap((entry) =>
    entry.key === null ? [] : [{ key: entry.key, value: entry.value }],
  );
  const [first] = keyed;
  if (first === undefined) return null;
  if (first.key.kind === 'tuple') return keyedByPairs(keyed, around, project);
  return successors(keyed, around, project) ?? nested(keyed, around, project);
}

interface Entry {
  readonly key: Expression;
  readonly value: Expression;
}

/** `{(a, b): f}`, or `{(a, event): b}` with `b` alone or in a tuple. */
function keyedByPairs(entries: readonly Entry[], around: Surroundings, project: Project): Table | null {
  const handled: Move[] = [];
  const events: Move[] = [];
  for (const { key, value } of entries) {
    if (key.kind !== 'tuple' || key.items.length !== 2) return null;
    const [one, two] = key.items;
    if (one === undefined || two === undefined) return null;
    // `("api", "host"): ("web", "host", "3.0")` is a row of texts.
    if (
      value.kind === 'tuple' &&
      value.items.length > 2 &&
      value.items.every((each) => constantText(each) !== null)
    )
      return null;
    const from = stateOf(one, around, project);
    if (from === null) return null;
    const place = { file: around.file, line: key.span.line };
    const to = nextOf(value, from, around, project);
    if (to !== null) {
      events.push({ from, to, event: textOf(two), handler: null, ...place });
      continue;
    }
    const second = stateOf(two, around, project);
    if (second === null || !alike(from, second)) return null;
    handled.push({ from, to: second, event: null, handler: handlerOf(value, around, project), ...place });
  }
  if (events.length > 0 && handled.length === 0) return { form: 'events', moves: events };
  return handled.length > 0 && events.length === 0 ? { form: 'handlers', moves: handled } : null;
}

/** The state that a row leads to: its value, or the one item of a tuple that is a state of the same kind. */
function nextOf(value: Expression, from: Member, around: Surroundings, project: Project): Member | null {
  const items = value.kind === 'tuple' ? value.items : [value];
  const states = items.flatMap((item) => {
    const state = stateOf(item, around, project);
    return state !== null && alike(from, state) ? [state] : [];
  });
  const declared = states.filter((state) => state.declaration !== null);
  return declared.length === 1 ? (declared[0] ?? null) : (states[0] ?? null);
}

/** `{a: {b, c}}`, and `{a: b}` where each state has one successor. */
function successors(entries: readonly Entry[], around: Surroundings, project: Project): Table | null {
  const moves: Move[] = [];
  for (const { key, value } of entries) {
    const from = stateOf(key, around, project);
    if (from === null) return null;
    const items = itemsOf(value);
    if (items?.length === 0 || isEmpty(value)) continue;
    const to = statesOf(value, around, project);
    if (!to?.every((each) => alike(from, each))) return null;
    for (const each of to)
      moves.push({ from, to: each, event: null, handler: null, file: around.file, line: key.span.line });
  }
  return moves.length === 0 ? null : { form: 'successors', moves };
}

function isEmpty(expression: Expression): boolean {
  if (expression.kind === 'constant') return expression.value.type === 'none';
  return expression.kind === 'call' && expression.args.length === 0 && expression.keywords.length === 0;
}

/** `{a: {event: b}}`. */
function nested(entries: readonly Entry[], around: Surroundings, project: Project): Table | null {
  const moves: Move[] = [];
  for (const { key, value } of entries) {
    const from = stateOf(key, around, project);
    const inner = unwrapped(value);
    if (from === null || inner.kind !== 'dictionary') return null;
    for (const entry of inner.entries) {
      const to = nextOf(entry.value, from, around, project);
      if (entry.key === null || to === null) return null;
      const place = { file: around.file, line: entry.key.span.line };
      moves.push({ from, to, event: textOf(entry.key), handler: null, ...place });
    }
  }
  return moves.length === 0 ? null : { form: 'events', moves };
}

/** `{(a, b), …}`. */
function pairs(items: readonly Expression[], around: Surroundings, project: Project): Table | null {
  const moves: Move[] = [];
  for (const item of items) {
    const parts = item.kind === 'tuple' ? item.items : null;
    const [one, two] = parts ?? [];
    if (parts?.length !== 2 || one === undefined || two === undefined) return null;
    const from = stateOf(one, around, project);
    const to = statesOf(two, around, project);
    if (from === null || !to?.every((each) => alike(from, each))) return null;
    for (const each of to)
      moves.push({ from, to: each, event: null, handler: null, file: around.file, line: item.span.line });
  }
  return { form: 'pairs', moves };
}

const SOURCE = ['source', 'sources', 'src', 'from', 'from_', 'from_state', 'from_states', 'start', 'old'];
const TARGET = ['dest', 'dst', 'destination', 'target', 'to', 'to_state', 'end', 'new', 'next'];
const EVENT = ['trigger', 'event', 'name', 'action', 'on', 'on_event'];

/** What a record, or the keywords of a call, say about a transition. */
export interface Spoken {
  readonly source: Expression | undefined;
  readonly target: Expression | undefined;
  readonly event: Expression | undefined;
}

export function spokenBy(get: (name: string) => Expression | undefined): Spoken {
  const first = (names: readonly string[]): Expression | undefined =>
    names.map(get).find((each) => each !== undefined);
  return { source: first(SOURCE), target: first(TARGET), event: first(EVENT) };
}

/** A list of dictionaries with a source and a target, or of `[trigger, source, target]`. */
export function records(items: readonly Expression[], around: Surroundings, project: Project): Table | null {
  const spoken: (Spoken & { readonly line: number })[] = [];
  for (const item of items) {
    if (item.kind === 'dictionary') {
      const said = spokenBy(
        (name) =>
          item.entries.find(
            (entry) =>
              entry.key?.kind === 'constant' &&
              entry.key.value.type === 'string' &&
              entry.key.value.value === name,
          )?.value,
      );
      spoken.push({ ...said, line: item.span.line });
    } else if (item.kind === 'call' && item.keywords.length > 0) {
      const said = spokenBy((name) => item.keywords.find((each) => each.name === name)?.value);
      spoken.push({ ...said, line: item.span.line });
    } else {
      const parts = itemsOf(item);
      if (parts === null || parts.length < 3) return null;
      spoken.push({ event: parts[0], source: parts[1], target: parts[2], line: item.span.line });
    }
  }
  const moves = movesOf(spoken, around, project);
  const rows = items.some((item) => itemsOf(item) !== null);
  return moves === null || moves.length === 0 ? null : { form: 'records', moves, rows };
}

/** Sources and targets may be lists; `*` is every state that the table names. */
export function movesOf(
  spoken: readonly (Spoken & { readonly line: number; readonly handler?: Handler })[],
  around: Surroundings,
  project: Project,
): readonly Move[] | null {
  const read = spoken.map((each) => ({
    line: each.line,
    handler: each.handler ?? null,
    event: each.event === undefined ? null : textOf(each.event),
    from: each.source === undefined || isAny(each.source) ? null : statesOf(each.source, around, project),
    any: each.source !== undefined && isAny(each.source),
    to: each.target === undefined ? null : statesOf(each.target, around, project),
  }));
  if (read.some((each) => each.to === null || (each.from === null && !each.any))) return null;
  const all = new Map<string, Member>();
  for (const each of read) {
    for (const state of [...(each.from ?? []), ...(each.to ?? [])]) all.set(memberKey(state), state);
  }
  return read.flatMap(({ from, to, event, handler, line, any }) =>
    (any ? [...all.values()] : (from ?? [])).flatMap((one) =>
      (to ?? [])
        .filter((two) => alike(one, two))
        .map((two): Move => ({ from: one, to: two, event, handler, file: around.file, line })),
    ),
  );
}

function isAny(expression: Expression): boolean {
  return (
    expression.kind === 'constant' &&
    expression.value.type === 'string' &&
    /^[*+]$/.test(expression.value.value)
  );
}

/** Both declared, of one class where a class declares them; or both texts. */
function alike(one: Member, two: Member): boolean {
  return (one.declaration === null) === (two.declaration === null) && typeOf(one) === typeOf(two);
}

function typeOf(member: Member): string {
  return member.value === null ? 'object' : typeof member.value;
}

/** How an event is written: its text, or the last of its names. */
export function textOf(expression: Expression): string | null {
  if (expression.kind === 'constant') {
    return expression.value.type === 'string' ? expression.value.value : null;
  }
  const name = lastName(expression);
  return name === '' ? null : name;
}

/** The function that an entry names: by itself, as a method, or by its name as a text. */
function handlerOf(expression: Expression, around: Surroundings, project: Project): Handler | null {
  const named = expression.kind === 'constant' ? (textOf(expression) ?? '') : lastName(expression);
  if (named === '') return null;
  const own = around.owner === null ? null : project.method(around.owner, named);
  if (own !== null) return { name: named, info: own };
  const symbol = project.lookupExpression(around.file, expression);
  return { name: named, info: symbol?.kind === 'function' ? symbol.info : null };
}
