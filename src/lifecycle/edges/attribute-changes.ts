import {
  visitExpressions,
  visitStatements,
  type Call,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';

/** A plain assignment to an attribute, `self.client = value`. */
export interface Assignment {
  readonly statement: Statement;
  readonly inside: FunctionInfo;
  readonly value: Expression;
}

/** What a program does to the attributes of one name, whatever objects they are of. */
export interface Changes {
  /** The plain assignments in functions. */
  readonly assignments: readonly Assignment[];
  /** Something else changes one: an assignment to several at once, `+=`, `del`, `setattr`, a loop, a class's body. */
  readonly otherwise: boolean;
}

const NONE: Changes = { assignments: [], otherwise: false };

/** The changes of every attribute of a program by its name, read in one walk. */
export class AttributeChanges {
  readonly #assignments = new Map<string, Assignment[]>();
  readonly #otherwise = new Set<string>();

  constructor(project: Project) {
    for (const { module } of project.modules.values())
      visitStatements(module.body, (statement) => {
        if (statement.kind === 'function') return 'skip';
        for (const target of targetsOf(statement)) this.#change(target);
        return undefined;
      });
    for (const info of project.functions.values()) this.#read(info);
  }

  of(name: string): Changes {
    const assignments = this.#assignments.get(name);
    const otherwise = this.#otherwise.has(name);
    return assignments === undefined && !otherwise ? NONE : { assignments: assignments ?? [], otherwise };
  }

  #read(info: FunctionInfo): void {
    visitStatements(info.node.body, (statement) => {
      if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
      const value = statement.kind === 'assign' ? statement.value : null;
      const names = new Set<string>();
      for (const target of targetsOf(statement))
        if (value !== null && target.kind === 'attribute') names.add(target.name);
        else this.#change(target);
      if (value !== null) for (const name of names) this.#assign(name, { statement, inside: info, value });
      return undefined;
    });
    visitExpressions(
      info.node.body,
      (each) => {
        const name = each.kind === 'call' ? nameSet(each) : null;
        if (name !== null) this.#otherwise.add(name);
        return undefined;
      },
      'function',
    );
  }

  #assign(name: string, assignment: Assignment): void {
    const known = this.#assignments.get(name);
    if (known === undefined) this.#assignments.set(name, [assignment]);
    else known.push(assignment);
  }

  #change(target: Expression): void {
    if (target.kind === 'attribute') this.#otherwise.add(target.name);
    else if (target.kind === 'tuple' || target.kind === 'list')
      for (const each of target.items) this.#change(each);
  }
}

/** What a statement gives a value, or takes away. */
function targetsOf(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'assign':
    case 'delete':
      return statement.targets;
    case 'augassign':
    case 'for':
      return [statement.target];
    case 'with':
      return statement.items.flatMap(({ target }) => target ?? []);
    default:
      return [];
  }
}

/** `setattr(peer, "client", …)`: the name. */
function nameSet({ callee, args: [, second] }: Call): string | null {
  const sets = ['setattr', '__setattr__', 'delattr', '__delattr__'].includes(lastName(callee));
  return sets && second?.kind === 'constant' && second.value.type === 'string' ? second.value.value : null;
}
