export type { Evidence, Hit, ProbeError, ProbeOutcome } from './evidence.ts';
export type { HostFacts, OpenProberResult, Prober, RunOptions, ToolFacts, Userland } from './prober.ts';
export type { Refusal, RefusalRule, Stage, Verdict } from './verdict.ts';
export type { PolicyFacts } from './plan/context.ts';
export { judge } from './judge.ts';
export { catalogueHelp, type CommandHelp } from './catalogue/index.ts';
export { blanksIn } from './lines/blanks.ts';
