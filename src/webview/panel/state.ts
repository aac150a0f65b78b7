import { readPanelState, type LifecycleView, type PanelState } from '../../protocol/index.ts';
import { firstFilters } from '../lifecycle/shown.ts';

/** How a lifecycle is shown before the reader changed anything. */
export function firstState(view: LifecycleView): PanelState {
  return {
    key: view.key,
    filters: firstFilters(view),
    search: '',
    chosen: null,
    stepping: null,
    view: null,
  };
}

/** What was kept of this lifecycle; the first state where nothing was, or what it names is not there any more. */
export function restoredState(view: LifecycleView, kept: unknown): PanelState {
  const read = readPanelState(kept);
  if (!read.ok || read.value.key !== view.key) return firstState(view);
  const state = read.value;
  const { stepping, filters } = state;
  const hazard = view.hazards.find((each) => each.id === stepping?.hazard);
  const steps = hazard?.steps.length ?? 0;
  const around = filters.around;
  return {
    ...state,
    stepping: stepping !== null && stepping.step < steps ? stepping : null,
    filters: {
      ...filters,
      onlyChanges: filters.onlyChanges && view.comparison !== null,
      around: view.states.some((each) => each.id === around?.state) ? around : null,
    },
  };
}
