import { endedBy } from '../../core/ended-by.ts';
import { InterruptedError } from '../../core/errors.ts';
import type { TokenUsage } from '../../core/stored.ts';
import { costOf, type TokenPrices } from '../../core/token-cost.ts';
import type { Budget } from '../../model/account.ts';
import { ApiError } from '../../serve/api-error.ts';
import type { Call, Passed } from '../../serve/read-call.ts';

/** Where a request sets no limit of its own: more than most models write at once. */
const MOST_TOKENS = 16_384;
/** The usage is at the end of an answer. */
const TAIL_BYTES = 16_384;

const lastCount = (text: string, fields: string): number | null => {
  const found = [...text.matchAll(new RegExp(`"(?:${fields})"\\s*:\\s*(\\d+)`, 'g'))].at(-1)?.[1];
  return found === undefined ? null : Number(found);
};

/** The usage that the answer reports, otherwise at most its bytes. */
function usageIn(tail: string, bytes: number, worst: TokenUsage): TokenUsage {
  const inputTokens = lastCount(tail, 'prompt_tokens|input_tokens') ?? worst.inputTokens;
  return {
    inputTokens,
    outputTokens: lastCount(tail, 'completion_tokens|output_tokens') ?? Math.min(bytes, worst.outputTokens),
  };
}

/**
 * Counts a request that is passed on towards the cap: its worst case is reserved before it goes out, and settled by the
 * usage at the answer's end.
 */
export async function metered(
  call: Call,
  { budget, price, signal }: { readonly budget: Budget; readonly price: TokenPrices; readonly signal: AbortSignal },
  send: () => Promise<Passed>,
): Promise<Passed> {
  const { raw, n, maxTokens } = call;
  // No tokenizer makes more tokens than bytes.
  const worst = { inputTokens: raw.length, outputTokens: n * (maxTokens ?? MOST_TOKENS) };
  const settle = await budget.reserve(costOf(worst, price), signal);
  const passed = await send().catch((error: unknown) => {
    settle(0);
    throw error;
  });
  const { body, status } = passed;
  if (status >= 400 || body === null || typeof body === 'string') {
    settle(status >= 400 ? 0 : costOf(worst, price));
    return passed;
  }
  let bytes = 0;
  let tail = Buffer.alloc(0);
  const end = () => settle(costOf(usageIn(tail.toString(), bytes, worst), price));
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
        controller.enqueue(chunk);
      },
      flush: end,
    }),
  );
  signal.addEventListener('abort', end, { once: true });
  return { ...passed, body: counted };
}

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

/**
 * Sends a request on unchanged and streams the answer back.
 *
 * @param isOurs whether the request names us, or no model at all
 */
export async function passOn(call: Call, upstream: Upstream, isOurs: boolean, signal: AbortSignal): Promise<Passed> {
  const { raw, body } = call;
  const { model } = upstream;
  // As they came, unless the model's name must be put in.
  const bytes = isOurs && body['model'] !== model ? Buffer.from(JSON.stringify({ ...body, model })) : raw;
  const ending = endedBy([signal], upstream.timeoutMs);
  try {
    const response = await fetch(`${upstream.baseUrl.replace(/\/+$/, '')}/${PATHS[call.kind]}`, {
      method: 'POST',
      headers: {
        'content-type': call.contentType,
        accept: call.stream ? 'text/event-stream' : 'application/json',
        ...(upstream.apiKey === null ? {} : { authorization: `Bearer ${upstream.apiKey}` }),
      },
      body: new Uint8Array(bytes),
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
