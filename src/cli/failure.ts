/** What a command could not do: one sentence for people, a code for JSON, and the exit status. */
export interface Failure {
  readonly code: string;
  readonly sentence: string;
  /** 2 usage or failure, 3 refused. */
  readonly status: 2 | 3;
}

/** A failure with exit status 2. */
export function failure(code: string, sentence: string): Failure {
  return { code, sentence, status: 2 };
}
