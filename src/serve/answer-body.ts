import { randomBytes } from 'node:crypto';
import { linesOf } from './event-stream.ts';
import type { Answer, Call } from './read-call.ts';

type Json = Readonly<Record<string, unknown>>;

const newId = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

/** Usage as responses count it; nothing of it was cached or spent on thought that we know of. */
function responseUsage({ usage }: Answer): Json {
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
function responseHead({ body, maxTokens }: Call, { model }: Answer): Json {
  const fieldOr = (field: string, otherwise: unknown) => body[field] ?? otherwise;
  return {
    id: newId('resp'),
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

/** The response, which holds the best answer alone, as numbered events; the last one has all of it. */
function* responseEvents(call: Call, answer: Answer): Iterable<Json> {
  let number = 0;
  const event = (type: string, more: Json): Json => ({ type: `response.${type}`, sequence_number: number++, ...more });
  const head = responseHead(call, answer);
  const [text = ''] = answer.texts;
  const id = newId('msg');
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
  const ending = { ...responseUsage(answer), mutagree: answer.account };
  yield event('completed', { response: { ...head, status: 'completed', output: [item], ...ending } });
}

const usageOf = ({ usage }: Answer): Json | null =>
  usage && {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
  };

function headOf(kind: 'chat' | 'completion', model: string, object: string): Json {
  const prefix = kind === 'chat' ? 'chatcmpl' : 'cmpl';
  const id = `${prefix}-${randomBytes(12).toString('hex')}`;
  return { id, object, created: Math.floor(Date.now() / 1000), model };
}

const choiceOf = (index: number, content: Json, finish: 'stop' | null): Json => {
  return { index, ...content, logprobs: null, finish_reason: finish };
};

export function answerBody(call: Call, answer: Answer): Json {
  const { kind } = call;
  if (kind === 'response') return [...responseEvents(call, answer)].at(-1)?.['response'] as Json;
  const contentOf = (text: string) =>
    kind === 'chat' ? { message: { role: 'assistant', content: text, refusal: null } } : { text };
  const choices = answer.texts.map((text, index) => choiceOf(index, contentOf(text), 'stop'));
  const usage = usageOf(answer);
  return {
    ...headOf(kind, answer.model, kind === 'chat' ? 'chat.completion' : 'text_completion'),
    choices,
    ...(usage ? { usage } : {}),
    mutagree: answer.account,
  };
}

/** The answer as events of a stream, without the final one; the account is in the last but the usage. */
export function* answerEvents(call: Call, answer: Answer): Iterable<Json> {
  const { kind, includeUsage } = call;
  if (kind === 'response') return yield* responseEvents(call, answer);
  const head = headOf(kind, answer.model, kind === 'chat' ? 'chat.completion.chunk' : 'text_completion');
  const nothing = includeUsage ? { usage: null } : {};
  const event = (index: number, content: Json, finish: 'stop' | null, more: Json = {}) => {
    return { ...head, choices: [choiceOf(index, content, finish)], ...nothing, ...more };
  };
  const last = answer.texts.length - 1;
  for (const [index, text] of answer.texts.entries()) {
    const account = index === last ? { mutagree: answer.account } : {};
    if (kind === 'chat') yield event(index, { delta: { role: 'assistant', content: '' } }, null);
    for (const line of linesOf(text))
      yield event(index, kind === 'chat' ? { delta: { content: line } } : { text: line }, null);
    yield event(index, kind === 'chat' ? { delta: {} } : { text: '' }, 'stop', account);
  }
  if (includeUsage) yield { ...head, choices: [], usage: usageOf(answer) };
}

/** The account as headers, for clients that read no bodies. */
export function accountHeaders({ account }: Answer): Record<string, string> {
  const { confidence, votes, samples, problem, usd } = account;
  return {
    'x-mutagree-votes': String(votes),
    'x-mutagree-samples': String(samples),
    ...(confidence === null ? {} : { 'x-mutagree-confidence': confidence.toFixed(3) }),
    ...(problem === null ? {} : { 'x-mutagree-problem': problem }),
    ...(usd === null ? {} : { 'x-mutagree-usd': usd.toFixed(6) }),
  };
}
