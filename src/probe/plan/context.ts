/** What the policy may know of the place where a line would run. Everything may be unknown. */
export interface PolicyFacts {
  /** Absolute root folder of the target. */
  readonly root?: string;
  /** Home of the user on the target, for `~/`. */
  readonly home?: string;
  /** The line comes from others: paths outside the root and sensitive ones are refused. */
  readonly fence?: boolean;
  /** Somebody said yes to sensitive paths. */
  readonly sensitive?: boolean;
  /** Values of the blanks `{{name}}`. */
  readonly blanks?: Readonly<Record<string, string>>;
}

/** What a command's row is told besides its words. */
export interface StageContext {
  readonly facts: PolicyFacts;
  /** The line's `cd`, unquoted. */
  readonly cwd?: string;
  /** Standard input is the output of the stage before. */
  readonly piped: boolean;
}
