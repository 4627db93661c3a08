import { countFeatures, FEATURE_VIEWS, type FeatureView, featureKey } from '../../src/prompting/stage-classifier.ts';
import type { Gram } from './softmax.ts';

type Counts = ReadonlyMap<string, number>;

/** Feature counts of every prompt, `[view][prompt]`, by key. */
export type CountedPrompts = Readonly<Record<FeatureView, readonly Counts[]>>;

export function countPrompts(texts: readonly string[]): CountedPrompts {
  const counted = FEATURE_VIEWS.map((view) => [
    view,
    texts.map(
      (text) => new Map([...countFeatures(text, view)].map(([feature, count]) => [featureKey(view, feature), count])),
    ),
  ]);
  return Object.fromEntries(counted) as CountedPrompts;
}

/** Inverse document frequencies, from the training prompts alone; features that too few of them have are left out. */
export function inverseFrequencies(
  prompts: readonly Counts[],
  train: readonly number[],
  fewest: number,
): ReadonlyMap<string, number> {
  const frequency = new Map<string, number>();
  for (const at of train) {
    for (const key of prompts[at]?.keys() ?? []) frequency.set(key, (frequency.get(key) ?? 0) + 1);
  }
  const known = [...frequency].filter(([, count]) => count >= fewest);
  return new Map(known.map(([key, count]) => [key, 1 + Math.log((1 + train.length) / (1 + count))]));
}

/** Unit vectors of a view, as `predictStages` makes them. */
function unitVectors(prompts: readonly Counts[], idf: ReadonlyMap<string, number>): Map<string, number>[] {
  return prompts.map((counts) => {
    const values = [...counts].flatMap(([key, count]): [string, number][] => {
      const weight = idf.get(key);
      return weight === undefined ? [] : [[key, (1 + Math.log(count)) * weight]];
    });
    const length = Math.hypot(...values.map(([, value]) => value)) || 1;
    return new Map(values.map(([key, value]) => [key, value / length]));
  });
}

export interface ViewVectors {
  readonly idf: ReadonlyMap<string, number>;
  readonly vectors: readonly ReadonlyMap<string, number>[];
  readonly gram: Gram;
}

/** Vectors of all prompts in one view, and their inner products. */
export function vectorsOf(prompts: readonly Counts[], train: readonly number[], fewest = 2): ViewVectors {
  const idf = inverseFrequencies(prompts, train, fewest);
  const vectors = unitVectors(prompts, idf);
  const gram = vectors.map(() => new Float64Array(vectors.length));
  const postings = new Map<string, [number, number][]>();
  vectors.forEach((vector, at) => {
    for (const [key, value] of vector) {
      const others = postings.get(key);
      if (others) others.push([at, value]);
      else postings.set(key, [[at, value]]);
    }
  });
  for (const list of postings.values()) {
    for (const [a, value] of list) {
      const row = gram[a] as Float64Array;
      for (const [b, other] of list) row[b] = (row[b] as number) + value * other;
    }
  }
  return { idf, vectors, gram };
}
