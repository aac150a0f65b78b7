import type { PythonParser } from '../../syntax/index.ts';
import { languageOf } from '../language.ts';
import type { SourceFile } from '../tree.ts';
import { TextLines } from './lines.ts';
import type { PinRegion, Place } from './model.ts';
import { regionAt } from './region.ts';
import { holding, placeOf } from './symbols.ts';

/** A new pin of selected lines; its symbol is the innermost definition that holds all of them. */
export function pinFromSelection(file: SourceFile, place: Place, parser: PythonParser): Promise<PinRegion> {
  const module = languageOf(file.path) === 'python' ? parser.parse(file.text) : null;
  const lines = new TextLines(file.bytes);
  return regionAt(place, { path: file.path, lines, module }, { verdict: 'same', by: 0, found: 'place' });
}

/**
 * A new pin of a hit: the innermost function around its line, the class if the line is its first one, else
 * the line itself. With `extent: 'line'` always the line.
 */
export function pinFromHit(
  file: SourceFile,
  line: number,
  parser: PythonParser,
  extent: 'symbol' | 'line' = 'symbol',
): Promise<PinRegion> {
  const module = languageOf(file.path) === 'python' ? parser.parse(file.text) : null;
  const lines = new TextLines(file.bytes);
  const hit = { first: line, last: line };
  const around = module === null || extent === 'line' ? [] : holding(module, hit);
  const symbol = around.findLast(({ node }) => node.kind === 'function' || node.nameSpan.line === line);
  const place = symbol === undefined ? hit : placeOf(symbol);
  const known = { verdict: 'same', by: 0, found: symbol === undefined ? 'place' : 'symbol' } as const;
  return regionAt(
    place,
    { path: file.path, lines, module },
    symbol === undefined ? known : { ...known, symbol: symbol.path },
  );
}
