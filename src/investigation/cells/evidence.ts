import { decodeLeniently, decodeUnplain } from '../notebook/encoding.ts';
import type { Mark, MarkReason } from '../notebook/errors.ts';
import { attribute, type Info } from '../notebook/info.ts';
import type { CellReading, CellText } from './reader.ts';

/** What one probe line returned on one target, as the notebook stores it. */
export interface EvidenceRecord {
  /** Id of the probe cell that it was written for; the text of the line decides where they disagree. */
  readonly of?: string;
  /** Name of the target; empty where the block does not say. */
  readonly on: string;
  /** The probe line as typed. */
  readonly line: string;
  /** Null where the probe was stopped; undefined where the block does not say. */
  readonly exit?: number | null;
  /** Lines received, of which `stored` are here. */
  readonly lines?: number;
  readonly stored?: number;
  /** The limit that the probe itself hit. */
  readonly truncated?: 'bytes' | 'time';
  /** Of the raw bytes received, with `redacted` of the bytes with the marks in them; lower-case hexadecimal. */
  readonly sha256?: string;
  /** How many secrets were replaced by marks before the output was stored. */
  readonly redacted?: number;
  readonly commit?: string;
  /** Day on which the output was first seen like this: `2026-06-13`. */
  readonly seen?: string;
  /** The stored part of standard output; ends with a line end unless it is empty. */
  readonly output: Uint8Array;
  /** The line that says what was left out; undefined where nothing was. */
  readonly leftOut?: string;
}

/** Reads an evidence block. The first line of the body is `$ ` and the probe line. */
export function readEvidence(info: Info, cell: CellText): CellReading<EvidenceRecord> {
  const marks: Mark[] = [];
  const mark = (line: number, reason: MarkReason): void => {
    marks.push({ ...reason, line, column: 1 });
  };
  const bytes = bodyBytes(info, cell.body);
  if (bytes === undefined) {
    mark(cell.line, { code: 'encoding' });
    return { value: undefined, marks };
  }
  const end = lineEnd(bytes, 0);
  const first = decodeLeniently(bytes.subarray(0, end)).replace(/\r?\n$/, '');
  if (!first.startsWith('$ ')) {
    mark(cell.line, { code: 'probe-line-missing' });
    return { value: undefined, marks };
  }
  const fields = readAttributes(info, (reason) => mark(cell.line - 1, reason));
  const { output, note } = splitNote(bytes.subarray(end), fields.stored);
  const value: EvidenceRecord = {
    ...fields,
    on: attribute(info, 'on') ?? '',
    line: first.slice(2).trim(),
    output,
    ...(note === undefined ? {} : { leftOut: note }),
  };
  return { value, marks };
}

/** The raw bytes of a block's body, which stands there as it is or, with `enc=c`, escaped. */
export function bodyBytes(info: Info, body: string): Uint8Array | undefined {
  const encoding = attribute(info, 'enc');
  if (encoding === undefined) return new TextEncoder().encode(body);
  return encoding === 'c' ? decodeUnplain(body) : undefined;
}

type Fields = Omit<EvidenceRecord, 'on' | 'line' | 'output' | 'leftOut'>;

function readAttributes(info: Info, mark: (reason: MarkReason) => void): Fields {
  const of = attribute(info, 'of');
  const sha256 = attribute(info, 'sha256');
  const commit = attribute(info, 'commit');
  const seen = attribute(info, 'seen');
  const truncated = attribute(info, 'truncated');
  const exit = attribute(info, 'exit');
  const count = (key: string): number | undefined => {
    const text = attribute(info, key);
    if (text === undefined) return undefined;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    mark({ code: 'attribute-value', attribute: key, value: text });
    return undefined;
  };
  const status = exit === 'stopped' ? null : count('exit');
  const lines = count('lines');
  const stored = count('stored');
  const redacted = count('redacted');
  return {
    ...(of === undefined ? {} : { of }),
    ...(exit === undefined || status === undefined ? {} : { exit: status }),
    ...(lines === undefined ? {} : { lines }),
    ...(stored === undefined ? {} : { stored }),
    ...(redacted === undefined ? {} : { redacted }),
    ...(truncated === 'bytes' || truncated === 'time' ? { truncated } : {}),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(commit === undefined ? {} : { commit }),
    ...(seen === undefined ? {} : { seen }),
  };
}

/** With `stored=N`, what follows the first N lines is the line about what was left out. */
function splitNote(bytes: Uint8Array, stored: number | undefined): { output: Uint8Array; note?: string } {
  if (stored === undefined) return { output: bytes };
  let at = 0;
  for (let line = 0; line < stored && at < bytes.length; line += 1) at = lineEnd(bytes, at);
  return { output: bytes.subarray(0, at), note: decodeLeniently(bytes.subarray(at)).trim() };
}

/** Offset behind the line that starts at `start`. */
function lineEnd(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(0x0a, start);
  return end < 0 ? bytes.length : end + 1;
}
