import type { Expression } from '../../syntax/index.ts';
import type { Project } from '../project/project.ts';
import { lastName } from './declared.ts';
import { constantText } from './entries.ts';
import { declarationKey, stateName, type Member } from './group.ts';

const ENUMS = /^_*(?:Int|Str)?Enum$/;

/** The member that `State.OPEN` names, where `State = Enum('State', 'OPEN CLOSED')`; null for anything else. */
export function functionalMember(
  expression: Extract<Expression, { kind: 'attribute' }>,
  file: string,
  project: Project,
): Member | null {
  const symbol = project.lookupExpression(file, expression.value);
  if (symbol?.kind !== 'value' || symbol.binding.kind !== 'value') return null;
  const { value } = symbol.binding;
  if (value.kind !== 'call' || !ENUMS.test(lastName(value.callee))) return null;
  const names = value.args[1] ?? value.keywords.find((each) => each.name === 'names')?.value;
  const found =
    names === undefined ? undefined : namesOf(names).find((each) => each.name === expression.name);
  if (found === undefined) return null;
  return {
    name: stateName(found.name),
    value: found.value,
    file: symbol.file,
    line: found.at.span.line,
    declaration: `${declarationKey(symbol.file, found.at.span)}.${found.name}`,
  };
}

interface Named {
  readonly name: string;
  readonly value: string | number | null;
  readonly at: Expression;
}

/** `'A B'`, `'A, B'`, `['A', 'B']`, `[('A', 1), ('B', 2)]`, `{'A': 1}`. */
function namesOf(names: Expression): readonly Named[] {
  if (names.kind === 'constant') {
    const text = constantText(names);
    const parts = text === null ? [] : text.split(/[\s,]+/).filter((each) => each !== '');
    return parts.map((name, index) => ({ name, value: index + 1, at: names }));
  }
  if (names.kind === 'dictionary')
    return names.entries.flatMap(({ key, value }) => (key === null ? [] : pair(key, value)));
  if (names.kind !== 'list' && names.kind !== 'tuple') return [];
  return names.items.flatMap((item, index): readonly Named[] => {
    const name = constantText(item);
    if (name !== null) return [{ name, value: index + 1, at: item }];
    const [key, value] = item.kind === 'tuple' || item.kind === 'list' ? item.items : [];
    return key === undefined || value === undefined ? [] : pair(key, value);
  });
}

function pair(key: Expression, value: Expression): readonly Named[] {
  const name = constantText(key);
  const own =
    value.kind === 'constant' && (value.value.type === 'string' || value.value.type === 'integer')
      ? value.value.value
      : null;
  return name === null ? [] : [{ name, value: own, at: key }];
}
