export type { Evidence, Hit, ProbeError, ProbeOutcome } from './evidence.ts';
export type { HostFacts, OpenProberResult, Prober, RunOptions } from './prober.ts';
export type { Refusal, RefusalRule, Stage, Verdict } from './verdict.ts';
