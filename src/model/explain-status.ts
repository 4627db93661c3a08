import { ModelConfigError, ModelError } from '../core/errors.ts';
import { addressOf, type Endpoint, excerpt, readRetryAfterMs } from './endpoint-words.ts';

const FILTERED =
  /content[ _-]?(filter|management|policy)|ResponsibleAI|safety system|flagged|moderation|prohibited content/i;
const TOO_LONG =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|exceeds? .*context/i;
const NO_MODEL = /model_not_found|\bmodel\b.*(not found|does not exist|not exist)|(unknown|invalid|no such) model/i;

const KEY_REFUSED =
  /\b(?:api[ _-]?key|access token|credentials?)\b.{0,40}\b(?:not valid|invalid|incorrect|expired|revoked|missing)|\b(?:invalid|incorrect|expired|missing) (?:api[ _-]?key|access token|credentials?)/i;

const PASSING = new Set([408, 409, 425]);

const IN_VAIN = 'Nothing can be asked of this task as it stands; the run goes on without the call.';

function explainRefusal(complaint: string, answer: string): ModelError {
  if (FILTERED.test(complaint)) {
    return new ModelError('model-content-filtered', answer, {
      hint: `The endpoint's filter refuses the prompt. ${IN_VAIN}`,
    });
  }
  if (KEY_REFUSED.test(complaint)) {
    return new ModelError('model-key-refused', answer, {
      concernsAll: true,
      hint: 'Check OPENAI_API_KEY and --base-url.',
    });
  }
  if (TOO_LONG.test(complaint)) {
    return new ModelError('model-context-exceeded', answer, {
      hint: 'The prompt and --max-tokens do not fit the model: lower --max-tokens, or take a model with more context.',
    });
  }
  return new ModelError('model-request-refused', answer, {
    hint: 'Check --model, --max-tokens, --temperature, --top-p and --extra-body against what the endpoint accepts.',
  });
}

function explainPassing(status: number, answer: string, headers: Headers | undefined): ModelError {
  const retryAfterMs = readRetryAfterMs(headers, Date.now());
  if (status === 429) {
    return new ModelError('model-rate-limited', answer, {
      retryable: true,
      concernsAll: true,
      retryAfterMs,
      hint: 'Lower --concurrency, or run the same command again later: it resumes where it stopped.',
    });
  }
  return new ModelError('model-server-error', answer, {
    retryable: true,
    retryAfterMs,
    hint: 'Look at the log of the endpoint, and run the same command again with --retry-failed.',
  });
}

/** The error of an HTTP status, which concerns every call or this one alone; `code`: the endpoint's own. */
export function explainStatus(
  status: number,
  message: string,
  endpoint: Endpoint,
  { code, headers }: { readonly code?: string | null | undefined; readonly headers?: Headers | undefined } = {},
): ModelError {
  const address = addressOf(endpoint);
  const shown = excerpt(message.replace(/^\d+ /, ''), endpoint);
  const answer = `${address} answered ${status}: ${shown}`;
  const complaint = `${code ?? ''} ${message}`;
  if (status === 401) {
    return endpoint.apiKey === null
      ? new ModelConfigError('model-key-missing', `${address} wants an API key; it answered 401: ${shown}`, {
          hint: 'Set OPENAI_API_KEY.',
        })
      : new ModelConfigError('model-key-refused', answer, { hint: 'Check OPENAI_API_KEY and --base-url.' });
  }
  if (status === 403 && !FILTERED.test(complaint)) {
    return new ModelConfigError('model-forbidden', answer, {
      hint: `Check that the key may use ${endpoint.model} and that the endpoint serves your region.`,
    });
  }
  if (status === 404 || status === 410 || (status === 400 && NO_MODEL.test(complaint))) {
    return new ModelConfigError('model-unknown', `${address} has no model "${endpoint.model}": ${shown}`, {
      hint: 'Check --model, and that --base-url ends in the prefix of the API, such as /v1.',
    });
  }
  if (status === 402 || code === 'insufficient_quota') {
    return new ModelConfigError('model-quota', answer, {
      hint: 'Pay into the account of the key, or use another key; the run resumes.',
    });
  }
  if (status === 429 || status >= 500 || PASSING.has(status)) return explainPassing(status, answer, headers);
  return explainRefusal(complaint, answer);
}
