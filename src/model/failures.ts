import { ModelConfigError, ModelError } from '../core/errors.ts';
import type { TokenUsage } from '../core/stored.ts';

/** As error texts may show it; the key is here only to be removed from them. */
export interface Endpoint {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
}

const LONGEST_EXCERPT = 300;
/** Shapes of keys that are not ours to know but that an endpoint may quote back. */
const KEY_LIKE = /\b(?:sk|pk|hf|gsk|xai|key)[-_][A-Za-z0-9_*.-]{8,}|\bBearer\s+\S+/gi;

/** A short quotation of an endpoint's answer, on one line and without any key. */
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

type Details = NonNullable<ConstructorParameters<typeof ModelError>[2]>;

interface FailureKind extends Details {
  readonly hint: string;
  /** Turned away before the endpoint did any work. */
  readonly isFree?: true;
  /** The settings are to be changed; every call fails alike. */
  readonly isConfig?: true;
}

const again = (hint: string) => ({ retryable: true, hint });
/** An endpoint that restarts is back in a moment, and an answer that broke off was paid for. */
const fewTimes = (hint: string) => ({ retryable: true, mostTries: 3, hint });
const setting = (hint: string) => ({ isConfig: true as const, hint });
const free = (hint: string, more: Omit<Details, 'hint'> = {}) => ({ ...more, isFree: true as const, hint });

const CHECK_API = 'Check that --base-url is the API itself (it often ends in /v1), not a web page or a proxy.';

/** Every way in which an endpoint fails, by its code. */
const FAILURES = {
  'model-unreachable': free('Start the endpoint, or correct --base-url (with its prefix, such as /v1).', {
    retryable: true,
    mostTries: 3,
    concernsAll: true,
  }),
  'model-rate-limited': free('Lower --concurrency, or run the same command again later: it resumes where it stopped.', {
    retryable: true,
    concernsAll: true,
  }),
  'model-connection-lost': again('Run the same command again: replies that were stored are not asked for twice.'),
  'model-timeout': again(
    'Raise --request-timeout-ms, or lower --concurrency or --max-tokens, where the endpoint is slow.',
  ),
  'model-server-error': again('Look at the log of the endpoint, and run the same command again with --retry-failed.'),
  'model-key-missing': setting('Set OPENAI_API_KEY.'),
  'model-key-refused': { concernsAll: true, hint: 'Check OPENAI_API_KEY and --base-url.' },
  'model-forbidden': setting('Check that the key may use --model and that the endpoint serves your region.'),
  'model-unknown': setting('Check --model, and that --base-url ends in the prefix of the API, such as /v1.'),
  'model-quota': setting('Pay into the account of the key, or use another key; the run resumes.'),
  'model-content-filtered': free(
    "The endpoint's filter refuses the prompt. Nothing can be asked of this task as it stands; the run goes on without the call.",
  ),
  'model-context-exceeded': free(
    'The prompt and --max-tokens do not fit the model: lower --max-tokens, or take a model with more context.',
  ),
  'model-request-refused': free(
    'Check --model, --max-tokens, --temperature, --top-p and --extra-body against what the endpoint accepts.',
  ),
  'model-not-json': { hint: CHECK_API },
  'model-empty-answer': fewTimes(CHECK_API),
  'model-broken-json': fewTimes(
    'Something between here and the endpoint cuts its answers: look at proxies and at the log of the endpoint.',
  ),
  'model-thought-alone': fewTimes(
    'Another --temperature or reasoning effort (--extra-body) may help; so may the reasoning parser of the server, which can take the answer for thought.',
  ),
  'model-batch-error': free('Its requests are asked singly, at the full price.'),
  'model-no-message': { hint: 'Check that --model names a chat model that answers in text.' },
} satisfies Readonly<Record<string, FailureKind>>;
type FailureCode = keyof typeof FAILURES;

export function failure(code: FailureCode, message: string, details: Partial<FailureKind> = {}): ModelError {
  const kind: FailureKind = { ...FAILURES[code], ...details };
  return kind.isConfig ? new ModelConfigError(code, message, kind) : new ModelError(code, message, kind);
}

/** The tokens that a failed call is charged for: none if it was turned away at the door; null if that is not known. */
export function usageOfFailure(error: unknown): TokenUsage | null {
  if (!(error instanceof ModelError)) return null;
  const known: Readonly<Record<string, FailureKind>> = FAILURES;
  const isFree = error instanceof ModelConfigError || known[error.code]?.isFree;
  return error.usage ?? (isFree ? { inputTokens: 0, outputTokens: 0 } : null);
}

const FILTERED =
  /content[ _-]?(filter|management|policy)|ResponsibleAI|safety system|flagged|moderation|prohibited content/i;
