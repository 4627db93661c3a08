import { sampleCorrelation } from 'simple-statistics';
import type { Estimate } from './estimate.ts';
import { Z_95 } from './wilson.ts';

/** Ranks from 1, tied values sharing the mean of theirs. */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end] as number] === values[order[start] as number]) end++;
    for (let at = start; at < end; at++) ranks[order[at] as number] = (start + end + 1) / 2;
    start = end;
  }
  return ranks;
}

/**
 * Spearman's rank correlation of paired values with its 95 % interval by Fisher's transformation and the variance of
 * Bonett and Wright; null where a list has no spread or there are fewer than two pairs. With three pairs or fewer, and at
 * a correlation of -1 or 1, nothing is known of the spread and the interval is [-1, 1] or reaches the end.
 *
 * Source: Bonett and Wright 2000, Psychometrika 65, 23-28 (variance `(1 + r^2 / 2) / (n - 3)`).
 *
 * @throws RangeError when the lists differ in length.
 */
export function spearman(first: readonly number[], second: readonly number[]): Estimate | null {
  if (first.length !== second.length) throw new RangeError(`${first.length} values cannot pair with ${second.length}`);
  const hasSpread = (values: readonly number[]) => values.some((value) => value !== values[0]);
  if (!hasSpread(first) || !hasSpread(second)) return null;
  // To 15 digits: perfect order is 1, not a last digit less.
  const value = Number(sampleCorrelation(averageRanks(first), averageRanks(second)).toPrecision(15));
  if (first.length <= 3) return { value, low: -1, high: 1 };
  // A finite number of pairs in perfect order is compatible with less than perfect order: half a swap of neighbours.
  const swap = 6 / (first.length * (first.length ** 2 - 1));
  const inner = Math.max(-1 + swap, Math.min(1 - swap, value));
  const margin = Z_95 * Math.sqrt((1 + inner ** 2 / 2) / (first.length - 3));
  const low = Math.tanh(Math.atanh(inner) - margin);
  const high = Math.tanh(Math.atanh(inner) + margin);
  return { value, low: Math.min(value, low), high: Math.max(value, high) };
}
