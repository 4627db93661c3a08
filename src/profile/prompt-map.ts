import { PCA } from 'ml-pca';
import { type TaskText, type Vector, vectorsOf } from './text-similarity.ts';

/** A task of two sets as a point; likeness of prompts is nearness, as far as two axes show it. */
export interface MapPoint {
  readonly set: 'first' | 'second';
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export interface PromptMap {
  readonly points: readonly MapPoint[];
  /** Of the variance of the terms, in [0, 1]: the share that the two axes show. */
  readonly shown: number;
}

/** Terms that the map looks at: the commonest that stand in two prompts at least. */
const TERMS = 400;

function commonTerms(vectors: readonly Vector[]): string[] {
  const seen = new Map<string, number>();
  for (const vector of vectors) for (const term of vector.keys()) seen.set(term, (seen.get(term) ?? 0) + 1);
  return [...seen]
    .filter(([, texts]) => texts > 1)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, TERMS)
    .map(([term]) => term);
}

/** Each axis points to the side of its largest coordinate, since a principal component has no sign of its own. */
function signed(values: readonly number[]): number[] {
  const largest = values.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return values.map((value) => (largest < 0 ? -value : value));
}

/**
 * The prompts of two sets in two dimensions: the first two principal components of their TF-IDF vectors, fitted on both
 * sets together. Null where fewer than three prompts share words with others.
 */
export function promptMap(first: readonly TaskText[], second: readonly TaskText[]): PromptMap | null {
  const vectors = vectorsOf([...first, ...second].map(({ text }) => text));
  const terms = commonTerms(vectors);
  if (vectors.length < 3 || terms.length < 2) return null;
  const rows = vectors.map((vector) => terms.map((term) => vector.get(term) ?? 0));
  const model = new PCA(rows, { method: 'covarianceMatrix', center: true });
  const places = model.predict(rows, { nComponents: 2 }).to2DArray();
  const [xs, ys] = [signed(places.map(([x = 0]) => x)), signed(places.map(([, y = 0]) => y))];
  const [largest = 0, next = 0] = model.getExplainedVariance();
  return {
    points: [...first, ...second].map(({ id }, at) => ({
      set: at < first.length ? 'first' : 'second',
      id,
      x: xs[at] ?? 0,
      y: ys[at] ?? 0,
    })),
    shown: Number.isFinite(largest + next) ? largest + next : 0,
  };
}
