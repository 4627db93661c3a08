import OpenAI from 'openai';
import type { ChatModel, ChatReply, ChatRequest, SentRequest } from '../core/chat.ts';
import { endedBy } from '../core/ended-by.ts';
import { InterruptedError, ModelConfigError, ModelError } from '../core/errors.ts';
import { addressOf, type RequestFailure } from './endpoint-words.ts';
import { explainFailure } from './explain-failure.ts';
import { readReply } from './read-reply.ts';
import { COMMON_DIALECT, type Dialect, mergedDialect, toBody, withoutRefused } from './request-dialect.ts';

export interface OpenAiModelOptions {
  readonly model: string;
  /** Any OpenAI-compatible endpoint, with its path prefix (`http://127.0.0.1:11434/v1`); OpenAI's own by default. */
  readonly baseUrl?: string;
  /** Endpoints of one's own seldom need one. */
  readonly apiKey?: string;
  /** Per request. */
  readonly timeoutMs?: number;
}

const OPENAI_URL = 'https://api.openai.com/v1';
const DEFAULT_TIMEOUT_MS = 300_000;
/** The client insists on some key; endpoints that need none ignore it. */
const NO_KEY = 'none';

/** The system's code, wherever in the chain of causes it stands. */
function connectionCodeOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return null;
}

function toFailure(error: unknown, timedOut: boolean): RequestFailure {
  const answer = error instanceof OpenAI.APIError ? error : null;
  return {
    message: error instanceof Error ? error.message : String(error),
    status: answer?.status,
    headers: answer?.headers,
    errorCode: answer?.code,
    timedOut: timedOut || error instanceof OpenAI.APIConnectionTimeoutError,
    connectionCode: connectionCodeOf(error),
  };
}

function checkedBaseUrl(baseUrl: string): string {
  if (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)) return baseUrl;
  throw new ModelConfigError('base-url-invalid', `"${baseUrl}" is not an http(s) address`, {
    mend: 'Write it with its prefix, such as http://127.0.0.1:11434/v1.',
  });
}

/**
 * A model behind any OpenAI-compatible chat endpoint: OpenAI, OpenRouter, vLLM, Ollama, llama.cpp.
 *
 * Every call is one request (`withRetry` asks again), except that a model which refuses `max_tokens`, `temperature`,
 * `top_p` or `seed` by name is asked once more without them, and from then on so; each reply says how it was asked for.
 *
 * @throws ModelConfigError `base-url-invalid`, and `model-key-missing` where OpenAI itself is to be asked without a key.
 */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const { model, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl ?? OPENAI_URL);
  const apiKey = options.apiKey?.trim() || null;
  if (apiKey === null && new URL(baseUrl).hostname === new URL(OPENAI_URL).hostname) {
    throw new ModelConfigError('model-key-missing', `there is no API key for ${model} at ${OPENAI_URL}`, {
      mend: 'Set OPENAI_API_KEY, or name another endpoint with --base-url.',
    });
  }
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? NO_KEY,
    // Retrying, waiting and logging are the decorators' business; the client's own log would show headers.
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    organization: null,
    project: null,
  });
  const endpoint = { model, baseUrl, apiKey, timeoutMs };
  let dialect = COMMON_DIALECT;

  /** The answer's text, and how the request was accepted; what it took is remembered once it went through. */
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
    async complete(request, signal): Promise<ChatReply> {
      if (signal.aborted) throw new InterruptedError();
      // The client's own limit ends with the headers; a body that never ends would outlast it.
      const ending = endedBy([signal], timeoutMs);
      try {
        const { text, used } = await ask(request, ending.signal);
        const sent: SentRequest = { endpoint: addressOf(endpoint), ...used };
        return { ...readReply(text, endpoint), sent };
      } catch (error) {
        if (signal.aborted) throw new InterruptedError();
        if (error instanceof ModelError) throw error;
        throw explainFailure(toFailure(error, ending.timedOut()), endpoint);
      } finally {
        ending.release();
      }
    },
  };
}
