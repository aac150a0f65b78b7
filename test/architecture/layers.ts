/** The layer map as data: CONTRIBUTING.md shows the same table, and layers.test.ts holds the code against it. */
export interface Layer {
  /** Folder below src/. */
  readonly folder: string;
  /** Layers whose index.ts may be imported. */
  readonly imports: readonly string[];
  /** Only `import type` of those layers. */
  readonly typesOnly?: boolean;
}

export const layers: readonly Layer[] = [
  { folder: 'base', imports: [] },
  { folder: 'transport', imports: ['base'] },
  { folder: 'probe', imports: ['base', 'transport'] },
  { folder: 'syntax', imports: ['base'] },
  { folder: 'source', imports: ['base', 'transport', 'probe', 'syntax'] },
  { folder: 'lifecycle', imports: ['base', 'syntax', 'source'] },
  { folder: 'investigation', imports: ['base', 'transport', 'probe', 'syntax', 'source', 'lifecycle'] },
  {
    folder: 'messages',
    imports: ['base', 'transport', 'probe', 'syntax', 'source', 'lifecycle', 'investigation'],
    typesOnly: true,
  },
  { folder: 'protocol', imports: ['base'] },
  { folder: 'webview', imports: ['base', 'protocol'] },
  {
    folder: 'extension',
    imports: [
      'base',
      'transport',
      'probe',
      'syntax',
      'source',
      'lifecycle',
      'investigation',
      'messages',
      'protocol',
    ],
  },
  {
    folder: 'cli',
    imports: [
      'base',
      'transport',
      'probe',
      'syntax',
      'source',
      'lifecycle',
      'investigation',
      'messages',
      'protocol',
    ],
  },
];

/** Entrances of a layer besides its own index.ts. */
export const entrances: readonly string[] = ['transport/node/index.ts', 'lifecycle/draw/index.ts'];

/** One home for each package: folders below src/ that may import it. */
export const homes: Readonly<Record<string, readonly string[]>> = {
  ssh2: ['transport/node'],
  'ssh-config': ['transport/node'],
  'web-tree-sitter': ['syntax'],
  '@hpcc-js/wasm-graphviz': ['lifecycle/draw'],
  yaml: ['investigation'],
  'markdown-it': ['investigation'],
  '@vscode/l10n': ['messages'],
  mermaid: ['webview'],
  vscode: ['extension'],
  'vscode-notebook-renderer': ['webview'],
};

/** Folders below src/ that may import Node's own modules. */
export const nodeFolders: readonly string[] = ['transport/node', 'extension/node', 'cli'];

/** The one place that makes an `ApprovedCommand`: files below src/. */
export const approvers: readonly string[] = ['probe/policy.ts', 'probe/policy/approve.ts'];
