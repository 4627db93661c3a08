/** What a rater said of an item. */
export interface DeskRating {
  readonly id: string;
  readonly labels: readonly string[];
  readonly note: string;
}

/** What a machine says of an item. */
export interface DeskSuggestion {
  readonly by: string;
  readonly labels: readonly { readonly name: string; readonly probability: number }[];
  readonly evidence: readonly string[];
}

/** What a page for labelling shows and keeps. */
export interface LabelDesk {
  readonly title: string;
  readonly question: string;
  readonly several: boolean;
  readonly labels: readonly { readonly name: string; readonly definition: string }[];
  readonly items: readonly {
    readonly id: string;
    readonly parts: readonly { readonly title: string; readonly text: string; readonly isCode: boolean }[];
  }[];
  /** Of earlier sessions. */
  readonly ratings: readonly DeskRating[];
  /** By id, shown before any choice; empty where raters decide first. */
  readonly shown: Readonly<Record<string, DeskSuggestion>>;
  /**
   * Keeps a rating for good.
   *
   * @returns what a machine says of the item, once the rater has decided; null where nothing is known
   * @throws MutagreeError for a rating that is none, or one that cannot be kept
   */
  save(rating: DeskRating): Promise<DeskSuggestion | null>;
}
