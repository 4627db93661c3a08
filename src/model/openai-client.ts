import OpenAI from 'openai';
import { Agent } from 'undici';
import { endedBy } from '../core/ended-by.ts';
import { InterruptedError, ModelConfigError, ModelError } from '../core/errors.ts';
import type { Endpoint } from './endpoint-words.ts';
import { explainConnection, explainTimeout } from './explain-failure.ts';
import { explainStatus } from './explain-status.ts';
import { fetchWithReadableErrors } from './readable-errors.ts';

export interface OpenAiModelOptions {
  readonly model: string;
  /** Any OpenAI-compatible endpoint, with its path prefix (`http://127.0.0.1:11434/v1`); OpenAI's own by default. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

export const OPENAI_URL = 'https://api.openai.com/v1';
const DEFAULT_TIMEOUT_MS = 300_000;
/** The client insists on some key; endpoints that need none ignore it. */
const NO_KEY = 'none';

function explain(error: unknown, isLate: boolean, endpoint: Endpoint): ModelError {
  if (isLate || error instanceof OpenAI.APIConnectionTimeoutError) return explainTimeout(endpoint);
  if (!(error instanceof OpenAI.APIError) || error.status === undefined) return explainConnection(error, endpoint);
  return explainStatus(error.status, error.message, endpoint, error);
}

function checkedBaseUrl(baseUrl: string): string {
  if (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)) return baseUrl;
  throw new ModelConfigError('base-url-invalid', `"${baseUrl}" is not an http(s) address`, {
    hint: 'Write --base-url with its prefix, such as http://127.0.0.1:11434/v1.',
  });
}

/** Node's fetch gives up after five minutes without a header; a slow local model takes longer. */
function patientDispatcher(timeoutMs: number): NonNullable<RequestInit['dispatcher']> {
  const agent: unknown = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  // Node's types describe another release of the same class.
  return agent as NonNullable<RequestInit['dispatcher']>;
}

/** Neither retries nor logs. @throws ModelConfigError `base-url-invalid`; `model-key-missing` for OpenAI itself */
export function openClient(options: OpenAiModelOptions): { readonly client: OpenAI; readonly endpoint: Endpoint } {
  const { model, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl ?? OPENAI_URL);
  const apiKey = options.apiKey?.trim() || null;
  if (apiKey === null && new URL(baseUrl).hostname === new URL(OPENAI_URL).hostname) {
    throw new ModelConfigError('model-key-missing', `there is no API key for ${model} at ${OPENAI_URL}`, {
      hint: 'Set OPENAI_API_KEY, or name another endpoint with --base-url.',
    });
  }
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? NO_KEY,
    // Retrying, waiting and logging are the decorators' business; the client's own log would show headers.
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchWithReadableErrors,
    fetchOptions: { dispatcher: patientDispatcher(timeoutMs) },
    organization: null,
    project: null,
  });
  return { client, endpoint: { model, baseUrl, apiKey, timeoutMs } };
}

/** One request in the words of our errors, within the time limit, its body included. @throws ModelError, InterruptedError */
export async function asking<T>(
  endpoint: Endpoint,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new InterruptedError();
  // The client's own limit ends with the headers; a body that never ends would outlast it.
  const ending = endedBy([signal], endpoint.timeoutMs);
  try {
    return await work(ending.signal);
  } catch (error) {
    if (signal.aborted) throw new InterruptedError();
    if (error instanceof ModelError) throw error;
    throw explain(error, ending.timedOut(), endpoint);
  } finally {
    ending.release();
  }
}
