/** What the policy says of one probe line. A refusal is data; its sentence is written in `messages`. */
export type Verdict =
  | {
      readonly approved: true;
      readonly line: string;
      readonly cwd?: string;
      readonly stages: readonly Stage[];
      /** It names what may hold keys, passwords or a history: that is asked for before it runs. */
      readonly asks?: readonly 'sensitive'[];
      /** The output shows the time or the machine: a difference between two runs means nothing. */
      readonly volatile?: true;
      /** The output has no order of its own: two runs are compared sorted. */
      readonly unordered?: true;
    }
  | { readonly approved: false; readonly line: string; readonly refusal: Refusal };

/** One command of a pipeline, canonical: options first, `-e`, `--`, operands with `./` where needed. */
export interface Stage {
  /** What a GNU host gets, unquoted, hardening options included. */
  readonly argv: readonly string[];
}

export interface Refusal {
  readonly rule: RefusalRule;
  /** The word of the line that is refused, as typed; empty where the line ends too early. */
  readonly word: string;
  /** 0-based offset of `word` in the line, in UTF-16 units. */
  readonly at: number;
  /** What the sentence needs besides: the command, the option, the limit. */
  readonly data: Readonly<Record<string, string>>;
  /** A line that does what was probably meant and is approved. */
  readonly instead?: string;
  /** Lines to type behind `instead`, each approved: where the refused one was several in a row. */
  readonly then?: readonly string[];
}

/** One name a rule; extended with the catalogue. */
export type RefusalRule =
  | 'empty'
  | 'control-character'
  | 'invisible-character'
  | 'look-alike'
  | 'too-long'
  | 'too-many-stages'
  | 'unterminated-quote'
  | 'expansion'
  | 'substitution'
  | 'brace'
  | 'glob'
  | 'tilde'
  | 'redirection'
  | 'sequence'
  | 'background'
  | 'group'
  | 'history'
  | 'comment'
  | 'empty-stage'
  | 'command-word'
  | 'assignment'
  | 'command'
  | 'wrapper'
  | 'writes'
  | 'runs-programs'
  | 'network'
  | 'not-a-filter'
  | 'option'
  | 'option-value'
  | 'abbreviated-option'
  | 'missing-operand'
  | 'extra-operand'
  | 'subcommand'
  | 'revision'
  | 'format'
  | 'script'
  | 'path'
  | 'outside-root'
  | 'sensitive-path'
  | 'follow'
  | 'recursion-from-root'
  /** A blank `{{name}}` has no value. */
  | 'blank'
  /** The policy approves it, and the person who was asked said no, or nobody could be asked. */
  | 'not-confirmed';
