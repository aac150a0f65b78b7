/**
 * Why a file cannot be read as a notebook. Lines and columns start at 1, columns count UTF-16 units.
 * The file itself stays as it is: an edge offers to open it as text.
 */
export type NotebookError =
  | { readonly code: 'not-utf8'; readonly line: number; readonly column: number; readonly byte: number }
  | {
      readonly code: 'conflict-marker';
      readonly line: number;
      readonly column: number;
      readonly marker: string;
    }
  | { readonly code: 'front-matter-unclosed'; readonly line: number; readonly column: number }
  | {
      readonly code: 'front-matter-yaml';
      readonly line: number;
      readonly column: number;
      readonly fault: YamlFault;
      readonly detail: string;
    }
  | {
      readonly code: 'fence-unclosed';
      readonly line: number;
      readonly column: number;
      readonly word: string;
    };

/** What is wrong with a YAML text: its syntax, or a form that the notebook does not take. */
export type YamlFault = 'syntax' | 'alias' | 'tag' | 'depth' | 'not-a-map' | 'not-a-list' | 'key';

/** Something wrong inside one cell. The cell stays, shown as text, and is printed back as it was. */
export type Mark = MarkPlace & MarkReason;

/** Where, counted in the file. */
export interface MarkPlace {
  readonly line: number;
  readonly column: number;
}

export type MarkReason =
  /** The words behind the backticks are not `word (key=value)*`. */
  | { readonly code: 'info-syntax'; readonly word: string }
  | { readonly code: 'attribute-missing'; readonly word: string; readonly attribute: string }
  | { readonly code: 'attribute-value'; readonly attribute: string; readonly value: string }
  | { readonly code: 'yaml'; readonly fault: YamlFault; readonly detail: string }
  | { readonly code: 'field-missing'; readonly field: string }
  | {
      readonly code: 'field-value';
      readonly field: string;
      readonly value: string;
      readonly expected: string;
    }
  | { readonly code: 'field-unknown'; readonly field: string }
  | { readonly code: 'version'; readonly version: string }
  | { readonly code: 'target-name'; readonly name: string }
  | { readonly code: 'target-host'; readonly name: string; readonly value: string }
  | { readonly code: 'target-unknown'; readonly name: string; readonly known: readonly string[] }
  | { readonly code: 'target-missing'; readonly known: readonly string[] }
  | { readonly code: 'duplicate-id'; readonly id: string; readonly other: number }
  | { readonly code: 'probe-line-missing' }
  | { readonly code: 'encoding' }
  /** An evidence block whose probe line is no longer in the notebook. */
  | { readonly code: 'evidence-orphan'; readonly text: string }
  /** An excerpt, result, diagram or hazard list that belongs to nothing here. */
  | { readonly code: 'orphan'; readonly word: string; readonly of: string };
