import { count, flag, list, nullable, oneOf, record, text, type Read } from './reader.ts';

/** Cut before it is sent, with controls made visible. */
const label = text(400);
/** An id of one of our own rows: a letter and a number. It names no path and no command. */
export const rowId = text(40);

/** A row that opens the code: `id` is sent back, `text` is shown. */
const place = record({ id: rowId, text: label });
/** A place in a list of rows. */
export type PlaceView = Read<typeof place>;

const state = record({
  id: rowId,
  name: label,
  value: label,
  terminal: flag,
  place: nullable(place),
});
/** A state; its `id` is also that of its node in the diagram's text. */
export type StateView = Read<typeof state>;

const edge = record({
  id: rowId,
  /** Ids of states. */
  from: rowId,
  to: rowId,
  class: oneOf('proved', 'possible', 'interleaving'),
  classText: label,
  roles: list(label, 50),
  label,
  sites: list(place, 500),
});
/** A transition; those of class interleaving are listed, not drawn. */
export type EdgeView = Read<typeof edge>;

const setter = record({
  name: label,
  place: nullable(place),
  columns: list(label, 200),
  rows: list(record({ old: label, cells: list(label, 200) }), 200),
});
/** A setter's table: a row an old state, a column an argument. */
export type SetterView = Read<typeof setter>;

const step = record({ step: count, role: label, text: text(2000), state: label, place: nullable(place) });
/** A step of a witness. */
export type StepView = Read<typeof step>;

const hazard = record({
  rule: text(8),
  severity: oneOf('high', 'warning', 'info'),
  severityText: label,
  confidence: label,
  title: text(2000),
  place: nullable(place),
  steps: list(step, 100),
});
/** A hazard with its witness. */
export type HazardView = Read<typeof hazard>;

const unresolved = record({ text: text(2000), place: nullable(place) });
/** Something that the analysis could not tell. */
export type UnresolvedView = Read<typeof unresolved>;

/** The words around the data, in the reader's language. */
const words = record({
  states: label,
  state: label,
  value: label,
  terminal: label,
  yes: label,
  transitions: label,
  from: label,
  to: label,
  class: label,
  sites: label,
  setters: label,
  old: label,
  argument: label,
  hazards: label,
  step: label,
  role: label,
  what: label,
  after: label,
  place: label,
  unresolved: label,
  allRoles: label,
  filter: label,
  none: label,
  diagram: label,
  notDrawn: label,
  zoomIn: label,
  zoomOut: label,
  fit: label,
  copyMermaid: label,
  copySvg: label,
  saveMermaid: label,
  saveSvg: label,
  savePng: label,
});
/** Headings and labels of the panel. */
export type LifecycleViewWords = Read<typeof words>;

/** Everything that the panel and the notebook output show of one lifecycle. */
export const lifecycleView = record({
  title: label,
  /** What was read, such as "3 files, 2 reads, 120 ms"; empty for a stored result. */
  summary: label,
  /** The diagram's text; node ids are ids of states. */
  mermaid: text(200_000),
  states: list(state, 500),
  edges: list(edge, 5000),
  setters: list(setter, 100),
  hazards: list(hazard, 500),
  unresolved: list(unresolved, 1000),
  words,
});
/** See `lifecycleView`. */
export type LifecycleView = Read<typeof lifecycleView>;
