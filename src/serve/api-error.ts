import { BudgetError, ConfigError, InterruptedError, ModelError, MutagreeError } from '../core/errors.ts';

/** An error as clients of OpenAI's API read it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    message: string,
    { code = null, param = null, headers = {} }: Partial<Pick<ApiError, 'code' | 'param' | 'headers'>> = {},
  ) {
    super(message);
    this.type = typeOf(status);
    this.code = code;
    this.param = param;
    this.headers = headers;
  }

  toBody(): { readonly error: Readonly<Record<string, string | null>> } {
    const { message, type, param, code } = this;
    return { error: { message, type, param, code } };
  }
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** Asking again would do the same work again, and cost the same: clients that know the header do not. */
const NOT_AGAIN = { 'x-should-retry': 'false' };

const wordsOf = ({ message, hint }: MutagreeError): string => (hint ? `${message}. ${hint}` : message);

function statusOfModelError({ code }: ModelError): number {
  if (code === 'model-rate-limited') return 429;
  if (code === 'model-context-exceeded' || code === 'model-content-filtered') return 400;
  return code === 'model-timeout' ? 504 : 502;
}

/** Fastify's own refusals: a body that is too long, of another type, or broken off. */
function refusalOf(error: unknown): ApiError | null {
  const { statusCode, message, code } = error as { statusCode?: unknown; message?: unknown; code?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null;
  return new ApiError(statusCode, String(message), { code: String(code ?? 'request-invalid').toLowerCase() });
}

/** The error for a client; null for unexpected errors, whose details stay here. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof BudgetError) {
    return new ApiError(429, error.message, { code: 'insufficient_quota', headers: NOT_AGAIN });
  }
  if (error instanceof InterruptedError) return new ApiError(503, 'the server is ending', { code: 'interrupted' });
  if (error instanceof ConfigError) return new ApiError(400, wordsOf(error), { code: error.code });
  if (error instanceof ModelError) {
    return new ApiError(statusOfModelError(error), wordsOf(error), { code: error.code, headers: NOT_AGAIN });
  }
  if (error instanceof MutagreeError) {
    return new ApiError(500, wordsOf(error), { code: error.code, headers: NOT_AGAIN });
  }
  return refusalOf(error);
}
