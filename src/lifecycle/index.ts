export { ABSENT } from './model.ts';
export type * from './model.ts';
export { toMermaid, type MermaidOptions } from './mermaid.ts';
