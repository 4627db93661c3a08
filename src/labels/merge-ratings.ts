import type { RaterSheet } from './rating.ts';

/** How the labels of an item came about; `unlabelled` where no rater has decided. */
export type MergeStatus = 'unanimous' | 'majority' | 'settled' | 'conflict' | 'unlabelled';

/** What all raters together say of an item. */
export interface MergedLabels {
  readonly id: string;
  /** Empty for a conflict. */
  readonly labels: readonly string[];
  readonly status: MergeStatus;
  /** By rater, in the order of the sheets; only raters who decided. */
  readonly votes: readonly { readonly rater: string; readonly labels: readonly string[]; readonly note: string }[];
  /** Why it was settled so. */
  readonly note: string;
}

/** What people agreed on afterwards. */
export interface Settlement {
  readonly labels: readonly string[];
  readonly note: string;
}

const keyOf = (labels: readonly string[]) => JSON.stringify([...labels].sort());

/** Labels that more than half of the raters gave, the most frequent and foremost first; of `order` where they are even. */
function byMajority(votes: readonly (readonly string[])[], order: readonly string[]): string[] {
  const count = (name: string) => votes.filter((labels) => labels.includes(name)).length;
  const places = (name: string) => votes.reduce((sum, labels) => sum + Math.max(0, labels.indexOf(name)), 0);
  return order
    .filter((name) => count(name) > votes.length / 2)
    .sort((a, b) => count(b) - count(a) || places(a) - places(b));
}

function decide(
  votes: MergedLabels['votes'],
  order: readonly string[],
  settlement: Settlement | undefined,
): Pick<MergedLabels, 'labels' | 'status' | 'note'> {
  if (settlement && settlement.labels.length > 0) return { ...settlement, status: 'settled' };
  if (votes.length === 0) return { labels: [], status: 'unlabelled', note: '' };
  const sets = new Set(votes.map(({ labels }) => keyOf(labels)));
  if (sets.size === 1) return { labels: votes[0]?.labels ?? [], status: 'unanimous', note: '' };
  const labels = byMajority(
    votes.map((vote) => vote.labels),
    order,
  );
  return { labels, status: labels.length > 0 ? 'majority' : 'conflict', note: '' };
}

/**
 * One result for each item. A label holds when more than half of the raters of the item gave it; an item without such a
 * label is a conflict, which people settle. What was settled holds over all votes.
 *
 * @param order names of the codebook's labels
 */
export function mergeRatings(
  sheets: readonly RaterSheet[],
  order: readonly string[],
  settled: ReadonlyMap<string, Settlement> = new Map(),
): MergedLabels[] {
  const ids = [...new Set(sheets.flatMap(({ ratings }) => ratings.map(({ id }) => id)))];
  const byRater = sheets.map(({ rater, ratings }) => ({
    rater,
    byId: new Map(ratings.map((each) => [each.id, each])),
  }));
  return ids.map((id) => {
    const votes = byRater.flatMap(({ rater, byId }) => {
      const rating = byId.get(id);
      return rating && rating.labels.length > 0 ? [{ rater, labels: rating.labels, note: rating.note }] : [];
    });
    return { id, votes, ...decide(votes, order, settled.get(id)) };
  });
}
