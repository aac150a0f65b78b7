import type { CompanionUse, Condition, FunctionFact, WriteFact } from '../analysis.ts';
import { dottedName, visitStatements, type Expression, type Statement } from '../../syntax/index.ts';
import { ABSENT, type Hazard, type StateName } from '../model.ts';
import { beside, functionOf, roleOf, statesAfter, type Context, type Rule } from './context.ts';
import { accompanied, levels } from './paths.ts';
import { expressionText } from './print.ts';
import { isIntended, outcome, writing } from './resurrection.ts';
import { callsOf, targetsOf } from './takes.ts';
import { numbered, placeOf, step } from './witness.ts';

/** A flag beside the status: a field of the same object, an event in one, or a map with the same key. */
interface Flag {
  readonly name: string;
  readonly condition: Condition;
  /** What the guard wants the flag to be, so that the write goes on. */
  readonly wanted: boolean;
}

/** A place where a flag is turned to what stops the guarded write. */
interface Turn {
  readonly owner: FunctionFact;
  readonly statement: Statement;
}

/**
 * H17: a write that could leave an end is guarded by a flag and not by the status, and some write of that end does
 * not turn the flag. Silent where each end turns it, in one go, and where an end is written only once it was turned.
 */
export const standIn: Rule = (context) => {
  const seen = new Set<Statement>();
  return context.writes.flatMap((write): readonly Hazard[] => {
    if (seen.has(write.statement) || write.initial || isIntended(context, write)) return [];
    for (const end of context.terminal) {
      if (!write.from.has(end) && !write.fromInterleaved.has(end)) continue;
      const to = [...statesAfter(write, end)].find((state) => state !== end && state !== ABSENT);
      if (to === undefined || write.conditions.some((each) => each.leaves?.has(end) === false)) continue;
      for (const flag of flagsOf(context, write)) {
        const found = findingFor(context, write, flag, end, to);
        if (found === null) continue;
        seen.add(write.statement);
        return [found];
      }
    }
    return [];
  });
};

function findingFor(
  context: Context,
  write: WriteFact,
  flag: Flag,
  end: StateName,
  to: StateName,
): Hazard | null {
  const turns = turnsOf(context, flag);
  if (turns.length === 0 || !standsForEnd(context, flag, turns)) return null;
  const endings = context.writes.filter(
    (other) => other.statement !== write.statement && other.arguments.has(end) && !other.initial,
  );
  const apart = endings.find((other) => !together(context, other, flag, turns));
  if (apart === undefined) return null;
  const role = roleOf(write, apart.roles);
  const [turn] = turns;
  return {
    rule: 'H17',
    severity: 'warning',
    confidence: beside(context, write, apart) && endings.length > 1 ? 'high' : 'medium',
    ...placeOf(write),
    data: { flag: flag.name, from: end, to },
    witness: numbered([
      writing(context, apart, roleOf(apart, write.roles), end),
      step(role, placeOf(flag.condition), 'checks', outcome(flag.condition), end),
      writing(context, write, role, to, end),
      turn === undefined
        ? null
        : step(
            turn.owner.roles[0] ?? 'caller',
            { file: turn.owner.file, line: turn.statement.span.line },
            'changes',
            { map: flag.name },
          ),
    ]),
  };
}

/** The flags that the conditions of a write ask for, innermost first. */
function flagsOf(context: Context, write: WriteFact): readonly Flag[] {
  return write.conditions
    .filter((each) => each.subject !== 'status')
    .toReversed()
    .flatMap((condition) => atomsOf(condition.test, condition.holds).map((atom) => ({ condition, ...atom })))
    .flatMap(({ condition, test, holds }): readonly Flag[] => {
      if (test.kind === 'compare') return keyedFlag(context, write, condition, test, holds);
      const asked = askedObject(test);
      if (asked?.kind !== 'attribute' || !sameObject(context, write, asked.value)) return [];
      return [{ name: asked.name, condition, wanted: holds }];
    });
}

/** The parts of a test that hold, or fail, for certain. */
function atomsOf(
  test: Expression,
  holds: boolean,
): readonly { readonly test: Expression; readonly holds: boolean }[] {
  if (test.kind === 'not') return atomsOf(test.value, !holds);
  if (test.kind === 'boolean')
    return (test.operator === 'and') === holds ? test.values.flatMap((each) => atomsOf(each, holds)) : [];
  return [{ test, holds }];
}

/** `self.closed` itself, or what `self.closing.is_set()` asks. */
function askedObject(test: Expression): Expression | null {
  if (test.kind !== 'call') return test;
  const { callee, args } = test;
  return callee.kind === 'attribute' && callee.name === 'is_set' && args.length === 0 ? callee.value : null;
}

/** `key in self.done`, where the status has the same key. */
function keyedFlag(
  context: Context,
  write: WriteFact,
  condition: Condition,
  test: Expression & { readonly kind: 'compare' },
  holds: boolean,
): readonly Flag[] {
  const [operator, ...more] = test.operators;
  const [container] = test.comparators;
  if (more.length > 0 || container?.kind !== 'attribute') return [];
  if (operator === 'is' || operator === '==') return [];
  if (operator !== 'in' && operator !== 'not in') return [];
  if (!context.analysis.companions.some((each) => each.name === container.name)) return [];
  if (write.keyText !== null && expressionText(test.left) !== write.keyText) return [];
  return [{ name: container.name, condition, wanted: holds === (operator === 'in') }];
}