const TOO_LONG =
  /context[ _-]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|exceeds? .*context/i;
const NO_MODEL =
  /model_not_found|\bmodel\b.*\b(?:not found|(?:does )?not exist|not loaded|not a valid model|no longer|decommissioned)\b|\b(?:unknown|invalid|no such|unsupported|not a supported) model\b/i;
const KEY_REFUSED =
  /\b(?:api[ _-]?key|access token|credentials?)\b.{0,40}\b(?:not valid|invalid|incorrect|expired|revoked|missing)|\b(?:invalid|incorrect|expired|missing) (?:api[ _-]?key|access token|credentials?)/i;
const PASSING = new Set([408, 409, 425]);

function codeOfStatus(status: number, code: unknown, message: string, hasKey: boolean): FailureCode {
  const complaint = `${code ?? ''} ${message}`;
  if (status === 401) return hasKey ? 'model-key-refused' : 'model-key-missing';
  if (status === 403 && !FILTERED.test(complaint)) return 'model-forbidden';
  if (status === 404 || status === 410 || ((status === 400 || status === 422) && NO_MODEL.test(complaint)))
    return 'model-unknown';
  if (status === 402 || code === 'insufficient_quota') return 'model-quota';
  if (status === 429) return 'model-rate-limited';
  if (status >= 500 || PASSING.has(status)) return 'model-server-error';
  if (FILTERED.test(complaint)) return 'model-content-filtered';
  if (KEY_REFUSED.test(complaint)) return 'model-key-refused';
  return TOO_LONG.test(complaint) ? 'model-context-exceeded' : 'model-request-refused';
}

/** Seconds, with or without their unit, or a date by the endpoint's clock; undefined without a readable header. */
function readRetryAfterMs(headers: Pick<Headers, 'get'> | undefined): number | undefined {
  const milliseconds = headers?.get('retry-after-ms');
  if (milliseconds && Number.isFinite(Number(milliseconds))) return Math.max(0, Number(milliseconds));
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value.replace(/\s*s(?:ec(?:ond)?s?)?$/i, ''));
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  const theirs = Date.parse(headers?.get('date') ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(theirs) ? Date.now() : theirs));
}

/** A status other than success, with the endpoint's own words. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: unknown;
  /** The field of the request that it is about. */
  readonly param?: unknown;
  readonly headers?: Pick<Headers, 'get'>;
}

/** The error of a status, which concerns every call or this one alone. */
export function explainRefusal({ status, message, code, headers }: Refusal, endpoint: Endpoint): ModelError {
  const kind = codeOfStatus(status, code, message, endpoint.apiKey !== null);
  const [address, shown] = [addressOf(endpoint), excerpt(message, endpoint)];
  if (kind === 'model-key-missing') return failure(kind, `${address} wants an API key; it answered 401: ${shown}`);
  if (kind === 'model-unknown') return failure(kind, `${address} has no model "${endpoint.model}": ${shown}`);
  const details = { retryAfterMs: readRetryAfterMs(headers), ...(status === 401 ? { isConfig: true as const } : {}) };
  return failure(kind, `${address} answered ${status}: ${shown}`, details);
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const CERTIFICATE = /CERT|SELF_SIGNED|LEAF_SIGNATURE|ERR_TLS/;
/** The message of fetch, without a code, for a port that the Fetch standard blocks (such as 9 or 6667). */
const BLOCKED_PORT = 'bad port';

/** The system's code of a failed connection, such as `ECONNREFUSED`; or `BLOCKED_PORT`. */
function connectionCodeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    if (at.message === BLOCKED_PORT) return BLOCKED_PORT;
  }
  return 'connection failed';
}

/** A request that brought no answer. The error keeps no cause, which may hold headers. */
export function explainConnection(error: unknown, endpoint: Endpoint): ModelError {
  const address = addressOf(endpoint);
  const code = connectionCodeOf(error);
  if (UNREACHABLE.has(code)) return failure('model-unreachable', `nothing answers at ${address} (${code})`);
  if (CERTIFICATE.test(code)) {
    return failure('model-unreachable', `${address} shows a certificate that is not trusted (${code})`, {
      retryable: false,
      hint: 'Correct --base-url, or name the certificate of your authority in NODE_EXTRA_CA_CERTS.',
    });
  }
  if (code === BLOCKED_PORT) {
    return failure('model-unreachable', `${address} has a port that HTTP clients refuse to ask`, {
      retryable: false,
      hint: 'Serve the endpoint on another port: this one is among the blocked ports of the Fetch standard.',
    });
  }
  return failure('model-connection-lost', `the connection to ${address} broke (${code})`);
}
