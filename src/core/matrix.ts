import type { Citation } from './mutation.ts';
import type { Origin } from './program.ts';
import type { Verdict } from './sandbox.ts';

/** A row or a column of the matrix; `weight` counts the samples (or test occurrences) that it stands for. */
export interface MatrixEntry {
  readonly id: string;
  readonly weight: number;
  readonly origins: readonly Origin[];
}

/** Every candidate of a task against every generated test. */
export interface ExecutionMatrix {
  readonly taskId: string;
  readonly candidates: readonly MatrixEntry[];
  readonly tests: readonly MatrixEntry[];
  /** Shape [candidates][tests]. */
  readonly verdicts: readonly (readonly Verdict[])[];
  /** Canonical text of what the program returned, shape [candidates][tests]; null where it returned nothing. */
  readonly outputs?: readonly (readonly (string | null)[])[];
}

/** Candidates that pass the same tests, with those tests; indexes into the matrix. */
export interface ConsensusSet {
  readonly candidates: readonly number[];
  readonly tests: readonly number[];
  readonly score: number;
}

/**
 * Consensus sets, best first. Sets of equal score are tied: their candidates share one rank. A candidate in no set is
 * out (it passes nothing); where all are out the ranking is empty and the pick is a random draw.
 */
export interface Ranking {
  readonly sets: readonly ConsensusSet[];
}

/** Ranks the candidates of one task; pure and synchronous. Ties are reported, stage 6 draws. */
export interface Scorer {
  readonly name: string;
  /** One plain sentence for the catalogue. */
  readonly summary: string;
  readonly source: Citation;
  rank(matrix: ExecutionMatrix): Ranking;
}
