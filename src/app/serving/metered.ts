import type { TokenUsage } from '../../core/chat.ts';
import { costOf, type TokenPrices } from '../../core/token-cost.ts';
import type { Budget } from '../../model/with-budget.ts';
import type { Call, Passed } from '../../serve/answerer.ts';

/** Where a request sets no limit of its own: more than most models write at once. */
const MOST_TOKENS = 16_384;
/** The usage is at the end of an answer. */
const TAIL_BYTES = 16_384;

function worstOf({ maxTokens, raw, n }: Call): TokenUsage {
  // No tokenizer makes more tokens than bytes.
  return { inputTokens: raw.length, outputTokens: n * (maxTokens ?? MOST_TOKENS) };
}

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
 *
 * @throws BudgetError before a request whose worst case does not fit
 */
export async function metered(
  call: Call,
  { budget, price, signal }: { readonly budget: Budget; readonly price: TokenPrices; readonly signal: AbortSignal },
  send: () => Promise<Passed>,
): Promise<Passed> {
  const worst = worstOf(call);
  const settle = await budget.reserve(costOf(worst, price), signal);
  let passed: Passed;
  try {
    passed = await send();
  } catch (error) {
    settle(0);
    throw error;
  }
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
