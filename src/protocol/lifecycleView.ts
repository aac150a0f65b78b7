import { lifecycleViewWords } from './lifecycleWords.ts';
import { count, flag, list, nullable, oneOf, record, text, type Read } from './reader.ts';

/** Cut before it is sent, with controls made visible. */
const label = text(400);
/** A label in which each character may be an escape of the diagram's text. */
const escaped = text(4000);
/** An id of one of our own rows: a letter and a number. It names no path and no command. */
export const rowId = text(40);

/** A row that opens the code: `id` is sent back, `text` is shown. */
const place = record({ id: rowId, text: label });
/** A place in a list of rows. */
export type PlaceView = Read<typeof place>;

/** Where two lifecycles are compared: how the later one differs here. */
const change = oneOf('same', 'added', 'removed', 'changed');
/** See `comparison`; `same` where nothing is compared. */
export type ChangeView = Read<typeof change>;

const state = record({
  id: rowId,
  name: label,
  /** The name as the diagram's text has it, escaped. */
  text: escaped,
  value: label,
  terminal: flag,
  place: nullable(place),
  change,
  /** The change in words; empty for none. */
  changeText: text(2000),
});
/** A state; its `id` is also that of its node in the diagram's text. */
export type StateView = Read<typeof state>;

const group = record({
  id: rowId,
  kind: oneOf('prefix', 'terminal'),
  name: label,
  text: escaped,
  /** Ids of its states, at least two. */
  states: list(rowId, 500),
});
/** States that can be drawn as one: those whose names begin alike, or the terminal ones. */
export type GroupView = Read<typeof group>;

const site = record({ id: rowId, text: label, role: label, guard: label });
/** A place at which an edge is taken: by whom, and under which conditions; both may be empty. */
export type SiteView = Read<typeof site>;

const edge = record({
  id: rowId,
  /** Ids of states. */
  from: rowId,
  to: rowId,
  class: oneOf('proved', 'possible', 'interleaving'),
  classText: label,
  roles: list(label, 50),
  label,
  /** Who takes it and how sure it is, as the diagram's text has it; empty for nothing to say. */
  text: escaped,
  sites: list(site, 500),
  change,
  changeText: text(2000),
});
/** A transition; those of class interleaving are listed, not drawn. */
export type EdgeView = Read<typeof edge>;

const mark = record({
  /** What becomes of the old state and the argument. */
  kind: oneOf('kept', 'set', 'merged', 'rejected', 'unknown'),
  /** What the cell does to a terminal state: leaves it for a non-terminal one, or for another terminal one. */
  move: oneOf('none', 'revives', 'flips', 'unsure'),
  /** The cell before, where two lifecycles are compared and it was another; empty otherwise. */
  was: label,
});
/** What is to be seen at a cell of a setter's table. */
export type MarkView = Read<typeof mark>;

const setter = record({
  name: label,
  place: nullable(place),
  columns: list(label, 200),
  rows: list(record({ old: label, terminal: flag, cells: list(label, 200), marks: list(mark, 200) }), 200),
  change,
});
/** A setter's table: a row an old state, a column an argument; `marks` go with `cells`. */
export type SetterView = Read<typeof setter>;

const step = record({
  step: count,
  role: label,
  text: text(2000),
  state: label,
  place: nullable(place),
  /** Ids of the states and edges that the step is about. */
  states: list(rowId, 50),
  edges: list(rowId, 50),
});
/** A step of a witness. */
export type StepView = Read<typeof step>;

const hazard = record({
  id: rowId,
  rule: text(8),
  severity: oneOf('high', 'warning', 'info'),
  severityText: label,
  confidence: label,
  title: text(2000),
  /** Why the user calls it none here; empty for a hazard. */
  accepted: text(2000),
  /** Whether the reader can say so here: a cell of an investigation asks for it. */
  judged: flag,
  place: nullable(place),
  steps: list(step, 100),
  change,
});
/** A hazard with its witness. */
export type HazardView = Read<typeof hazard>;

const unresolved = record({ text: text(2000), place: nullable(place) });
/** Something that the analysis could not tell. */
export type UnresolvedView = Read<typeof unresolved>;

const changeRow = record({
  kind: oneOf('state', 'edge', 'setter', 'hazard'),
  change,
  text: text(2000),
  /** What it is about in the drawing. */
  row: nullable(rowId),
  place: nullable(place),
});
/** A line of the list of changes. */
export type ChangeRowView = Read<typeof changeRow>;

const comparison = record({
  /** Names of the two that are compared. */
  before: label,
  after: label,
  summary: label,
  changes: list(changeRow, 6000),
});
/** What changed from one lifecycle to another; the view then holds both. */
export type ComparisonView = Read<typeof comparison>;

/** Everything that the panel and the notebook output show of one lifecycle. */
export const lifecycleView = record({
  /** The same for the same lifecycle; says whether a state that the panel kept belongs to it. */
  key: text(1000),
  title: label,
  /** The title as the diagram's text has it, escaped. */
  titleText: escaped,
  /** What was read, such as "3 files, 2 reads, 120 ms"; empty for a stored result. */
  summary: label,
  /** The diagram's text; node ids are ids of states. */
  mermaid: text(200_000),
  states: list(state, 500),
  groups: list(group, 500),
  edges: list(edge, 5000),
  setters: list(setter, 100),
  hazards: list(hazard, 500),
  unresolved: list(unresolved, 1000),
  comparison: nullable(comparison),
  words: lifecycleViewWords,
});
/** See `lifecycleView`. */
export type LifecycleView = Read<typeof lifecycleView>;
