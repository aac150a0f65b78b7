import { definitions, type Module, type NamedDefinition } from '../../syntax/index.ts';
import type { Place } from './model.ts';

/** Where the definitions with a symbol path are, decorators included. */
export function placesOfSymbol(module: Module, path: string): readonly Place[] {
  return definitions(module.body)
    .filter((definition) => definition.path === path)
    .map(placeOf);
}

/** The path of the innermost definition that holds all the lines. */
export function symbolAround(module: Module, place: Place): string | null {
  return holding(module, place).at(-1)?.path ?? null;
}

/** The definitions that hold all the lines, from the outermost to the innermost. */
export function holding(module: Module, place: Place): readonly NamedDefinition[] {
  return definitions(module.body).filter((definition) => {
    const { first, last } = placeOf(definition);
    return first <= place.first && place.last <= last;
  });
}

export function placeOf(definition: NamedDefinition): Place {
  const { span } = definition.node;
  return {
    first: span.line,
    last: span.endColumn === 0 && span.endLine > span.line ? span.endLine - 1 : span.endLine,
  };
}
