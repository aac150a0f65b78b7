/** An open question that the code itself raises, with the probe that would answer it. */
export interface Lead {
  /**
   * `inherited-method`: called on the object here, defined in no class of this file; `inherited-field`: read
   * or written through the object here, assigned in no class of this file.
   */
  readonly kind: 'inherited-method' | 'inherited-field';
  /** Of the method or field. */
  readonly name: string;
  readonly file: string;
  /** Symbol path of the class. */
  readonly class: string;
  readonly sites: readonly LeadSite[];
  /** Bases from other files that may define it; empty where the class has none: then a subclass may. */
  readonly bases: readonly LeadBase[];
  /** A line to run below the root. */
  readonly probe: string;
  /** The definition, where the bases could be read and one has it. */
  readonly definition: { readonly file: string; readonly line: number; readonly path: string } | null;
}

/** Where the name is used. */
export interface LeadSite {
  readonly line: number;
  /** Symbol path of the function. */
  readonly function: string;
}

export interface LeadBase {
  /** As written. */
  readonly text: string;
  /** With imports written out; null where the expression is no name. */
  readonly name: string | null;
  /** The module that it is imported from, as written; null where it is not imported. */
  readonly module: string | null;
  /** Where the class was found; null where it was not. */
  readonly file: string | null;
}
