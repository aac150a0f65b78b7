import type {
  Assign,
  ClassDef,
  Expression,
  FunctionDef,
  Import,
  Module,
  Span,
  Statement,
} from '../../syntax/index.ts';
import type { FileError } from '../../transport/index.ts';
import type { SourceFile } from '../tree.ts';

/** A Python file that was read and parsed; it is also the symbol and the scope of its module. */
export interface PythonFile {
  readonly kind: 'module';
  /** Relative to the root. */
  readonly path: string;
  readonly source: SourceFile;
  readonly module: Module;
  /** Every class and function, however deep, parents first, in the order of the text. */
  readonly symbols: readonly (ClassSymbol | FunctionSymbol)[];
  /**
   * Names that the top level binds, those of `if`, `try` and `with` included, each with its bindings in the
   * order of the text. Star imports are in `stars`.
   */
  readonly names: Names;
  readonly stars: readonly ImportedName[];
}

export type Names = ReadonlyMap<string, readonly Binding[]>;

/** What gives a name its meaning in a scope. */
export type Binding = ClassSymbol | FunctionSymbol | VariableSymbol | ImportedName;

/** Something that has a place in the code of the host. */
export type PythonSymbol = PythonFile | ClassSymbol | FunctionSymbol | VariableSymbol;

/** Where a name is looked up: a module, the body of a class, the body of a function. */
export type Scope = PythonFile | ClassSymbol | FunctionSymbol;

export interface ClassSymbol {
  readonly kind: 'class';
  readonly name: string;
  /** Names joined with dots, nested functions included, without module or `<locals>`. */
  readonly path: string;
  readonly file: PythonFile;
  readonly node: ClassDef;
  /** The scope that the definition stands in. */
  readonly parent: Scope;
  /** What the body binds: methods, class variables, nested classes. */
  readonly names: Names;
  /** Methods by name; of several definitions (an overload, a property's setter) the last. */
  readonly methods: ReadonlyMap<string, FunctionSymbol>;
  /** `self.name = …` in methods, and `name: T` or `name = …` in the body, in the order of the text. */
  readonly fields: ReadonlyMap<string, readonly FieldSite[]>;
}

export interface FunctionSymbol {
  readonly kind: 'function';
  readonly name: string;
  readonly path: string;
  readonly file: PythonFile;
  readonly node: FunctionDef;
  readonly parent: Scope;
  /** The class whose body it stands in directly. */
  readonly owner: ClassSymbol | null;
  /** The class whose object `self` is inside it: its own, or that of the method around a nested function. */
  readonly selfClass: ClassSymbol | null;
  /** The name that stands for the object, `self` by habit; null in static methods and outside classes. */
  readonly selfName: string | null;
  /** What the body binds: parameters, locals, local imports, nested definitions. */
  readonly names: Names;
}

/** A name that is assigned: a module constant, a class variable, a local, a parameter. */
export interface VariableSymbol {
  readonly kind: 'variable';
  readonly name: string;
  readonly path: string;
  readonly file: PythonFile;
  readonly parent: Scope;
  readonly annotation: Expression | null;
  /** What is assigned to exactly this name; null for parameters, loops and where it cannot be told apart. */
  readonly value: Expression | null;
  readonly how: 'assign' | 'parameter' | 'loop' | 'with' | 'except' | 'other';
  readonly span: Span;
}

export interface ImportedName {
  readonly kind: 'import';
  /** The name in this scope: the alias, or `a` of `import a.b`; `*` for a star import. */
  readonly name: string;
  readonly file: PythonFile;
  readonly statement: Import;
  /** Dotted, without the leading dots of a relative import; empty for `from . import x`. */
  readonly module: string;
  /** Leading dots. */
  readonly level: number;
  /** The member that is taken from the module; null where the module itself is bound. */
  readonly member: string | null;
  readonly span: Span;
}

/** One place that gives a field a value or a type. */
export interface FieldSite {
  readonly name: string;
  readonly annotation: Expression | null;
  readonly value: Expression | null;
  /** The method that it stands in; null for the class body. */
  readonly function: FunctionSymbol | null;
  readonly statement: Assign | Statement;
  readonly span: Span;
}

/** What a name or expression turned out to be. */
export type Resolution =
  | { readonly kind: 'symbol'; readonly symbol: PythonSymbol }
  /** A folder without `__init__.py`. */
  | { readonly kind: 'package'; readonly folder: string }
  /** Not below the root. `name` is dotted from the module on: `threading.Thread`, `builtins.max`. */
  | {
      readonly kind: 'external';
      readonly name: string;
      readonly origin: 'builtin' | 'standard-library' | 'elsewhere';
    }
  | { readonly kind: 'unresolved'; readonly reason: UnresolvedName };

/** Why a name has no meaning here; `file` and `line` are where it was asked for. */
export type UnresolvedName =
  /** A relative import, or one whose package is below the root, has no file. */
  | {
      readonly code: 'import-not-found';
      readonly module: string;
      readonly file: string;
      readonly line: number;
    }
  | { readonly code: 'name-not-found'; readonly name: string; readonly file: string; readonly line: number }
  | { readonly code: 'unreadable-file'; readonly file: string; readonly error: FileError }
  /** The expression is no name: a call, a subscript. */
  | { readonly code: 'not-a-name'; readonly file: string; readonly line: number }
  /** Imports that lead back to themselves, or too far. */
  | { readonly code: 'import-cycle'; readonly name: string; readonly file: string; readonly line: number };

/** A class and its bases over all files, in the order in which Python looks names up. */
export interface Hierarchy {
  /** The class itself first (method resolution order, C3), without what is not below the root. */
  readonly order: readonly ClassSymbol[];
  /** Bases that are no class below the root, in the order in which they were met. */
  readonly missing: readonly MissingBase[];
  /**
   * `cycle`: a class is its own ancestor; `inconsistent`: no order exists, depth first is used instead; `cut`: there
   * are more ancestors than are looked at.
   */
  readonly problem: 'cycle' | 'inconsistent' | 'cut' | null;
}

export interface MissingBase {
  /** The class that names it. */
  readonly of: ClassSymbol;
  /** As written. */
  readonly text: string;
  readonly span: Span;
  readonly resolution: Resolution;
}

export type MemberLookup =
  | {
      readonly kind: 'found';
      readonly owner: ClassSymbol;
      readonly symbol: FunctionSymbol | VariableSymbol | ClassSymbol;
    }
  /** `hierarchy.missing` names the bases that may define it. */
  | { readonly kind: 'not-found'; readonly hierarchy: Hierarchy };

/** The classes that a value may have. */
export interface ValueTypes {
  readonly classes: readonly ClassSymbol[];
  /** Names of what is not below the root and what could not be resolved. */
  readonly others: readonly Resolution[];
}

/** What a call reaches. */
export interface CallTargets {
  /** Functions and methods; `__init__` of a class that is called. More than one where the type is a union. */
  readonly functions: readonly FunctionSymbol[];
  /** Classes that are called. */
  readonly classes: readonly ClassSymbol[];
  readonly others: readonly Resolution[];
}
