import * as vscode from 'vscode';
import type { Result } from '../../base/index.ts';
import {
  analyse,
  discoverLifecycles,
  type Lifecycle,
  type LifecycleContext,
  type LifecycleError,
  type LifecycleQuery,
} from '../../lifecycle/index.ts';
import { discoveryWords, lifecycleErrorMessage } from '../../messages/index.ts';
import { visibleLabel, visibleText } from '../../protocol/index.ts';
import { abortOf } from '../editor/abort.ts';
import { register } from '../editor/commands.ts';
import type { ViewId } from '../manifest.ts';
import type { KnownLifecycles } from '../hazards/known.ts';
import type { LifecyclePanels } from '../lifecycle/panel.ts';
import { foundContent } from '../lifecycle/content.ts';
import { chooseForWork } from '../targets/choose.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import type { DiscoveryView } from './view.ts';

export interface DiscoveryParts {
  readonly view: DiscoveryView;
  readonly targets: TargetRegistry;
  readonly connecting: Connecting;
  readonly panels: LifecyclePanels;
  readonly known: KnownLifecycles;
}

/** Registers the search for all lifecycles below a root, and what opens one that it found. */
export function registerDiscovery(parts: DiscoveryParts): vscode.Disposable {
  const { view, targets, connecting } = parts;
  return vscode.Disposable.from(
    vscode.window.createTreeView('sonde.lifecycles', { treeDataProvider: view }),
    register('sonde.findLifecycles', async (argument) => {
      const name = nameOf(argument) ?? (await chooseForWork(targets));
      const live = name === undefined ? undefined : await connecting.ensure(name);
      if (live !== undefined) await search(view, live);
    }),
    register('sonde.openFoundLifecycle', async (argument) => {
      const found = foundOf(argument);
      const live = found === undefined ? undefined : await connecting.ensure(found.on);
      if (found !== undefined && live !== undefined) await open(parts, live, found);
    }),
  );
}

async function search(view: DiscoveryView, live: LiveTarget): Promise<void> {
  live.reread();
  const found = await withProgress(discoveryWords.searching(live.name), live, (context) =>
    discoverLifecycles({}, context),
  );
  if (found.ok) view.show(live.name, { kind: 'found', root: live.target.root, discovery: found.value });
  else if (found.error.code !== 'cancelled')
    view.show(live.name, { kind: 'failed', sentence: lifecycleErrorMessage(found.error) });
  await vscode.commands.executeCommand(`${'sonde.lifecycles' satisfies ViewId}.focus`);
}

/** A row that was chosen: what is asked for, and where its store stands. */
interface FoundLifecycle {
  readonly on: string;
  readonly states: string | null;
  readonly store: string;
  readonly file: string;
  readonly line: number;
}

async function open(
  { panels, known }: DiscoveryParts,
  live: LiveTarget,
  found: FoundLifecycle,
): Promise<void> {
  const query: LifecycleQuery = {
    store: found.store,
    ...(found.states === null ? {} : { states: found.states }),
  };
  const title = discoveryWords.analysing(visibleLabel(found.states ?? found.store));
  const result = await withProgress(title, live, (context) => analyseFound(query, found, context));
  if (!result.ok) {
    if (result.error.code !== 'cancelled')
      void vscode.window.showErrorMessage(visibleText(lifecycleErrorMessage(result.error)));
    return;
  }
  known.noteOpened(`${found.file}:${String(found.line)} ${found.store}`, live, result.value);
  panels.show(foundContent(live.name, result.value, { ...query, files: [found.file], terminal: [] }));
}

/** Where several stores have the name, the one that stands where the row says; its file alone where that is not told. */
async function analyseFound(
  query: LifecycleQuery,
  found: FoundLifecycle,
  context: LifecycleContext,
): Promise<Result<Lifecycle, LifecycleError>> {
  const first = await analyse(query, context);
  if (first.ok || first.error.code !== 'lifecycle-ambiguous') return first;
  const meant = first.error.choices.find(
    (choice) => choice.file === found.file && choice.line === found.line && choice.store === found.store,
  );
  return meant === undefined
    ? analyse({ ...query, files: [found.file] }, context)
    : analyse({ ...query, class: meant.owner }, context);
}

/** Runs work on a target with progress that says how many files were read, and that can be cancelled. */
async function withProgress<T>(
  title: string,
  live: LiveTarget,
  work: (context: LifecycleContext) => Promise<T>,
): Promise<T> {
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, token) =>
      work({
        tree: live.tree,
        program: live.program,
        signal: abortOf(token),
        onFile: (done, total) => {
          progress.report({ message: discoveryWords.files(done, total) });
        },
      }),
  );
}

function nameOf(argument: unknown): string | undefined {
  const fields = fieldsOf(argument);
  const on = fields.get('on') ?? fields.get('name');
  return typeof on === 'string' ? on : undefined;
}

function foundOf(argument: unknown): FoundLifecycle | undefined {
  const fields = fieldsOf(argument);
  const text = (key: string): string | undefined => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const [on, store, file] = ['on', 'store', 'file'].map(text);
  const line = fields.get('line');
  if (on === undefined || store === undefined || file === undefined || typeof line !== 'number')
    return undefined;
  return { on, states: text('states') ?? null, store, file, line };
}

function fieldsOf(argument: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(
    typeof argument === 'object' && argument !== null ? Object.entries(argument) : [],
  );
}
