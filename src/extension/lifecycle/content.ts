import type * as vscode from 'vscode';
import type { LifecycleFacts, LifecycleQuery } from '../../investigation/index.ts';
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
export function contentsOf(uri: vscode.Uri, read: ReadDocument): readonly PanelContent[] {
  const { blocks } = read.notebook;
  return blocks.flatMap(({ content }) => {
    if (content.kind !== 'lifecycle-result') return [];
    const { of, facts } = content.value;
    const query = blocks.find(
      (block) => block.content.kind === 'lifecycle' && block.content.value.id === of,
    )?.content;
    const asked = query?.kind === 'lifecycle' ? query.value : null;
    const origin = { notebook: uri.toString(), of };
    const on = asked?.on ?? read.on;
    const lifecycle = showLifecycle({ facts, key: keyOf(origin, on) });
    return [
      {
        on,
        title: `${editorMessages.lifecycleTitle()}: ${lifecycle.view.title}`,
        lifecycle,
        facts,
        query: asked,
        origin,
        compared: null,
      },
    ];
  });
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
  const own = content.origin === null ? content.lifecycle.view.key : keyOf(content.origin, on);
  const key = compared === null ? own : `${own} ${compared.name}`.slice(-1000);
  const lifecycle =
    compared === null
      ? showLifecycle({ facts, key })
      : showLifecycle({
          facts,
          key,
          compared: { before: compared.facts, beforeName: compared.name, afterName: on },
        });
  return { ...content, lifecycle, compared };
}

function keyOf(origin: ContentOrigin | null, on: string): string {
  return (origin === null ? on : `${origin.notebook}#${origin.of}`).slice(-900);
}
