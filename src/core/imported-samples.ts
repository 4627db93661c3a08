import type { Variant } from './mutation.ts';
import type { Origin } from './program.ts';

/** A program that a file holds in place of a model's reply. */
export interface ImportedProgram extends Origin {
  /** Complete, or the reply that it stands in. */
  readonly text: string;
}

/** Tests that a file holds in place of a model's reply; of no wording in particular where `isShared` says so. */
export interface ImportedTests extends Origin {
  readonly text: string;
}

/** All that is given of one task and model. */
export interface ImportedTask {
  /** The original first; the first wording of the file stands for it where there is none. */
  readonly variants: readonly Variant[];
  readonly programs: readonly ImportedProgram[];
  readonly tests: readonly ImportedTests[];
}

/** What a reader of the study should know of its files, as counts. */
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
  /** Whether the first wording stands for an original prompt that no sample was made from. */
  readonly withoutOriginal: boolean;
}

/** Where a run's samples come from, as its manifest says it. */
export interface ImportedFiles {
  /** Of the bytes of all files, in hex. */
  readonly sha256: string;
  readonly samples: string;
  readonly tests: string;
  readonly format: string;
  readonly counts: ImportedCounts;
}

const SHARED = '::shared';

/** The name under which tests stand that were written for no wording in particular: every arm has them. */
export const sharedTestsOf = (taskId: string): string => `${taskId}${SHARED}`;

export const isShared = ({ variantId }: Pick<Origin, 'variantId'>): boolean => variantId.endsWith(SHARED);
