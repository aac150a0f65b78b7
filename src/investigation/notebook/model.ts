import type { Claim } from '../cells/claim.ts';
import type { EvidenceRecord } from '../cells/evidence.ts';
import type { FrontMatter } from '../cells/front-matter.ts';
import type { LifecycleQuery } from '../cells/lifecycle.ts';
import type { LifecycleRecord } from '../cells/lifecycle-result.ts';
import type { Pin } from '../cells/pins.ts';
import type { ProbeCell } from '../cells/probe.ts';
import type { Mark } from './errors.ts';

/**
 * A notebook as it stands in its file. Printing joins the texts of the blocks and nothing else, so that
 * a notebook that was read and not changed prints the bytes that were read.
 */
export interface Notebook {
  /** The file starts with a byte order mark. */
  readonly bom: boolean;
  readonly blocks: readonly Block[];
  /** Blank text behind the last block. */
  readonly tail: string;
}

/** A stretch of the file with one meaning, in the texts that it is made of. */
export interface Block {
  /** Between the block before and this one: blank lines, and the line `<!-- -->` that parts prose. */
  readonly gap: string;
  /** The line that opens it, with its line end; empty for prose. */
  readonly open: string;
  /** Between the lines that open and close it, line ends included; for prose without the last one. */
  readonly body: string;
  /** The line that closes it, with its line end where the file has one; for prose its last line end. */
  readonly close: string;
  /** Line of the file in which it starts, from 1. */
  readonly line: number;
  readonly content: Content;
  /** What is wrong inside it; empty for most. */
  readonly marks: readonly Mark[];
}

/** What a block means. */
export type Content =
  | { readonly kind: 'front-matter'; readonly value: FrontMatter }
  | { readonly kind: 'prose' }
  | { readonly kind: 'probe'; readonly value: ProbeCell }
  | { readonly kind: 'evidence'; readonly value: EvidenceRecord }
  | { readonly kind: 'pins'; readonly value: readonly Pin[] }
  | { readonly kind: 'excerpt'; readonly value: ExcerptRecord }
  | { readonly kind: 'claim'; readonly value: Claim }
  | { readonly kind: 'lifecycle'; readonly value: LifecycleQuery }
  | { readonly kind: 'lifecycle-result'; readonly value: LifecycleRecord }
  | { readonly kind: 'mermaid'; readonly value: DerivedText }
  | { readonly kind: 'hazards'; readonly value: DerivedText }
  /** A word that is kept for a later version. */
  | { readonly kind: 'reserved'; readonly word: string }
  /** A cell that could not be read; its marks say why. */
  | { readonly kind: 'invalid'; readonly word: string };

/** The region of a pin, as bytes of the file. */
export interface ExcerptRecord {
  readonly of: string;
  /** The word behind the backticks: a language. */
  readonly language: string;
  readonly bytes: Uint8Array;
}

/** A text that follows from a lifecycle result. */
export interface DerivedText {
  readonly of: string;
  readonly text: string;
}
