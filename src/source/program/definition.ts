import {
  expressionAt,
  type Expression,
  type Import,
  type Statement,
  visitStatements,
} from '../../syntax/index.ts';
import { bindingsOf } from './resolve.ts';
import type { Binding, PythonFile, PythonSymbol, Resolution, Scope } from './model.ts';
import type { PythonProgram } from './program.ts';

/** See `PythonProgram.definitionAt`. */
export async function definitionAt(
  file: PythonFile,
  offset: number,
  program: PythonProgram,
  signal?: AbortSignal,
): Promise<PythonSymbol | null> {
  const defined = file.symbols.find(({ node }) => holds(node.nameSpan, offset));
  if (defined !== undefined) return defined;
  const scope = program.scopeAt(file, offset);
  const statement = importAt(file.module.body, offset);
  if (statement !== null) return importedAt(statement, scope, offset, program, signal);
  const expression = expressionAt(file.module.body, offset);
  return expression === null ? null : definitionOf(expression, scope, program, signal);
}

/** Where what an expression names is defined: members over the hierarchy, fields at their first assignment. */
export async function definitionOf(
  expression: Expression,
  scope: Scope,
  program: PythonProgram,
  signal?: AbortSignal,
): Promise<PythonSymbol | null> {
  if (expression.kind === 'attribute') {
    const above = await memberAbove(expression, scope, program, signal);
    if (above !== null) return above;
    const owners = await program.valueType(expression.value, scope, signal);
    for (const owner of owners.classes) {
      const member = await program.lookupMember(
        owner,
        expression.name,
        signal === undefined ? {} : { signal },
      );
      if (member.kind === 'found') return member.symbol;
    }
  }
  if (expression.kind !== 'name' && expression.kind !== 'attribute') return null;
  return symbolOf(await program.resolve(expression, scope, signal));
}

/** `super().name`, which has no value of its own. */
async function memberAbove(
  expression: Extract<Expression, { kind: 'attribute' }>,
  scope: Scope,
  program: PythonProgram,
  signal?: AbortSignal,
): Promise<PythonSymbol | null> {
  const { value, span } = expression;
  if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.id !== 'super') return null;
  const call = { kind: 'call', callee: expression, args: [], keywords: [], span } as const;
  const targets = await program.callTargets(call, scope, signal === undefined ? {} : { signal });
  return targets.functions[0] ?? targets.classes[0] ?? null;
}

function symbolOf(resolution: Resolution): PythonSymbol | null {
  return resolution.kind === 'symbol' ? resolution.symbol : null;
}

function importAt(statements: readonly Statement[], offset: number): Import | null {
  let found: Import | null = null;
  visitStatements(statements, (statement) => {
    if (!holds(statement.span, offset)) return 'skip';
    if (statement.kind === 'import') found = statement;
    return undefined;
  });
  return found;
}

/** On a name of an import what it means; on the module of a `from` the module. */
async function importedAt(
  statement: Import,
  scope: Scope,
  offset: number,
  program: PythonProgram,
  signal?: AbortSignal,
): Promise<PythonSymbol | null> {
  const file = scope.kind === 'module' ? scope : scope.file;
  const named = statement.names.find((name) => holds(name.span, offset));
  if (named !== undefined && statement.module === null) {
    return symbolOf(await program.resolveModule(named.name, 0, file, signal));
  }
  if (named !== undefined && named.name !== '*') {
    const local = named.alias ?? named.name;
    const isThis = (each: Binding): boolean => each.kind === 'import' && each.statement === statement;
    if (bindingsOf(local, scope)?.bindings.some(isThis) === true) {
      return symbolOf(await program.resolveName(local, scope, signal));
    }
  }
  if (statement.module === null) return null;
  return symbolOf(await program.resolveModule(statement.module, statement.level, file, signal));
}

function holds(span: { readonly start: number; readonly end: number }, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}
