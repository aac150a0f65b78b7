import { encodeUnplain, isPlain } from '../notebook/encoding.ts';
import { makeFence, type FenceText } from '../notebook/fence.ts';
import type { PinRegion } from '../../source/index.ts';
import { languageOf } from '../../source/index.ts';

/** The excerpt, in a fence of the file's language. */
export function excerptFence(id: string, file: string, region: PinRegion, lineEnd: '\n' | '\r\n'): FenceText {
  const plain = isPlain(region.excerpt);
  const text = plain
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(region.excerpt)
    : encodeUnplain(region.excerpt);
  const body = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const attributes = [{ key: 'of', value: id }, ...(plain ? [] : [{ key: 'enc', value: 'c' }])];
  return makeFence({ word: languageOf(file), attributes }, body, lineEnd);
}
