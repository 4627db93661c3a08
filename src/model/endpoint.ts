import { STATUS_CODES } from 'node:http';
import OpenAI from 'openai';
import { Agent } from 'undici';
import { endedBy } from '../core/ended-by.ts';
import { InterruptedError, ModelConfigError, ModelError } from '../core/errors.ts';
import { endpointError } from './endpoint-error.ts';
import { addressOf, type Endpoint, explainConnection, explainRefusal, failure, type Refusal } from './failures.ts';

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
/** The longest that a timer of Node takes: the time limit is `asking`'s, over the body too. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** OpenAI's client by itself reads errors of the form `{"error": {"message"}}` alone. */
class Client extends OpenAI {
  protected override makeStatusError(status: number, body: object, text: string | undefined, headers: Headers) {
    const error = endpointError(text ?? JSON.stringify(body));
    return OpenAI.APIError.generate(status, { error }, `${STATUS_CODES[status] ?? ''} (no body)`.trim(), headers);
  }
}

/** Fetch by itself gives up after five minutes without a header, or a byte of the body; a slow local model takes longer. */
function patientDispatcher(): NonNullable<RequestInit['dispatcher']> {
  const agent: unknown = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  // Node's types describe another release of the same class.
  return agent as NonNullable<RequestInit['dispatcher']>;
}

/** Neither retries nor logs. @throws ModelConfigError `base-url-invalid`; `model-key-missing` for OpenAI itself */
export function openClient(options: OpenAiModelOptions): { readonly client: OpenAI; readonly endpoint: Endpoint } {
  const { model, baseUrl = OPENAI_URL, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new ModelConfigError('base-url-invalid', `"${baseUrl}" is not an http(s) address`, {
      hint: 'Write --base-url with its prefix, such as http://127.0.0.1:11434/v1.',
    });
  }
  const apiKey = options.apiKey?.trim() || null;
  if (apiKey === null && new URL(baseUrl).hostname === new URL(OPENAI_URL).hostname) {
    throw failure('model-key-missing', `there is no API key for ${model} at ${OPENAI_URL}`, {
      hint: 'Set OPENAI_API_KEY, or name another endpoint with --base-url.',
    });
  }
  const client = new Client({
    baseURL: baseUrl,
    apiKey: apiKey ?? NO_KEY,
    // Retrying, waiting and logging are the decorators' business; the client's own log would show headers.
    maxRetries: 0,
    timeout: NO_LIMIT_MS,
    logLevel: 'off',
    fetchOptions: { dispatcher: patientDispatcher() },
    organization: null,
    project: null,
  });
  return { client, endpoint: { model, baseUrl, apiKey, timeoutMs } };
}

/** What an endpoint answered instead of doing it; null for errors of another kind. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof OpenAI.APIError) || error.status === undefined) return null;
  const { status, message, code, type, param, headers } = error;
  return { status, message: message.replace(/^\d+ /, ''), code: code ?? type, param, headers };
}

/** One piece of work in the words of our errors, within the time limit of a request. @throws ModelError, InterruptedError */
export async function asking<T>(endpoint: Endpoint, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
  if (signal.aborted) throw new InterruptedError();
  const ending = endedBy([signal], endpoint.timeoutMs);
  try {
    return await work(ending.signal);
  } catch (error) {
    if (signal.aborted) throw new InterruptedError();
    if (error instanceof ModelError) throw error;
    const refusal = refusalIn(error);
    if (refusal) throw explainRefusal(refusal, endpoint);
    if (!ending.timedOut()) throw explainConnection(error, endpoint);
    throw failure('model-timeout', `${addressOf(endpoint)} did not answer within ${endpoint.timeoutMs / 1000} s`);
  } finally {
    ending.release();
  }
}
