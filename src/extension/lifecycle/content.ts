import type * as vscode from 'vscode';
import { lifecycleResultText, type LifecycleFacts, type LifecycleQuery } from '../../investigation/index.ts';
import type { Lifecycle } from '../../lifecycle/index.ts';
import { editorMessages } from '../../messages/index.ts';
import type { ReadDocument } from '../notebook/document.ts';
import { showLifecycle, type ShownLifecycle } from './view.ts';

/** What the panel shows, and on which target its places lie. */
export interface PanelContent {
  readonly on: string;
  readonly title: string;
  readonly lifecycle: ShownLifecycle;
  readonly facts: Lifecycle | LifecycleFacts;
  /** The question that was answered; null where the notebook does not keep it. */
  readonly query: LifecycleQuery | null;
  /** Null where no notebook keeps it. */
  readonly origin: ContentOrigin | null;
  /** The earlier lifecycle, where two are compared. */
  readonly compared: ComparedContent | null;
}

/** The notebook and the block that a lifecycle comes from. */
export interface ContentOrigin {
  readonly notebook: string;
  /** Id of the lifecycle cell. */
  readonly of: string;
}

/** A lifecycle to compare with: where it was found, and how it is called. */
export interface ComparedContent {
  readonly on: string;
  readonly name: string;
  readonly facts: Lifecycle | LifecycleFacts;
  /** The commit as it was named, and its whole name; null for the files as they are. */
  readonly at: string | null;
  readonly commit: string | null;
}

/** The lifecycle results that a notebook keeps. */
export function contentsOf(uri: Pick<vscode.Uri, 'toString'>, read: ReadDocument): readonly PanelContent[] {
  return read.notebook.blocks.flatMap(({ content }) =>
    content.kind === 'lifecycle-result'
      ? [contentOf({ notebook: uri.toString(), of: content.value.of }, content.value.facts, read)]
      : [],
  );
}

function contentOf(origin: ContentOrigin, facts: LifecycleFacts, read: ReadDocument): PanelContent {
  const query = questionOf(origin.of, read);
  const on = query?.on ?? read.on;
  const lifecycle = showLifecycle({ facts, key: keyOf(origin, on), judged: true });
  const title = `${editorMessages.lifecycleTitle()}: ${lifecycle.view.title}`;
  return { on, title, lifecycle, facts, query, origin, compared: null };
}

function questionOf(of: string, { notebook }: ReadDocument): LifecycleQuery | null {
  const found = notebook.blocks.find(
    ({ content }) => content.kind === 'lifecycle' && content.value.id === of,
  )?.content;
  return found?.kind === 'lifecycle' ? found.value : null;
}

/** How what a panel shows relates to what its notebook says now. */
export type Followed =
  | { readonly kind: 'same' }
  /** The notebook has another answer. */
  | { readonly kind: 'renewed'; readonly content: PanelContent }
  /** Its cell asks something else, and was not run since. */
  | { readonly kind: 'asks-else' }
  /** The notebook has no such answer any more. */
  | { readonly kind: 'gone' };

/** Holds what is shown against the notebook that it comes from; a comparison stays one with the same earlier lifecycle. */
export function follow(content: PanelContent, origin: ContentOrigin, read: ReadDocument): Followed {
  const found = read.notebook.blocks.find(
    (block) => block.content.kind === 'lifecycle-result' && block.content.value.of === origin.of,
  )?.content;
  if (found?.kind !== 'lifecycle-result') return { kind: 'gone' };
  const { facts } = found.value;
  const query = questionOf(origin.of, read);
  if (lifecycleResultText(facts) === lifecycleResultText(content.facts))
    return question(query, read.on) === question(content.query, content.on)
      ? { kind: 'same' }
      : { kind: 'asks-else' };
  return { kind: 'renewed', content: comparedWith(contentOf(origin, facts, read), content.compared) };
}

/** The content as the answer to what its cell asks now, for one that ran with the same answer. */
export function askedAgain(content: PanelContent, origin: ContentOrigin, read: ReadDocument): PanelContent {
  return { ...content, query: questionOf(origin.of, read) };
}

/** What a cell asks, without its name and what the reader says of the answer. */
function question(query: LifecycleQuery | null, on: string): string {
  if (query === null) return '';
  const { states = '', class: owner = '', store = '', files, terminal } = query;
  return JSON.stringify([query.on ?? on, states, owner, store, files, terminal]);
}

/** A lifecycle that was found just now, and that no notebook keeps. */
export function foundContent(on: string, facts: Lifecycle, query: LifecycleQuery): PanelContent {
  const key = keyOf(null, `${on} ${query.states ?? ''} ${query.store ?? ''}`);
  const lifecycle = showLifecycle({ facts, key });
  const title = `${editorMessages.lifecycleTitle()}: ${lifecycle.view.title}`;
  return { on, title, lifecycle, facts, query, origin: null, compared: null };
}

/** The content beside an earlier lifecycle; alone again with null. */
export function comparedWith(content: PanelContent, compared: ComparedContent | null): PanelContent {
  const { facts, on } = content;
  const judged = content.origin !== null;
  const own = content.origin === null ? content.lifecycle.view.key : keyOf(content.origin, on);
  const key = compared === null ? own : `${own} ${compared.name}`.slice(-1000);
  const lifecycle =
    compared === null
      ? showLifecycle({ facts, key, judged })
      : showLifecycle({
          facts,
          key,
          judged,
          compared: { before: compared.facts, beforeName: compared.name, afterName: on },
        });
  return { ...content, lifecycle, compared };
}

function keyOf(origin: ContentOrigin | null, on: string): string {
  return (origin === null ? on : `${origin.notebook}#${origin.of}`).slice(-900);
}
