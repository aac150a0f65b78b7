export { ABSENT } from './model.ts';
export type * from './model.ts';
