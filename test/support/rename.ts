import {
  definitions,
  visitExpressions,
  visitStatements,
  type Expression,
  type Module,
} from '../../src/syntax/index.ts';

/**
 * Gives every identifier that the code itself defines another name, in the text: classes, functions, parameters,
 * variables, attributes. The style of a name is kept (a leading underscore, capitals), because Python's own
 * conventions are part of what is read; its words are not.
 */
export function renamed(
  text: string,
  module: Module,
): { readonly text: string; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  for (const name of [...defined(module)].sort()) names.set(name, styled(name, names.size));
  const changed = text.replace(/(?<![\w])[A-Za-z_]\w*/g, (word) => names.get(word) ?? word);
  return { text: changed, names };
}

function defined(module: Module): ReadonlySet<string> {
  const names = new Set<string>();
  const target = (expression: Expression): void => {
    if (expression.kind === 'name') names.add(expression.id);
    if (expression.kind === 'attribute') names.add(expression.name);
    if (expression.kind === 'tuple' || expression.kind === 'list') expression.items.forEach(target);
    if (expression.kind === 'subscript') target(expression.value);
  };
  for (const { node } of definitions(module.body)) {
    names.add(node.name);
    if (node.kind === 'function') for (const parameter of node.parameters) names.add(parameter.name);
  }
  visitStatements(module.body, (statement) => {
    if (statement.kind === 'assign') statement.targets.forEach(target);
    if (statement.kind === 'for') target(statement.target);
    if (statement.kind === 'with')
      for (const item of statement.items) if (item.target !== null) target(item.target);
    return undefined;
  });
  visitExpressions(module.body, (expression) => {
    if (expression.kind === 'comprehension') for (const clause of expression.clauses) target(clause.target);
    return undefined;
  });
  return new Set([...names].filter((name) => !RESERVED.test(name)));
}

/** Names that Python or its library gives a meaning. */
const RESERVED =
  /^(__\w+__|self|cls|run|name|value|target|args|daemon|get|pop|clear|update|items|keys|values|put|append|wait)$/;

function styled(name: string, index: number): string {
  const [, underscores = '', rest = name] = /^(_*)(.*)$/.exec(name) ?? [];
  if (/^[A-Z][A-Z0-9_]*$/.test(rest)) return `${underscores}Q${index}`;
  return /^[A-Z]/.test(rest) ? `${underscores}Zed${index}` : `${underscores}zed${index}`;
}
