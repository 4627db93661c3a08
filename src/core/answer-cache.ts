/** What a reference answers on the inputs of one task's official tests, and how long it took. */
export interface StoredAnswers {
  /** Per test of the oracle, per program that answers: its record, as `ExpectedAnswers` of form `recorded`. */
  readonly answers: readonly (readonly string[])[];
  /** CPU milliseconds a call that the oracle's relative limit comes to. */
  readonly timeoutMs: number;
  /** Whether every call has a test of its own, since some were too slow or too large to share one. */
  readonly singly: boolean;
}

/** Answers of references, kept between runs; a lost entry costs time, never a verdict. */
export interface AnswerCache {
  /** @param key hash of programs, inputs, rules and sandbox */
  get(key: string): Promise<StoredAnswers | null>;
  put(key: string, answers: StoredAnswers): Promise<void>;
}
