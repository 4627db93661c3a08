import type OpenAI from 'openai';
import type { ChatModel, ChatRequest } from '../core/chat.ts';
import { asking, type OpenAiModelOptions, openClient, refusalIn } from './endpoint.ts';
import { addressOf } from './failures.ts';
import { openAiBatches } from './openai-batches.ts';
import { readReply } from './read-reply.ts';
import { dialectOf, refusedField, toBody } from './request-dialect.ts';

export type { OpenAiModelOptions } from './endpoint.ts';

/** A model that may be asked in batches, too. */
export type BatchingModel = ChatModel & { readonly batches: ReturnType<typeof openAiBatches> };

/**
 * A model at any OpenAI-compatible chat endpoint: OpenAI, OpenRouter, vLLM, Ollama, llama.cpp.
 *
 * Every call is one request (`withRetry` repeats it), except that a model which refuses `max_tokens`, `temperature`,
 * `top_p` or `seed` by name is asked again without them, also in later calls; each reply records the accepted form.
 *
 * @throws ModelConfigError `base-url-invalid`, and `model-key-missing` for OpenAI itself without a key
 */
export function createOpenAiModel(options: OpenAiModelOptions): BatchingModel {
  const { model } = options;
  const { client, endpoint } = openClient(options);
  /** Fields that the model has refused by name. */
  const refused = new Set<string>();

  const ask = async (request: ChatRequest, signal: AbortSignal) => {
    for (const omitted = [...refused]; ; ) {
      try {
        const dialect = dialectOf(omitted);
        const body = toBody(model, request, dialect) as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
        const response = await client.chat.completions.create(body, { signal }).asResponse();
        const text = await response.text();
        for (const field of omitted) refused.add(field);
        return { ...readReply(text, endpoint), sent: { endpoint: addressOf(endpoint), ...dialect } };
      } catch (error) {
        const refusal = refusalIn(error);
        const field = refusal && refusedField(omitted, refusal);
        if (field === null) throw error;
        omitted.push(field);
      }
    }
  };

  return {
    id: model,
    batches: openAiBatches(client, endpoint, () => dialectOf(refused)),
    complete: (request, signal) => asking(endpoint, signal, (either) => ask(request, either)),
  };
}
