export { completeAt, type Completion, type Completions, type PathSlot } from './complete.ts';
export { costOf, type StageCost } from './cost.ts';
export { explainAt, type Explanation, type Subject } from './explain.ts';
export { hostLacks, type CommandLacks, type HostLacks } from './lacks.ts';
export { allPages, findPage, type CommandPage } from './page.ts';
export { pathWord } from './quote-path.ts';
export { signatureAt, type Signature } from './signature.ts';
