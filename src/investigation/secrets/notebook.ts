import type { Block, Notebook } from '../notebook/model.ts';
import { redact, redactText, type FoundSecret } from './redact.ts';
import { redactLines } from './run.ts';

/** A secret in what a notebook stores. */
export interface StoredSecret extends FoundSecret {
  /** The probe line, or the file of a pin. */
  readonly what: string;
  /** Line of the notebook's file in which the block starts. */
  readonly place: number;
}

/**
 * The notebook as its copies show it: secrets in evidence, excerpts and blocks that are shown as they stand are
 * replaced. The texts of the file stay as they are: this is for exports, not for printing. Prose, claims and
 * probe lines are the author's own words, and are not looked at.
 */
export function redactNotebook(notebook: Notebook): {
  readonly notebook: Notebook;
  readonly found: readonly StoredSecret[];
} {
  const found: StoredSecret[] = [];
  const blocks = notebook.blocks.map((block): Block => {
    const note = (what: string, secrets: readonly FoundSecret[]): void => {
      found.push(...secrets.map((secret) => ({ ...secret, what, place: block.line })));
    };
    const { content } = block;
    switch (content.kind) {
      case 'evidence': {
        const { bytes, found: secrets } = redact(content.value.output);
        note(content.value.line, secrets);
        return { ...block, content: { kind: 'evidence', value: { ...content.value, output: bytes } } };
      }
      case 'excerpt': {
        const { bytes, found: secrets } = redact(content.value.bytes);
        note(content.value.of, secrets);
        return { ...block, content: { kind: 'excerpt', value: { ...content.value, bytes } } };
      }
      case 'pins':
        return {
          ...block,
          content: {
            kind: 'pins',
            value: content.value.map((pin) => ({
              ...pin,
              before: redactLines(pin.before),
              after: redactLines(pin.after),
            })),
          },
        };
      case 'reserved':
      case 'invalid': {
        const { text, found: secrets } = redactText(block.body);
        note(content.word, secrets);
        return { ...block, body: text };
      }
      default:
        return block;
    }
  });
  return { notebook: { ...notebook, blocks }, found };
}
