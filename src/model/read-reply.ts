import { z } from 'zod';
import type { ChatReply } from '../core/chat.ts';
import type { ModelError } from '../core/errors.ts';
import type { TokenUsage } from '../core/stored.ts';
import { endpointError } from './endpoint-error.ts';
import { addressOf, type Endpoint, excerpt, explainRefusal, failure } from './failures.ts';

const count = z.number().int().nonnegative();

const held = <Field extends string>(field: Field) => z.object({ [field]: z.unknown() }).nullish();
/** What a model put into the calls of tools, which may be code: documents, or texts of their own. */
const callsSchema = z
  .array(z.object({ function: held('arguments'), custom: held('input') }))
  .catch([])
  .transform((calls) => calls.flatMap(({ function: called, custom }) => called?.arguments ?? custom?.input ?? []))
  .transform((given) => given.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))));

const TEXT_PARTS = new Set([undefined, 'text', 'output_text']);
const plainText = z.string().transform((text) => ({ type: 'text', text, refusal: null }));
const partSchema = z.union([
  plainText,
  z.object({ type: z.string().optional(), text: z.string().nullish(), refusal: z.string().nullish() }),
]);
/** A text, or a list of parts of which some are text; parts of thought are left out. */
const contentSchema = z
  .union([plainText.transform((part) => [part]), z.array(partSchema)])
  .nullish()
  .transform((parts) => {
    const texts = (parts ?? []).flatMap(({ type, text }) => (TEXT_PARTS.has(type) ? (text ?? []) : []));
    const refusal = parts?.find((part) => part.refusal)?.refusal ?? null;
    return { text: texts.length > 0 ? texts.join('') : null, refusal };
  });

/** An error that came with the status of success, of all or of one choice. */
const errorSchema = z
  .union([z.string(), z.object({ message: z.string(), code: z.union([z.string(), z.number()]).nullish().catch(null) })])
  .nullish()
  .catch('without a message');

