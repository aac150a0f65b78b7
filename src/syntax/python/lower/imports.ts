import { allInField, inField, ofType, type RawNode } from '../raw.ts';
import type { Import } from '../tree.ts';
import type { Lowering } from './lowering.ts';

/** `import …`, `from … import …` and `from __future__ import …`. */
export function lowerImport(node: RawNode, lowering: Lowering): Import {
  const span = lowering.span(node);
  const names = importedNames(node, lowering);
  switch (node.type) {
    case 'future_import_statement':
      return { kind: 'import', module: '__future__', level: 0, names, span };
    case 'import_from_statement': {
      const source = inField(node, 'module_name');
      if (source?.type !== 'relative_import') {
        return {
          kind: 'import',
          module: source === null ? '' : dotted(source, lowering),
          level: 0,
          names,
          span,
        };
      }
      const prefix = ofType(source, 'import_prefix');
      const level = prefix === null ? 0 : lowering.textOf(prefix).replace(/[^.]/g, '').length;
      const name = ofType(source, 'dotted_name');
      return { kind: 'import', module: name === null ? '' : dotted(name, lowering), level, names, span };
    }
    default:
      return { kind: 'import', module: null, level: 0, names, span };
  }
}

function importedNames(node: RawNode, lowering: Lowering): Import['names'] {
  const star = ofType(node, 'wildcard_import');
  if (star !== null) return [{ name: '*', alias: null, span: lowering.span(star) }];
  return allInField(node, 'name')
    .filter((child) => child.named)
    .map((child) => {
      const name = child.type === 'aliased_import' ? (inField(child, 'name') ?? child) : child;
      const alias = child.type === 'aliased_import' ? inField(child, 'alias') : null;
      return {
        name: dotted(name, lowering),
        alias: alias === null ? null : lowering.textOf(alias),
        span: lowering.span(child),
      };
    });
}

/** A dotted name without the blanks that may stand around its dots. */
function dotted(node: RawNode, lowering: Lowering): string {
  const names = node.children.filter((child) => child.type === 'identifier');
  return names.length === 0 ? lowering.textOf(node) : names.map((name) => lowering.textOf(name)).join('.');
}
