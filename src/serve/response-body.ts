import { randomBytes } from 'node:crypto';
import { linesOf } from './event-stream.ts';
import type { Answer, Call } from './read-call.ts';

type Json = Readonly<Record<string, unknown>>;

const idOf = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

/** Usage as responses count it; nothing of it was cached or spent on thought that we know of. */
function usageOf({ usage }: Answer): Json {
  if (!usage) return {};
  const { inputTokens, outputTokens } = usage;
  return {
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
  };
}

/** A response without its output; it repeats the request's fields, as clients expect. */
function headOf({ body, maxTokens }: Call, { model }: Answer): Json {
  const fieldOr = (field: string, otherwise: unknown) => body[field] ?? otherwise;
  return {
    id: idOf('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    background: false,
    error: null,
    incomplete_details: null,
    instructions: fieldOr('instructions', null),
    max_output_tokens: maxTokens,
    metadata: fieldOr('metadata', {}),
    model,
    parallel_tool_calls: fieldOr('parallel_tool_calls', true),
    previous_response_id: null,
    reasoning: fieldOr('reasoning', { effort: null, summary: null }),
    // A response is not kept here: it cannot be asked for later.
    store: false,
    temperature: fieldOr('temperature', null),
    text: { format: { type: 'text' } },
    tool_choice: fieldOr('tool_choice', 'auto'),
    tools: [],
    top_p: fieldOr('top_p', null),
    truncation: fieldOr('truncation', 'disabled'),
    user: fieldOr('user', null),
  };
}

const partOf = (text: string): Json => ({ type: 'output_text', text, annotations: [], logprobs: [] });

const messageOf = (id: string, status: 'in_progress' | 'completed', content: readonly Json[]): Json => ({
  type: 'message',
  id,
  status,
  role: 'assistant',
  content,
});

/** Responses hold one answer: the best one. */
const textOf = ({ texts }: Answer): string => texts[0] ?? '';

export function responseBody(call: Call, answer: Answer): Json {
  const output = [messageOf(idOf('msg'), 'completed', [partOf(textOf(answer))])];
  return { ...headOf(call, answer), status: 'completed', output, ...usageOf(answer), mutagree: answer.account };
}

/** The response as numbered events; account and usage are in the last one. */
export function* responseEvents(call: Call, answer: Answer): Iterable<Json> {
  let number = 0;
  const event = (type: string, more: Json): Json => ({ type: `response.${type}`, sequence_number: number++, ...more });
  const head = headOf(call, answer);
  const text = textOf(answer);
  const id = idOf('msg');
  const begun = { response: { ...head, status: 'in_progress', output: [] } };
  yield event('created', begun);
  yield event('in_progress', begun);
  yield event('output_item.added', { output_index: 0, item: messageOf(id, 'in_progress', []) });
  const place = { item_id: id, output_index: 0, content_index: 0 };
  yield event('content_part.added', { ...place, part: partOf('') });
  for (const delta of linesOf(text)) yield event('output_text.delta', { ...place, delta, logprobs: [] });
  yield event('output_text.done', { ...place, text, logprobs: [] });
  yield event('content_part.done', { ...place, part: partOf(text) });
  const item = messageOf(id, 'completed', [partOf(text)]);
  yield event('output_item.done', { output_index: 0, item });
  const whole = { ...head, status: 'completed', output: [item], ...usageOf(answer), mutagree: answer.account };
  yield event('completed', { response: whole });
}
