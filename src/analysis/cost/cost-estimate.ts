import { errorFunction } from 'simple-statistics';
import type { ChatRequest, ReplyPurpose, ReplyRecord } from '../../core/chat.ts';
import { costOf, type TokenPrices, worstCase } from '../../core/token-cost.ts';
import { meanOf } from '../../statistics/bootstrap.ts';

/** Standard normal distribution function, to about 1e-7. */
const normalCdf = (x: number): number => (1 + errorFunction(x / Math.SQRT2)) / 2;

/** A figure before the run: at least, most likely, at most. */
export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly worst: number;
}

export interface PlannedCall {
  readonly purpose: ReplyPurpose;
  readonly request: Pick<ChatRequest, 'messages' | 'maxTokens'>;
  /** Characters of the task's prompt, which a program usually repeats. */
  readonly promptChars: number;
  /** Probability that the call is made at all: below 1 if it depends on an earlier reply. */
  readonly chance: number;
}

export interface TokenGuess {
  readonly source: string;
  inputTokens(call: PlannedCall): number;
  /** Expected length of a reply that is cut at the request's limit. */
  outputTokens(call: PlannedCall): number;
}

/** Characters per token: o200k makes 3.3 (human-eval) to 4.9 (MBPP) of six public sets of prompts and programs. */
const CHARS_PER_TOKEN = 3.8;
const MOST_CHARS_PER_TOKEN = 5;
/** Tokens that chat templates add around a request and each message. */
const REQUEST_OVERHEAD = 12;
const MESSAGE_OVERHEAD = 4;

/** Characters of a reply besides the repeated prompt; of large models on BigCodeBench and DL-Bench. */
const PROGRAM_CHARS = 400;
/** Five one-line assertions with their fence. */
const TESTS_CHARS = 350;
/** Standard deviation of the logarithm of reply lengths: 0.41 to 0.72 on the same data. */
const SPREAD = 0.5;

const charsOf = ({ messages }: PlannedCall['request']) =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** Mean of min(X, most) for a lognormal X with this mean. */
export function cutMean(mean: number, spread: number, most: number): number {
  const centre = Math.log(mean) - (spread * spread) / 2;
  const z = (Math.log(most) - centre) / spread;
  return mean * normalCdf(z - spread) + most * (1 - normalCdf(z));
}

function replyChars({ purpose, promptChars }: PlannedCall): number {
  if (purpose === 'program' || purpose === 'repair' || purpose === 'question') return promptChars + PROGRAM_CHARS;
  // A rewrite is as long as the prompt.
  return purpose === 'tests' ? TESTS_CHARS : Math.max(1, promptChars);
}

/** The expectation for a model without known figures. */
export const generalGuess: TokenGuess = {
  source: 'general defaults',
  inputTokens: ({ request }) =>
    charsOf(request) / CHARS_PER_TOKEN + REQUEST_OVERHEAD + MESSAGE_OVERHEAD * request.messages.length,
  outputTokens: (call) => cutMean(replyChars(call) / CHARS_PER_TOKEN, SPREAD, call.request.maxTokens),
};

/** From earlier replies; purposes without a counted one keep the general defaults. */
export function calibratedGuess(replies: readonly ReplyRecord[]): TokenGuess {
  const counted = replies.flatMap(({ purpose, request, reply: { usage, status } }) =>
    usage ? [{ purpose, chars: charsOf(request), usage, wasCut: status === 'truncated' }] : [],
  );
  if (counted.length === 0) return generalGuess;
  const chars = counted.reduce((sum, each) => sum + each.chars, 0);
  const tokens = counted.reduce((sum, each) => sum + each.usage.inputTokens, 0);
  return {
    source: `${counted.length} replies`,
    inputTokens: ({ request }) => (charsOf(request) * tokens) / chars,
    outputTokens: (call) => {
      const own = counted.filter(({ purpose }) => purpose === call.purpose);
      if (own.length === 0) return generalGuess.outputTokens(call);
      const { maxTokens } = call.request;
      return meanOf(own.map(({ usage, wasCut }) => (wasCut ? maxTokens : Math.min(usage.outputTokens, maxTokens))));
    },
  };
}

