import { err, ok, type Result } from '../../base/index.ts';
import { formatLineRange, type Pin } from '../cells/pins.ts';
import { makeFence, type FenceText } from '../notebook/fence.ts';
import { IdSource, systemRandom, type Random } from '../notebook/ids.ts';
import type { Notebook } from '../notebook/model.ts';
import { excerptFence } from '../results/excerpt-fence.ts';
import type { LineRange, PinRegion } from '../../source/index.ts';
import { itemSpans, listItem } from '../yaml/edit.ts';
import { readYaml } from '../yaml/read.ts';
import type { YamlFields } from '../yaml/write.ts';
import { inBlockStyle, setPinFields, type PinChange } from './pin-fields.ts';
import { BlockEdits } from './rebuild.ts';

/** Where a pin stands: the index of its block in the notebook, and its position in the list, from 0. */
export interface PinPlace {
  readonly block: number;
  readonly position: number;
}

/** A pin of a notebook with its place, and the bytes of its excerpt where the notebook holds them. */
export interface PlacedPin extends PinPlace {
  readonly pin: Pin;
  readonly excerpt?: Uint8Array;
}

/** What a person pins. The rest is filled in from the region, or by the next run that writes. */
export interface NewPin {
  readonly on?: string;
  readonly file: string;
  readonly lines?: LineRange;
  readonly symbol?: string;
  readonly role?: string;
  readonly note?: string;
  /** Id of the probe cell. */
  readonly foundBy?: string;
  readonly commit?: string;
  /** How many secrets are replaced in the region. */
  readonly redacted?: number;
}

/** An edit that names a pin or cell which is not there. */
export interface EditError {
  readonly code: 'no-such-pin' | 'no-such-cell' | 'id-taken' | 'id-syntax';
}

/** All pins in the order of the notebook. */
export function pinsOf(notebook: Notebook): readonly PlacedPin[] {
  const excerpts = new Map(
    notebook.blocks.flatMap((block) =>
      block.content.kind === 'excerpt' ? [[block.content.value.of, block.content.value.bytes]] : [],
    ),
  );
  return notebook.blocks.flatMap((block, index) =>
    block.content.kind === 'pins'
      ? block.content.value.map((pin, position) => {
          const excerpt = pin.id === undefined ? undefined : excerpts.get(pin.id);
          return { block: index, position, pin, ...(excerpt === undefined ? {} : { excerpt }) };
        })
      : [],
  );
}

/**
 * Adds a pin to the list below a probe cell, or makes that list. `below` is the index of the probe's block;
 * without it the pin goes to the last list, or to a new one at the end.
 */
export function addPin(
  notebook: Notebook,
  pin: NewPin,
  options: { readonly below?: number; readonly region?: PinRegion; readonly random?: Random } = {},
): { readonly notebook: Notebook; readonly id: string } {
  const id = new IdSource(notebook, options.random ?? systemRandom).next();
  const edits = new BlockEdits(notebook);
  const { list, last } = listFor(notebook, options.below);
  const item = listItem(fieldsOf(id, pin, options.region), edits.lineEnd);
  if (list === undefined)
    edits.insertAfter(last, makeFence({ word: 'pins', attributes: [] }, item, edits.lineEnd));
  else appendItem(edits, list, item);
  if (options.region !== undefined)
    edits.insertAfter(last, excerptFence(id, pin.file, options.region, edits.lineEnd));
  return { notebook: edits.finish(), id };
}

/** Takes a pin and its excerpt out; a list that becomes empty goes too. */
export function removePin(notebook: Notebook, place: PinPlace): Result<Notebook, EditError> {
  const pin = pinAt(notebook, place);
  if (pin === undefined) return err({ code: 'no-such-pin' });
  const edits = new BlockEdits(notebook);
  takeOut(edits, notebook, place);
  const excerpt = excerptIndex(notebook, pin);
  if (excerpt !== undefined) edits.remove(excerpt);
  return ok(edits.finish());
}

/** Sets fields of a pin, its note or role for one; undefined takes a field out. */
export function changePin(
  notebook: Notebook,
  place: PinPlace,
  change: Omit<PinChange, 'id'>,
): Result<Notebook, EditError> {
  if (pinAt(notebook, place) === undefined) return err({ code: 'no-such-pin' });
  const edits = new BlockEdits(notebook);
  const block = edits.text(place.block);
  edits.set(place.block, { ...block, body: setPinFields(block.body, place.position, change, edits.lineEnd) });
  return ok(edits.finish());
}

/** Moves a pin and its excerpt before another one, or behind the last pin of the notebook. */
export function movePin(
  notebook: Notebook,
  place: PinPlace,
  before: PinPlace | undefined,
): Result<Notebook, EditError> {
  const pin = pinAt(notebook, place);
  const lists = pinsOf(notebook);
  const target = before ?? lists.at(-1);
  if (pin === undefined || target === undefined || pinAt(notebook, target) === undefined)
    return err({ code: 'no-such-pin' });
  if (target.block === place.block && target.position === place.position) return ok(notebook);
  const edits = new BlockEdits(notebook);
  const position = before === undefined ? target.position + 1 : target.position;
  const item = takeOut(edits, notebook, place, target.block === place.block);
  const shifted = target.block === place.block && place.position < position ? position - 1 : position;
  insertItem(edits, target.block, shifted, item);
  const excerpt = excerptIndex(notebook, pin);
  if (excerpt !== undefined && target.block !== place.block) {
    const { open, body, close } = edits.text(excerpt);
    edits.remove(excerpt);
    edits.insertAfter(lastExcerpt(notebook, target.block), {
      open,
      body,
      close: ended(close, edits.lineEnd),
    });
  }
  return ok(edits.finish());
}

