import type { Result } from '../base/index.ts';
import { rowId } from './lifecycleView.ts';
import {
  count,
  flag,
  list,
  nullable,
  number,
  oneOf,
  record,
  text,
  type ProtocolError,
  type Read,
} from './reader.ts';

const filters = record({
  withoutRoles: list(text(400), 200),
  /** Classes of edges that are left out; `interleaving` ones are only listed anyway. */
  withoutClasses: list(oneOf('proved', 'possible', 'interleaving'), 3),
  fold: oneOf('none', 'prefix', 'terminal'),
  /** Ids of groups that stay unfolded. */
  unfolded: list(rowId, 500),
  /** Only what is within so many transitions of a state, at least one. */
  around: nullable(record({ state: rowId, steps: count })),
  labels: flag,
  onlyChanges: flag,
});
/** What of a lifecycle is drawn and listed. */
export type Filters = Read<typeof filters>;

/** A row of the view by its id, and what it is called whatever its number is; see `rowNames`. */
const named = record({ id: rowId, name: text(4000) });

/** See `PanelState`. */
export const panelState = record({
  /** Of the lifecycle that it belongs to. */
  key: text(1000),
  /** Counts changes, so that of two that were kept the later one is known. */
  turn: count,
  /** The rows that are named below: ids are numbers, which another run of the analysis may give to other rows. */
  names: list(named, 600),
  filters,
  search: text(400),
  /** The state or edge that has the focus of the diagram. */
  chosen: nullable(rowId),
  /** The hazard whose steps are shown, and the step, from 0. */
  stepping: nullable(record({ hazard: rowId, step: count })),
  /** Scale and offset of the picture in pixels; null before the reader moves it. */
  view: nullable(record({ scale: number, x: number, y: number })),
});
/** What the panel keeps while it is hidden and over a reload of the window. */
export type PanelState = Read<typeof panelState>;

/** Reads what was kept. */
export function readPanelState(value: unknown): Result<PanelState, ProtocolError> {
  return panelState(value, 'state');
}
