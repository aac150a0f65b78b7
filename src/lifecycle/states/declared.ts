import type { Expression } from '../../syntax/index.ts';
import type { Binding } from '../project/module.ts';
import type { ClassInfo, Project } from '../project/project.ts';
import { declarationKey, stateName, stateValue, type Member, type StateGroup } from './group.ts';

const ENUM_BASES = new Set([
  'Enum',
  'IntEnum',
  'StrEnum',
  'Flag',
  'IntFlag',
  'ReprEnum',
  'TextChoices',
  'IntegerChoices',
]);

/** Is it an enumeration: by its own bases, or by those of an ancestor? */
export function isEnum(info: ClassInfo, project: Project): boolean {
  return project
    .ancestry(info)
    .some((each) => each.node.bases.some((base) => ENUM_BASES.has(lastName(base))));
}

/** A plain `Enum`: its members are true whatever their value, unless it says otherwise. */
export function isPlainEnum(info: ClassInfo, project: Project): boolean {
  const family = project.ancestry(info);
  const names = new Set(family.map((each) => each.name));
  return (
    isEnum(info, project) &&
    family.every((each) =>
      each.node.bases.every((base) => lastName(base) === 'Enum' || names.has(lastName(base))),
    ) &&
    project.method(info, '__bool__') === null
  );
}

/**
 * The states that a class declares: the members of an enumeration, or the constants of a class that holds
 * nothing but constants. Null for any other class. Members of ancestors come first.
 */
export function classGroup(info: ClassInfo, project: Project): StateGroup | null {
  const enumeration = isEnum(info, project);
  const classes = [...project.ancestry(info)].reverse();
  if (!enumeration && (info.methods.size > 0 || info.node.decorators.length > 0)) return null;
  const members = classes.flatMap((each) => ownMembers(each, enumeration, project));
  if (members.length < 2) return null;
  if (!enumeration && !onlyConstants(info)) return null;
  return {
    id: info.id,
    name: info.name,
    kind: enumeration ? 'enum' : 'constants',
    file: info.file,
    line: info.node.nameSpan.line,
    members,
  };
}

function ownMembers(info: ClassInfo, enumeration: boolean, project: Project): readonly Member[] {
  const members: Member[] = [];
  let automatic = 0;
  const text = info.node.bases.some((base) => lastName(base) === 'StrEnum');
  for (const [name, binding] of info.scope.bindings) {
    if (name.startsWith('_')) continue;
    const constant = bindingValue(binding);
    const value = constant ?? (enumeration ? anyValue(info, binding, project) : null);
    if (value === null) continue;
    let own = value.value;
    if (enumeration && own === null && constant !== null) own = text ? name.toLowerCase() : automatic + 1;
    if (typeof own === 'number') automatic = own;
    const span = binding.kind === 'value' || binding.kind === 'element' ? binding.span : info.node.nameSpan;
    members.push({
      name: stateName(name),
      value: own,
      file: info.file,
      line: span.line,
      declaration: declarationKey(info.file, span),
    });
  }
  return members;
}

/**
 * A member of an enumeration may have any value: None, a call, a sum, what a library gives. What can be called is a
 * method of it.
 */
function anyValue(info: ClassInfo, binding: Binding, project: Project): { readonly value: null } | null {
  if (binding.kind !== 'value') return null;
  const { value } = binding;
  if (value.kind === 'lambda' || value.kind === 'name') return null;
  if (value.kind === 'attribute' && project.lookupExpression(info.file, value) !== null) return null;
  const name = value.kind === 'call' ? lastName(value.callee) : '';
  return ['property', 'staticmethod', 'classmethod', 'nonmember', 'partial'].includes(name)
    ? null
    : { value: null };
}

/** The value of a name in the body of an enumeration, or of another class; null where it is no constant of it. */
export function memberValue(
  info: ClassInfo,
  binding: Binding,
  project: Project,
): { readonly value: string | number | null } | null {
  return bindingValue(binding) ?? (isEnum(info, project) ? anyValue(info, binding, project) : null);
}

/** The constant that a name is bound to; null where it is none. */
export function bindingValue(binding: Binding): { readonly value: string | number | null } | null {
  if (binding.kind === 'value') return stateValue(binding.value);
  if (binding.kind !== 'element') return null;
  const { value, index } = binding;
  if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.id !== 'range') return null;
  const start = value.args.length > 1 ? integer(value.args[0]) : 0;
  return start === null ? null : { value: start + index };
}

function integer(expression: Expression | undefined): number | null {
  return expression?.kind === 'constant' && expression.value.type === 'integer'
    ? expression.value.value
    : null;
}

/** A docstring and constants, nothing else: not a class of settings with objects in it. */
function onlyConstants(info: ClassInfo): boolean {
  return info.node.body.every((statement) => {
    switch (statement.kind) {
      case 'assign':
        return statement.targets.every(
          (target) => target.kind !== 'name' || target.id.startsWith('_') || statement.value !== null,
        );
      case 'pass':
        return true;
      case 'expression':
        return statement.value.kind === 'constant';
      default:
        return false;
    }
  });
}

export function lastName(expression: Expression): string {
  if (expression.kind === 'name') return expression.id;
  return expression.kind === 'attribute' ? expression.name : '';
}