/** The list that a new pin goes to, and the block behind which new blocks come. */
function listFor(
  notebook: Notebook,
  below: number | undefined,
): { readonly list?: number; readonly last: number } {
  const { blocks } = notebook;
  if (below === undefined) {
    const list = blocks.findLastIndex((block) => block.content.kind === 'pins');
    return list < 0 ? { last: blocks.length - 1 } : { list, last: lastExcerpt(notebook, list) };
  }
  let at = below;
  while (blocks[at + 1]?.content.kind === 'evidence') at += 1;
  return blocks[at + 1]?.content.kind === 'pins'
    ? { list: at + 1, last: lastExcerpt(notebook, at + 1) }
    : { last: at };
}

function lastExcerpt(notebook: Notebook, list: number): number {
  let at = list;
  while (notebook.blocks[at + 1]?.content.kind === 'excerpt') at += 1;
  return at;
}

function fieldsOf(id: string, pin: NewPin, region: PinRegion | undefined): YamlFields {
  const lines = region === undefined ? pin.lines : { first: region.first, last: region.last };
  return {
    id,
    on: pin.on,
    file: pin.file,
    lines: lines === undefined ? undefined : formatLineRange(lines),
    symbol: pin.symbol ?? region?.symbol,
    role: pin.role,
    note: pin.note,
    'found-by': pin.foundBy,
    commit: pin.commit,
    sha256: region?.sha256,
    redacted: pin.redacted === undefined ? undefined : `${pin.redacted}`,
    before: region?.before,
    after: region?.after,
  };
}

function appendItem(edits: BlockEdits, list: number, item: string): void {
  insertItem(edits, list, Number.POSITIVE_INFINITY, item);
}

function insertItem(edits: BlockEdits, list: number, position: number, item: string): void {
  const block = edits.text(list);
  const body = blockStyle(block.body, edits.lineEnd);
  const spans = spansOf(body);
  const at = spans[position]?.start ?? body.length;
  const indent = spans[0] === undefined ? '' : (/^[ ]*/.exec(body.slice(spans[0].start))?.[0] ?? '');
  const text = item.replace(/^(?=[^\r\n])/gm, indent);
  const before = at > 0 && !/[\r\n]$/.test(body.slice(0, at)) ? edits.lineEnd : '';
  edits.set(list, fenced(block, body.slice(0, at) + before + text + body.slice(at)));
}

/** Removes an item and gives its lines without their indentation. */
function takeOut(edits: BlockEdits, notebook: Notebook, place: PinPlace, keep = false): string {
  const block = edits.text(place.block);
  const body = blockStyle(block.body, edits.lineEnd);
  const span = spansOf(body)[place.position];
  if (span === undefined) return '';
  const text = ended(body.slice(span.start, span.end), edits.lineEnd);
  const indent = /^[ ]*/.exec(text)?.[0].length ?? 0;
  const content = notebook.blocks[place.block]?.content;
  if (!keep && content?.kind === 'pins' && content.value.length === 1) edits.remove(place.block);
  else edits.set(place.block, { ...block, body: body.slice(0, span.start) + body.slice(span.end) });
  return text.replace(new RegExp(`^ {0,${indent}}`, 'gm'), '');
}

function spansOf(body: string): readonly { readonly start: number; readonly end: number }[] {
  const read = readYaml(body);
  return read.ok && read.value?.kind === 'list' ? (itemSpans(body, read.value) ?? []) : [];
}

/** A list in which every item has lines of its own. */
function blockStyle(body: string, lineEnd: '\n' | '\r\n'): string {
  const read = readYaml(body);
  if (!read.ok || read.value?.kind !== 'list') return body;
  return itemSpans(body, read.value) === undefined ? inBlockStyle(body, lineEnd) : body;
}

function fenced(block: FenceText, body: string): FenceText {
  return { open: block.open, body, close: block.close };
}

function ended(text: string, lineEnd: '\n' | '\r\n'): string {
  return text === '' || /[\r\n]$/.test(text) ? text : text + lineEnd;
}

function pinAt(notebook: Notebook, place: PinPlace): Pin | undefined {
  const content = notebook.blocks[place.block]?.content;
  return content?.kind === 'pins' ? content.value[place.position] : undefined;
}

function excerptIndex(notebook: Notebook, pin: Pin): number | undefined {
  const index = notebook.blocks.findIndex(
    (block) => block.content.kind === 'excerpt' && pin.id !== undefined && block.content.value.of === pin.id,
  );
  return index < 0 ? undefined : index;
}
