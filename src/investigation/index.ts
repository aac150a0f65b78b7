export { parseNotebook } from './notebook/parse.ts';
export { printNotebook } from './notebook/print.ts';
export type { Mark, MarkPlace, MarkReason, NotebookError, YamlFault } from './notebook/errors.ts';
export type { Block, Content, DerivedText, ExcerptRecord, Notebook } from './notebook/model.ts';
export type { Claim, ClaimKind, ClaimStatus } from './cells/claim.ts';
export type { EvidenceRecord } from './cells/evidence.ts';
export type { FrontMatter, TargetName, Variable } from './cells/front-matter.ts';
export type { LifecycleQuery } from './cells/lifecycle.ts';
export type { LifecycleFacts, LifecycleRecord } from './cells/lifecycle-result.ts';
export type { LineRange, Pin } from './cells/pins.ts';
export type { ProbeCell, ProbeLine } from './cells/probe.ts';
export { printCells } from './editor/print-cells.ts';
export {
  shownText,
  toCells,
  type CellOriginal,
  type CellRole,
  type EditorCell,
  type EditorDocument,
  type EditorFile,
  type ReadCell,
} from './editor/cells.ts';
export { IdSource, systemRandom, type Random } from './notebook/ids.ts';
