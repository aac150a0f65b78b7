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
export { defaultTarget, EvidenceMap, targetNames, type Attachment } from './evidence/attach.ts';
export type {
  AnalysisFailure,
  FenceAnswers,
  FenceQuestion,
  PinFinding,
  PinRegion,
  RunContext,
  RunTarget,
  StoredPin,
} from './run/context.ts';
export type { RunProgress } from './run/progress.ts';
export type { LifecycleOutcome, LifecycleRun, NotRun, PinRun, ProbeRun, RunResult } from './run/result.ts';
export { runInvestigation, titleOf } from './run/run.ts';
export { writeResults, type WriteOptions } from './results/write.ts';
export { readTargetMap, type TargetMapError } from './target-map.ts';
