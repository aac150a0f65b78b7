import { visitExpressions, visitStatements, type Expression } from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { selfName } from '../project/types.ts';
import type { Domain } from '../states/domain.ts';
import { memberOf } from '../states/leaves.ts';

/**
 * Variables of a function whose attribute of that name holds something else: `response.status = 200`, `if
 * answer.status != 404`. A constant that is none of the states tells it.
 */
export function foreignVariables(
  info: FunctionInfo,
  attributes: ReadonlySet<string>,
  domain: Domain,
  project: Project,
): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (place: Expression, value: Expression): void => {
    if (place.kind !== 'attribute' || !attributes.has(place.name) || place.value.kind !== 'name') return;
    if (place.value.id !== selfName(info) && isForeign(value)) found.add(place.value.id);
  };
  const isForeign = (value: Expression): boolean => {
    if (value.kind === 'tuple' || value.kind === 'list' || value.kind === 'set')
      return value.items.length > 0 && value.items.every(isForeign);
    if (value.kind === 'constant') {
      const constant = value.value;
      if (constant.type !== 'integer' && constant.type !== 'string') return false;
      return domain.ofAnyValue(constant.value) === null;
    }
    const member = memberOf(value, info.file, info, project);
    if (member === null || domain.ofMember(member) !== null) return false;
    return member.value === null || domain.ofAnyValue(member.value) === null;
  };
  visitExpressions(
    info.node.body,
    (each) => {
      if (each.kind !== 'compare') return undefined;
      const sides = [each.left, ...each.comparators];
      for (const side of sides) for (const other of sides) if (other !== side) note(side, other);
      return undefined;
    },
    'function',
  );
  visitStatements(info.node.body, (statement) => {
    if (statement.kind === 'function' || statement.kind === 'class') return 'skip';
    const { kind } = statement;
    if (kind === 'assign' && statement.value !== null)
      for (const target of statement.targets) note(target, statement.value);
    return undefined;
  });
  return found;
}
