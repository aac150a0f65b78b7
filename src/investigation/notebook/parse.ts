import { ok, type Result } from '../../base/index.ts';
import { readClaim } from '../cells/claim.ts';
import { readEvidence } from '../cells/evidence.ts';
import { diagramOwner, readDiagram, readExcerpt } from '../cells/excerpt.ts';
import { readFrontMatter } from '../cells/front-matter.ts';
import { readLifecycle } from '../cells/lifecycle.ts';
import { readLifecycleResult } from '../cells/read-lifecycle-result.ts';
import { readPins } from '../cells/pins.ts';
import { readProbeCell } from '../cells/probe.ts';
import type { CellReading, CellText } from '../cells/reader.ts';
import { checkReferences } from './check.ts';
import type { Mark, NotebookError } from './errors.ts';
import { attribute, infoWord, parseInfo, type Info } from './info.ts';
import type { Block, Content, Notebook } from './model.ts';
import { readStructure, RESERVED_WORDS, type RawBlock } from './structure.ts';

/**
 * Reads a notebook. `printNotebook` of the value is exactly `bytes`, whatever they hold. Errors of
 * structure refuse the file; a fault inside one cell is a mark on that cell.
 */
export function parseNotebook(bytes: Uint8Array): Result<Notebook, NotebookError> {
  const structure = readStructure(bytes);
  if (!structure.ok) return structure;
  const { bom, blocks, tail } = structure.value;
  return ok({ bom, tail, blocks: checkReferences(blocks.map((raw) => readBlock(raw))) });
}

interface Meaning {
  readonly content: Content;
  readonly marks: readonly Mark[];
}

function readBlock(raw: RawBlock): Block {
  const { gap, open, body, close, line } = raw;
  const { content, marks } = readMeaning(raw);
  return { gap, open, body, close, line, content, marks };
}

function readMeaning(raw: RawBlock): Meaning {
  if (raw.shape === 'prose') return { content: { kind: 'prose' }, marks: [] };
  const cell: CellText = { body: raw.body, line: raw.line + 1 };
  if (raw.shape === 'front-matter')
    return meaning('front-matter', readFrontMatter(cell), (value) => ({ kind: 'front-matter', value }));
  const text = raw.open.replace(/^`+/, '').replace(/[\r\n]+$/, '');
  const word = infoWord(text) ?? '';
  const reserved: readonly string[] = RESERVED_WORDS;
  if (reserved.includes(word)) return { content: { kind: 'reserved', word }, marks: [] };
  const info = parseInfo(text);
  if (info !== undefined) return readCell(info, cell);
  return invalid(word, [{ code: 'info-syntax', word, line: raw.line, column: 1 }]);
}

function readCell(info: Info, cell: CellText): Meaning {
  switch (info.word) {
    case 'probe':
      return { content: { kind: 'probe', value: readProbeCell(info, cell) }, marks: [] };
    case 'evidence':
      return meaning(info.word, readEvidence(info, cell), (value) => ({ kind: 'evidence', value }));
    case 'pins':
      return meaning(info.word, readPins(cell), (value) => ({ kind: 'pins', value }));
    case 'claim':
      return meaning(info.word, readClaim(info, cell), (value) => ({ kind: 'claim', value }));
    case 'lifecycle':
      return meaning(info.word, readLifecycle(info, cell), (value) => ({ kind: 'lifecycle', value }));
    case 'lifecycle-result':
      return meaning(info.word, readLifecycleResult(info, cell), (value) => ({
        kind: 'lifecycle-result',
        value,
      }));
    case 'mermaid': {
      const owner = diagramOwner(cell.body);
      if (owner !== undefined)
        return { content: { kind: 'mermaid', value: readDiagram(owner, cell) }, marks: [] };
      break;
    }
    case 'hazards':
      return readHazards(info, cell);
  }
  return meaning(info.word, readExcerpt(info, cell), (value) => ({ kind: 'excerpt', value }));
}

function readHazards(info: Info, cell: CellText): Meaning {
  const of = attribute(info, 'of');
  if (of !== undefined) return { content: { kind: 'hazards', value: { of, text: cell.body } }, marks: [] };
  const place = { line: cell.line - 1, column: 1 };
  return invalid(info.word, [{ code: 'attribute-missing', word: info.word, attribute: 'of', ...place }]);
}

function meaning<T>(word: string, reading: CellReading<T>, make: (value: T) => Content): Meaning {
  if (reading.value === undefined) return invalid(word, reading.marks);
  return { content: make(reading.value), marks: reading.marks };
}

function invalid(word: string, marks: readonly Mark[]): Meaning {
  return { content: { kind: 'invalid', word }, marks };
}
