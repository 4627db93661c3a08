import { ModelConfigError, ModelError } from '../core/errors.ts';

/** What error texts may say of an endpoint; the key is known only to be taken out of them. */
export interface Endpoint {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
}

/** What is known of a request that brought no usable answer; without status where no HTTP answer came at all. */
export interface RequestFailure {
  readonly message: string;
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  /** The endpoint's own code of the error. */
  readonly errorCode?: string | null | undefined;
  readonly timedOut: boolean;
  readonly brokenJson: boolean;
  /** The system's code of a failed connection, such as `ECONNREFUSED`. */
  readonly connectionCode: string | null;
}

const LONGEST_EXCERPT = 300;
/** Shapes of keys that are not ours to know but that an endpoint may quote back. */
const KEY_LIKE = /\b(?:sk|pk|hf|gsk|xai|key)[-_][A-Za-z0-9_*.-]{8,}|\bBearer\s+\S+/gi;

/** A short quotation of what an endpoint said, on one line and without any key. */
export function excerpt(text: string, { apiKey }: Pick<Endpoint, 'apiKey'>): string {
  const withoutKey = apiKey ? text.replaceAll(apiKey, '[key]') : text;
  const line = withoutKey.replace(KEY_LIKE, '[key]').replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
}

/** The address as messages show it: user and password of a URL are secrets too. */
export function addressOf({ baseUrl }: Pick<Endpoint, 'baseUrl'>): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/$/, '');
}

/**
 * Milliseconds that a Retry-After asks for, given as seconds or as an HTTP date, never negative; undefined where the
 * header is absent or says nothing.
 */
export function readRetryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const milliseconds = headers?.get('retry-after-ms');
  if (milliseconds && Number.isFinite(Number(milliseconds))) return Math.max(0, Number(milliseconds));
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  if (Number.isFinite(Number(value))) return Math.max(0, Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function explainConnection({ connectionCode }: RequestFailure, endpoint: Endpoint): ModelError {
  const address = addressOf(endpoint);
  const code = connectionCode ?? 'connection failed';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ModelError('model-unreachable', `nothing answers at ${address} (${code})`, {
      retryable: true,
      mend: 'Start the endpoint, or correct --base-url (with its prefix, such as /v1).',
    });
  }
  return new ModelError('model-connection-lost', `the connection to ${address} broke (${code})`, {
    retryable: true,
    mend: 'Run the same command again: replies that were stored are not asked for twice.',
  });
}

function explainStatus(failure: RequestFailure, status: number, endpoint: Endpoint): ModelError {
  const address = addressOf(endpoint);
  const said = excerpt(failure.message.replace(/^\d+ /, ''), endpoint);
  const answer = `${address} answered ${status}: ${said}`;
  if (status === 401) {
    return endpoint.apiKey === null
      ? new ModelConfigError('model-key-missing', `${address} wants an API key`, { mend: 'Set OPENAI_API_KEY.' })
      : new ModelConfigError('model-key-refused', answer, { mend: 'Check OPENAI_API_KEY and --base-url.' });
  }
  if (status === 403) {
    return new ModelConfigError('model-forbidden', answer, {
      mend: `Check that the key may use ${endpoint.model} and that the endpoint serves your region.`,
    });
  }
  if (status === 404) {
    return new ModelConfigError('model-unknown', `${address} has no model "${endpoint.model}": ${said}`, {
      mend: 'Check --model, and that --base-url ends in the prefix of the API, such as /v1.',
    });
  }
  const insufficient = failure.errorCode === 'insufficient_quota';
  if (status === 402 || insufficient) {
    return new ModelConfigError('model-quota', answer, {
      mend: 'Pay into the account of the key, or use another key; the run resumes.',
    });
  }
  if (status === 429) {
    const retryAfterMs = readRetryAfterMs(failure.headers, Date.now());
    return new ModelError('model-rate-limited', answer, {
      retryable: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      mend: 'Lower --concurrency, or run the same command again later: it goes on where it stopped.',
    });
  }
  if (status >= 500 || status === 408 || status === 409) {
    const retryAfterMs = readRetryAfterMs(failure.headers, Date.now());
    return new ModelError('model-server-error', answer, {
      retryable: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      mend: 'Look at the log of the endpoint, and run the same command again: it goes on where it stopped.',
    });
  }
  return new ModelConfigError('model-request-refused', answer, {
    mend: 'Check --model, --max-tokens, --temperature and --top-p against what the endpoint accepts.',
  });
}

/** A failed request as an error that says what to do. It keeps no cause: the client's errors hold headers. */
export function explainFailure(failure: RequestFailure, endpoint: Endpoint): ModelError {
  const address = addressOf(endpoint);
  if (failure.timedOut) {
    return new ModelError('model-timeout', `${address} did not answer within ${endpoint.timeoutMs / 1000} s`, {
      retryable: true,
      mend: 'Lower --concurrency or --max-tokens where the endpoint is slow.',
    });
  }
  if (failure.status !== undefined) return explainStatus(failure, failure.status, endpoint);
  if (failure.brokenJson) {
    return new ModelError('model-not-json', `${address} answered with broken JSON or none`, {
      retryable: true,
      mend: 'Check that --base-url is the API itself and not a proxy or a web page.',
    });
  }
  return explainConnection(failure, endpoint);
}
