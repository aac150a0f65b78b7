import * as vscode from 'vscode';
import type { Disposable } from '../../base/index.ts';
import { demoErrorMessage, editorMessages } from '../../messages/index.ts';
import { launchers } from '../../probe/index.ts';
import { startDemoHost, type DemoHost } from '../../transport/node/index.ts';
import type { App } from '../app.ts';
import { NOTEBOOK_TYPE } from '../manifest.ts';
import type { Connects } from '../targets/dialer.ts';

/** The logical target of the demo's investigation. */
const DEMO_TARGET = 'prefill';

/** The demo: an SSH host inside this window, and a copy of the investigation that runs against it. */
export class Demo implements Disposable {
  readonly #context: vscode.ExtensionContext;
  #host: DemoHost | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** The connector of the demo's own target; its keys exist in memory only. */
  connectorFor(name: string): Connects | undefined {
    const host = this.#host;
    if (host === undefined || name !== DEMO_TARGET) return undefined;
    return { connect: (_target, { signal }) => host.connect(signal), listHosts: () => Promise.resolve([]) };
  }

  /** Starts the host if need be, connects, and opens the investigation. Without a shell here it opens offline. */
  async open(app: App): Promise<void> {
    if (this.#host === undefined) {
      const started = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: editorMessages.demoStarting() },
        () => this.#start(),
      );
      if (started.ok) {
        this.#host = started.value;
        app.targets.addSession(DEMO_TARGET, started.value.target);
      } else {
        app.logger.warn(`demo: ${started.error.code}`);
        void vscode.window.showWarningMessage(editorMessages.demoFailed(demoErrorMessage(started.error)));
      }
    }
    const shown = this.#openCopy();
    if (this.#host !== undefined) await app.connecting.ensure(DEMO_TARGET);
    await shown;
  }

  dispose(): void {
    this.#host?.dispose();
    this.#host = undefined;
  }

  #start(): ReturnType<typeof startDemoHost> {
    const folder = vscode.Uri.joinPath(this.#context.extensionUri, 'guides', 'demo');
    return startDemoHost({
      projectFolder: vscode.Uri.joinPath(folder, 'project').fsPath,
      historyFile: vscode.Uri.joinPath(folder, 'history.fi').fsPath,
      launchers,
    });
  }

  async #openCopy(): Promise<void> {
    const source = vscode.Uri.joinPath(this.#context.extensionUri, 'guides', 'demo', 'demo.sonde.md');
    const copy = vscode.Uri.joinPath(this.#context.globalStorageUri, 'demo.sonde.md');
    const open = vscode.workspace.notebookDocuments.find(
      (document) => document.uri.toString() === copy.toString(),
    );
    if (open === undefined) {
      await vscode.workspace.fs.createDirectory(this.#context.globalStorageUri);
      await vscode.workspace.fs.copy(source, copy, { overwrite: true });
    }
    const document = open ?? (await vscode.workspace.openNotebookDocument(copy));
    if (document.notebookType === NOTEBOOK_TYPE) await vscode.window.showNotebookDocument(document);
  }
}
