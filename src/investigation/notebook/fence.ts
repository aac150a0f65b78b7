import { printInfo, type Info } from './info.ts';
import { withLineEnd } from './lines.ts';
import type { Block } from './model.ts';

/** The texts of a fenced block, without its gap. */
export type FenceText = Pick<Block, 'open' | 'body' | 'close'>;

/**
 * A fenced block around `body`, which is kept as it is and must be empty or end with a line end. The
 * fence is longer than any run of backticks inside.
 */
export function makeFence(info: Info, body: string, lineEnd: '\n' | '\r\n'): FenceText {
  const ticks = '`'.repeat(fenceLength(body));
  return { open: `${ticks}${printInfo(info)}${lineEnd}`, body, close: `${ticks}${lineEnd}` };
}

/** The same block with another body; the fences change only where the body needs longer ones. */
export function withBody(block: FenceText, body: string): FenceText {
  const length = fenceLength(body);
  const own = /^`+/.exec(block.open)?.[0].length ?? 0;
  if (own >= length) return { open: block.open, body, close: block.close };
  const ticks = '`'.repeat(length);
  return {
    open: block.open.replace(/^`+/, ticks),
    body,
    close: block.close.replace(/^ {0,3}`+/, ticks),
  };
}

/** The same block with another info string. */
export function withInfo(block: FenceText, info: Info): FenceText {
  const ticks = /^`+/.exec(block.open)?.[0] ?? '```';
  const end = /[\r\n]*$/.exec(block.open)?.[0] ?? '\n';
  return { ...block, open: `${ticks}${printInfo(info)}${end}` };
}

/** The text behind the backticks of an opening line. */
export function infoText(open: string): string {
  return open.replace(/^`+/, '').replace(/[\r\n]+$/, '');
}

/** Text of an editor, with the file's line end and a line end behind the last line; empty stays empty. */
export function bodyFromText(text: string, lineEnd: '\n' | '\r\n'): string {
  return text === '' ? '' : withLineEnd(text.endsWith('\n') ? text : `${text}\n`, lineEnd);
}

/** At least three, and one more than the longest run of backticks. */
function fenceLength(body: string): number {
  const runs = body.match(/`+/g) ?? [];
  return runs.reduce((length, run) => Math.max(length, run.length + 1), 3);
}
