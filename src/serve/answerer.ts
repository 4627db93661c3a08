import type { readCall } from './read-call.ts';

export type Call = ReturnType<typeof readCall>;

/** The account of an answer, as in the response's `mutagree` object. */
export interface Account {
  /** Probability that the answer is right, from agreement alone; null where it is unknown. */
  readonly confidence: number | null;
  readonly votes: number;
  readonly samples: number;
  readonly tests_passed: number;
  readonly tests: number;
  readonly variants: number;
  /** Tests that the request itself held, and how many distinct programs pass all of them. */
  readonly given_tests: number;
  readonly given_passed_by: number;
  /** The function that was asked for; null for a script. */
  readonly entry_point: string | null;
  /** Why the answer is a single reply of the model and no consensus; null where it is one. */
  readonly problem: string | null;
  readonly calls: number;
  readonly usd: number | null;
}

export interface Answer {
  readonly texts: readonly string[];
  readonly model: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
  readonly account: Account;
}

export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array> | string | null;
}

/** The plan for a request, before anything is asked or paid. */
export type Plan =
  | { readonly kind: 'solve'; answer(signal: AbortSignal): Promise<Answer> }
  | {
      readonly kind: 'pass';
      /** Kebab-case, such as `tools`: why it is not solved. */
      readonly reason: string;
      send(signal: AbortSignal): Promise<Passed>;
    };

/** Produces the answers; the server implements the protocol. */
export interface Answerer {
  readonly models: readonly string[];
  /** @throws ApiError for a request that can neither be solved nor passed on */
  plan(call: Call): Plan;
}
