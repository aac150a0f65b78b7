export type { ProtocolError } from './reader.ts';
export {
  lifecycleView,
  type EdgeView,
  type HazardView,
  type LifecycleView,
  type LifecycleViewWords,
  type PlaceView,
  type SetterView,
  type StateView,
  type StepView,
  type UnresolvedView,
} from './lifecycleView.ts';
export { readFromPanel, readToPanel, type FromPanel, type ToPanel } from './panelMessages.ts';
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
