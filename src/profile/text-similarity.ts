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

/** TF-IDF vectors of words and word pairs, of length 1, fitted on all texts together. */
function vectorsOf(texts: readonly string[]): ReadonlyMap<string, number>[] {
  const all = texts.map(termsOf);
  const seen = countsOf(all.flatMap((terms) => [...terms.keys()]));
  return all.map((terms) => {
    const idf = (term: string) => Math.log((1 + all.length) / (1 + (seen.get(term) ?? 0)) + 1);
    const weights = [...terms].map(([term, count]) => [term, (1 + Math.log(count)) * idf(term)] as const);
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([term, weight]) => [term, weight / length]));
  });
}

function cosine(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): number {
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
  const theirs = vectors.splice(tasks.length);
  const found = vectors.flatMap((vector, at) => {
    const near = theirs.map((other, place) => {
      return { id: tasks[at]?.id ?? '', otherId: others[place]?.id ?? '', cosine: cosine(vector, other) };
    });
    return near.toSorted((a, b) => b.cosine - a.cosine)[0] ?? [];
  });
  return found.sort((a, b) => b.cosine - a.cosine);
}
