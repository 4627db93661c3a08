/** Pairs that disagree: right under the first condition alone, or under the second. */
export function countDiscordant(first: readonly boolean[], second: readonly boolean[]) {
  if (first.length !== second.length) throw new RangeError(`${first.length} values cannot pair with ${second.length}`);
  let onlyFirst = 0;
  let onlySecond = 0;
  for (const [index, value] of first.entries()) {
    if (value && !second[index]) onlyFirst++;
    else if (!value && second[index]) onlySecond++;
  }
  return { onlyFirst, onlySecond };
}

/**
 * Exact two-sided p value that both conditions are equally often right: the binomial test of the discordant pairs at
 * one half, the smaller tail doubled and at most 1. Terms are summed as logarithms, so that thousands of pairs neither
 * underflow nor overflow.
 *
 * Source: McNemar 1947, Psychometrika 12, 153-157, in its exact form (`scipy.stats.binomtest(b, b + c, 0.5)`).
 */
export function mcnemarExact({ onlyFirst, onlySecond }: ReturnType<typeof countDiscordant>): number {
  const pairs = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  let logTerm = pairs * Math.log(0.5);
  let tail = Math.exp(logTerm);
  for (let i = 1; i <= fewer; i++) {
    logTerm += Math.log(pairs - i + 1) - Math.log(i);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}
