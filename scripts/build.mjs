// Builds the bundles into dist/: extension for Node with the packages that it loads late, extension for the browser,
// command line, panel, renderer.
import { build } from 'esbuild';
import { access, chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const require = createRequire(import.meta.url);

/** `import.meta.url` does not exist in CommonJS output; web-tree-sitter's ES module asks for it. */
const metaUrl = {
  define: { 'import.meta.url': '__sondeMetaUrl' },
  banner: { js: "const __sondeMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: !process.argv.includes('--debug'),
  keepNames: true,
  sourcemap: process.argv.includes('--debug') ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

/** ssh2's native parts are optional: its `require` of them is guarded, and JavaScript takes over. */
const node = {
  ...common,
  ...metaUrl,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode', 'cpu-features', '*.node'],
};

/** Packages that the extension for Node needs with its first connection or file: its start does not read them. */
const late = ['ssh2', 'web-tree-sitter'];

const loadLate = {
  name: 'late',
  setup(bundle) {
    bundle.onResolve({ filter: new RegExp(`^(?:${late.join('|')})$`) }, ({ path: name }) => ({
      path: `./${name}.cjs`,
      external: true,
    }));
  },
};

const bundles = [
  {
    ...node,
    // Names of functions cost a tenth of the start.
    keepNames: false,
    plugins: [loadLate],
    // What is imported late is required: an import of CommonJS has no names.
    supported: { 'dynamic-import': false },
    entryPoints: ['src/extension/node/main.ts'],
    outfile: 'dist/extension.cjs',
  },
  ...late.map((name) => ({ ...node, entryPoints: [require.resolve(name)], outfile: `dist/${name}.cjs` })),
  {
    ...node,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli.cjs',
    banner: { js: `#!/usr/bin/env node\n${metaUrl.banner.js}` },
  },
  {
    ...common,
    entryPoints: ['src/extension/browser/main.ts'],
    outfile: 'dist/browser.js',
    platform: 'browser',
    target: 'es2023',
    format: 'cjs',
    external: ['vscode'],
    define: { 'import.meta.url': '""' },
  },
  {
    ...common,
    entryPoints: ['src/webview/panel/main.ts'],
    outfile: 'dist/panel.js',
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
  },
  {
    ...common,
    entryPoints: ['src/webview/renderer/main.ts'],
    outfile: 'dist/renderer.js',
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
  },
];

const exists = (file) =>
  access(path.join(root, file)).then(
    () => true,
    () => false,
  );

await mkdir(dist, { recursive: true });
for (const name of await readdir(dist)) {
  // A package that was built before stays until the next one replaces it.
  if (!name.endsWith('.vsix')) await rm(path.join(dist, name), { recursive: true, force: true });
}
const partial = process.argv.includes('--partial');
for (const bundle of bundles) {
  if (partial && !(await exists(bundle.entryPoints[0]))) {
    console.error(`not there yet: ${bundle.entryPoints[0]}`);
    continue;
  }
  const result = await build(bundle);
  const [output] = Object.values(result.metafile.outputs).filter((each) => each.entryPoint !== undefined);
  console.log(`${bundle.outfile}  ${Math.round((output?.bytes ?? 0) / 1024)} KB`);
}
if (await exists('dist/cli.cjs')) await chmod(path.join(dist, 'cli.cjs'), 0o755);
await copyFile(
  path.join(path.dirname(require.resolve('web-tree-sitter')), 'web-tree-sitter.wasm'),
  path.join(dist, 'web-tree-sitter.wasm'),
);
await copyFile(
  path.join(path.dirname(require.resolve('tree-sitter-python/package.json')), 'tree-sitter-python.wasm'),
  path.join(dist, 'tree-sitter-python.wasm'),
);
