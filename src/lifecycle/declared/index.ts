export { declaredChoice, fittingDeclared } from './choose.ts';
export { declaredMachines } from './find.ts';
export { declaredLifecycle, declaredOf } from './lifecycle.ts';
export { classOfStates, linkDeclared, type Linked } from './link.ts';
export type { DeclaredMachine, Move } from './model.ts';
