import { type ChatRequest, REFUSABLE, type RefusableField, type SentRequest } from '../core/chat.ts';
import type { Refusal } from './failures.ts';

/** How an endpoint wants a request, as far as its refusals have taught us. */
export type Dialect = Pick<SentRequest, 'tokensField' | 'without'>;

/** The form of a request without the fields that the endpoint refused. */
export const dialectOf = (refused: Iterable<string>): Dialect => {
  const fields = new Set(refused);
  return {
    tokensField: fields.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens',
    without: REFUSABLE.filter((field) => fields.has(field)),
  };
};

/** A length that is refused is another matter than the name of its field. */
const ABOUT_LENGTH = /context|too large|too long|at most/i;

/** The field that a refusal is about, besides those that were refused before; null if it complains of something else. */
export function refusedField(refused: readonly string[], { status, param, message }: Refusal): string | null {
  if (status !== 400 && status !== 422) return null;
  const complaint = `${param ?? ''} ${message}`;
  // `topP` and `Top P` are `top_p`.
  const isNamed = (field: string) =>
    !refused.includes(field) && new RegExp(`\\b${field.replace('p_p', 'p[_ ]?p')}\\b`, 'i').test(complaint);
  if (isNamed('max_tokens') && !ABOUT_LENGTH.test(message)) return 'max_tokens';
  // Of two that exclude each other top_p goes: studies vary the temperature.
  const order = param === 'temperature' ? REFUSABLE : ['top_p', 'temperature', 'seed'];
  return order.find(isNamed) ?? null;
}

/** The JSON body of a request; its extra fields are added last. */
export function toBody(model: string, request: ChatRequest, { tokensField, without }: Dialect) {
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
