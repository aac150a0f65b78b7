import { BlockEdits } from '../edit/rebuild.ts';
import type { LifecycleQuery } from '../cells/lifecycle.ts';
import { writeLifecycleResult } from '../cells/write-lifecycle-result.ts';
import { makeFence, withBody, type FenceText } from '../notebook/fence.ts';
import { encodeUnplain, isPlain } from '../notebook/encoding.ts';
import { withLineEnd } from '../notebook/lines.ts';
import type { Block, Notebook } from '../notebook/model.ts';
import type { LifecycleRun, RunResult } from '../run/result.ts';

const ATTACHED = ['lifecycle-result', 'mermaid', 'hazards'] as const;
type AttachedKind = (typeof ATTACHED)[number];

/** The notebook with the result, diagram and hazards of every lifecycle whose facts are new or changed. */
export function writeLifecycles(notebook: Notebook, run: RunResult): Notebook {
  const edits = new BlockEdits(notebook);
  notebook.blocks.forEach((block, index) => {
    if (block.content.kind !== 'lifecycle') return;
    const query = block.content.value;
    const found = run.lifecycles.find((other) => isSameQuery(other, query));
    if (found?.outcome.kind !== 'found' || query.id === undefined) return;
    const texts = bodies(found.outcome, query.id, edits.lineEnd);
    const stored = ATTACHED.map((kind) => indexOf(notebook.blocks, kind, query.id ?? ''));
    const same = stored[0] !== undefined && notebook.blocks[stored[0]]?.body === texts['lifecycle-result'];
    let last = index;
    ATTACHED.forEach((kind, at) => {
      const place = stored[at];
      if (place !== undefined) {
        last = Math.max(last, place);
        // What follows from the facts is written again only when they changed.
        if (!same) edits.set(place, withBody(edits.text(place), texts[kind]));
      } else edits.insertAfter(last, newBlock(kind, query.id ?? '', texts[kind], edits.lineEnd));
    });
  });
  return edits.finish();
}

function bodies(
  outcome: LifecycleRun['outcome'] & { readonly kind: 'found' },
  id: string,
  lineEnd: '\n' | '\r\n',
): Readonly<Record<AttachedKind, string>> {
  const diagram = outcome.diagram.endsWith('\n') ? outcome.diagram : `${outcome.diagram}\n`;
  return {
    'lifecycle-result': withLineEnd(writeLifecycleResult(outcome.lifecycle), lineEnd),
    mermaid: withLineEnd(plainText(`%% of=${id}\n${diagram}`), lineEnd),
    hazards: withLineEnd(plainText(outcome.hazards), lineEnd),
  };
}

/** Derived texts are for reading: hidden characters stand there as escapes. */
export function plainText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return isPlain(bytes) ? text : encodeUnplain(bytes);
}

function newBlock(kind: AttachedKind, id: string, body: string, lineEnd: '\n' | '\r\n'): FenceText {
  const attributes = kind === 'mermaid' ? [] : [{ key: 'of', value: id }];
  return makeFence({ word: kind, attributes }, body, lineEnd);
}

function indexOf(blocks: readonly Block[], kind: AttachedKind, id: string): number | undefined {
  const index = blocks.findIndex((block) => block.content.kind === kind && block.content.value.of === id);
  return index < 0 ? undefined : index;
}

/** The run's query is the cell's: same id where both have one, and the same question. */
function isSameQuery(run: LifecycleRun, query: LifecycleQuery): boolean {
  if (run.id !== '' && query.id !== undefined && run.id !== query.id) return false;
  const { id: _run, ...asked } = run.query;
  const { id: _cell, ...asks } = query;
  return JSON.stringify(asked) === JSON.stringify(asks);
}
