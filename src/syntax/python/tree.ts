/**
 * A typed syntax tree of Python, after the names of the abstract grammar in the Python reference
 * (https://docs.python.org/3/library/ast.html), reduced to what the analysis asks. Independent of the
 * parser that makes it. Parentheses are gone; every node has its place.
 */

/** A place in a file. Lines start at 1, columns at 0 in UTF-16 units; offsets are UTF-16 units of the text. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly start: number;
  readonly end: number;
}

export interface Module {
  readonly body: readonly Statement[];
  /** Places that the parser could not read; the statements around them are kept. */
  readonly errors: readonly Span[];
  /** Set where something is nested deeper than is read: that is `unknown` in the tree, or left out of a block. */
  readonly cut?: true;
}

export type Statement =
  | FunctionDef
  | ClassDef
  | { readonly kind: 'return'; readonly value: Expression | null; readonly span: Span }
  | { readonly kind: 'delete'; readonly targets: readonly Expression[]; readonly span: Span }
  | Assign
  | {
      readonly kind: 'augassign';
      readonly target: Expression;
      readonly operator: string;
      readonly value: Expression;
      readonly span: Span;
    }
  | For
  | While
  | If
  | With
  | Raise
  | Try
  | {
      readonly kind: 'assert';
      readonly test: Expression;
      readonly message: Expression | null;
      readonly span: Span;
    }
  | Import
  | { readonly kind: 'global' | 'nonlocal'; readonly names: readonly string[]; readonly span: Span }
  | { readonly kind: 'expression'; readonly value: Expression; readonly span: Span }
  | { readonly kind: 'pass' | 'break' | 'continue'; readonly span: Span }
  | Match
  /** A statement that could not be read, or that has no part in the analysis (`type X = …`). */
  | { readonly kind: 'unknown'; readonly span: Span };

export interface FunctionDef {
  readonly kind: 'function';
  readonly name: string;
  readonly async: boolean;
  readonly parameters: readonly Parameter[];
  readonly returns: Expression | null;
  readonly decorators: readonly Expression[];
  readonly body: readonly Statement[];
  /** From the first decorator to the end of the body. */
  readonly span: Span;
  readonly nameSpan: Span;
}

export interface Parameter {
  readonly name: string;
  /** `*args` is `list`, `**kwargs` is `dictionary`, after a bare `*` it is `keyword`. */
  readonly variety: 'positional' | 'list' | 'keyword' | 'dictionary';
  readonly annotation: Expression | null;
  readonly default: Expression | null;
  readonly span: Span;
}

export interface ClassDef {
  readonly kind: 'class';
  readonly name: string;
  readonly bases: readonly Expression[];
  readonly keywords: readonly Keyword[];
  readonly decorators: readonly Expression[];
  readonly body: readonly Statement[];
  readonly span: Span;
  readonly nameSpan: Span;
}

/** `a = b = value` has two targets; `a: T` has no value; `a: T = v` has an annotation. */
export interface Assign {
  readonly kind: 'assign';
  readonly targets: readonly Expression[];
  readonly annotation: Expression | null;
  readonly value: Expression | null;
  readonly span: Span;
}

export interface For {
  readonly kind: 'for';
  readonly async: boolean;
  readonly target: Expression;
  readonly iterable: Expression;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
  readonly span: Span;
}

export interface While {
  readonly kind: 'while';
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
  readonly span: Span;
}

/** `elif` is an `if` alone in `otherwise`. */
export interface If {
  readonly kind: 'if';
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
  readonly span: Span;
}

export interface With {
  readonly kind: 'with';
  readonly async: boolean;
  readonly items: readonly { readonly context: Expression; readonly target: Expression | null }[];
  readonly body: readonly Statement[];
  readonly span: Span;
}

export interface Raise {
  readonly kind: 'raise';
  readonly exception: Expression | null;
  readonly cause: Expression | null;
  readonly span: Span;
}

export interface Try {
  readonly kind: 'try';
  readonly body: readonly Statement[];
  readonly handlers: readonly Handler[];
  readonly otherwise: readonly Statement[];
  readonly finalbody: readonly Statement[];
  readonly span: Span;
}

export interface Handler {
  /** Null for a bare `except:`. */
  readonly type: Expression | null;
  readonly name: string | null;
  readonly body: readonly Statement[];
  readonly span: Span;
}