/** The flag stands in the object whose status is written. */
function sameObject(context: Context, write: WriteFact, object: Expression): boolean {
  if (write.store.kind !== 'attribute') return false;
  const text = expressionText(object);
  if (write.keyText !== null) return text === write.keyText;
  return text === 'self' && functionOf(context, write)?.className === write.store.owner;
}

/** Where the flag gets the value that the guard does not want. Constructors only begin with one. */
function turnsOf(context: Context, flag: Flag): readonly Turn[] {
  const keyed = context.analysis.companions.find((each) => each.name === flag.name);
  if (keyed !== undefined) {
    const wanted: readonly CompanionUse['action'][] = flag.wanted ? ['remove', 'clear'] : ['set'];
    return keyed.uses.flatMap((use) => {
      const owner = functionOf(context, use);
      return owner === undefined || owner.entry === 'constructor' || !wanted.includes(use.action)
        ? []
        : [{ owner, statement: use.statement }];
    });
  }
  return [...context.analysis.functions.values()].flatMap((owner) => {
    if (owner.entry === 'constructor') return [];
    const found: Turn[] = [];
    visitStatements(owner.node.body, (statement) => {
      if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
      if (turns(statement, flag)) found.push({ owner, statement });
      return undefined;
    });
    return found;
  });
}

function turns(statement: Statement, { name, wanted }: Flag): boolean {
  if (statement.kind === 'assign' && statement.value?.kind === 'constant') {
    const { value } = statement.value;
    const truth = value.type === 'boolean' ? value.value : value.type === 'none' ? false : null;
    if (truth !== null && truth !== wanted && statement.targets.some((each) => isField(each, name)))
      return true;
  }
  return callsOf(statement).some(
    ({ callee }) =>
      callee.kind === 'attribute' &&
      callee.name === (wanted ? 'clear' : 'set') &&
      isField(callee.value, name),
  );
}

function isField(expression: Expression, name: string): boolean {
  return expression.kind === 'attribute' && expression.name === name && dottedName(expression) !== null;
}

const ending =
  /(?:^|_)(?:done|closed?|closing|finish(?:ed)?|finali[sz]ed|abort(?:ed|ing)?|cancel(?:l?ed|l?ing)?|stop(?:ped|ping)?|end(?:ed)?|dead|killed|failed|expired|over|gone|removed|dropped|lost|terminated?|released|active|alive|live|running|open|pending)(?:_|$)/i;

/** The flag is turned where an end is written, or its name says that something is over. */
function standsForEnd(context: Context, flag: Flag, turned: readonly Turn[]): boolean {
  if (ending.test(flag.name)) return true;
  return turned.some(({ owner }) =>
    context.writes.some(
      (write) =>
        write.site.function === owner.id && [...write.arguments].some((state) => context.terminal.has(state)),
    ),
  );
}

/** Every way through the write of the end turns the flag, or asks for it to be turned. */
function together(context: Context, write: WriteFact, flag: Flag, turned: readonly Turn[]): boolean {
  const owner = functionOf(context, write);
  if (owner === undefined) return true;
  const own = new Set(turned.filter((turn) => turn.owner.id === owner.id).map((turn) => turn.statement));
  const helpers = new Set(turned.filter((turn) => turn.owner.id !== owner.id).map((turn) => turn.owner.id));
  const does = (statement: Statement): boolean =>
    own.has(statement) ||
    (isPlain(statement) &&
      callsOf(statement).some((call) =>
        targetsOf(context, owner, call).some((target) => helpers.has(target)),
      ));
  if (accompanied(levels(owner.node.body, write.statement), does)) return true;
  if (write.conditions.some((each) => asks(each, flag))) return true;
  return calledAfter(context, owner, turned);
}

function isPlain(statement: Statement): boolean {
  return statement.kind === 'expression' || statement.kind === 'assign' || statement.kind === 'return';
}

/** The condition holds only once the flag was turned. */
function asks(condition: Condition, flag: Flag): boolean {
  return atomsOf(condition.test, condition.holds).some(({ test, holds }) => {
    if (test.kind === 'compare') {
      const [container] = test.comparators;
      if (container?.kind !== 'attribute' || container.name !== flag.name) return false;
      return (holds === (test.operators[0] === 'in')) !== flag.wanted;
    }
    const asked = askedObject(test);
    return asked?.kind === 'attribute' && asked.name === flag.name && holds !== flag.wanted;
  });
}

/** Every known caller turns the flag around its call. */
function calledAfter(context: Context, owner: FunctionFact, turned: readonly Turn[]): boolean {
  const calls = [...context.analysis.functions.values()].flatMap((caller) =>
    caller.calls.filter((call) => call.targets.includes(owner.id)).map((call) => ({ caller, call })),
  );
  return (
    calls.length > 0 &&
    calls.every(({ caller, call }) => {
      const own = new Set(turned.filter((turn) => turn.owner.id === caller.id).map((turn) => turn.statement));
      let at: Statement | undefined;
      visitStatements(caller.node.body, (statement) => {
        if (callsOf(statement).includes(call.node)) at = statement;
        return undefined;
      });
      return at !== undefined && accompanied(levels(caller.node.body, at), (each) => own.has(each));
    })
  );
}
