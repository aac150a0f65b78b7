import * as vscode from 'vscode';
import type { ClassSymbol, FunctionSymbol, PythonFile, PythonSymbol } from '../../source/index.ts';
import { LineTable, type Span } from '../../syntax/index.ts';
import { abortOf } from '../editor/abort.ts';
import { FILE_SCHEME } from '../manifest.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { remoteUri } from './opener.ts';
import { absolutePath, relativePath } from './paths.ts';
import { pathOfUri } from './uriPath.ts';

const SELECTOR: vscode.DocumentSelector = { scheme: FILE_SCHEME, language: 'python' };

/** Outline, breadcrumbs and go to definition of remote Python files; definitions climb base classes across files. */
export function registerPythonProviders(targets: TargetRegistry): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSymbolProvider(SELECTOR, {
      provideDocumentSymbols: async (document, token) => {
        const found = await read(targets, document, token);
        return found === undefined ? [] : outline(found.file);
      },
    }),
    vscode.languages.registerDefinitionProvider(SELECTOR, {
      provideDefinition: async (document, position, token) => {
        const found = await read(targets, document, token);
        if (found === undefined) return undefined;
        const lines = new LineTable(found.file.source.text);
        const offset = lines.startOf(position.line + 1) + position.character;
        const symbol = await found.live.program.definitionAt(found.file, offset, abortOf(token));
        return symbol === null ? undefined : locationOf(found.live, symbol);
      },
    }),
  );
}

async function read(
  targets: TargetRegistry,
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<{ readonly live: LiveTarget; readonly file: PythonFile } | undefined> {
  const live = targets.live(document.uri.authority);
  if (live === undefined) return undefined;
  const path = relativePath(live.target.root, pathOfUri(document.uri.path));
  if (path === null) return undefined;
  const file = await live.program.file(path, abortOf(token));
  return file.ok ? { live, file: file.value } : undefined;
}

function outline(file: PythonFile): vscode.DocumentSymbol[] {
  const made = new Map<ClassSymbol | FunctionSymbol, vscode.DocumentSymbol>();
  const top: vscode.DocumentSymbol[] = [];
  // Parents come first.
  for (const symbol of file.symbols) {
    const item = new vscode.DocumentSymbol(
      symbol.name,
      '',
      kindOf(symbol),
      rangeOf(symbol.node.span),
      rangeOf(symbol.node.nameSpan),
    );
    made.set(symbol, item);
    const parent = symbol.parent.kind === 'module' ? undefined : made.get(symbol.parent);
    (parent?.children ?? top).push(item);
  }
  return top;
}

function kindOf(symbol: ClassSymbol | FunctionSymbol): vscode.SymbolKind {
  if (symbol.kind === 'class') return vscode.SymbolKind.Class;
  return symbol.owner === null ? vscode.SymbolKind.Function : vscode.SymbolKind.Method;
}

function locationOf(live: LiveTarget, symbol: PythonSymbol): vscode.Location {
  const file = symbol.kind === 'module' ? symbol : symbol.file;
  const uri = remoteUri(live.name, absolutePath(live.target.root, file.path));
  if (symbol.kind === 'module') return new vscode.Location(uri, new vscode.Position(0, 0));
  const span = symbol.kind === 'variable' ? symbol.span : symbol.node.nameSpan;
  return new vscode.Location(uri, rangeOf(span));
}

function rangeOf(span: Span): vscode.Range {
  return new vscode.Range(span.line - 1, span.column, span.endLine - 1, span.endColumn);
}
