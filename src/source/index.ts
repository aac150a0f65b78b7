export type { ReadCost, SearchAnswer, SearchHit, SearchQuery, SourceFile, SourceTree } from './tree.ts';
