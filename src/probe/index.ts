export type { Evidence, Hit, ProbeError, ProbeOutcome } from './evidence.ts';
export type { HostFacts, OpenProberResult, Prober, RunOptions, ToolFacts } from './prober.ts';
export type { Userland } from './userland.ts';
export type { Refusal, RefusalRule, Stage, Verdict } from './verdict.ts';
export type { PolicyFacts } from './plan/context.ts';
export { SANDBOXES, type Layer, type LayerReason, type ProofPart, type Sandbox } from './layers.ts';
export { judge } from './judge.ts';
export type { Cost } from './catalogue/cost.ts';
export type { OperandKind, OperandRow } from './catalogue/operands.ts';
export type { OptionRow, ValueLack } from './catalogue/options.ts';
export {
  allPages,
  completeAt,
  costOf,
  explainAt,
  findPage,
  hostLacks,
  pathWord,
  signatureAt,
  type CommandLacks,
  type CommandPage,
  type Completion,
  type Completions,
  type Explanation,
  type HostLacks,
  type PathSlot,
  type Signature,
  type StageCost,
  type Subject,
} from './help/index.ts';
export { blanksIn } from './lines/blanks.ts';
export { hitsOf } from './hits/hits.ts';
export { openProber, type ProberOptions } from './run/prober.ts';
export { createLedger, type Ledger, type LedgerEntry, type LedgerOptions } from './run/ledger.ts';
export { confirmed, type Confirm, type ConfirmQuestion } from './run/confirm.ts';
export { launchers } from './policy.ts';
export { isSensitive } from './plan/sensitive.ts';
export { findSecrets } from './secrets/find-secrets.ts';
export type { SecretKind, SecretMark } from './secrets/marks.ts';
