import type { ChatModel, ChatRequest } from '../core/chat.ts';
import { asking, endpointOf, type OpenAiModelOptions, RefusedRequest, request } from './endpoint.ts';
import { addressOf } from './failures.ts';
import { openAiBatches } from './openai-batches.ts';
import { readReply } from './read-reply.ts';
import { COMMON_DIALECT, mergedDialect, toBody, withoutRefused } from './request-dialect.ts';

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
  const endpoint = endpointOf(options);
  let dialect = COMMON_DIALECT;

  const ask = async (asked: ChatRequest, signal: AbortSignal) => {
    for (let used = dialect; ; ) {
      try {
        const body = JSON.stringify(toBody(model, asked, used));
        const text = await request(endpoint, '/chat/completions', signal, { method: 'POST', body });
        dialect = mergedDialect(dialect, used);
        return { ...readReply(text, endpoint), sent: { endpoint: addressOf(endpoint), ...used } };
      } catch (error) {
        const milder = error instanceof RefusedRequest ? withoutRefused(used, error.refusal) : null;
        if (!milder) throw error;
        used = milder;
      }
    }
  };

  return {
    id: model,
    batches: openAiBatches(endpoint, () => dialect),
    complete: (asked, signal) => asking(endpoint, signal, (either) => ask(asked, either)),
  };
}
