export type {
  FolderEntry,
  ReadCost,
  SearchAnswer,
  SearchHit,
  SearchQuery,
  SourceFile,
  SourceTree,
} from './tree.ts';
export type * from './program/model.ts';
export type * from './program/program.ts';
export { createMemoryTree } from './memory.ts';
export { createProgram } from './program/create.ts';
export { createSourceTree, type ReadQuestion, type SourceTreeOptions } from './host/tree.ts';
