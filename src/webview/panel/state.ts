import { readPanelState, type LifecycleView, type PanelState } from '../../protocol/index.ts';
import { firstFilters } from '../lifecycle/shown.ts';
import { rowNow } from './names.ts';

/** How a lifecycle is shown before the reader changed anything. */
export function firstState(view: LifecycleView): PanelState {
  return {
    key: view.key,
    turn: 0,
    names: [],
    filters: firstFilters(view),
    search: '',
    chosen: null,
    stepping: null,
    view: null,
  };
}

/**
 * What was kept of this lifecycle, the latest where it was kept at several places, with the rows found again by their
 * names; the first state where nothing was, or what it names is not there any more.
 */
export function restoredState(view: LifecycleView, ...kept: readonly unknown[]): PanelState {
  const [latest] = kept
    .flatMap((each) => {
      const read = readPanelState(each);
      return read.ok && read.value.key === view.key ? [read.value] : [];
    })
    .sort((a, b) => b.turn - a.turn);
  return latest === undefined ? firstState(view) : renamed(latest, view);
}

function renamed(state: PanelState, view: LifecycleView): PanelState {
  const { stepping, filters, chosen } = state;
  const now = rowNow(state.names, view);
  const { around } = filters;
  const centre = around === null ? null : now(around.state);
  const hazard = stepping === null ? null : now(stepping.hazard);
  const steps = view.hazards.find((each) => each.id === hazard)?.steps.length ?? 0;
  return {
    ...state,
    names: [],
    chosen: chosen === null ? null : now(chosen),
    stepping:
      stepping === null || hazard === null || steps === 0
        ? null
        : { hazard, step: Math.min(stepping.step, steps - 1) },
    filters: {
      ...filters,
      unfolded: filters.unfolded.flatMap((id) => now(id) ?? []),
      onlyChanges: filters.onlyChanges && view.comparison !== null,
      around: around === null || centre === null ? null : { ...around, state: centre },
    },
  };
}
