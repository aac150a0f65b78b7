import type { LifecycleError, LifecycleWords } from '../../lifecycle/index.ts';
import type { ProbeError, Refusal } from '../../probe/index.ts';
import type { PinFinding } from '../../source/index.ts';
import type { ClaimKind, ClaimStatus } from '../cells/claim.ts';
import type { NotRun } from '../run/result.ts';

/** The sentences and labels of reports; implemented by `messages`, handed in at the edges. */
export interface ExportWords extends LifecycleWords {
  /** Language of the labels, as in `lang="…"`. */
  readonly language: string;
  label(label: ExportLabel): string;
  claimKind(kind: ClaimKind): string;
  claimStatus(status: ClaimStatus): string;
  verdict(verdict: PinFinding['kind'] | 'same' | 'moved' | 'changed'): string;
  severity(severity: 'high' | 'warning' | 'info'): string;
  confidence(confidence: 'high' | 'medium' | 'low'): string;
  transitionClass(transitionClass: 'proved' | 'possible' | 'interleaving'): string;
  refusal(refusal: Refusal): string;
  probeError(error: ProbeError): string;
  notRun(outcome: NotRun): string;
  analysisFailure(failure: LifecycleError): string;
  /** `3 probes`, `1 pin`; shown in the head of a report. */
  count(what: 'probes' | 'pins' | 'claims' | 'hazards' | 'lines', count: number): string;
}

/** What a report calls its parts. */
export type ExportLabel =
  | 'contents'
  | 'targets'
  | 'run-on'
  | 'read-only'
  | 'exit'
  | 'stopped'
  | 'no-output'
  | 'not-run-yet'
  | 'left-out'
  | 'cut-bytes'
  | 'cut-time'
  | 'seen'
  | 'commit'
  | 'for'
  | 'against'
  | 'states'
  | 'terminal'
  | 'stores'
  | 'setter'
  | 'old-and-argument'
  | 'transitions'
  | 'from'
  | 'to'
  | 'class'
  | 'sites'
  | 'writes'
  | 'function'
  | 'role'
  | 'roles'
  | 'guard'
  | 'hazards'
  | 'witness'
  | 'unresolved'
  | 'diagram'
  | 'full-size'
  | 'lifecycle'
  | 'no-excerpt';
