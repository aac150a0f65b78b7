import { err, ok, type Result } from '../../base/index.ts';
import type { Lifecycle, LifecycleWords } from '../../lifecycle/index.ts';
import type { AcceptedHazard } from '../cells/accepted.ts';
import { KEYS } from '../cells/lifecycle.ts';
import type { LifecycleFacts } from '../cells/lifecycle-result.ts';
import { writeLifecycleResult } from '../cells/write-lifecycle-result.ts';
import { withBody } from '../notebook/fence.ts';
import { withLineEnd } from '../notebook/lines.ts';
import type { Notebook } from '../notebook/model.ts';
import { hazardsText } from '../results/hazards-text.ts';
import { plainText } from '../results/write-lifecycles.ts';
import { acceptHazards } from '../run/accept.ts';
import { itemSpans, setField } from '../yaml/edit.ts';
import { readYaml, yamlField, type YamlMap } from '../yaml/read.ts';
import { yamlFlow, type YamlFields } from '../yaml/write.ts';
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
  return change(notebook, id, words, (known) =>
    known.some((each) => isSame(each, entry))
      ? known.map((each) => (isSame(each, entry) ? entry : each))
      : [...known, entry],
  );
}

/** Takes such an entry out again; what it was about counts as a hazard as before. */
export function withdrawAcceptance(
  notebook: Notebook,
  id: string,
  entry: Pick<AcceptedHazard, 'rule' | 'symbol' | 'file'>,
  words: LifecycleWords,
): Result<Notebook, EditError> {
  return change(notebook, id, words, (known) => known.filter((each) => !isSame(each, entry)));
}

function isSame(
  one: Pick<AcceptedHazard, 'rule' | 'symbol' | 'file'>,
  other: Pick<AcceptedHazard, 'rule' | 'symbol' | 'file'>,
): boolean {
  return one.rule === other.rule && one.symbol === other.symbol && one.file === other.file;
}

function change(
  notebook: Notebook,
  id: string,
  words: LifecycleWords,
  next: (known: readonly AcceptedHazard[]) => readonly AcceptedHazard[],
): Result<Notebook, EditError> {
  const index = notebook.blocks.findIndex(
    ({ content }) => content.kind === 'lifecycle' && content.value.id === id,
  );
  const content = notebook.blocks[index]?.content;
  if (content?.kind !== 'lifecycle') return err({ code: 'no-such-cell' });
  const before = content.value.accepted ?? [];
  const after = next(before);
  const edits = new BlockEdits(notebook);
  const block = edits.text(index);
  const body = writeAccepted(block.body, before, after, edits.lineEnd);
  if (body === undefined) return err({ code: 'no-such-cell' });
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

/** The cell's text with the list changed; undefined where the text is no map. */
function writeAccepted(
  body: string,
  before: readonly AcceptedHazard[],
  after: readonly AcceptedHazard[],
  lineEnd: '\n' | '\r\n',
): string | undefined {
  const read = readYaml(body);
  if (!read.ok) return undefined;
  if (read.value?.kind !== 'map') return undefined;
  const appended = after.length === before.length + 1 ? after.at(-1) : undefined;
  const added = appended === undefined ? undefined : appendItem(body, read.value, appended, lineEnd);
  if (added !== undefined) return added;
  const value = after.length === 0 ? undefined : after.map(fields);
  return setField(body, read.value, 'accepted', value, { order: KEYS, lineEnd });
}

/** One more item below a list in block style, in its indentation; comments and other items stay as they are. */
function appendItem(
  body: string,
  map: YamlMap,
  entry: AcceptedHazard,
  lineEnd: '\n' | '\r\n',
): string | undefined {
  const list = yamlField(map, 'accepted');
  const spans = list?.kind === 'list' ? itemSpans(body, list) : undefined;
  const last = spans?.at(-1);
  if (list?.kind !== 'list' || last === undefined) return undefined;
  const indent = /^ *(?=-)/.exec(body.slice(last.start))?.[0];
  if (indent === undefined) return undefined;
  // The last item ends where the list does, not where the cell does.
  const rest = body.slice(list.end);
  const broken = /[\r\n]$/.test(body.slice(0, list.end)) ? -1 : rest.search(/\r\n|\n|\r/);
  const at = /[\r\n]$/.test(body.slice(0, list.end))
    ? list.end
    : broken < 0
      ? body.length
      : list.end + broken + (rest.slice(broken).startsWith('\r\n') ? 2 : 1);
  const gap = at > 0 && !/[\r\n]$/.test(body.slice(0, at)) ? lineEnd : '';
  return `${body.slice(0, at)}${gap}${indent}- ${yamlFlow(fields(entry))}${lineEnd}${body.slice(at)}`;
}

function fields({ rule, file, symbol, reason }: AcceptedHazard): YamlFields {
  return { rule, file, symbol, reason };
}
