import { STAGES } from '../core/task.ts';
import { countFeatures, FEATURE_VIEWS, type FeatureView, featureKey } from './stage-features.ts';

export type Stage = (typeof STAGES)[number];

/** A fitted multinomial logistic regression; rows of weights are in the order of `STAGES`. */
export interface StageWeights {
  readonly bias: readonly number[];
  /** Factor of each view's unit vector. */
  readonly scale: Readonly<Record<FeatureView, number>>;
  readonly features: Readonly<Record<string, readonly number[]>>;
}

/** A prompt as keys with values: in each view `(1 + ln count) * idf`, made a unit vector, times the view's scale. */
export function stageVector(text: string, { scale, features }: Pick<StageWeights, 'scale' | 'features'>) {
  const vector = new Map<string, number>();
  for (const view of FEATURE_VIEWS) {
    if (scale[view] === 0) continue;
    const values: [string, number][] = [];
    for (const [feature, count] of countFeatures(text, view)) {
      const key = featureKey(view, feature);
      const idf = features[key]?.[0];
      if (idf !== undefined) values.push([key, (1 + Math.log(count)) * idf]);
    }
    const length = Math.hypot(...values.map(([, value]) => value));
    for (const [key, value] of values) vector.set(key, (scale[view] * value) / length);
  }
  return vector;
}

/** The probability of every stage of a task, most probable first, from its prompt alone. */
export function predictStages(
  text: string,
  weights: StageWeights,
): readonly { readonly stage: Stage; readonly probability: number }[] {
  const scores = STAGES.map((_, at) => weights.bias[at] ?? 0);
  for (const [key, value] of stageVector(text, weights)) {
    const [, ...row] = weights.features[key] as readonly number[];
    for (const [at, weight] of row.entries()) scores[at] = (scores[at] ?? 0) + weight * value;
  }
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return STAGES.map((stage, at) => ({ stage, probability: (powers[at] ?? 0) / total })).sort(
    (a, b) => b.probability - a.probability,
  );
}
