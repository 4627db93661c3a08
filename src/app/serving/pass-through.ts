import { endedBy } from '../../core/ended-by.ts';
import { InterruptedError } from '../../core/errors.ts';
import type { Call, Passed } from '../../serve/answerer.ts';
import { ApiError } from '../../serve/api-error.ts';

/** Where requests that are not ours are sent. */
export interface Upstream {
  /** With its path prefix, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** The model of those who ask for us by name, or for none. */
  readonly model: string;
  readonly timeoutMs: number;
}

const PATHS = { chat: 'chat/completions', completion: 'completions', response: 'responses' } as const;

/** Headers that clients act on; none of them identifies us to the upstream. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'x-should-retry'];

/** The bytes as they came, unless the model's name must be put in. */
function bodyOf({ raw, body }: Call, { model }: Upstream, isOurs: boolean): Uint8Array<ArrayBuffer> {
  const bytes = isOurs && body['model'] !== model ? Buffer.from(JSON.stringify({ ...body, model })) : raw;
  return new Uint8Array(bytes);
}

/**
 * Sends a request on unchanged and streams the answer back.
 *
 * @param isOurs whether the request names us, or no model at all
 * @throws ApiError 502 if the upstream cannot be reached, 504 if it does not answer in time
 */
export async function passOn(call: Call, upstream: Upstream, isOurs: boolean, signal: AbortSignal): Promise<Passed> {
  const ending = endedBy([signal], upstream.timeoutMs);
  try {
    const response = await fetch(`${upstream.baseUrl.replace(/\/+$/, '')}/${PATHS[call.kind]}`, {
      method: 'POST',
      headers: {
        'content-type': call.contentType,
        accept: call.stream ? 'text/event-stream' : 'application/json',
        ...(upstream.apiKey === null ? {} : { authorization: `Bearer ${upstream.apiKey}` }),
      },
      body: bodyOf(call, upstream, isOurs),
      redirect: 'error',
      signal: ending.signal,
    });
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return { status: response.status, headers: Object.fromEntries(kept), body: response.body };
  } catch (error) {
    if (signal.aborted) throw new InterruptedError();
    if (ending.timedOut()) throw new ApiError(504, 'the upstream did not answer in time', { code: 'model-timeout' });
    const cause = (error as { cause?: { code?: unknown } }).cause?.code;
    throw new ApiError(502, `the upstream cannot be reached${cause ? ` (${String(cause)})` : ''}`, {
      code: 'model-unreachable',
    });
  } finally {
    // From here on the reader of the body ends it: a long answer may take any time.
    ending.release();
  }
}
