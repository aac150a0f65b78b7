import { err, ok, type Result } from '../../base/index.ts';
import type { Lifecycle, LifecycleWords } from '../../lifecycle/index.ts';
import type { AcceptedAnchor, AcceptedHazard } from '../cells/accepted.ts';
import { readLifecycle } from '../cells/lifecycle.ts';
import type { LifecycleFacts } from '../cells/lifecycle-result.ts';
import { writeLifecycleResult } from '../cells/write-lifecycle-result.ts';
import { withBody } from '../notebook/fence.ts';
import { withLineEnd } from '../notebook/lines.ts';
import type { Notebook } from '../notebook/model.ts';
import { hazardsText } from '../results/hazards-text.ts';
import { plainText } from '../results/write-lifecycles.ts';
import { acceptHazards } from '../run/accept.ts';
import { putAccepted, takeAccepted } from './accepted-list.ts';
import type { EditError } from './pins.ts';
import { BlockEdits } from './rebuild.ts';

/**
 * Writes into a lifecycle cell that a finding is no hazard there, and marks it in the result that the notebook keeps.
 * An entry for the same finding gets the new reason; all other lines stay as they are.
 */
export function acceptHazard(
  notebook: Notebook,
  id: string,
  entry: AcceptedHazard,
  words: LifecycleWords,
): Result<Notebook, EditError> {
  return change(notebook, id, words, (body, lineEnd) => putAccepted(body, entry, lineEnd));
}

/** Takes such an entry out again; what it was about counts as a hazard as before. */
export function withdrawAcceptance(
  notebook: Notebook,
  id: string,
  entry: AcceptedAnchor,
  words: LifecycleWords,
): Result<Notebook, EditError> {
  return change(notebook, id, words, (body, lineEnd) => takeAccepted(body, entry, lineEnd));
}

function change(
  notebook: Notebook,
  id: string,
  words: LifecycleWords,
  edit: (body: string, lineEnd: '\n' | '\r\n') => string | undefined,
): Result<Notebook, EditError> {
  const index = notebook.blocks.findIndex(
    ({ content }) => content.kind === 'lifecycle' && content.value.id === id,
  );
  const content = notebook.blocks[index]?.content;
  if (content?.kind !== 'lifecycle') return err({ code: 'no-such-cell' });
  const edits = new BlockEdits(notebook);
  const block = edits.text(index);
  const body = edit(block.body, edits.lineEnd);
  if (body === undefined) return err({ code: 'no-such-cell' });
  const read = readLifecycle({ word: 'lifecycle', attributes: [] }, { body, line: 1 });
  const after = read.value?.accepted ?? [];
  edits.set(index, { open: block.open, body, close: block.close });
  notebook.blocks.forEach(({ content: other }, at) => {
    if (other.kind !== 'lifecycle-result' || other.value.of !== id) return;
    const facts = remark(other.value.facts, after);
    edits.set(at, withBody(edits.text(at), withLineEnd(writeLifecycleResult(facts), edits.lineEnd)));
    const text = notebook.blocks.findIndex(
      (each) => each.content.kind === 'hazards' && each.content.value.of === id,
    );
    const hazards = plainText(hazardsText(facts, words));
    if (text >= 0 && facts.hazards.length > 0)
      edits.set(text, withBody(edits.text(text), withLineEnd(hazards, edits.lineEnd)));
  });
  return ok(edits.finish());
}

/** The facts with the reasons of exactly these entries. */
function remark(facts: LifecycleFacts, accepted: readonly AcceptedHazard[]): Lifecycle {
  const bare: Lifecycle = {
    ...facts,
    hazards: facts.hazards.map(({ accepted: _before, ...hazard }) => hazard),
    unresolved: facts.unresolved.filter((item) => item.why !== 'accepted-gone'),
    cost: { files: 0, bytes: 0, reads: 0, ms: 0 },
  };
  return acceptHazards(bare, accepted);
}
