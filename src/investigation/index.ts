export { parseNotebook } from './notebook/parse.ts';
export { printNotebook } from './notebook/print.ts';
export type { Mark, MarkPlace, MarkReason, NotebookError, YamlFault } from './notebook/errors.ts';
export type { Block, Content, DerivedText, ExcerptRecord, Notebook } from './notebook/model.ts';
export type { Claim, ClaimKind, ClaimStatus } from './cells/claim.ts';
export type { EvidenceRecord } from './cells/evidence.ts';
export type { FrontMatter, TargetName, Variable } from './cells/front-matter.ts';
export type { LifecycleQuery } from './cells/lifecycle.ts';
export type { LifecycleFacts, LifecycleRecord } from './cells/lifecycle-result.ts';
export { formatLineRange, parseLineRange, type Pin } from './cells/pins.ts';
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
export { acceptHazards, acceptedBy, acceptedName, anchorOf, isAbout, isSameAnchor } from './run/accept.ts';
export type { FenceAnswers, FenceQuestion, RunContext, RunTarget, StoredPin } from './run/context.ts';
export type { RunProgress } from './run/progress.ts';
export type { LifecycleOutcome, LifecycleRun, NotRun, PinRun, ProbeRun, RunResult } from './run/result.ts';
export { runInvestigation, titleOf } from './run/run.ts';
export { writeResults, type WriteOptions } from './results/write.ts';
export {
  redact,
  secretMark,
  type FoundSecret,
  type Redacted,
  type SecretKind,
  type SecretsChoice,
} from './secrets/redact.ts';
export { redactFile } from './secrets/files.ts';
export { dropSecrets } from './results/drop-secrets.ts';
export { secretsOf, type SecretAnswer } from './secrets/found.ts';
export { redactNotebook, type StoredSecret } from './secrets/notebook.ts';
export { redactRun } from './secrets/run.ts';
export { attachLedger, type LedgerRow } from './results/ledger-block.ts';
export { readTargetMap, type TargetMapError } from './target-map.ts';
export {
  addPin,
  changePin,
  movePin,
  pinsOf,
  removePin,
  type EditError,
  type NewPin,
  type PinPlace,
  type PlacedPin,
} from './edit/pins.ts';
export type { PinChange } from './edit/pin-fields.ts';
export { acceptHazard, withdrawAcceptance } from './edit/accept.ts';
export { isRule as isHazardRule } from './cells/lifecycle-words.ts';
export { writeLifecycleResult as lifecycleResultText } from './cells/write-lifecycle-result.ts';
export { MODULE_SYMBOL } from './run/accept.ts';
export type { AcceptedAnchor, AcceptedHazard } from './cells/accepted.ts';
export { renameId } from './edit/rename.ts';
export type { LineRange, PinFinding, PinRegion } from '../source/index.ts';
export { createRunTarget, type RunTargetParts } from './run/target.ts';
export { exportHtml, type HtmlOptions } from './export/html.ts';
export type { ExportLabel, ExportWords } from './export/words.ts';
export {
  exportJson,
  outcomeJson,
  refusalJson,
  runJson,
  type ErrorJson,
  type OutcomeJson,
  type PinJson,
  type ProbeJson,
  type RunJson,
} from './export/json.ts';
export { exportMarkdown } from './export/markdown.ts';
export { verifyRun } from './verify/verify.ts';
export type { Verified, VerifyVerdict } from './verify/result.ts';
