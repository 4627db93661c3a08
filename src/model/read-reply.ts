import { z } from 'zod';
import type { ChatReply } from '../core/chat.ts';
import { ModelError } from '../core/errors.ts';
import { addressOf, type Endpoint, excerpt } from './explain-failure.ts';

const count = z.number().int().nonnegative();

/** What we need of a chat completion; endpoints differ in everything else. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
  error: z.union([z.string(), z.object({ message: z.string() })]).nullish(),
});

const POINT_AT_API = 'Check that --base-url is the API itself (it often ends in /v1), not a web page or a proxy.';

function explainForeign(answer: unknown, endpoint: Endpoint): ModelError {
  const address = addressOf(endpoint);
  if (answer === undefined || answer === null || answer === '') {
    return new ModelError('model-empty-answer', `${address} answered with nothing`, {
      retryable: true,
      mend: POINT_AT_API,
    });
  }
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const kind = /^\s*<(!doctype|html)/i.test(text) ? 'an HTML page' : 'something else';
  const message = `${address} answered with ${kind} instead of a chat completion: ${excerpt(text, endpoint)}`;
  return new ModelError('model-not-json', message, { mend: POINT_AT_API });
}

/**
 * The reply in an endpoint's answer. An empty text is a reply; an absent one is an error, unless the model declined or
 * spent its tokens before it (reasoning models).
 *
 * @throws ModelError `model-not-json`, `model-empty-answer`, `model-no-choices`, `model-no-message`, `model-server-error`.
 */
export function readReply(answer: unknown, endpoint: Endpoint): ChatReply {
  const parsed = completionSchema.safeParse(answer);
  if (!parsed.success) throw explainForeign(answer, endpoint);
  const { choices, usage, error } = parsed.data;
  const address = addressOf(endpoint);
  if (error) {
    const said = excerpt(typeof error === 'string' ? error : error.message, endpoint);
    throw new ModelError('model-server-error', `${address} reported: ${said}`, {
      retryable: true,
      mend: 'Look at the log of the endpoint, and run the same command again: it goes on where it stopped.',
    });
  }
  if (!choices) throw explainForeign(answer, endpoint);
  const [choice] = choices;
  if (!choice) {
    throw new ModelError('model-no-choices', `${address} answered without any choice`, {
      retryable: true,
      mend: 'Look at the log of the endpoint, and run the same command again: it goes on where it stopped.',
    });
  }
  const reply = (status: ChatReply['status'], text: string): ChatReply => ({
    status,
    text,
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null,
  });
  const { message, finish_reason: reason } = choice;
  if (reason === 'content_filter') return reply('refused', message?.content ?? '');
  if (message?.refusal) return reply('refused', message.refusal);
  if (reason === 'length') return reply('truncated', message?.content ?? '');
  if (typeof message?.content !== 'string') {
    throw new ModelError('model-no-message', `${address} answered with a choice that holds no text`, {
      retryable: true,
      mend: 'Check that --model names a chat model that answers in text.',
    });
  }
  return reply('completed', message.content);
}
