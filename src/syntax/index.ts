export type * from './python/tree.ts';
