import {
  childStatements,
  ownExpressions,
  visitExpression,
  type Call,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { addedTransitions, decorated, stateCalls } from './calls.ts';
import type { DeclaredMachine, Move, Surroundings } from './model.ts';
import { isCompound, isMachine, itemsOf, unwrapped } from './states.ts';
import { tableOf } from './tables.ts';

/** Every table of transitions in the files that were read, and what calls and decorators declare. */
export function declaredMachines(project: Project): readonly DeclaredMachine[] {
  const found: DeclaredMachine[] = [];
  for (const source of project.modules.values())
    new Finder(source.file, project, found).module(source.module.body);
  return found;
}

/** What an assignment in the body of a class declares. */
interface Told {
  readonly moves: readonly Move[];
  readonly line: number;
}

/** Walks one module in the order of its text, so that a table that is made from another one is known. */
class Finder {
  readonly #file: string;
  readonly #project: Project;
  readonly #found: DeclaredMachine[];

  constructor(file: string, project: Project, found: DeclaredMachine[]) {
    this.#file = file;
    this.#project = project;
    this.#found = found;
  }

  module(body: readonly Statement[]): void {
    this.#block(body, null, null, new Map());
  }

  #block(
    body: readonly Statement[],
    owner: ClassInfo | null,
    inside: FunctionInfo | null,
    outer: ReadonlyMap<string, readonly Expression[]>,
    /** Where a class is a state of an outer one: what that one collects. */
    outerEvents: Told[] | null = null,
  ): void {
    const tables = new Map(outer);
    const around: Surroundings = { file: this.#file, owner, inside, tables };
    const added = new Map<string, Call[]>();
    const events: Told[] = [];
    const walk = (statements: readonly Statement[]): void => {
      for (const statement of statements) {
        if (statement.kind === 'function') {
          const info = this.#project.functionOf(statement) ?? null;
          this.#block(statement.body, info?.owner ?? owner, info, tables);
          continue;
        }
        if (statement.kind === 'class') {
          const info = this.#project.classOf(statement) ?? null;
          const isState = owner !== null && inside === null && info !== null && isCompound(info);
          this.#block(statement.body, info, null, tables, isState ? events : null);
          continue;
        }
        if (statement.kind === 'assign' && statement.value !== null) {
          for (const target of statement.targets)
            this.#assigned(target, statement.value, tables, around, events);
        }
        for (const own of ownExpressions(statement)) {
          visitExpression(own, (each) => {
            if (each.kind === 'call') this.#called(each, tables, added, around);
            return undefined;
          });
        }
        walk(childStatements(statement));
      }
    };
    walk(body);
    for (const [name, calls] of added) {
      this.#add(
        name,
        'calls',
        calls[0]?.span.line ?? 1,
        addedTransitions(calls, around, this.#project),
        around,
      );
    }
    if (inside !== null || owner === null) return;
    if (outerEvents !== null) {
      outerEvents.push(...events);
      return;
    }
    const moves = events.flatMap((each) => each.moves);
    if (moves.length > 0) this.#add(owner.name, 'states', events[0]?.line ?? 1, moves, around);
    for (const [field, { moves: own, line }] of decorated(body, around, this.#project)) {
      this.#add(
        field === '' ? owner.name : field,
        'decorators',
        line,
        own,
        around,
        field === '' ? null : field,
      );
    }
  }

  #assigned(
    target: Expression,
    value: Expression,
    tables: Map<string, readonly Expression[]>,
    around: Surroundings,
    events: Told[],
  ): void {
    const name = lastName(target);
    if (name === '') return;
    const table = tableOf(value, around, this.#project);
    const inner = unwrapped(value);
    if (inner.kind === 'dictionary' || itemsOf(inner) !== null) tables.set(name, [inner]);
    else if (inner.kind === 'name' && inner.id !== name) {
      const known = tables.get(inner.id);
      if (known !== undefined && value.kind === 'call') tables.set(name, known);
    }
    if (table !== null) this.#add(name, table.form, target.span.line, table.moves, around, null, table.rows);
    const moves = around.owner === null ? [] : stateCalls(value, name, around, this.#project);
    if (moves.length > 0) events.push({ moves, line: target.span.line });
  }

  #called(
    call: Call,
    tables: Map<string, readonly Expression[]>,
    added: Map<string, Call[]>,
    around: Surroundings,
  ): void {
    if (call.callee.kind === 'attribute') {
      const { name, value } = call.callee;
      const receiver = lastName(value);
      if (name === 'add_transition' || name === 'add_transitions') {
        const list = added.get(receiver);
        if (list === undefined) added.set(receiver, [call]);
        else list.push(call);
      }
      const [only] = call.args;
      const known = tables.get(receiver);
      if ((name === 'extend' || name === 'update') && only !== undefined && known !== undefined)
        tables.set(receiver, [...known, only]);
    }
    // `Machine(transitions=[…])`: the table has no name of its own.
    const given = call.keywords.find((each) => each.name === 'transitions')?.value;
    if (given === undefined || given.kind === 'name') return;
    const table = tableOf(given, around, this.#project);
    if (table !== null) this.#add('transitions', table.form, given.span.line, table.moves, around);
  }

  #add(
    name: string,
    form: DeclaredMachine['form'],
    line: number,
    moves: readonly Move[],
    around: Surroundings,
    field: string | null = null,
    rows = false,
  ): void {
    const speaks =
      rows || form === 'handlers' || form === 'pairs' || form === 'successors' || form === 'events';
    const telling = speaks ? name : `${name} transition`;
    const unlike = moves.filter((move) => move.from !== move.to);
    if (!isMachine(telling, unlike)) return;
    // A name that is bound again, as in `A = frozenset(A)`, is the same table.
    const before = this.#found.findIndex(
      (each) => each.name === name && each.file === around.file && each.owner === around.owner,
    );
    const whole = { name, owner: around.owner, form, file: around.file, line, moves, field };
    const old = this.#found[before];
    if (old === undefined || around.inside !== null) this.#found.push(whole);
    else if (old.moves.length <= moves.length) this.#found[before] = { ...whole, line: old.line };
  }
}