/** A model that thinks first: so many tokens on top of each reply, as far as the request's limit lets it. */
export function thinkingGuess(guess: TokenGuess, thought: number): TokenGuess {
  if (thought === 0) return guess;
  return {
    source: `${guess.source}, and ${thought} tokens of thought per call`,
    inputTokens: guess.inputTokens,
    outputTokens: (call) => cutMean(thought + replyChars(call) / CHARS_PER_TOKEN, SPREAD, call.request.maxTokens),
  };
}

/** The user's expectation: tokens per call, thought included, up to the request's limit. */
export function givenGuess(guess: TokenGuess, outputTokens: number): TokenGuess {
  return {
    source: `${guess.source}, and ${outputTokens} output tokens per call as given`,
    inputTokens: guess.inputTokens,
    outputTokens: ({ request }) => Math.min(outputTokens, request.maxTokens),
  };
}

const ZERO: Range = { low: 0, expected: 0, worst: 0 };
const inEach = (value: (which: keyof Range) => number): Range => {
  return { low: value('low'), expected: value('expected'), worst: value('worst') };
};
const plus = (a: Range, b: Range): Range => inEach((which) => a[which] + b[which]);
const times = (range: Range, factor: number): Range => inEach((which) => range[which] * factor);

/** Low: certain calls, five characters per token, half the reply; worst: a token per byte, every reply at its limit. */
export function estimateCalls(
  planned: readonly PlannedCall[],
  guess: TokenGuess,
  prices: TokenPrices | null,
  { batch = false }: { readonly batch?: boolean } = {},
) {
  let calls = ZERO;
  let inputTokens = ZERO;
  let outputTokens = ZERO;
  for (const call of planned) {
    const { request, chance } = call;
    const sure = chance >= 1 ? 1 : 0;
    const worst = worstCase(request);
    const expectedIn = Math.min(worst.inputTokens, guess.inputTokens(call));
    const expectedOut = Math.min(worst.outputTokens, guess.outputTokens(call));
    const fewest = Math.min(expectedIn, charsOf(request) / MOST_CHARS_PER_TOKEN);
    calls = plus(calls, { low: sure, expected: chance, worst: 1 });
    inputTokens = plus(inputTokens, { low: sure * fewest, expected: chance * expectedIn, worst: worst.inputTokens });
    outputTokens = plus(outputTokens, {
      low: (sure * expectedOut) / 2,
      expected: chance * expectedOut,
      worst: worst.outputTokens,
    });
  }
  const at = (which: keyof Range) =>
    prices
      ? costOf({ inputTokens: inputTokens[which], outputTokens: outputTokens[which] }, prices, {
          // At worst a batch answers nothing, and everything is asked singly.
          batch: batch && which !== 'worst',
        })
      : 0;
  /** Null where the price is not known. */
  const usd: Range | null = prices ? inEach(at) : null;
  return { calls, inputTokens, outputTokens, usd };
}

export type CallsEstimate = ReturnType<typeof estimateCalls>;

export function repeated({ calls, inputTokens, outputTokens, usd }: CallsEstimate, factor: number): CallsEstimate {
  return {
    calls: times(calls, factor),
    inputTokens: times(inputTokens, factor),
    outputTokens: times(outputTokens, factor),
    usd: usd && times(usd, factor),
  };
}

export function sumOfEstimates(parts: readonly CallsEstimate[]): CallsEstimate {
  return parts.reduce(
    (sum, part) => ({
      calls: plus(sum.calls, part.calls),
      inputTokens: plus(sum.inputTokens, part.inputTokens),
      outputTokens: plus(sum.outputTokens, part.outputTokens),
      usd: sum.usd && part.usd ? plus(sum.usd, part.usd) : null,
    }),
    { calls: ZERO, inputTokens: ZERO, outputTokens: ZERO, usd: ZERO } satisfies CallsEstimate as CallsEstimate,
  );
}
