/** One word of a probe line, as the shell would read it. */
export interface Word {
  /** After removing quotes and backslashes. */
  readonly text: string;
  /** As typed. */
  readonly raw: string;
  /** 0-based offset of `raw` in the line, in UTF-16 units. */
  readonly at: number;
  /** The pieces of `text` in order; adjacent pieces differ in `quoted`. */
  readonly parts: readonly WordPart[];
  /** True if an unquoted `*`, `?` or `[` stands in it. */
  readonly glob: boolean;
  /** True if it begins with an unquoted `~/`. */
  readonly home: boolean;
  /** True if it is an operand whatever it begins with: a filled-in blank stands at its start. */
  readonly operand?: true;
}

export interface WordPart {
  readonly text: string;
  readonly quoted: boolean;
}

/** One command of a pipeline, before the catalogue has looked at it. */
export interface RawStage {
  readonly name: Word;
  readonly words: readonly Word[];
  /** What was typed behind the words: `2>/dev/null` or `2>&1`. */
  readonly stderr?: 'discard' | 'merge';
  /** 0-based offsets of the stage's first character and of the end of its last word. */
  readonly start: number;
  readonly end: number;
}

/** A probe line, split. */
export interface RawLine {
  /** The folder of a leading `cd FOLDER &&`. */
  readonly cwd?: Word;
  readonly stages: readonly RawStage[];
}