/** The required fields of a chat completion; endpoints differ in all others. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z
          .object({
            content: contentSchema,
            refusal: z.string().nullish(),
            tool_calls: callsSchema.nullish(),
            reasoning_content: z.unknown().optional(),
            reasoning: z.unknown().optional(),
          })
          .nullish(),
        error: errorSchema,
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish().catch(null),
    })
    .transform(({ prompt_tokens: inputTokens, completion_tokens: outputTokens, prompt_tokens_details: details }) => {
      const cachedInputTokens = Math.min(inputTokens, details?.cached_tokens ?? 0) || undefined;
      return { inputTokens, outputTokens, cachedInputTokens };
    })
    .nullable()
    .catch(null),
  error: errorSchema,
});

/** Something that is not a chat completion: a page or a text comes from another server, an object from another API. */
function foreign(text: string, endpoint: Endpoint): ModelError {
  const kind = /^\s*</.test(text) ? 'an HTML page' : 'something else';
  const message = `${addressOf(endpoint)} answered with ${kind} instead of a chat completion: ${excerpt(text, endpoint)}`;
  return failure('model-not-json', message, { concernsAll: !/^\s*[{[]/.test(text) });
}

/** The beginning of a stream of events, which some servers send unasked. */
const EVENTS = /^\s*(?:event:|id:|retry:|:|data: ?[{[])/;

const chunkSchema = z.looseObject({
  choices: z.array(z.object({ delta: z.looseObject({}).nullish(), finish_reason: z.string().nullish() })).nullish(),
});

/** The completion in such a stream. @throws if an event is no chunk of it, or the end is missing */
function readEvents(text: string): unknown {
  const lines = text.match(/^data: ?\{.*/gm) ?? [];
  const chunks = lines.map((line) => chunkSchema.parse(JSON.parse(line.slice(line.indexOf('{')))));
  const firsts = chunks.flatMap(({ choices }) => choices?.[0] ?? []);
  const message: Record<string, string> = {};
  for (const [field, piece] of firsts.flatMap(({ delta }) => Object.entries(delta ?? {})))
    if (typeof piece === 'string') message[field] = (message[field] ?? '') + piece;
  const end = firsts.findLast(({ finish_reason: reason }) => reason)?.finish_reason;
  const whole = Object.assign({}, ...chunks, { choices: [{ message, finish_reason: end }] });
  if (end || 'error' in whole || /^data: ?\[DONE\]/m.test(text)) return whole;
  throw new SyntaxError('the stream has no end');
}

function parseAnswer(text: string, endpoint: Endpoint): unknown {
  const address = addressOf(endpoint);
  if (text.trim() === '') throw failure('model-empty-answer', `${address} answered with nothing`);
  try {
    return EVENTS.test(text) ? readEvents(text) : JSON.parse(text);
  } catch {
    if (!/^\s*[{[]/.test(text) && !EVENTS.test(text)) throw foreign(text, endpoint);
    throw failure('model-broken-json', `${address} answered with broken JSON: ${excerpt(text, endpoint)}`);
  }
}

/** An error that came with the status of success. */
function explainError(error: NonNullable<Answer['error']>, endpoint: Endpoint): ModelError {
  const { message, code = null } = typeof error === 'string' ? { message: error } : error;
  const status = Number(code);
  if (Number.isInteger(status) && status >= 400 && status <= 599) return explainRefusal({ status, message }, endpoint);
  return failure('model-server-error', `${addressOf(endpoint)} reported: ${excerpt(message, endpoint)}`);
}

type Answer = z.infer<typeof completionSchema>;
type Choice = NonNullable<Answer['choices']>[number];

/** Reasons to finish, in the words of several APIs. */
const FILTERED = /^(?:content_?filter(?:ed)?|safety|recitation|prohibited_content|blocklist|refusal)$/i;
const CUT = /^(?:length|max_(?:output_|new_)?tokens|model_length|model_context_window_exceeded)$/i;

/** Characters of a reply that are kept: more than any model in use writes in one. */
export const KEPT_CHARACTERS = 400_000;

/** @throws ModelError if a choice failed, or has no text and mentions neither a filter nor a limit */
function replyOf(choice: Choice, usage: TokenUsage | null, endpoint: Endpoint): Pick<ChatReply, 'status' | 'text'> {
  const { message, finish_reason: reason, error } = choice;
  if (error) throw explainError(error, endpoint);
  const address = addressOf(endpoint);
  if (reason === 'error') {
    const problem = `${address} broke off its answer (finish reason "error")`;
    throw failure('model-server-error', problem, { mostTries: 3, usage });
  }
  const said = message?.content.text ?? null;
  const text = said?.trim() ? said : message?.tool_calls?.join('\n<tool_call>\n') || said;
  const refusal = message?.refusal || message?.content.refusal;
  if (FILTERED.test(reason ?? '')) return { status: 'refused', text: text ?? refusal ?? '' };
  if (refusal) return { status: 'refused', text: refusal };
  if (CUT.test(reason ?? '')) return { status: 'truncated', text: text ?? '' };
  if ((text ?? '').trim() === '' && (message?.reasoning_content || message?.reasoning)) {
    const problem = `${address} answered with the model's thoughts and no text after them`;
    throw failure('model-thought-alone', problem, { usage });
  }
  if (text !== null) return { status: 'completed', text };
  const why = reason ? ` (finish reason "${excerpt(reason, endpoint)}")` : '';
  const problem = `${address} answered with a choice that holds no text${why}`;
  throw failure('model-no-message', problem, { usage });
}

/**
 * The reply in the text of an endpoint's answer, whatever its content type; the first choice counts. An empty text is a
 * reply; a missing one is an error, unless the model declined or spent its tokens before it (reasoning models).
 *
 * @throws ModelError `model-not-json`, `model-broken-json`, `model-empty-answer`, `model-no-message`, or the error in
 * the answer
 */
export function readReply(answer: string, endpoint: Endpoint): Omit<ChatReply, 'sent'> {
  const parsed = completionSchema.safeParse(parseAnswer(answer, endpoint));
  if (!parsed.success) throw foreign(answer, endpoint);
  const { choices, usage, error } = parsed.data;
  if (error) throw explainError(error, endpoint);
  if (!choices) {
    const complaint = endpointError(answer);
    throw complaint && complaint.message !== answer.trim()
      ? explainError(complaint, endpoint)
      : foreign(answer, endpoint);
  }
  const [choice] = choices;
  if (!choice) throw failure('model-no-message', `${addressOf(endpoint)} answered without any choice`, { usage });
  const { status, text } = replyOf(choice, usage, endpoint);
  if (text.length <= KEPT_CHARACTERS) return { status, text, usage };
  // A reply that is longer than any sensible one counts as truncated.
  const kept = text.slice(0, KEPT_CHARACTERS);
  return { status: status === 'refused' ? status : 'truncated', text: kept, sentCharacters: text.length, usage };
}
