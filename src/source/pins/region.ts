import { sha256Hex } from '../../base/index.ts';
import type { Module } from '../../syntax/index.ts';
import { languageOf } from '../language.ts';
import type { TextLines } from './lines.ts';
import { CONTEXT_LINES, type PinRegion, type Place } from './model.ts';
import { symbolAround } from './symbols.ts';

/** The region at a place as it is now, with what will find it again. */
export async function regionAt(
  place: Place,
  of: { readonly path: string; readonly lines: TextLines; readonly module: Module | null },
  known: Pick<PinRegion, 'verdict' | 'by' | 'found'> & { readonly symbol?: string },
): Promise<PinRegion> {
  const { lines } = of;
  const first = Math.max(place.first, 1);
  const last = Math.min(place.last, lines.count);
  const excerpt = lines.bytes(first, last);
  const symbol = known.symbol ?? (of.module === null ? null : symbolAround(of.module, { first, last }));
  return {
    kind: 'found',
    verdict: known.verdict,
    by: known.by,
    found: known.found,
    first,
    last,
    ...(symbol === null ? {} : { symbol }),
    excerpt,
    sha256: await sha256Hex(excerpt),
    before: lines.lines.slice(Math.max(first - 1 - CONTEXT_LINES, 0), first - 1),
    after: lines.lines.slice(last, last + CONTEXT_LINES),
    language: languageOf(of.path),
  };
}
