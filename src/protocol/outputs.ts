import type { Result } from '../base/index.ts';
import { lifecycleView, rowId } from './lifecycleView.ts';
import { count, list, nullable, oneOf, record, text, type ProtocolError, type Read } from './reader.ts';

/** Media types that the notebook renderer draws. */
export const PROBE_MIME = 'application/vnd.sonde.probe+json';
export const PINS_MIME = 'application/vnd.sonde.pins+json';
export const LIFECYCLE_MIME = 'application/vnd.sonde.lifecycle+json';

const label = text(400);
const body = text(4_000_000);

const row = record({ id: rowId, line: count, text: text(4000) });
const group = record({ file: text(4200), rows: list(row, 100_000) });
/** Hits of one file. */
export type HitGroup = Read<typeof group>;

const refusal = record({
  /** The whole sentence, with the line to type instead. */
  message: text(4000),
  /** 0-based offset of the refused word in the line, in UTF-16 units, and its length. */
  at: count,
  length: count,
});

const run = record({
  line: text(20_000),
  target: label,
  kind: oneOf('evidence', 'refusal', 'error'),
  /** Exit status, number of lines, when it was seen. */
  summary: label,
  groups: list(group, 20_000),
  /** The output where it names no files and lines; controls are visible. */
  text: body,
  /** What looks like a secret, and where: sentences without it. */
  marks: list(label, 10),
  refusal: nullable(refusal),
});
/** What one probe line came to on one target. */
export type RunView = Read<typeof run>;

const words = record({ open: label, pin: label, line: label, text: label, more: label });

/** The output of a probe cell. `output` is drawn when it is made and comes back with every message. */
export const probeOutput = record({ output: rowId, runs: list(run, 2000), words });
/** See `probeOutput`. */
export type ProbeOutput = Read<typeof probeOutput>;

const pin = record({
  id: rowId,
  title: label,
  place: label,
  verdict: label,
  tone: oneOf('good', 'changed', 'bad', 'plain'),
  note: text(4000),
  /** First line of the excerpt, starting at 1. */
  first: count,
  excerpt: body,
  marks: list(label, 10),
});
/** A pin with its excerpt. */
export type PinView = Read<typeof pin>;

/** The output of a cell of pins. */
export const pinsOutput = record({ output: rowId, pins: list(pin, 2000), words });
/** See `pinsOutput`. */
export type PinsOutput = Read<typeof pinsOutput>;

/** The output of a lifecycle cell. */
export const lifecycleOutput = record({ output: rowId, view: lifecycleView });
/** See `lifecycleOutput`. */
export type LifecycleOutput = Read<typeof lifecycleOutput>;

const fromRenderer = record({ type: oneOf('open', 'pin'), output: rowId, row: rowId });
/** What the renderer sends: a gesture on a row of one output. */
export type FromRenderer = Read<typeof fromRenderer>;

/** Reads a message of the renderer. */
export function readFromRenderer(value: unknown): Result<FromRenderer, ProtocolError> {
  return fromRenderer(value, 'message');
}
