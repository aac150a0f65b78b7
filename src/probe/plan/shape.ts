/** How lines of output name lines of files. Files are as the command was given them. */
export type HitShape =
  /** `LINE:text` of one file. */
  | { readonly kind: 'numbered'; readonly file: string }
  /** `FILE:LINE:text`; one of `files`, or below one of them; `LINE:text` if there was only `files[0]` to search. */
  | {
      readonly kind: 'located';
      readonly files: readonly string[];
      readonly column: boolean;
      readonly revision?: string;
    }
  /** Plain lines of one file, from `start` on. */
  | { readonly kind: 'sequence'; readonly file: string; readonly start: number }
  /** `cat -n`. */
  | { readonly kind: 'counted'; readonly file: string }
  /** `git blame`. */
  | { readonly kind: 'blame'; readonly file: string };
