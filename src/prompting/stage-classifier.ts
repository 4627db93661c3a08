import { STAGES } from '../core/task.ts';
import { countFeatures, FEATURE_VIEWS, featureKey } from './stage-features.ts';

export type Stage = (typeof STAGES)[number];

/**
 * A fitted multinomial logistic regression. Of each feature, by its key: its inverse document frequency, then its weights
 * in the order of `STAGES`, as is the bias.
 */
export interface StageWeights {
  readonly bias: readonly number[];
  readonly features: Readonly<Record<string, readonly number[]>>;
}

/**
 * The probability of every stage of a task, most probable first, from its prompt alone. In each view a prompt is the unit
 * vector of `(1 + ln count) * idf`.
 */
export function predictStages(
  text: string,
  { bias, features }: StageWeights,
): readonly { readonly stage: Stage; readonly probability: number }[] {
  const scores = [...bias];
  for (const view of FEATURE_VIEWS) {
    const found = [...countFeatures(text, view)].flatMap(([feature, count]) => {
      const [idf, ...weights] = features[featureKey(view, feature)] ?? [];
      return idf === undefined ? [] : [{ value: (1 + Math.log(count)) * idf, weights }];
    });
    const length = Math.hypot(...found.map(({ value }) => value));
    for (const { value, weights } of found) {
      for (const [at, weight] of weights.entries()) scores[at] = (scores[at] ?? 0) + (weight * value) / length;
    }
  }
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return STAGES.map((stage, at) => ({ stage, probability: (powers[at] ?? 0) / total })).sort(
    (a, b) => b.probability - a.probability,
  );
}
