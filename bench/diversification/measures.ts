import { passAtK } from '../../src/statistics/pass-at-k.ts';
import type { Judged } from './behaviours.ts';

/** What `count` samples of one task are worth; each in [0, 1]. */
export interface Worth {
  /** Share of right samples. */
  readonly right: number;
  /** Chance that one of them is right. */
  readonly coverage: number;
  /** Distinct behaviours over `count`; a reply without a program has none. */
  readonly distinct: number;
}

export const MEASURES = ['distinct', 'coverage', 'right'] as const satisfies readonly (keyof Worth)[];

/** Expected over all draws of `count` of the samples, without replacement. */
export function worthOf(samples: readonly Pick<Judged, 'behaviour' | 'right'>[], count: number): Worth {
  const right = samples.filter((sample) => sample.right).length;
  const sizes = new Map<string, number>();
  for (const { behaviour } of samples) if (behaviour !== null) sizes.set(behaviour, (sizes.get(behaviour) ?? 0) + 1);
  // A behaviour is seen where one of its samples is drawn: the same count as of right samples at pass@k.
  const seen = [...sizes.values()].reduce((sum, size) => sum + passAtK(samples.length, size, count), 0);
  return {
    right: right / samples.length,
    coverage: passAtK(samples.length, right, count),
    distinct: seen / count,
  };
}
