import { countsOf } from '../core/counts-of.ts';
import { wordsOf } from './measure-task.ts';

interface TaskText {
  readonly id: string;
  readonly text: string;
}

function termsOf(text: string): Map<string, number> {
  const words = wordsOf(text);
  return countsOf([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]);
}

/** Term -> weight; of length 1. */
export type Vector = ReadonlyMap<string, number>;

/** TF-IDF vectors of words and word pairs, fitted on all texts together. */
export function vectorsOf(texts: readonly string[]): Vector[] {
  const all = texts.map(termsOf);
  const seen = countsOf(all.flatMap((terms) => [...terms.keys()]));
  return all.map((terms) => {
    const weighed = [...terms].map(
      ([term, count]) =>
        [term, (1 + Math.log(count)) * Math.log((1 + all.length) / (1 + (seen.get(term) ?? 0)) + 1)] as const,
    );
    const length = Math.hypot(...weighed.map(([, weight]) => weight)) || 1;
    return new Map(weighed.map(([term, weight]) => [term, weight / length]));
  });
}

function cosine(first: Vector, second: Vector): number {
  const [small, large] = first.size < second.size ? [first, second] : [second, first];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return Math.min(1, sum);
}

/**
 * The nearest text of the other set by the cosine of TF-IDF vectors of words and word pairs, in [0, 1]; the nearest pairs
 * first. A high cosine hints at a shared task.
 */
export function nearestNeighbours(tasks: readonly TaskText[], others: readonly TaskText[]) {
  const vectors = vectorsOf([...tasks, ...others].map(({ text }) => text));
  const found = tasks.flatMap(({ id }, at) => {
    const near = others.map((other, place) => {
      return { id, otherId: other.id, cosine: cosine(vectors[at] as Vector, vectors[tasks.length + place] as Vector) };
    });
    return near.toSorted((a, b) => b.cosine - a.cosine)[0] ?? [];
  });
  return found.sort((a, b) => b.cosine - a.cosine);
}
