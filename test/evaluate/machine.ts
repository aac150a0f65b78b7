import type { HazardRule, LifecycleQuery, Role, StateName } from '../../src/lifecycle/index.ts';

/**
 * One machine of real code as a person read it, written down before the engine was run on it. Names and line
 * numbers only. States are bare member names, or the text of a literal; `absent` is ∅.
 */
export interface TrueMachine {
  /** In the table. */
  readonly title: string;
  /** A name of test/real/corpora.json, or `debian-python3`. */
  readonly corpus: string;
  /** The folder below the corpus that the question is asked in; empty for the whole corpus. */
  readonly root: string;
  readonly query: LifecycleQuery;
  /**
   * Nothing was developed against it: what the first run reached, before anything was mended. Missing for the
   * machines that the specification names.
   */
  readonly judge?: { readonly precision: number; readonly recall: number };
  /** How the truth was found, and where the code leaves room for doubt. */
  readonly source: string;
  /** Has to be drawn (proved or possible). `A>B`, with the lines that make it. */
  readonly core: Readonly<Record<string, readonly number[]>>;
  /** Right where it is drawn, with the reason. */
  readonly possible: Readonly<Record<string, string>>;
  /** Must not be drawn, though a reader may think so: with the reason. Counts like every other wrong edge. */
  readonly wrong: Readonly<Record<string, string>>;
  /** Places that change the status, by file: the line of the assignment or of the setter's call. */
  readonly writes: Readonly<Record<string, readonly number[]>>;
  readonly setters: readonly {
    readonly name: string;
    readonly table: Readonly<Record<StateName, Readonly<Record<StateName, string>>>>;
  }[];
  readonly roles: readonly { readonly name: string; readonly kind: Role['kind'] }[];
  /** Findings that a reader agrees with; expected ones have to be found, at one of the places `file:line`. */
  readonly hazards: readonly {
    readonly rule: HazardRule;
    readonly at: readonly string[];
    readonly expected: boolean;
    readonly reason: string;
  }[];
  /** Files whose lines the false positives are counted against. */
  readonly files: readonly string[];
  /** A table of allowed transitions that the code declares. */
  readonly declared?: { readonly name: string; readonly edges: readonly string[] };
}

/** What a reader made of one finding of high severity that the truth of its machine does not list. */
export interface HighVerdict {
  /** Of the machine. */
  readonly title: string;
  readonly rule: HazardRule;
  readonly symbol: string;
  /** `file:line` of the finding. */
  readonly at: string;
  readonly verdict: 'right' | 'wrong' | 'assumption';
  readonly reason: string;
}

/** Code in which constants are no states: asked for, nothing may be found. */
export interface NoMachine {
  readonly title: string;
  readonly corpus: string;
  readonly root: string;
  readonly file: string;
  /** The class, or the attribute. */
  readonly names: string;
  readonly reason: string;
}
