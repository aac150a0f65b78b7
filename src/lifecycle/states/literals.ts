import { visitStatements, type Expression } from '../../syntax/index.ts';
import type { ClassInfo, FunctionInfo, Project } from '../project/project.ts';
import { lastName } from './declared.ts';
import { stateName, type Member } from './group.ts';

/** The texts that `Literal[…]` lists, and the name that an alias gives them. */
export interface LiteralType {
  /** Of the alias; null where the annotation lists them itself. */
  readonly name: string | null;
  readonly file: string;
  readonly line: number;
  readonly members: readonly Member[];
}

const DEPTH = 6;

/** `Literal['a', 'b']`, an alias of it, `Optional[…]`, `… | None`, `ClassVar[…]`; null for any other annotation. */
export function literalType(
  annotation: Expression | null,
  file: string,
  project: Project,
  depth = DEPTH,
): LiteralType | null {
  if (annotation === null || depth === 0) return null;
  switch (annotation.kind) {
    case 'subscript': {
      const items = annotation.index.kind === 'tuple' ? annotation.index.items : [annotation.index];
      if (lastName(annotation.value) !== 'Literal') {
        const inner = items.length === 1 ? items[0] : undefined;
        return inner === undefined ? null : literalType(inner, file, project, depth - 1);
      }
      const members = items.flatMap((item): readonly Member[] =>
        item.kind === 'constant' && item.value.type === 'string'
          ? [
              {
                name: stateName(item.value.value),
                value: item.value.value,
                file,
                line: item.span.line,
                declaration: null,
              },
            ]
          : [],
      );
      return members.length < 2 ? null : { name: null, file, line: annotation.span.line, members };
    }
    case 'binary':
      return (
        literalType(annotation.left, file, project, depth - 1) ??
        literalType(annotation.right, file, project, depth - 1)
      );
    case 'name':
    case 'attribute': {
      const symbol = project.lookupExpression(file, annotation);
      if (symbol?.kind !== 'value' || symbol.binding.kind !== 'value') return null;
      const type = literalType(symbol.binding.value, symbol.file, project, depth - 1);
      return type === null ? null : { ...type, name: type.name ?? symbol.name };
    }
    default:
      return null;
  }
}

/** What the annotations of an attribute say: in the class body, at an assignment, of its property. */
export function attributeLiterals(owner: ClassInfo, name: string, project: Project): LiteralType | null {
  for (const each of project.ancestry(owner)) {
    for (const statement of each.node.body) {
      if (statement.kind !== 'assign' || !statement.targets.some((target) => lastName(target) === name))
        continue;
      const type = literalType(statement.annotation, each.file, project);
      if (type !== null) return type;
    }
    for (const method of each.methods.values()) {
      const type = inMethod(method, name, project);
      if (type !== null) return type;
    }
  }
  return null;
}

function inMethod(method: FunctionInfo, name: string, project: Project): LiteralType | null {
  let found: LiteralType | null = null;
  if (method.variety === 'property' && method.name === name)
    found = literalType(method.node.returns, method.file, project);
  visitStatements(method.node.body, (statement) => {
    if (statement.kind !== 'assign' || statement.annotation === null || found !== null) return undefined;
    if (statement.targets.some((target) => target.kind === 'attribute' && target.name === name))
      found = literalType(statement.annotation, method.file, project);
    return undefined;
  });
  return found;
}

/** What a parameter may be, by its annotation. */
export function parameterLiterals(inside: FunctionInfo, name: string, project: Project): LiteralType | null {
  const parameter = inside.node.parameters.find((each) => each.name === name);
  return parameter === undefined ? null : literalType(parameter.annotation, inside.file, project);
}
