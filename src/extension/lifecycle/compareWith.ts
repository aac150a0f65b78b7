import * as vscode from 'vscode';
import { acceptHazards, type LifecycleQuery } from '../../investigation/index.ts';
import { analyse, type Lifecycle, type LifecycleContext } from '../../lifecycle/index.ts';
import {
  editorMessages,
  fileErrorMessage,
  lifecycleErrorMessage,
  panelMessages,
} from '../../messages/index.ts';
import { confirmed, type Confirm } from '../../probe/index.ts';
import { createProgram, openCommitTree } from '../../source/index.ts';
import type { Investigations } from '../notebook/investigations.ts';
import type { Connecting } from '../targets/connecting.ts';
import type { LiveTarget } from '../targets/live.ts';
import type { TargetRegistry } from '../targets/registry.ts';
import { contentsOf, type ComparedContent, type PanelContent } from './content.ts';

/** What a comparison is made with. */
export interface CompareParts {
  readonly targets: TargetRegistry;
  readonly connecting: Connecting;
  readonly investigations: Investigations;
  /** Asks before a probe on a target, where the reader wants to be asked. */
  readonly confirm: (name: string) => Confirm;
}

type Choice =
  | { readonly kind: 'stored'; readonly content: PanelContent }
  | { readonly kind: 'target'; readonly on: string }
  | { readonly kind: 'commit' };

/** Asks what a lifecycle is to be compared with, and finds it. Undefined where the reader gave up, or was told why. */
export async function chooseComparison(
  content: PanelContent,
  parts: CompareParts,
): Promise<ComparedContent | undefined> {
  const choice = await choose(content, parts);
  switch (choice?.kind) {
    case undefined:
      return undefined;
    case 'stored': {
      const { on, title, facts } = choice.content;
      const name = on === content.on ? `${on}: ${title}` : on;
      return { on, name, facts, at: null, commit: null };
    }
    case 'target':
      return await onTarget(content, choice.on, parts);
    case 'commit':
      return await atCommit(content, parts);
  }
}

async function choose(
  content: PanelContent,
  { investigations, targets }: CompareParts,
): Promise<Choice | undefined> {
  interface Item extends vscode.QuickPickItem {
    readonly choice: Choice;
  }
  const items: Item[] = [];
  if (content.query !== null) {
    items.push({ label: panelMessages.anotherCommit(content.on), choice: { kind: 'commit' } });
    for (const { name, state } of targets.entries())
      if (name !== content.on)
        items.push({
          label: panelMessages.onTarget(name),
          description: state === 'connected' ? '' : panelMessages.connectsFirst(),
          choice: { kind: 'target', on: name },
        });
  }
  for (const document of investigations.all) {
    const read = investigations.read(document);
    if (read === undefined) continue;
    for (const other of contentsOf(document.uri, read)) {
      const { notebook, of } = other.origin ?? {};
      if (notebook === content.origin?.notebook && of === content.origin?.of) continue;
      const label = panelMessages.stored(other.title);
      items.push({
        label,
        description: `${other.on} · ${document.uri.path.split('/').at(-1) ?? ''}`,
        choice: { kind: 'stored', content: other },
      });
    }
  }
  if (items.length === 0) {
    void vscode.window.showInformationMessage(panelMessages.nothingToCompare());
    return undefined;
  }
  const title = panelMessages.compareTitle();
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.choice;
}

/** Asks the same question on another target. */
async function onTarget(
  { query }: PanelContent,
  on: string,
  { connecting }: CompareParts,
): Promise<ComparedContent | undefined> {
  const live = await connecting.ensure(on);
  if (live === undefined || query === null) return undefined;
  const { program, tree } = live;
  const facts = await busy(on, (signal) => answered(query, { program, tree, signal }));
  return facts === undefined ? undefined : { on, name: on, facts, at: null, commit: null };
}

/** Asks the same question about another commit of the same files. */
async function atCommit(
  { query, on }: PanelContent,
  parts: CompareParts,
): Promise<ComparedContent | undefined> {
  const at = await vscode.window.showInputBox({
    title: panelMessages.compareTitle(),
    prompt: panelMessages.commitPrompt(),
    value: 'HEAD~1',
    ignoreFocusOut: true,
  });
  if (at === undefined || at.trim() === '' || query === null) return undefined;
  const live = await parts.connecting.ensure(on);
  if (live === undefined) return undefined;
  const name = panelMessages.atCommit(on, at.trim());
  return busy(name, async (signal) => {
    const opened = await commitTree(live, at.trim(), parts.confirm(on), signal);
    if (!opened.ok) {
      void vscode.window.showErrorMessage(
        opened.error.code === 'commit-unknown'
          ? lifecycleErrorMessage(opened.error)
          : fileErrorMessage(opened.error),
      );
      return undefined;
    }
    const tree = opened.value;
    const program = createProgram({ tree, parser: live.parser });
    const facts = await answered(query, { program, tree, signal });
    return facts === undefined ? undefined : { on, name, facts, at: at.trim(), commit: tree.commit };
  });
}

function commitTree(
  live: LiveTarget,
  commit: string,
  confirm: Confirm,
  signal: AbortSignal,
): ReturnType<typeof openCommitTree> {
  const prober = confirmed(live.prober, confirm);
  return openCommitTree({ prober, root: live.target.root, commit }, signal);
}

async function answered(query: LifecycleQuery, context: LifecycleContext): Promise<Lifecycle | undefined> {
  const { states, class: owner, store, files, terminal } = query;
  const asked = {
    ...(states === undefined ? {} : { states }),
    ...(owner === undefined ? {} : { class: owner }),
    ...(store === undefined ? {} : { store }),
    ...(files.length === 0 ? {} : { files }),
    ...(terminal.length === 0 ? {} : { terminal }),
  };
  const found = await analyse(asked, context);
  if (found.ok) return acceptHazards(found.value, query.accepted ?? []);
  if (found.error.code !== 'cancelled')
    void vscode.window.showErrorMessage(lifecycleErrorMessage(found.error));
  return undefined;
}

/** Runs with a progress that can be cancelled. */
async function busy<T>(name: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const title = panelMessages.comparing(name);
  const location = vscode.ProgressLocation.Notification;
  return await vscode.window.withProgress(
    { location, title, cancellable: true },
    async (_progress, token) => {
      const controller = new AbortController();
      const listener = token.onCancellationRequested(() => controller.abort());
      try {
        return await run(controller.signal);
      } finally {
        listener.dispose();
      }
    },
  );
}

/** The title of a panel that compares. */
export function comparisonTitle(content: PanelContent): string {
  return content.compared === null
    ? content.title
    : `${editorMessages.lifecycleTitle()}: ${content.compared.name} → ${content.on}`;
}
