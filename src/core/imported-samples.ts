import type { Variant } from './mutation.ts';
import type { Origin } from './program.ts';

export interface ImportedText extends Origin {
  readonly text: string;
}

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
