import type { Expression, Span } from '../../syntax/index.ts';
import type { FunctionId } from '../analysis.ts';
import type { StateName, Unresolved, UnresolvedReason } from '../model.ts';
import type { FunctionInfo } from '../project/project.ts';
import type { Observer, RemovalEvent, WriteEvent } from './machine.ts';
import type { Handed } from './starts.ts';

/** All events of one kind at one place in one role. */
export interface Gathered<E> {
  readonly node: Expression;
  readonly inside: FunctionInfo;
  readonly role: string;
  readonly events: readonly E[];
}

/** The states with which a test held and with which it failed. */
export interface TestRecord {
  readonly whenTrue: ReadonlySet<StateName>;
  readonly whenFalse: ReadonlySet<StateName>;
}

export interface CallRecord {
  readonly node: Expression;
  readonly inside: FunctionInfo;
  readonly targets: ReadonlySet<FunctionInfo>;
  readonly byName: boolean;
}

/** Keeps what the flow reports, each thing once. */
export class Recorder implements Observer {
  readonly #writes = new Map<string, { gathered: Gathered<WriteEvent>; events: Map<string, WriteEvent> }>();
  readonly #removals = new Map<
    string,
    { gathered: Gathered<RemovalEvent>; events: Map<string, RemovalEvent> }
  >();
  readonly #tests = new Map<Expression, { whenTrue: Set<StateName>; whenFalse: Set<StateName> }>();
  readonly #calls = new Map<
    Expression,
    { inside: FunctionInfo; targets: Set<FunctionInfo>; byName: boolean }
  >();
  readonly #latches = new Map<Expression, { inside: FunctionInfo; states: Set<StateName> }>();
  readonly #handed = new Map<FunctionInfo, Map<string, Handed>>();
  readonly #unresolved = new Map<string, Unresolved>();
  readonly #entered = new Map<FunctionId, readonly string[]>();

  write(event: WriteEvent): void {
    const { before, after, argument, locks, path, constructs, begun } = event;
    const known = [entityKey(before), after, argument, locks.join('+'), path, constructs, phasesKey(begun)];
    gather(this.#writes, event, [...known, event.context, entryKey(event.entry)].join('|'));
  }

  removal(event: RemovalEvent): void {
    const { before, locks, context, entry, begun } = event;
    const known = [entityKey(before), locks.join('+'), context, entryKey(entry), phasesKey(begun)];
    gather(this.#removals, event, known.join('|'));
  }

  test(node: Expression, _inside: FunctionInfo, state: StateName, outcome: boolean): void {
    const record = this.#tests.get(node) ?? { whenTrue: new Set(), whenFalse: new Set() };
    this.#tests.set(node, record);
    (outcome ? record.whenTrue : record.whenFalse).add(state);
  }

  call(node: Expression, inside: FunctionInfo, target: FunctionInfo, byName: boolean): void {
    const record = this.#calls.get(node);
    if (record === undefined) this.#calls.set(node, { inside, targets: new Set([target]), byName });
    else {
      record.targets.add(target);
      record.byName &&= byName;
    }
  }

  latch(node: Expression, inside: FunctionInfo, state: StateName): void {
    const record = this.#latches.get(node) ?? { inside, states: new Set() };
    this.#latches.set(node, record);
    record.states.add(state);
  }

  handed(event: Handed): void {
    const own = this.#handed.get(event.info) ?? new Map<string, Handed>();
    this.#handed.set(event.info, own);
    const states = [...event.objects].map(([name, state]) => `${name}=${state ?? '?'}`).join();
    const key = `${event.node.span.start}|${event.called ? 'c' : ''}|${states}`;
    if (!own.has(key)) own.set(key, event);
  }

  enter(info: FunctionInfo, locks: readonly string[]): void {
    const before = this.#entered.get(info.id);
    this.#entered.set(info.id, before === undefined ? locks : before.filter((lock) => locks.includes(lock)));
  }

  unresolved(what: string, file: string, span: Span, why: UnresolvedReason): void {
    const key = `${file}:${span.line}:${what}:${why}`;
    if (!this.#unresolved.has(key)) this.#unresolved.set(key, { what, file, line: span.line, why });
  }

  get writes(): readonly Gathered<WriteEvent>[] {
    return [...this.#writes.values()].map(({ gathered, events }) => ({
      ...gathered,
      events: [...events.values()],
    }));
  }

  get removals(): readonly Gathered<RemovalEvent>[] {
    return [...this.#removals.values()].map(({ gathered, events }) => ({
      ...gathered,
      events: [...events.values()],
    }));
  }

  get tests(): ReadonlyMap<Expression, TestRecord> {
    return this.#tests;
  }

  get calls(): readonly CallRecord[] {
    return [...this.#calls].map(([node, record]) => ({ node, ...record }));
  }

  /** States that other attributes are given, by the place. */
  get latches(): readonly { node: Expression; inside: FunctionInfo; states: ReadonlySet<StateName> }[] {
    return [...this.#latches].map(([node, record]) => ({ node, ...record }));
  }

  /** Functions that were handed over or called, with every case of it. */
  get handedOver(): readonly (readonly [FunctionInfo, readonly Handed[]])[] {
    return [...this.#handed].map(([info, events]) => [info, [...events.values()]] as const);
  }

  /** Is the function handed over somewhere, to be called by others? */
  isHanded(info: FunctionInfo): boolean {
    return [...(this.#handed.get(info)?.values() ?? [])].some((each) => !each.called);
  }

  /** Was the body of the function run at least once? */
  entered(info: FunctionInfo): boolean {
    return this.#entered.has(info.id);
  }

  /** Locks that were held whenever the body was run. */
  heldAtEntry(info: FunctionInfo): readonly string[] {
    return this.#entered.get(info.id) ?? [];
  }

  get unresolvedItems(): readonly Unresolved[] {
    return [...this.#unresolved.values()];
  }
}

function gather<
  E extends { readonly node: Expression; readonly inside: FunctionInfo; readonly role: string },
>(into: Map<string, { gathered: Gathered<E>; events: Map<string, E> }>, event: E, key: string): void {
  const { node, inside, role } = event;
  const place = `${inside.id}|${node.span.start}|${role}`;
  const known = into.get(place);
  if (known === undefined)
    into.set(place, { gathered: { node, inside, role, events: [] }, events: new Map([[key, event]]) });
  else if (!known.events.has(key)) known.events.set(key, event);
}

function phasesKey(begun: WriteEvent['begun']): string {
  return [...begun].map(([id, { phase }]) => `${id} ${phase}`).join();
}

/** Objects that one run has just met are not told apart. */
function entryKey(entry: string | null): string {
  return entry === null || entry.includes('@') ? '@' : entry;
}

function entityKey(entity: WriteEvent['before']): string {
  const { state, origin, narrowed, locks, awaited, met } = entity;
  return [state, origin, narrowed, locks.join('+'), awaited, met].join(',');
}
