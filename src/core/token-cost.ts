import type { ChatReply, ChatRequest, TokenUsage } from './chat.ts';

/** USD per million tokens. */
export interface TokenPrices {
  readonly inputPerMTok: number;
  readonly outputPerMTok: number;
  /** Of input tokens that the endpoint reads from its cache; absent: they cost as much as others. */
  readonly cachedInputPerMTok?: number;
}

/** What a request costs in a batch, beside a call of its own: OpenAI's and its followers' discount. */
const BATCH_SHARE = 0.5;

/** Prices of one model with where they are from, such as `given` or `genai-prices`. */
export interface ModelPrices extends TokenPrices {
  readonly source: string;
}

/** USD that a call with this usage costs; in a batch nothing is taken off for cached tokens beside the batch's own discount. */
export function costOf(
  { inputTokens, outputTokens, cachedInputTokens = 0 }: TokenUsage,
  { inputPerMTok, outputPerMTok, cachedInputPerMTok = inputPerMTok }: TokenPrices,
  { batch = false }: { readonly batch?: boolean } = {},
): number {
  if (batch) return (BATCH_SHARE * (inputTokens * inputPerMTok + outputTokens * outputPerMTok)) / 1e6;
  const fresh = inputTokens - cachedInputTokens;
  return (fresh * inputPerMTok + cachedInputTokens * cachedInputPerMTok + outputTokens * outputPerMTok) / 1e6;
}

/** What a call used for all replies that it brought; null where the endpoint did not count. */
export function usageOfCall({ usage, others = [] }: ChatReply): TokenUsage | null {
  return others.reduce<TokenUsage | null>((sum, other) => (sum && other.usage ? added(sum, other.usage) : null), usage);
}

function added(a: TokenUsage, b: TokenUsage): TokenUsage {
  const cachedInputTokens = (a.cachedInputTokens ?? 0) + (b.cachedInputTokens ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(cachedInputTokens > 0 ? { cachedInputTokens } : {}),
  };
}

/**
 * No tokenizer makes more tokens than bytes; 16 per message for the chat template. An overestimate on purpose: the cap
 * holds whatever the tokenizer.
 */
export function worstCase({
  messages,
  maxTokens,
  also = [],
}: Pick<ChatRequest, 'messages' | 'maxTokens' | 'also'>): TokenUsage {
  const inputTokens = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + 16, 16);
  return { inputTokens, outputTokens: maxTokens * (1 + also.length) };
}

/**
 * One call that was made, written before it goes out and again when it is answered: what a killed process or a failed
 * call may have been charged for is known, and counts at its worst.
 */
export interface CallRecord {
  /** Unique; the last record of a key counts. */
  readonly key: string;
  /** Of the reply that it asks for. */
  readonly replyKey: string;
  /** Of the other replies that the same call asks for. */
  readonly alsoKeys?: readonly string[];
  readonly model: string;
  readonly state: 'open' | 'answered' | 'refused' | 'failed';
  /** As the endpoint counted; null while open, where it failed, or where the endpoint counts nothing. */
  readonly usage: TokenUsage | null;
  readonly worst: TokenUsage;
  /** Whether it went out with a batch, at the price of one. */
  readonly batch?: true;
}

/** What a call is taken to have cost: as counted, or its worst case. */
export function usageOf({ usage, worst }: Pick<CallRecord, 'usage' | 'worst'>): TokenUsage {
  return usage ?? worst;
}
