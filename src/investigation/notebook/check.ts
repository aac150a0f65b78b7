import { unreachable } from '../../base/index.ts';
import type { Mark, MarkReason } from './errors.ts';
import type { Block } from './model.ts';

/** Adds the marks that need the whole notebook: ids that stand twice, unknown targets, orphans. */
export function checkReferences(blocks: readonly Block[]): readonly Block[] {
  const ids = collectIds(blocks);
  const targets = blocks.flatMap((block) =>
    block.content.kind === 'front-matter' ? block.content.value.targets.map((target) => target.name) : [],
  );
  const lines = new Set(
    blocks.flatMap((block) =>
      block.content.kind === 'probe' ? block.content.value.lines.map((line) => line.text) : [],
    ),
  );
  // What a broken cell holds is not known: nothing is called an orphan because of it.
  const whole = blocks.every((block) => block.content.kind !== 'invalid');
  return blocks.map((block) => {
    const reasons: Mark[] = [
      ...duplicateIds(block, ids),
      ...targetMarks(block, targets),
      ...(whole ? orphanMarks(block, ids, lines) : []),
    ];
    return reasons.length === 0 ? block : { ...block, marks: [...block.marks, ...reasons] };
  });
}

/** Every id with the lines of the file at which it is given. */
type Ids = ReadonlyMap<string, readonly number[]>;

function collectIds(blocks: readonly Block[]): Ids {
  const ids = new Map<string, number[]>();
  for (const block of blocks)
    for (const { id, line } of ownIds(block)) ids.set(id, [...(ids.get(id) ?? []), line]);
  return ids;
}

/** The ids that a block gives, not those it refers to. */
export function ownIds(block: Block): readonly { readonly id: string; readonly line: number }[] {
  const content = block.content;
  switch (content.kind) {
    case 'probe':
    case 'claim':
    case 'lifecycle':
      return content.value.id === undefined ? [] : [{ id: content.value.id, line: block.line }];
    case 'pins':
      return content.value.flatMap((pin) => (pin.id === undefined ? [] : [{ id: pin.id, line: pin.line }]));
    case 'front-matter':
    case 'prose':
    case 'evidence':
    case 'excerpt':
    case 'lifecycle-result':
    case 'mermaid':
    case 'hazards':
    case 'reserved':
    case 'invalid':
      return [];
    default:
      return unreachable(content);
  }
}

function duplicateIds(block: Block, ids: Ids): readonly Mark[] {
  return ownIds(block).flatMap(({ id, line }) => {
    const other = ids.get(id)?.find((known) => known !== line);
    return other === undefined ? [] : [{ code: 'duplicate-id', id, other, line, column: 1 }];
  });
}

function targetMarks(block: Block, known: readonly string[]): readonly Mark[] {
  if (known.length === 0) return [];
  const content = block.content;
  const mark = (reason: MarkReason, line = block.line): Mark => ({ ...reason, line, column: 1 });
  const check = (names: readonly string[], line?: number): readonly Mark[] => {
    if (names.length === 0) return known.length > 1 ? [mark({ code: 'target-missing', known }, line)] : [];
    return names
      .filter((name) => !known.includes(name))
      .map((name) => mark({ code: 'target-unknown', name, known }, line));
  };
  if (content.kind === 'probe') return check(content.value.on);
  if (content.kind === 'lifecycle') return check(names(content.value.on));
  if (content.kind === 'pins') return content.value.flatMap((pin) => check(names(pin.on), pin.line));
  return [];
}

function names(on: string | undefined): readonly string[] {
  return on === undefined ? [] : [on];
}

function orphanMarks(block: Block, ids: Ids, lines: ReadonlySet<string>): readonly Mark[] {
  const content = block.content;
  const place = { line: block.line, column: 1 };
  switch (content.kind) {
    case 'evidence':
      return lines.has(content.value.line)
        ? []
        : [{ code: 'evidence-orphan', text: content.value.line, ...place }];
    case 'excerpt':
    case 'lifecycle-result':
    case 'mermaid':
    case 'hazards': {
      const of = content.value.of;
      const word = content.kind === 'excerpt' ? content.value.language : content.kind;
      return ids.has(of) ? [] : [{ code: 'orphan', word, of, ...place }];
    }
    case 'front-matter':
    case 'prose':
    case 'probe':
    case 'pins':
    case 'claim':
    case 'lifecycle':
    case 'reserved':
    case 'invalid':
      return [];
    default:
      return unreachable(content);
  }
}