export interface Import {
  readonly kind: 'import';
  /** `import a.b as c` has `module: null`; `from ..x import y as z` has module `x` and level 2. */
  readonly module: string | null;
  readonly level: number;
  /** `name` is `*` for a star import. */
  readonly names: readonly { readonly name: string; readonly alias: string | null; readonly span: Span }[];
  readonly span: Span;
}

export interface Match {
  readonly kind: 'match';
  readonly subject: Expression;
  readonly cases: readonly MatchCase[];
  readonly span: Span;
}

export interface MatchCase {
  readonly pattern: Pattern;
  readonly guard: Expression | null;
  readonly body: readonly Statement[];
  readonly span: Span;
}

export type Pattern =
  | { readonly kind: 'value'; readonly value: Expression; readonly span: Span }
  | { readonly kind: 'or'; readonly patterns: readonly Pattern[]; readonly span: Span }
  /** `case name` and `case pattern as name`; a bare name matches everything. */
  | { readonly kind: 'capture'; readonly name: string; readonly pattern: Pattern | null; readonly span: Span }
  | { readonly kind: 'wildcard'; readonly span: Span }
  | { readonly kind: 'other'; readonly span: Span };

export interface Keyword {
  /** Null for `**mapping`. */
  readonly name: string | null;
  readonly value: Expression;
}

export type Expression =
  | { readonly kind: 'name'; readonly id: string; readonly span: Span }
  | {
      readonly kind: 'attribute';
      readonly value: Expression;
      readonly name: string;
      readonly span: Span;
      readonly nameSpan: Span;
    }
  | {
      readonly kind: 'subscript';
      readonly value: Expression;
      readonly index: Expression;
      readonly span: Span;
    }
  | Call
  | { readonly kind: 'constant'; readonly value: Constant; readonly span: Span }
  | { readonly kind: 'fstring'; readonly values: readonly Expression[]; readonly span: Span }
  /** `a < b < c` has two operators and two comparators. Operators: == != < <= > >= is, is not, in, not in. */
  | {
      readonly kind: 'compare';
      readonly left: Expression;
      readonly operators: readonly string[];
      readonly comparators: readonly Expression[];
      readonly span: Span;
    }
  | {
      readonly kind: 'boolean';
      readonly operator: 'and' | 'or';
      readonly values: readonly Expression[];
      readonly span: Span;
    }
  | { readonly kind: 'not'; readonly value: Expression; readonly span: Span }
  | { readonly kind: 'unary'; readonly operator: string; readonly value: Expression; readonly span: Span }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly body: Expression;
      readonly otherwise: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'lambda';
      readonly parameters: readonly Parameter[];
      readonly body: Expression;
      readonly span: Span;
    }
  | { readonly kind: 'tuple' | 'list' | 'set'; readonly items: readonly Expression[]; readonly span: Span }
  /** A null key is `**mapping`. */
  | {
      readonly kind: 'dictionary';
      readonly entries: readonly { readonly key: Expression | null; readonly value: Expression }[];
      readonly span: Span;
    }
  | Comprehension
  | { readonly kind: 'await'; readonly value: Expression; readonly span: Span }
  | { readonly kind: 'yield'; readonly value: Expression | null; readonly from: boolean; readonly span: Span }
  | { readonly kind: 'starred'; readonly value: Expression; readonly span: Span }
  | { readonly kind: 'named'; readonly target: Expression; readonly value: Expression; readonly span: Span }
  | { readonly kind: 'slice'; readonly parts: readonly (Expression | null)[]; readonly span: Span }
  | { readonly kind: 'unknown'; readonly span: Span };

export interface Call {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: readonly Expression[];
  readonly keywords: readonly Keyword[];
  readonly span: Span;
}

/** Strings are unescaped; adjacent literals are joined. Numbers too large for a double keep their text. */
export type Constant =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: string }
  | { readonly type: 'integer'; readonly value: number }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'none' }
  | { readonly type: 'ellipsis' }
  | { readonly type: 'other'; readonly text: string };

export interface Comprehension {
  readonly kind: 'comprehension';
  readonly variety: 'list' | 'set' | 'dictionary' | 'generator';
  /** The element; for a dictionary its value, with `key` beside it. */
  readonly element: Expression;
  readonly key: Expression | null;
  readonly clauses: readonly {
    readonly async: boolean;
    readonly target: Expression;
    readonly iterable: Expression;
    readonly conditions: readonly Expression[];
  }[];
  readonly span: Span;
}
