import {
  visitExpression,
  visitStatements,
  type Call,
  type Expression,
  type Statement,
} from '../../syntax/index.ts';
import { lastName } from '../states/declared.ts';

/** Names go from one to another at most this often. */
const ROUNDS = 3;

/**
 * The last names under which a function keeps what a call makes: `self.task = create_task(…)`, a list that it is
 * put into or made in, the variable of a loop over such a list.
 */
export function namesOf(body: readonly Statement[], made: Call): ReadonlySet<string> {
  const names = new Set<string>();
  const holds = (value: Expression): boolean => {
    if (value === made || names.has(lastName(value))) return true;
    if (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'set')
      return value.items.some(holds);
    return value.kind === 'comprehension' && holds(value.element);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = names.size;
    visitStatements(body, (statement) => {
      if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
      for (const each of namesGiven(statement, holds)) if (each !== '') names.add(each);
      return undefined;
    });
    if (names.size === before) break;
  }
  return names;
}

function namesGiven(statement: Statement, holds: (value: Expression) => boolean): readonly string[] {
  switch (statement.kind) {
    case 'assign':
      return statement.value !== null && holds(statement.value) ? statement.targets.map(lastName) : [];
    case 'for':
      return holds(statement.iterable) ? [lastName(statement.target)] : [];
    case 'expression': {
      const { value } = statement;
      if (value.kind !== 'call' || value.callee.kind !== 'attribute') return [];
      const [only] = value.args;
      const keeps = /^(append|add|appendleft)$/.test(value.callee.name);
      return keeps && only !== undefined && holds(only) ? [lastName(value.callee.value)] : [];
    }
    default:
      return [];
  }
}

/** Is the call in a loop or comprehension of the function, so that many are made? */
export function heldIn(body: readonly Statement[], made: Call): boolean {
  const around = ({ span }: { readonly span: Call['span'] }): boolean =>
    span.start <= made.span.start && made.span.end <= span.end;
  let found = false;
  visitStatements(body, (statement) => {
    if (!around(statement)) return 'skip';
    if (statement.kind === 'for' || statement.kind === 'while') found = true;
    if (statement.kind === 'assign' && statement.value !== null)
      visitExpression(statement.value, (each) => {
        if (!around(each)) return 'skip';
        if (each.kind === 'comprehension') found = true;
        return undefined;
      });
    return undefined;
  });
  return found;
}
