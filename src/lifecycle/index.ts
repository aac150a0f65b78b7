export { ABSENT } from './model.ts';
export type * from './model.ts';
export { mermaidEdgeLabel, mermaidLabel, toMermaid, type MermaidOptions } from './mermaid.ts';
export { diagramModel, type DiagramEdge, type DiagramModel, type DiagramNode } from './draw/diagram.ts';
export { stateGroups, type StateGroup } from './draw/groups.ts';
export { toJson, type HazardJson, type LifecycleJson } from './json.ts';
export { toText } from './text.ts';
export {
  compareLifecycles,
  hazardAbout,
  type CellChange,
  type Change,
  type Changes,
  type ComparedTransition,
  type HazardChange,
  type LifecycleComparison,
} from './compare.ts';
export {
  comparisonJson,
  type ChangesJson,
  type ComparedSide,
  type ComparisonJson,
  type SideJson,
} from './compare-json.ts';
export { comparisonText, type ComparePart, type CompareWords } from './compare-text.ts';
export { aboutLine, aboutState, writesAt, type About } from './about.ts';
export { table as alignedRows } from './text-parts.ts';
export { visible as visibleCode } from './draw/visible.ts';
export { actorsOf } from './actors.ts';
export { analyse } from './analyse.ts';
export { discoverLifecycles, listLifecycles } from './list.ts';
export type * from './query.ts';
