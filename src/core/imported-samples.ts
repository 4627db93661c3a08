import type { Variant } from './mutation.ts';
import type { Origin } from './program.ts';

/** A program, tests, or a reply with them, that a file holds in place of a model's reply. */
export interface ImportedText extends Origin {
  readonly text: string;
}

/** All that is given of one task and model. */
export interface ImportedTask {
  /** The original first; if there is none, the first variant of the file replaces it. */
  readonly variants: readonly Variant[];
  readonly programs: readonly ImportedText[];
  /** Of no particular variant if `isShared`. */
  readonly tests: readonly ImportedText[];
}

const SHARED = '::shared';

/** The id of tests that were written for no particular variant and belong to every arm. */
export const sharedTestsOf = (taskId: string): string => `${taskId}${SHARED}`;

export const isShared = ({ variantId }: Pick<Origin, 'variantId'>): boolean => variantId.endsWith(SHARED);
