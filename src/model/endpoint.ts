import { Agent, fetch, type RequestInit } from 'undici';
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

/** @throws ModelConfigError `base-url-invalid`; `model-key-missing` for OpenAI itself */
export function endpointOf(options: OpenAiModelOptions): Endpoint {
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
  return { model, baseUrl, apiKey, timeoutMs };
}

export class RefusedRequest extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** Fetch by itself gives up after five minutes without a header, or a byte of the body; a slow local model takes longer. */
const PATIENT = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** The text of an answer to one request; retrying is the caller's business. @throws RefusedRequest; errors of fetch */
export async function request(
  { baseUrl, apiKey }: Endpoint,
  path: string,
  signal: AbortSignal,
  { method = 'GET', body }: Pick<RequestInit, 'method' | 'body'> = {},
): Promise<string> {
  const headers = {
    accept: 'application/json',
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const response = await fetch(url, { method, body: body ?? null, headers, signal, dispatcher: PATIENT });
  if (response.ok) return response.text();
  const { status, statusText, headers: answered } = response;
  const said = endpointError(await response.text().catch(() => '')) ?? { message: `${statusText} (no body)`.trim() };
  throw new RefusedRequest({ ...said, status, headers: answered });
}

/** One piece of work in the words of our errors, within the time limit of a request. @throws ModelError, InterruptedError */
export async function asking<T>(
  endpoint: Endpoint,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new InterruptedError();
  const ending = endedBy([signal], endpoint.timeoutMs);
  try {
    return await work(ending.signal);
  } catch (error) {
    if (signal.aborted) throw new InterruptedError();
    if (error instanceof ModelError) throw error;
    if (error instanceof RefusedRequest) throw explainRefusal(error.refusal, endpoint);
    if (!ending.timedOut()) throw explainConnection(error, endpoint);
    throw failure('model-timeout', `${addressOf(endpoint)} did not answer within ${endpoint.timeoutMs / 1000} s`);
  } finally {
    ending.release();
  }
}
