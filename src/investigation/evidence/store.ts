import { encodeUnplain, isPlain } from '../notebook/encoding.ts';
import { makeFence, type FenceText } from '../notebook/fence.ts';
import type { Attribute } from '../notebook/info.ts';
import { withLineEnd } from '../notebook/lines.ts';

/** How much of an output a notebook stores. */
export interface StoreLimits {
  readonly lines: number;
  /** Bytes. */
  readonly bytes: number;
}

export const STORE_LIMITS: StoreLimits = { lines: 200, bytes: 16 * 1024 };

/** What an evidence block says of one answer. */
export interface Answer {
  /** Id of the probe cell. */
  readonly of: string;
  /** Name of the target. */
  readonly on: string;
  /** The probe line as typed. */
  readonly line: string;
  /** Null where the probe was stopped. */
  readonly exit: number | null;
  readonly truncated: 'bytes' | 'time' | null;
  /** Standard output, raw, as received; with `redacted` its secrets are replaced by marks. */
  readonly stdout: Uint8Array;
  /** How many secrets were replaced. */
  readonly redacted?: number;
  /** Of `stdout`, lower-case hexadecimal. */
  readonly sha256: string;
  readonly commit?: string;
  /** `2026-06-13`. */
  readonly seen: string;
}

/** The evidence block of an answer: its header, the probe line, and the stored part of its output. */
export function evidenceFence(answer: Answer, lineEnd: '\n' | '\r\n', limits = STORE_LIMITS): FenceText {
  const total = countLines(answer.stdout);
  const kept = storedPart(answer.stdout, limits);
  const stored = countLines(kept);
  const cut = kept.length < answer.stdout.length;
  const first = new TextEncoder().encode(`$ ${answer.line}\n`);
  const plain = isPlain(first) && isPlain(kept);
  const text = plain ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept) : encodeUnplain(kept);
  const command = withLineEnd(plain ? `$ ${answer.line}\n` : encodeUnplain(first), lineEnd);
  const output = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const note = cut ? leftOutLine(total - stored, answer.stdout.length - kept.length) + lineEnd : '';
  const attributes: Attribute[] = [
    { key: 'of', value: answer.of },
    { key: 'on', value: answer.on },
    { key: 'exit', value: answer.exit === null ? 'stopped' : `${answer.exit}` },
    { key: 'lines', value: `${total}` },
    ...optional('stored', cut ? `${stored}` : undefined),
    ...optional('truncated', answer.truncated ?? undefined),
    ...optional('redacted', answer.redacted === undefined ? undefined : `${answer.redacted}`),
    { key: 'sha256', value: answer.sha256 },
    ...optional('commit', answer.commit),
    { key: 'seen', value: answer.seen },
    ...optional('enc', plain ? undefined : 'c'),
  ];
  return makeFence({ word: 'evidence', attributes }, command + output + note, lineEnd);
}

/** Lines of an output; a last line without a line end counts. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x0a) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== 0x0a ? count + 1 : count;
}

/** Whole lines from the start within both limits. */
export function storedPart(bytes: Uint8Array, limits: StoreLimits): Uint8Array {
  let end = 0;
  for (let lines = 0; lines < limits.lines && end < bytes.length; lines += 1) {
    const at = bytes.indexOf(0x0a, end);
    const next = at < 0 ? bytes.length : at + 1;
    if (next > limits.bytes) break;
    end = next;
  }
  return bytes.subarray(0, end);
}

/** Part of the format, so in one language whoever writes it. */
function leftOutLine(lines: number, bytes: number): string {
  return `[… ${lines} more ${lines === 1 ? 'line' : 'lines'}, ${bytes} bytes, not stored]`;
}

function optional(key: string, value: string | undefined): readonly Attribute[] {
  return value === undefined ? [] : [{ key, value }];
}
