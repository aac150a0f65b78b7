/** Lines from 1, both ends included; `last` is null for a region that goes to the end of the file. */
export interface LineRange {
  readonly first: number;
  readonly last: number | null;
}

/** Lines of a file as it is now, from 1, both ends included. */
export interface Place {
  readonly first: number;
  readonly last: number;
}

/** What is known of a pinned region: a file, and lines or a symbol in it; the rest helps to find it again. */
export interface PinQuery {
  /** Relative to the root. */
  readonly file: string;
  readonly lines?: LineRange;
  /** Names joined with dots, nested functions included, without the module. */
  readonly symbol?: string;
  /** Whole lines as they were; a last line end may be missing. */
  readonly excerpt?: Uint8Array;
  /** The lines above the region, nearest last. */
  readonly before?: readonly string[];
  /** The lines below the region, nearest first. */
  readonly after?: readonly string[];
  /** Of the excerpt, lower-case hexadecimal. */
  readonly sha256?: string;
}

/** Where a pin's region is now. */
export type PinFinding =
  | PinRegion
  /** Neither symbol nor excerpt nor context is in the file, or there is no such file. */
  | { readonly kind: 'gone' }
  /** Several places fit, and neither symbol nor context decides. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly LineRange[] }
  | { readonly kind: 'refused'; readonly rule: string }
  /** `code` is that of a `FileError`. */
  | { readonly kind: 'unreachable'; readonly code: string; readonly path: string };

/** A region that was found, as it is now. */
export interface PinRegion {
  readonly kind: 'found';
  /**
   * `same`: place and text; `moved`: the text, at another place; `changed`: another text. A pin that kept no
   * text is `same`.
   */
  readonly verdict: 'same' | 'moved' | 'changed';
  /** Lines that it moved down; negative for up, 0 where the old place is not known. */
  readonly by: number;
  /** What it was found by. */
  readonly found: 'symbol' | 'place' | 'excerpt' | 'context';
  /** Lines from 1, both included. */
  readonly first: number;
  readonly last: number;
  /** The symbol that the pin names, else the innermost one that holds the whole region. */
  readonly symbol?: string;
  /** Whole lines as in the file, with their line ends. */
  readonly excerpt: Uint8Array;
  /** Of the excerpt, lower-case hexadecimal. */
  readonly sha256: string;
  /** Up to three lines above, nearest last. */
  readonly before: readonly string[];
  /** Up to three lines below, nearest first. */
  readonly after: readonly string[];
  readonly language: string;
}

/** Lines of context that are kept on each side. */
export const CONTEXT_LINES = 3;
