import { z } from 'zod';
import type { ChatRequest } from './chat.ts';
import { record, type Stored, type TokenUsage, text, tokenUsageSchema } from './stored.ts';

export const pricesSchema = record({
  inputPerMTok: z.number(),
  outputPerMTok: z.number(),
  /** Of input tokens that the endpoint reads from its cache; absent: they cost as much as others. */
  cachedInputPerMTok: z.number().optional(),
  /** Where they are from, such as `given` or `genai-prices`. */
  source: text,
});
/** Prices of one model. */
export type ModelPrices = Stored<typeof pricesSchema>;
export type TokenPrices = Omit<ModelPrices, 'source'>;

const BATCH_SHARE = 0.5;

/** Cost of a call with this usage in USD; a batch has no discount for cached tokens in addition to its own. */
export function costOf(
  { inputTokens, outputTokens, cachedInputTokens = 0 }: TokenUsage,
  { inputPerMTok, outputPerMTok, cachedInputPerMTok = inputPerMTok }: TokenPrices,
  { batch = false }: { readonly batch?: boolean } = {},
): number {
  if (batch) return (BATCH_SHARE * (inputTokens * inputPerMTok + outputTokens * outputPerMTok)) / 1e6;
  const fresh = inputTokens - cachedInputTokens;
  return (fresh * inputPerMTok + cachedInputTokens * cachedInputPerMTok + outputTokens * outputPerMTok) / 1e6;
}

/** An overestimate on purpose, so that the cap holds: a token per byte, and 16 per message. */
export function worstCase({ messages, maxTokens }: Pick<ChatRequest, 'messages' | 'maxTokens'>): TokenUsage {
  const inputTokens = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + 16, 16);
  return { inputTokens, outputTokens: maxTokens };
}

/** Written before a call goes out and when it is answered; a call without an answer counts at its worst. */
export const callRecordSchema = record({
  /** Unique; the last record of a key counts. */
  key: text,
  /** Of the reply that it asks for. */
  replyKey: text,
  model: text,
  state: z.enum(['open', 'answered', 'refused', 'failed']),
  /** Null while open, where it failed, or where the endpoint counts nothing. */
  usage: tokenUsageSchema.nullable(),
  worst: tokenUsageSchema,
  /** Whether it went out with a batch, at the price of one. */
  batch: z.literal(true).optional(),
});
export type CallRecord = Stored<typeof callRecordSchema>;

export function usageOf({ usage, worst }: Pick<CallRecord, 'usage' | 'worst'>): TokenUsage {
  return usage ?? worst;
}
