import { logChoose } from './log-beta.ts';

/** Right answers of one task under the original prompt and under the variants of a mutator. */
export interface PairedCounts {
  readonly original: { readonly samples: number; readonly right: number };
  readonly variant: { readonly samples: number; readonly right: number };
}

/** Chances that 0, 1, ... of `drawn` samples are right, of `samples` of which `right` are; from the least possible on. */
function hypergeometric(samples: number, right: number, drawn: number): { least: number; chances: number[] } {
  const least = Math.max(0, drawn - (samples - right));
  const most = Math.min(drawn, right);
  const all = logChoose(samples, drawn);
  const chances = Array.from({ length: most - least + 1 }, (_, at) =>
    Math.exp(logChoose(right, least + at) + logChoose(samples - right, drawn - least - at) - all),
  );
  return { least, chances };
}

function convolve(first: Float64Array, second: readonly number[]): Float64Array<ArrayBuffer> {
  const result = new Float64Array(first.length + second.length - 1);
  for (let at = 0; at < second.length; at++) {
    const chance = second[at] as number;
    for (let i = 0; i < first.length; i++) result[i + at] = (result[i + at] as number) + (first[i] as number) * chance;
  }
  return result;
}

/**
 * Exact two-sided p value that in every task a sample is as often right under the variants as under the original: given
 * how many samples of a task are right in all, any of them may be the variants'. The statistic is the number of right
 * samples under the variants, summed over tasks; the smaller tail is doubled and at most 1. Holds its level with few
 * tasks, ties and unequal numbers of samples; with one sample each it is the exact McNemar test.
 *
 * Source: the exact conditional test of Mantel and Haenszel's strata (Cox 1970, "The Analysis of Binary Data", section
 * 5.4; R's `mantelhaen.test(exact = TRUE)` for a common odds ratio of 1, which orders outcomes by their probability
 * instead).
 */
export function stratifiedExactTest(tasks: readonly PairedCounts[]): number {
  let distribution = Float64Array.of(1);
  let observed = 0;
  for (const { original, variant } of tasks) {
    const samples = original.samples + variant.samples;
    const { least, chances } = hypergeometric(samples, original.right + variant.right, variant.samples);
    if (chances.length === 1) continue;
    distribution = convolve(distribution, chances);
    observed += variant.right - least;
  }
  let lower = 0;
  let upper = 0;
  for (const [at, chance] of distribution.entries()) {
    if (at <= observed) lower += chance;
    if (at >= observed) upper += chance;
  }
  return Math.min(1, 2 * Math.min(lower, upper));
}
