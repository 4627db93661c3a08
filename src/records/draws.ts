/** What of crossed samples is ranked: arms of `size` samples out of so many wordings. */
export interface DrawCell {
  /** Such as `one`, `spread`, `placebo-one`; unique within a run. */
  readonly name: string;
  readonly wordings: number;
  /** Samples of an arm. */
  readonly size: number;
  /** How often it is drawn where there are more ways than one. */
  readonly draws: number;
  /** Whether the samples of a task are dealt anew to its wordings before. */
  readonly placebo: boolean;
}

/** The two cells that the selecting arms are. */
export const ONE = 'one';
export const SPREAD = 'spread';

/** Index of a candidate in the record's list, and how many samples gave it. */
export type Weighted = readonly [candidate: number, weight: number];

/** One draw of a cell, ranked. */
export interface RankedDraw {
  /** Indexes of the wordings that it took, in the order of the task's variants. */
  readonly wordings: readonly number[];
  readonly pool: readonly Weighted[];
  /** The programs that share the best score; the whole pool where nothing is ranked. */
  readonly best: readonly Weighted[];
  readonly abstained: boolean;
}

/** All draws of one cell of one task. */
export interface DrawRecord {
  readonly taskId: string;
  readonly scorer: string;
  readonly cell: string;
  readonly wordings: number;
  readonly size: number;
  /** Whether the draws are all that there are, so that their mean is not an estimate. */
  readonly exact: boolean;
  readonly candidateIds: readonly string[];
  readonly draws: readonly RankedDraw[];
}
