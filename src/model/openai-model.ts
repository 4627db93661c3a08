import OpenAI from 'openai';
import type { ChatModel, ChatRequest } from '../core/chat.ts';
import { addressOf } from './endpoint-words.ts';
import { openAiBatches } from './openai-batches.ts';
import { asking, type OpenAiModelOptions, openClient } from './openai-client.ts';
import { readReply } from './read-reply.ts';
import { COMMON_DIALECT, type Dialect, mergedDialect, toBody, withoutRefused } from './request-dialect.ts';

export type { OpenAiModelOptions } from './openai-client.ts';

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
  let dialect = COMMON_DIALECT;

  const ask = async (request: ChatRequest, signal: AbortSignal): Promise<{ text: string; used: Dialect }> => {
    let used = dialect;
    for (;;) {
      try {
        const body = toBody(model, request, used) as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
        const response = await client.chat.completions.create(body, { signal }).asResponse();
        const text = await response.text();
        dialect = mergedDialect(dialect, used);
        return { text, used };
      } catch (error) {
        const refused = error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
        const milder = refused ? withoutRefused(used, error) : null;
        if (!milder) throw error;
        used = milder;
      }
    }
  };

  return {
    id: model,
    batches: openAiBatches(client, endpoint, () => dialect),
    complete: (request, signal) =>
      asking(endpoint, signal, async (either) => {
        const { text, used } = await ask(request, either);
        return { ...readReply(text, endpoint), sent: { endpoint: addressOf(endpoint), ...used } };
      }),
  };
}
