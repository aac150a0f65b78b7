import type { Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';

/** What a name of a module or of a class stands for, and where that is written. */
export function namedValue(
  expression: Expression,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): { readonly value: Expression; readonly file: string; readonly owner: ClassInfo | null } | null {
  if (expression.kind !== 'name' && expression.kind !== 'attribute') return null;
  const own = inside?.owner ?? null;
  const base = expression.kind === 'attribute' ? expression.value : null;
  const isSelf = inside !== null && base?.kind === 'name' && base.id === selfName(inside);
  const holder = isSelf ? own : base === null ? null : classOf(base, file, project);
  const symbol =
    holder === null || expression.kind !== 'attribute'
      ? project.lookupExpression(file, expression)
      : project.member(holder, expression.name);
  if (symbol?.kind !== 'value' || symbol.binding.kind !== 'value') return null;
  return { value: symbol.binding.value, file: symbol.file, owner: holder };
}

function classOf(expression: Expression, file: string, project: Project): ClassInfo | null {
  const symbol = project.lookupExpression(file, expression);
  return symbol?.kind === 'class' ? symbol.info : null;
}

/** The values of a dictionary, of one that has a name, `NEXT`, or `NEXT[state]` of one in it; null for anything else. */
export function tableValues(
  expression: Expression,
  file: string,
  inside: FunctionInfo | null,
  project: Project,
): { readonly items: readonly Expression[]; readonly file: string } | null {
  if (expression.kind === 'subscript') {
    const outer = tableValues(expression.value, file, inside, project);
    if (outer === null) return null;
    const items = outer.items.flatMap((each) => (each.kind === 'dictionary' ? valuesOf(each) : []));
    return items.length === 0 ? null : { items, file: outer.file };
  }
  if (expression.kind === 'dictionary') return { items: valuesOf(expression), file };
  const found = namedValue(expression, file, inside, project);
  if (found?.value.kind !== 'dictionary') return null;
  return { items: valuesOf(found.value), file: found.file };
}

function valuesOf(dictionary: Extract<Expression, { kind: 'dictionary' }>): readonly Expression[] {
  return dictionary.entries.map((entry) => entry.value);
}
