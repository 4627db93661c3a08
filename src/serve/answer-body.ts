import { randomBytes } from 'node:crypto';
import { linesOf } from './event-stream.ts';
import type { Answer, Call } from './read-call.ts';
import { responseBody, responseEvents } from './response-body.ts';

type Json = Readonly<Record<string, unknown>>;

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

export function answerBody(call: Call, answer: Answer): Json {
  const { kind } = call;
  if (kind === 'response') return responseBody(call, answer);
  const choices = answer.texts.map((text, index) =>
    kind === 'chat'
      ? { index, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' }
      : { index, text, logprobs: null, finish_reason: 'stop' },
  );
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
  const event = (index: number, delta: Json | string, finish: 'stop' | null, more: Json = {}) => ({
    ...head,
    choices: [
      typeof delta === 'string'
        ? { index, text: delta, logprobs: null, finish_reason: finish }
        : { index, delta, logprobs: null, finish_reason: finish },
    ],
    ...nothing,
    ...more,
  });
  const last = answer.texts.length - 1;
  for (const [index, text] of answer.texts.entries()) {
    const account = index === last ? { mutagree: answer.account } : {};
    if (kind === 'chat') yield event(index, { role: 'assistant', content: '' }, null);
    for (const line of linesOf(text)) yield event(index, kind === 'chat' ? { content: line } : line, null);
    yield event(index, kind === 'chat' ? {} : '', 'stop', account);
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
