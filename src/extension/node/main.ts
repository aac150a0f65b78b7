import * as vscode from 'vscode';
import { createLedger } from '../../probe/index.ts';
import { createPythonParser, type PythonParser } from '../../syntax/index.ts';
import { createConnector } from '../../transport/node/index.ts';
import { startApp, type App } from '../app.ts';
import { readSettings } from '../editor/settings.ts';
import { createDialer, type Connects } from '../targets/dialer.ts';
import { Demo } from './demo.ts';
import { configFile } from './folders.ts';

/** Starts the extension in a Node extension host: it can connect, and brings the demo. */
export function activate(context: vscode.ExtensionContext): void {
  const ledger = createLedger();
  let parser: Promise<PythonParser> | undefined;
  const demo = new Demo(context);
  const app: App = startApp(context, {
    ledger,
    openDemo: () => demo.open(app),
    dialer: ({ logger, allow, confirm }) =>
      createDialer({
        ledger,
        allow,
        confirm,
        sandbox: () => readSettings().sandbox,
        logger,
        parser: () => (parser ??= loadParser(context.extensionUri)),
        connectorFor: (name): Connects => {
          const own = demo.connectorFor(name);
          if (own !== undefined) return own;
          const { sshConfig, transport, sshPath } = readSettings();
          return createConnector({
            trustStoreFile: configFile('known_hosts'),
            logger,
            transport,
            ...(sshConfig === undefined ? {} : { sshConfigFile: sshConfig }),
            ...(sshPath === undefined ? {} : { sshProgram: sshPath }),
          });
        },
      }),
  });
  app.store.add(demo);
}

async function loadParser(extensionUri: vscode.Uri): Promise<PythonParser> {
  const read = (name: string): Thenable<Uint8Array> =>
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'dist', name));
  const [runtime, grammar] = await Promise.all([
    read('web-tree-sitter.wasm'),
    read('tree-sitter-python.wasm'),
  ]);
  return await createPythonParser({ runtime, grammar });
}
