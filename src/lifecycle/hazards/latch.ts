import type { FunctionFact, WriteFact } from '../analysis.ts';
import { ownExpressions, visitExpression, visitStatements } from '../../syntax/index.ts';
import type { Hazard } from '../model.ts';
import { definitionOf, roleOf, type Context, type Rule } from './context.ts';
import { numbered, placeOf, step } from './witness.ts';

/**
 * H10: an object keeps an end of the status in a field of its own, and its class answers for the status without
 * looking at that field, while its siblings look.
 */
export const latch: Rule = (context) => {
  const found = new Map<string, Hazard>();
  for (const write of context.analysis.writes) {
    if (write.store.use !== 'latch') continue;
    const [end] = [...write.arguments].filter((state) => context.terminal.has(state));
    if (end === undefined) continue;
    for (const hazard of blindReaders(context, write, end)) {
      const key = `${hazard.file}:${String(hazard.line)} ${write.store.name}`;
      if (!found.has(key)) found.set(key, hazard);
    }
  }
  return [...found.values()];
};

/** Classes that take over the write, and whose own reader of the status does not look at the field. */
function blindReaders(context: Context, write: WriteFact, end: string): readonly Hazard[] {
  const methods = [...context.analysis.functions.values()].filter(
    (each) => each.className !== null && each.parent === null,
  );
  const writer =
    write.site.function === null ? undefined : context.analysis.functions.get(write.site.function);
  if (writer?.className == null || looksAt(writer, write.store.name)) return [];
  const looking = methods.filter((each) => each.id !== writer.id && looksAt(each, write.store.name));
  const names = new Set(looking.map((each) => each.name));
  return methods
    .filter((each) => names.has(each.name) && inherits(context, each.className, writer.className))
    .filter(
      (each) =>
        readsStatus(context, each) &&
        !looksAt(each, write.store.name) &&
        !asksAnother(context, each, looking),
    )
    .map((reader): Hazard => {
      const place = definitionOf(reader);
      const look = context.analysis.readers.find(
        (each) => each.store.use === 'main' && each.site.function === reader.id,
      );
      const name = `${writer.className ?? ''}.${write.store.name}`;
      return {
        rule: 'H10',
        severity: 'warning',
        confidence: 'high',
        ...place,
        data: { latch: name, state: end, reader: reader.path },
        witness: numbered([
          step(roleOf(write), placeOf(write), 'writes', { state: end }, end),
          step(roleOf(reader), look === undefined ? place : placeOf(look), 'reads', {}),
        ]),
      };
    });
}

/** The class itself or one below it. */
function inherits(context: Context, name: string | null, base: string | null): boolean {
  if (name === null || base === null) return false;
  return (
    name === base ||
    context.analysis.classes.some((each) => each.name === name && each.ancestry.includes(base))
  );
}

/** The function reads the main store, itself or through a reader. */
function readsStatus(context: Context, owner: FunctionFact): boolean {
  return context.analysis.readers.some(
    (each) => each.store.use === 'main' && each.site.function === owner.id,
  );
}

/** The field is read in the function. */
function looksAt(owner: FunctionFact, field: string): boolean {
  let found = false;
  visitStatements(owner.node.body, (statement) => {
    const stored = new Set(statement.kind === 'assign' ? statement.targets : []);
    for (const own of ownExpressions(statement)) {
      if (stored.has(own)) continue;
      visitExpression(own, (each) => {
        if (each.kind === 'attribute' && each.name === field) found = true;
        return undefined;
      });
    }
    return undefined;
  });
  return found;
}

/** It asks a function that looks: a helper, or the same method of its base class. */
function asksAnother(context: Context, owner: FunctionFact, looking: readonly FunctionFact[]): boolean {
  const ids = new Set(looking.map((each) => each.id));
  return owner.calls.some((call) =>
    call.targets.some((target) => ids.has(target) || looksFurther(context, target, ids)),
  );
}

function looksFurther(context: Context, target: string, ids: ReadonlySet<string>): boolean {
  const helper = context.analysis.functions.get(target);
  return helper?.calls.some((call) => call.targets.some((each) => ids.has(each))) ?? false;
}
