export type { ProtocolError } from './reader.ts';
export {
  lifecycleView,
  type ChangeRowView,
  type ChangeView,
  type ComparisonView,
  type EdgeView,
  type GroupView,
  type HazardView,
  type LifecycleView,
  type MarkView,
  type PlaceView,
  type SetterView,
  type SiteView,
  type StateView,
  type StepView,
  type UnresolvedView,
} from './lifecycleView.ts';
export type { LifecycleViewWords } from './lifecycleWords.ts';
export { readFromPanel, readToPanel, type FromPanel, type ToPanel } from './panelMessages.ts';
export { readPanelState, type Filters, type PanelState } from './panelState.ts';
export {
  LIFECYCLE_MIME,
  PINS_MIME,
  PROBE_MIME,
  lifecycleOutput,
  pinsOutput,
  probeOutput,
  readFromRenderer,
  type FromRenderer,
  type HitGroup,
  type LifecycleOutput,
  type PinView,
  type PinsOutput,
  type ProbeOutput,
  type RunView,
} from './outputs.ts';
export { visibleBytes, visibleLabel, visibleText } from './visible.ts';
