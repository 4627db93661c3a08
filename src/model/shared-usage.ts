import type { TokenUsage } from '../core/chat.ts';

/** Whole numbers in proportion to the weights, whose sum is exactly the total. */
function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let weighed = 0;
  let given = 0;
  return weights.map((weight) => {
    weighed += weight;
    const upTo = Math.round((total * weighed) / sum);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

/**
 * The tokens of one call, shared out over the replies that it brought: the prompt evenly, the output by the length of the
 * texts, since the endpoint counts only all of them. The sums are those of the call.
 */
export function sharedUsage(usage: TokenUsage | null, lengths: readonly number[]): readonly (TokenUsage | null)[] {
  if (!usage) return lengths.map(() => null);
  const even = lengths.map(() => 1);
  const inputs = split(usage.inputTokens, even);
  const cached = split(usage.cachedInputTokens ?? 0, even);
  const outputs = split(
    usage.outputTokens,
    lengths.map((length) => length + 1),
  );
  return inputs.map((inputTokens, at) => ({
    inputTokens,
    outputTokens: outputs[at] ?? 0,
    ...(usage.cachedInputTokens === undefined ? {} : { cachedInputTokens: Math.min(inputTokens, cached[at] ?? 0) }),
  }));
}
