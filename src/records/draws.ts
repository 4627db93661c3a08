import type { RunLogs } from './log-schemas.ts';

/** The arms ranked from imported samples: `size` samples out of so many variants. */
export interface DrawCell {
  /** Such as `one`, `spread`, `placebo-one`; unique within a run. */
  readonly name: string;
  readonly wordings: number;
  readonly size: number;
  readonly draws: number;
  /** Whether the samples of a task are dealt to its variants at random first. */
  readonly placebo: boolean;
}

/** The two cells that the selecting arms are. */
export const ONE = 'one';
export const SPREAD = 'spread';

/** All draws of one cell of one task. */
export type DrawRecord = Omit<RunLogs['draws'], 'key'>;
/** One draw of a cell, ranked. */
export type RankedDraw = DrawRecord['draws'][number];
/** Index of a candidate in the record's list, and how many samples gave it. */
export type Weighted = RankedDraw['pool'][number];
