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
export { openCommitTree, type CommitError, type CommitTree, type CommitTreeOptions } from './host/commit.ts';
export { languageOf } from './language.ts';
export {
  CONTEXT_LINES,
  type LineRange,
  type PinFinding,
  type PinQuery,
  type PinRegion,
} from './pins/model.ts';
export { resolvePin, type PinContext } from './pins/resolve.ts';
export { pinFromHit, pinFromSelection } from './pins/make.ts';
export type { Place } from './pins/model.ts';
export { outlineOf, type OutlineItem } from './outline.ts';
export { findLeads } from './leads/find.ts';
export type { Lead, LeadBase, LeadSite } from './leads/model.ts';
