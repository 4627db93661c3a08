import type { MergedLabels } from './merge-ratings.ts';

/** How often two raters of one item gave one label and another. */
export interface Disagreement {
  readonly labels: readonly string[];
  /**
   * Shape [labels][labels], symmetric: pairs of raters of whom one gave the row's label and the other the column's; the
   * diagonal counts pairs that both gave it. Labels that both gave are not counted against their other ones.
   */
  readonly counts: readonly (readonly number[])[];
}

/** Counts every pair of raters of every item. */
export function disagreementOf(items: readonly Pick<MergedLabels, 'votes'>[], labels: readonly string[]): Disagreement {
  const counts = labels.map(() => labels.map(() => 0));
  const add = (first: string, second: string) => {
    const row = counts[labels.indexOf(first)];
    const at = labels.indexOf(second);
    if (row && at >= 0) row[at] = (row[at] ?? 0) + 1;
  };
  for (const { votes } of items) {
    for (const [at, first] of votes.entries()) {
      for (const second of votes.slice(at + 1)) {
        for (const name of first.labels.filter((each) => second.labels.includes(each))) add(name, name);
        const onlyFirst = first.labels.filter((each) => !second.labels.includes(each));
        const onlySecond = second.labels.filter((each) => !first.labels.includes(each));
        for (const one of onlyFirst) {
          for (const other of onlySecond) {
            add(one, other);
            add(other, one);
          }
        }
      }
    }
  }
  return { labels, counts };
}
