/** One thing to label, as raters see it. */
export interface LabelItem {
  readonly id: string;
  /** In the order in which they are shown. */
  readonly parts: readonly { readonly title: string; readonly text: string; readonly isCode: boolean }[];
}

/** What one rater says of one item. */
export interface Rating {
  readonly id: string;
  /** Names of labels, the first one foremost; empty where the rater has not decided. */
  readonly labels: readonly string[];
  readonly note: string;
}

/** All that one rater says. */
export interface RaterSheet {
  readonly rater: string;
  /** Each id once. */
  readonly ratings: readonly Rating[];
}

/** What a machine says of an item. */
export interface Suggestion {
  readonly id: string;
  /** Most probable first. */
  readonly labels: readonly { readonly name: string; readonly probability: number }[];
  /** Who says so, such as `stage classifier`. */
  readonly by: string;
  /** Why, in words; empty where it cannot say. */
  readonly evidence: readonly string[];
}
