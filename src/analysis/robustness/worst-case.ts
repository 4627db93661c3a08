import type { Rng } from '../../core/random.ts';
import { meanOf } from '../../statistics/bootstrap.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';

/** Above this many sets of s variants, so many are drawn instead. */
const MOST_SUBSETS = 64;

/** All sets of `size` out of `count` indexes, or {@link MOST_SUBSETS} drawn ones where there are more. */
export function subsetsOf(count: number, size: number, rng: Rng): readonly (readonly number[])[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  if (combinations(count, size) > MOST_SUBSETS) {
    return Array.from({ length: MOST_SUBSETS }, () => rng.shuffle(indexes).slice(0, size));
  }
  // A prefix that too few indexes are left to complete is not followed: 29 of 29 has one way, not 2 ** 29 attempts.
  const extend = (chosen: readonly number[], from: number): (readonly number[])[] =>
    chosen.length === size
      ? [chosen]
      : indexes
          .slice(from, count - (size - chosen.length) + 1)
          .flatMap((index) => extend([...chosen, index], index + 1));
  return extend([], 0);
}

function combinations(count: number, size: number): number {
  let product = 1;
  for (let i = 0; i < size; i++) product *= (count - i) / (i + 1);
  return product;
}

/**
 * RobustPass_s@k of one task (the chance that a sample set of k holds one that is right under each of s variants) and
 * RobustRelative_s@k (the chance of a flip from right to wrong plus that of one from wrong to right under some of them),
 * averaged over the sets of s of its variants. Sample i of every
 * prompt is paired with sample i of the others, over the samples that all of them have.
 *
 * Source: Wang et al. 2022, "ReCode" (arXiv 2212.10264), section 4.1. There s seeds are the variants; here a task may
 * have more variants than s, and every set of them counts alike.
 */
export function worstCase(
  original: readonly boolean[],
  variants: readonly (readonly boolean[])[],
  { s, k, rng }: { readonly s: number; readonly k: number; readonly rng: Rng },
) {
  const samples = Math.min(original.length, ...variants.map((outcomes) => outcomes.length));
  const cases = subsetsOf(variants.length, s, rng).map((subset) => {
    let always = 0;
    let broken = 0;
    let repaired = 0;
    for (let sample = 0; sample < samples; sample++) {
      const right = subset.filter((index) => variants[index]?.[sample]).length;
      if (right === s) always++;
      if (original[sample] && right < s) broken++;
      if (!original[sample] && right > 0) repaired++;
    }
    return {
      robustPass: passAtK(samples, always, k),
      relative: passAtK(samples, broken, k) + passAtK(samples, repaired, k),
    };
  });
  return { robustPass: meanOf(cases.map((each) => each.robustPass)), relative: meanOf(cases.map((e) => e.relative)) };
}

/** Chance that s samples of a prompt, drawn without replacement, are all right; null where it has fewer than s. */
export function chanceAllRight(outcomes: readonly boolean[], s: number): number | null {
  if (outcomes.length < s) return null;
  const right = outcomes.filter(Boolean).length;
  let chance = 1;
  for (let draw = 0; draw < s; draw++) chance *= Math.max(0, right - draw) / (outcomes.length - draw);
  return chance;
}
