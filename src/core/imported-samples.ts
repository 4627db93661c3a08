import type { Variant } from './mutation.ts';
import type { Origin } from './program.ts';

/** A program that a file holds in place of a model's reply. */
export interface ImportedProgram extends Origin {
  /** The complete program, or the reply that contains it. */
  readonly text: string;
}

/** Tests that a file holds in place of a model's reply; of no particular variant if `isShared`. */
export interface ImportedTests extends Origin {
  readonly text: string;
}

/** All that is given of one task and model. */
export interface ImportedTask {
  /** The original first; if there is none, the first variant of the file replaces it. */
  readonly variants: readonly Variant[];
  readonly programs: readonly ImportedProgram[];
  readonly tests: readonly ImportedTests[];
}

/** Counts of irregularities that readers of the study should know. */
export interface ImportedCounts {
  readonly samples: number;
  readonly tasks: number;
  /** Tasks of the run that the samples lack, so that they are left out. */
  readonly tasksWithoutSamples: number;
  readonly tasksWithoutTests: number;
  readonly testReplies: number;
  /** The most wordings that a task has. */
  readonly wordings: number;
  /** Tasks that lack wordings that other tasks have. */
  readonly tasksWithFewerWordings: number;
  /** Wordings of a task with fewer samples than an arm takes: no arm is made of such a one alone. */
  readonly shortWordings: number;
  /** Samples that repeat another one of the same task, wording and number, word for word; dropped. */
  readonly repeated: number;
  /** Whether the first variant replaces a missing original prompt. */
  readonly withoutOriginal: boolean;
}

/** The source of a run's samples, as in its manifest. */
export interface ImportedFiles {
  /** Of the bytes of all files, in hex. */
  readonly sha256: string;
  readonly samples: string;
  readonly tests: string;
  readonly format: string;
  readonly counts: ImportedCounts;
}

const SHARED = '::shared';

/** The id of tests that were written for no particular variant and belong to every arm. */
export const sharedTestsOf = (taskId: string): string => `${taskId}${SHARED}`;

export const isShared = ({ variantId }: Pick<Origin, 'variantId'>): boolean => variantId.endsWith(SHARED);
