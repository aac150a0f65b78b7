import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { approvers, entrances, homes, layers, nodeFolders } from './layers.ts';

const src = path.resolve(import.meta.dirname, '../../src');

interface SourceText {
  /** Below src/, with `/`. */
  readonly name: string;
  readonly text: string;
  readonly imports: readonly { readonly specifier: string; readonly typeOnly: boolean }[];
}

function load(): readonly SourceText[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const text = readFileSync(path.join(src, name), 'utf8');
      return { name: name.split(path.sep).join('/'), text, imports: importsOf(name, text) };
    });
}

/** Static and dynamic imports, exports from, and `import('…')` types of one file. */
function importsOf(name: string, text: string): SourceText['imports'] {
  const found: { specifier: string; typeOnly: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const bindings = node.importClause?.namedBindings;
      const allTypes =
        bindings !== undefined &&
        ts.isNamedImports(bindings) &&
        bindings.elements.length > 0 &&
        bindings.elements.every((element) => element.isTypeOnly);
      found.push({
        specifier: node.moduleSpecifier.text,
        typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes,
      });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument !== undefined && ts.isStringLiteral(argument))
        found.push({ specifier: argument.text, typeOnly: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true));
  return found;
}

/** The file below src/ that a relative specifier names. */
const targetOf = (from: string, specifier: string): string =>
  path.posix.join(path.posix.dirname(from), specifier);
const folderOf = (name: string): string => name.split('/')[0] ?? '';
/** The command line reads its version from the manifest. */
const isManifest = (from: string, specifier: string): boolean =>
  from === 'cli/version.ts' && specifier === '../../package.json';
const inFolder = (name: string, folder: string): boolean => name.startsWith(`${folder}/`);

const files = load();
const byName = new Map(files.map((file) => [file.name, file]));

describe('layers', () => {
  it('knows every folder of src/', () => {
    const known = new Set(layers.map((layer) => layer.folder));
    expect(
      [...new Set(files.map((file) => folderOf(file.name)))].filter((folder) => !known.has(folder)),
    ).toEqual([]);
    expect(files.length).toBeGreaterThan(50);
  });

  it('imports only what the table allows, through the entrances', () => {
    const wrong: string[] = [];
    for (const file of files) {
      const layer = layers.find((each) => each.folder === folderOf(file.name));
      for (const { specifier, typeOnly } of file.imports) {
        if (!specifier.startsWith('.') || isManifest(file.name, specifier)) continue;
        const target = targetOf(file.name, specifier);
        if (target.startsWith('..')) {
          wrong.push(`${file.name} leaves src/: ${specifier}`);
          continue;
        }
        if (folderOf(target) === layer?.folder) continue;
        if (layer?.imports.includes(folderOf(target)) !== true) wrong.push(`${file.name} imports ${target}`);
        else if (target !== `${folderOf(target)}/index.ts` && !entrances.includes(target))
          wrong.push(`${file.name} imports ${target} past its index.ts`);
        else if (layer.typesOnly === true && !typeOnly && folderOf(target) !== 'base')
          wrong.push(`${file.name} imports values of ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('gives every package one home', () => {
    const wrong: string[] = [];
    for (const file of files)
      for (const { specifier } of file.imports) {
        if (specifier.startsWith('.') || specifier.startsWith('node:')) continue;
        const name = specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/');
        const allowed = homes[name];
        if (allowed?.some((folder) => inFolder(file.name, folder)) !== true)
          wrong.push(`${file.name} imports ${specifier}`);
      }
    expect(wrong).toEqual([]);
  });

  it('keeps node: and its globals in the Node folders', () => {
    const wrong: string[] = [];
    for (const file of files) {
      if (nodeFolders.some((folder) => inFolder(file.name, folder))) continue;
      for (const { specifier } of file.imports)
        if (specifier.startsWith('node:')) wrong.push(`${file.name} imports ${specifier}`);
      if (/\bBuffer\b|\bprocess\.(?!on\b)|\b__dirname\b|(?<![.\w])require\(/.test(code(file.text)))
        wrong.push(`${file.name} uses a global of Node`);
    }
    expect(wrong).toEqual([]);
  });

  it('starts child processes in the transport alone', () => {
    const wrong = files
      .filter((file) => file.imports.some(({ specifier }) => specifier === 'node:child_process'))
      .map((file) => file.name)
      .filter((name) => !inFolder(name, 'transport/node'));
    expect(wrong).toEqual([]);
  });

  it('reaches no Node module from the browser entry', () => {
    const seen = new Set<string>();
    const reached: string[] = [];
    const follow = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const { specifier, typeOnly } of byName.get(name)?.imports ?? []) {
        if (typeOnly) continue;
        if (specifier.startsWith('node:') || specifier === 'ssh2') reached.push(`${name}: ${specifier}`);
        if (specifier.startsWith('.')) follow(targetOf(name, specifier));
      }
    };
    expect(byName.has('extension/browser/main.ts')).toBe(true);
    follow('extension/browser/main.ts');
    expect(reached).toEqual([]);
    expect([...seen].filter((name) => inFolder(name, 'transport/node'))).toEqual([]);
  });
});

/** The text without comments and string literals, roughly: enough for a search of identifiers. */
function code(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}

describe('the promise', () => {
  it('makes an ApprovedCommand in one place', () => {
    const casts = files.filter((file) =>
      /\bas\s+(unknown\s+as\s+)?ApprovedCommand\b|<ApprovedCommand>\s*[({]/.test(file.text),
    );
    expect(casts.map((file) => file.name).filter((name) => !approvers.includes(name))).toEqual([]);
    expect(casts.length).toBe(1);
  });

  it('names no project in src/', () => {
    const names = ['KVPoll', 'request_status', 'transfer_infos', 'update_status'];
    const wrong = files.flatMap((file) =>
      names.filter((name) => file.text.includes(name)).map((name) => `${file.name}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('habits', () => {
  it('keeps files under 400 lines', () => {
    const long = files
      .map((file) => ({ name: file.name, lines: file.text.split('\n').length }))
      .filter(({ lines }) => lines > 401);
    expect(long).toEqual([]);
  });

  it('switches no check off', () => {
    const off = files.filter((file) =>
      /eslint-disable|@ts-ignore|@ts-expect-error|@ts-nocheck/.test(file.text),
    );
    expect(off.map((file) => file.name)).toEqual([]);
  });

  it('writes no HTML from data in web views', () => {
    const html = files
      .filter((file) => inFolder(file.name, 'webview'))
      .filter((file) =>
        /insertAdjacentHTML|document\.write|outerHTML\s*=|\beval\(|new Function/.test(file.text),
      );
    expect(html.map((file) => file.name)).toEqual([]);
  });
});
