import type { Expression } from '../../syntax/index.ts';
import type { FunctionInfo, Project } from '../project/project.ts';
import { lastName } from '../states/declared.ts';
import { onlyValue } from '../states/only-value.ts';

/** A piece of a name that is put together while the program runs. */
export type NamePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'state';
      /** What stands there: the value of the state, or the name of its member. */
      readonly of: 'value' | 'name';
      readonly letters: 'as-written' | 'lower' | 'upper';
    };

const LINKS = 3;

/** A shorter text is the beginning of too many names. */
const LEAST_PREFIX = 3;

/**
 * The pieces of `'on_' + self.state`, `f'on_{self.state.name}'`, `'on_%s' % self.state`, `'on_{}'.format(self.state)`
 * and of `.lower()` of those; null where the state is not in it just once.
 */
export function nameParts(
  expression: Expression,
  store: string,
  inside: FunctionInfo,
  project: Project,
): readonly NamePart[] | null {
  const parts = partsOf(expression, { store, inside, project }, LINKS);
  return parts.filter((each) => each.kind === 'state').length === 1 ? parts : null;
}

/** The pattern of a name that begins with a text and goes on with something that is not known; null for others. */
export function prefixOf(expression: Expression, inside: FunctionInfo, project: Project): RegExp | null {
  const [first, ...rest] = partsOf(expression, { store: '', inside, project }, LINKS);
  if (first?.kind !== 'text' || first.text.length < LEAST_PREFIX || rest.length === 0) return null;
  return /^\w+$/.test(first.text) ? new RegExp(`^${first.text}`) : null;
}

interface Where {
  readonly store: string;
  readonly inside: FunctionInfo;
  readonly project: Project;
}

const UNKNOWN: readonly NamePart[] = [{ kind: 'unknown' }];

function partsOf(expression: Expression, where: Where, links: number): readonly NamePart[] {
  const again = (each: Expression): readonly NamePart[] => partsOf(each, where, links);
  switch (expression.kind) {
    case 'constant':
      return expression.value.type === 'string' ? [{ kind: 'text', text: expression.value.value }] : UNKNOWN;
    case 'attribute':
      if (expression.name === where.store) return [{ kind: 'state', of: 'value', letters: 'as-written' }];
      if (expression.name !== 'name' && expression.name !== 'value') return UNKNOWN;
      return isStatePart(again(expression.value))
        ? [{ kind: 'state', of: expression.name, letters: 'as-written' }]
        : UNKNOWN;
    case 'name': {
      const value = links === 0 ? null : onlyValue(expression.id, where.inside);
      return value === null ? UNKNOWN : partsOf(value, where, links - 1);
    }
    case 'binary': {
      if (expression.operator === '+') return [...again(expression.left), ...again(expression.right)];
      if (expression.operator !== '%') return UNKNOWN;
      const { right } = expression;
      return filled(expression.left, /%[sr]/, right.kind === 'tuple' ? right.items : [right], again);
    }
    case 'fstring':
      return interpolated(expression, where, again);
    case 'call': {
      const { callee } = expression;
      const [only] = expression.args;
      if (lastName(callee) === 'str' && only !== undefined) return again(only);
      if (callee.kind !== 'attribute') return UNKNOWN;
      if (callee.name === 'format') return filled(callee.value, /\{\d*\}/, expression.args, again);
      if (callee.name !== 'lower' && callee.name !== 'upper') return UNKNOWN;
      return again(callee.value).map((part) => withLetters(part, callee.name === 'lower'));
    }
    default:
      return UNKNOWN;
  }
}

function isStatePart(parts: readonly NamePart[]): boolean {
  return parts.length === 1 && parts[0]?.kind === 'state';
}

function withLetters(part: NamePart, lower: boolean): NamePart {
  if (part.kind === 'state') return { ...part, letters: lower ? 'lower' : 'upper' };
  if (part.kind === 'unknown') return part;
  return { kind: 'text', text: lower ? part.text.toLowerCase() : part.text.toUpperCase() };
}

/** A text with places for values, in order. */
function filled(
  pattern: Expression,
  place: RegExp,
  values: readonly Expression[],
  again: (each: Expression) => readonly NamePart[],
): readonly NamePart[] {
  if (pattern.kind !== 'constant' || pattern.value.type !== 'string') return UNKNOWN;
  const texts = pattern.value.value.split(place);
  if (texts.length !== values.length + 1) return UNKNOWN;
  return texts.flatMap((text, index): readonly NamePart[] => {
    const value = values[index];
    const own: readonly NamePart[] = text === '' ? [] : [{ kind: 'text', text }];
    return value === undefined ? own : [...own, ...again(value)];
  });
}

/** What stands between the braces of an f-string, and around them as it is written in the file. */
function interpolated(
  expression: Extract<Expression, { kind: 'fstring' }>,
  { inside, project }: Where,
  again: (each: Expression) => readonly NamePart[],
): readonly NamePart[] {
  const source = project.modules.get(inside.file)?.text ?? '';
  const parts: NamePart[] = [];
  let from = expression.span.start;
  const text = (to: number): void => {
    const written = source.slice(from, to).replace(/^[^{}'"]*\}/, '');
    const plain = written
      .replace(from === expression.span.start ? /^[A-Za-z]*(?:"""|'''|"|')/ : /^$/, '')
      .replace(to === expression.span.end ? /(?:"""|'''|"|')$/ : /\{\s*$/, '');
    if (plain !== '') parts.push(/^\w*$/.test(plain) ? { kind: 'text', text: plain } : { kind: 'unknown' });
  };
  for (const value of expression.values) {
    text(value.span.start);
    parts.push(...again(value));
    from = value.span.end;
  }
  text(expression.span.end);
  return parts;
}
