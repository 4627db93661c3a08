import { type ChatRequest, REFUSABLE, type RefusableField, type SentRequest } from '../core/chat.ts';
import type { Refusal } from './failures.ts';

/** How an endpoint wants a request, as far as its refusals have taught us. */
export type Dialect = Pick<SentRequest, 'tokensField' | 'without'>;

export const COMMON_DIALECT: Dialect = { tokensField: 'max_tokens', without: [] };

/** A length that is refused is another matter than the name of its field. */
const ABOUT_LENGTH = /context|too large|too long|at most/i;

/** Returns the dialect without the refused field; null if the endpoint complains about something else. */
export function withoutRefused(dialect: Dialect, { status, param, message }: Refusal): Dialect | null {
  if (status !== 400 && status !== 422) return null;
  const complaint = `${param ?? ''} ${message}`;
  if (dialect.tokensField === 'max_tokens' && /\bmax_tokens\b/.test(complaint) && !ABOUT_LENGTH.test(message)) {
    return { ...dialect, tokensField: 'max_completion_tokens' };
  }
  // Of two that exclude each other top_p goes: studies vary the temperature.
  const order: readonly RefusableField[] = param === 'temperature' ? REFUSABLE : ['top_p', 'temperature', 'seed'];
  const refused = order.find(
    (field) => !dialect.without.includes(field) && new RegExp(`\\b${field}\\b`).test(complaint),
  );
  if (refused === undefined) return null;
  // In one order, however the endpoint came to its complaints.
  return { ...dialect, without: REFUSABLE.filter((field) => field === refused || dialect.without.includes(field)) };
}

export function mergedDialect(a: Dialect, b: Dialect): Dialect {
  const tokensField = a.tokensField === 'max_tokens' ? b.tokensField : a.tokensField;
  return {
    tokensField,
    without: REFUSABLE.filter((field) => a.without.includes(field) || b.without.includes(field)),
  };
}

/** The JSON body of a request; its extra fields are added last. */
export function toBody(
  model: string,
  request: ChatRequest,
  { tokensField, without }: Dialect,
): Record<string, unknown> {
  const { temperature, topP: top_p, seed, extraBody } = request;
  return {
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    [tokensField]: request.maxTokens,
    ...Object.fromEntries(
      Object.entries({ temperature, top_p, seed }).filter(([field]) => !without.includes(field as RefusableField)),
    ),
    ...extraBody,
  };
}
