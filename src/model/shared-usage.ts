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

/** Characters of a token: more, on average over a reply, are no language's or program's. */
const MOST_CHARACTERS = 6;

/** Whether the count can be that of all replies: some endpoints (llama.cpp) count one of several choices alone. */
const countsAll = ({ outputTokens }: TokenUsage, lengths: readonly number[]): boolean =>
  lengths.length === 1 || lengths.reduce((sum, length) => sum + length, 0) <= MOST_CHARACTERS * outputTokens;

/**
 * The tokens of one call, shared out over the replies that it brought: the prompt evenly, the output by the length of the
 * texts, since the endpoint counts only all of them. The sums are those of the call; not known where it counts fewer.
 */
export function sharedUsage(usage: TokenUsage | null, lengths: readonly number[]): readonly (TokenUsage | null)[] {
  if (!usage || !countsAll(usage, lengths)) return lengths.map(() => null);
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
