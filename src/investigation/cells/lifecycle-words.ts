import type {
  HazardRule,
  Role,
  TransitionClass,
  UnresolvedReason,
  WitnessAction,
  Hazard,
} from '../../lifecycle/index.ts';

/** The words of the model as they may stand in a stored result; the compiler asks for each. */
const ACTIONS: Readonly<Record<WitnessAction, true>> = {
  writes: true,
  'writes-through-setter': true,
  'keeps-old': true,
  'removes-status': true,
  'removes-companion': true,
  reads: true,
  'reads-absent-as': true,
  checks: true,
  skips: true,
  'does-not-write': true,
  waits: true,
  'nothing-else-writes': true,
  'takes-item': true,
  'can-raise': true,
  handles: true,
  ends: true,
  iterates: true,
  changes: true,
  starts: true,
};

const REASONS: Readonly<Record<UnresolvedReason, true>> = {
  'base-class-not-found': true,
  'import-not-found': true,
  'unreadable-file': true,
  'value-not-known': true,
  'call-not-resolved': true,
  'not-tabulated': true,
  'depth-limit': true,
  budget: true,
  steps: true,
  files: true,
  states: true,
  nesting: true,
  ancestors: true,
  subclasses: true,
  hazards: true,
  more: true,
  'accepted-gone': true,
};

const CLASSES: Readonly<Record<TransitionClass, true>> = { proved: true, possible: true, interleaving: true };
const ROLE_KINDS: Readonly<Record<Role['kind'], true>> = {
  caller: true,
  thread: true,
  task: true,
  executor: true,
  callback: true,
  timer: true,
};
const SEVERITIES: Readonly<Record<Hazard['severity'], true>> = { high: true, warning: true, info: true };
const CONFIDENCES: Readonly<Record<Hazard['confidence'], true>> = { high: true, medium: true, low: true };

export const isAction = guard(ACTIONS);
export const isReason = guard(REASONS);
export const isTransitionClass = guard(CLASSES);
export const isRoleKind = guard(ROLE_KINDS);
export const isSeverity = guard(SEVERITIES);
export const isConfidence = guard(CONFIDENCES);

/** `H1` to `H17`. */
export function isRule(text: string): text is HazardRule {
  return /^H([1-9]|1[0-7])$/.test(text);
}

function guard<T extends string>(words: Readonly<Record<T, true>>): (text: string) => text is T {
  return (text): text is T => Object.hasOwn(words, text);
}
