import type { Result } from '../../base/index.ts';
import type { Call, Expression } from '../../syntax/index.ts';
import type { FileError } from '../../transport/index.ts';
import type {
  CallTargets,
  ClassSymbol,
  FunctionSymbol,
  Hierarchy,
  MemberLookup,
  PythonFile,
  PythonSymbol,
  Resolution,
  Scope,
  ValueTypes,
} from './model.ts';

/**
 * Python below the root of a target, read on demand: a file is read when a question needs it, parsed once
 * per digest, and every answer is kept, negative ones too. Nothing throws; a file that cannot be read is a
 * reason in the answer.
 */
export interface PythonProgram {
  file(path: string, signal?: AbortSignal): Promise<Result<PythonFile, FileError>>;
  /** What was parsed so far, in the order of reading. */
  readonly files: readonly PythonFile[];

  /** The class or function with a symbol path; the last where several have it. Reads nothing. */
  symbol(file: PythonFile, path: string): ClassSymbol | FunctionSymbol | null;
  /** The innermost scope around an offset. Reads nothing. */
  scopeAt(file: PythonFile, offset: number): Scope;
  /**
   * The dotted name of an expression with imports written out, as `threading.Thread` for `t.Thread` after
   * `import threading as t`, `.base.Pool` after `from .base import Pool`; as it is where no import explains
   * it; null if it is no name. Reads nothing.
   */
  qualifiedName(expression: Expression, scope: Scope): string | null;

  /** The meaning of a name in a scope: locals, outer functions, module, star imports, built-ins. */
  resolveName(name: string, scope: Scope, signal?: AbortSignal): Promise<Resolution>;
  /** The meaning of a name or of attributes of modules and classes, such as `base.Pool.LIMIT`. */
  resolve(expression: Expression, scope: Scope, signal?: AbortSignal): Promise<Resolution>;
  /** The module that a dotted name means when it is imported by a file. */
  resolveModule(module: string, level: number, from: PythonFile, signal?: AbortSignal): Promise<Resolution>;

  hierarchy(symbol: ClassSymbol, signal?: AbortSignal): Promise<Hierarchy>;
  /** A member of the class or of the first base that has it; with `after` what `super()` in that class finds. */
  lookupMember(symbol: ClassSymbol, name: string, options?: LookupOptions): Promise<MemberLookup>;
  /** Known subclasses, direct and indirect: one search of the host, then a read of each file that it names. */
  subclasses(symbol: ClassSymbol, signal?: AbortSignal): Promise<readonly ClassSymbol[]>;

  /** The classes of `self.FIELD`, from assignments and annotations in the class and its bases. */
  fieldType(symbol: ClassSymbol, field: string, signal?: AbortSignal): Promise<ValueTypes>;
  /** The classes of a value: names, `self`, fields, calls of classes and of annotated functions. */
  valueType(expression: Expression, scope: Scope, signal?: AbortSignal): Promise<ValueTypes>;
  /** What a call reaches: functions by name, methods over the hierarchy, `super()`, methods of fields. */
  callTargets(call: Call, scope: Scope, options?: CallOptions): Promise<CallTargets>;

  /** Where the name at an offset is defined; null between names and where it is not below the root. */
  definitionAt(file: PythonFile, offset: number, signal?: AbortSignal): Promise<PythonSymbol | null>;
}

export interface LookupOptions {
  readonly after?: ClassSymbol;
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  /** The class that `self` has at run time, when it is a subclass of the one that the code stands in. */
  readonly receiver?: ClassSymbol;
  readonly signal?: AbortSignal;
}
