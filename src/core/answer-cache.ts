/** What a reference answers on the inputs of one task's official tests, and how long it took. */
export interface StoredAnswers {
  /** Per test of the oracle, how many calls each of its pieces has: one piece, or more where they were too slow or too large. */
  readonly pieces: readonly (readonly number[])[];
  /** Per test after splitting, per program that answers: its record, as `ExpectedAnswers` of form `recorded`. */
  readonly answers: readonly (readonly string[])[];
  /** Per test after splitting: CPU milliseconds of the reference, where they were measured; else 0. */
  readonly costsMs: readonly number[];
  /** CPU milliseconds per call that the oracle's relative limit comes to. */
  readonly timeoutMs: number;
}

/** Answers of references, kept between runs; a lost entry costs time, never a verdict. */
export interface AnswerCache {
  /** @param key hash of programs, inputs, rules and sandbox */
  get(key: string): Promise<StoredAnswers | null>;
  put(key: string, answers: StoredAnswers): Promise<void>;
}
